"""German."""

from shopops.outreach.phrases import OTHER, Phrases

GERMAN = Phrases(
    locale="de",
    date="d. MMMM y",
    separators=(".", ","),
    hello="Guten Tag {name},",
    hello_nobody="Guten Tag,",
    fallback="Wir können noch nicht in Ihrer Sprache schreiben, deshalb auf Deutsch.",
    about="es geht um Ihre Bestellung {number}.",
    last_scan="Der letzte Scan von {carrier} war am {date}.",
    last_scan_nobody="Der letzte Scan des Zustellers war am {date}.",
    apologies={
        "stalled": "Ihr Paket kommt nicht voran, wie es sollte. Das tut uns leid.",
        "return_to_sender": "Ihr Paket kommt zu uns zurück. Das tut uns leid.",
        "pickup_late": "Ihr Paket liegt an der Abholstelle für Sie bereit.",
        "pre_transit_late": (
            "Ihr Paket wurde nicht rechtzeitig an den Zusteller übergeben. Das tut uns leid."
        ),
        "failed": "Der Zusteller konnte Ihr Paket nicht zustellen. Das tut uns leid.",
        "attempted_twice": (
            "Der Zusteller hat vergeblich versucht, Ihr Paket zuzustellen. Das tut uns leid."
        ),
        "no_data_past_eta": (
            "Ihr Paket hätte schon ankommen sollen, und der Zusteller gibt uns keine Nachricht. "
            "Das tut uns leid."
        ),
        OTHER: "Mit Ihrem Paket ist etwas schiefgegangen. Das tut uns leid.",
    },
    points={
        "confirm_address": (
            "Bitte bestätigen Sie Ihre Lieferadresse, bevor etwas erneut verschickt wird."
        ),
        "reship_or_refund_options": (
            "Sie haben die Wahl: Wir schicken die Ware noch einmal, oder Sie bekommen Ihr Geld "
            "zurück. Antworten Sie einfach auf diese Mail."
        ),
        "reship_option": (
            "Wir können die Ware noch einmal schicken. Antworten Sie einfach auf diese Mail."
        ),
        "refund_option": (
            "Wir können Ihnen das Geld erstatten. Antworten Sie einfach auf diese Mail."
        ),
        "store_credit_option": (
            "Wir können Ihnen stattdessen ein Guthaben geben. Antworten Sie einfach auf diese Mail."
        ),
        "resend_access": "Sie bekommen wieder Zugang zu Ihrem Download.",
        "refund_pending": "Eine Erstattung ist auf dem Weg zu Ihnen.",
        "order_cancelled": "Ihre Bestellung ist storniert.",
        "refund_of_remainder": (
            "Wir erstatten Ihnen den Rest Ihrer Zahlung über die von Ihnen verwendete Zahlungsart."
        ),
        "refund_completed": (
            "Wir haben Ihnen das Geld über die von Ihnen verwendete Zahlungsart erstattet."
        ),
        "status_not_shipped": "Ihre Bestellung wurde noch nicht verschickt.",
        "status_on_its_way": "Ihre Bestellung ist unterwegs.",
        "status_delivered": "Ihre Bestellung wurde zugestellt.",
        "status_delivered+status_on_its_way": (
            "Ein Teil Ihrer Bestellung wurde zugestellt, ein anderer ist unterwegs."
        ),
        "goodwill_offer": "Wir möchten Ihnen für die Unannehmlichkeiten etwas anbieten.",
        "settled_reshipped": "Wir bereiten den erneuten Versand der Ware vor.",
        "settled_reshipped_part": "Wir bereiten den erneuten Versand eines Teils der Ware vor.",
        "settled_reshipped_once_confirmed": (
            "Sobald wir Ihre Antwort haben, schicken wir die Ware noch einmal."
        ),
        "settled_reshipped_part_once_confirmed": (
            "Sobald wir Ihre Antwort haben, schicken wir einen Teil der Ware noch einmal."
        ),
        "settled_refunded": (
            "Wir erstatten Ihnen das Geld über die von Ihnen verwendete Zahlungsart."
        ),
        "settled_refunded_part": (
            "Wir erstatten Ihnen einen Teil Ihrer Zahlung über die von Ihnen verwendete "
            "Zahlungsart."
        ),
        "settled_credited": "Wir haben Ihrem Kundenkonto ein Guthaben gutgeschrieben.",
    },
    sums={
        "reship_or_refund_options": "Die Erstattung wäre {amount}.",
        "refund_option": "Die Erstattung wäre {amount}.",
        "store_credit_option": "Das Guthaben wäre {amount}.",
        "refund_pending": "Es sind {amount}.",
        "refund_of_remainder": "Das sind {amount}.",
        "refund_completed": "Das waren {amount}.",
        "goodwill_offer": (
            "Es sind {amount}. Wenn Sie es annehmen möchten, antworten Sie einfach auf diese Mail."
        ),
        "settled_refunded": "Das sind {amount}.",
        "settled_refunded_part": "Das sind {amount}.",
        "settled_credited": "Es sind {amount}.",
    },
    choose="Sie können auch auf dieser Seite wählen:",
    leave=(
        "Wenn Sie von uns gar keine E-Mails mehr möchten, auch nicht zu Bestellungen, sagen Sie es "
        "hier:"
    ),
    subject_parcel="Ihre Bestellung {number}: Neues zu Ihrem Paket",
    subjects={
        "pickup_late": "Ihre Bestellung {number}: Ihr Paket liegt für Sie bereit",
        "cancelled_returned": "Ihre Bestellung {number} ist storniert",
        "cancelled_not_returned": "Ihre Bestellung {number} ist storniert",
        "fully_refunded": "Ihre Bestellung {number}: Ihre Erstattung",
    },
    subject="Ihre Bestellung {number}",
    goodbye="Mit freundlichen Grüßen",
)
