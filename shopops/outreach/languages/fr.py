"""French. A narrow no-break space stands before a colon, as French puts it."""

from shopops.outreach.phrases import OTHER, Phrases

FRENCH = Phrases(
    locale="fr",
    date="d MMMM y",
    separators=("\u202f", ","),
    hello="Bonjour {name},",
    hello_nobody="Bonjour,",
    fallback="Nous n’écrivons pas encore dans votre langue, donc nous écrivons en français.",
    about="Nous vous écrivons au sujet de votre commande {number}.",
    last_scan="Le dernier scan de {carrier} date du {date}.",
    last_scan_nobody="Le dernier scan du transporteur date du {date}.",
    apologies={
        "stalled": "Votre colis n’avance pas comme il le devrait, et nous en sommes désolés.",
        "return_to_sender": "Votre colis nous revient, et nous en sommes désolés.",
        "pickup_late": "Votre colis vous attend au point de retrait.",
        "pre_transit_late": (
            "Votre colis n’a pas été remis à temps au transporteur, et nous en sommes désolés."
        ),
        "failed": "Le transporteur n’a pas pu livrer votre colis, et nous en sommes désolés.",
        "attempted_twice": (
            "Le transporteur a essayé sans succès de livrer votre colis, et nous en sommes désolés."
        ),
        "no_data_past_eta": (
            "Votre colis aurait dû arriver, et le transporteur ne nous en donne aucune nouvelle. "
            "Nous en sommes désolés."
        ),
        OTHER: "Votre colis a rencontré un problème, et nous en sommes désolés.",
    },
    points={
        "confirm_address": (
            "Merci de confirmer votre adresse de livraison avant tout nouvel envoi."
        ),
        "reship_or_refund_options": (
            "Vous avez le choix\u202f: nous renvoyons la marchandise, ou nous vous remboursons. "
            "Il suffit de répondre à ce message."
        ),
        "reship_option": (
            "Nous pouvons renvoyer la marchandise. Il suffit de répondre à ce message."
        ),
        "refund_option": "Nous pouvons vous rembourser. Il suffit de répondre à ce message.",
        "store_credit_option": (
            "Nous pouvons vous proposer un avoir à la place. Il suffit de répondre à ce message."
        ),
        "resend_access": "Vous avez de nouveau accès à votre téléchargement.",
        "refund_pending": "Un remboursement est en cours.",
        "order_cancelled": "Votre commande est annulée.",
        "refund_of_remainder": (
            "Nous remboursons le reste de votre paiement sur le moyen de paiement que vous avez "
            "utilisé."
        ),
        "refund_completed": (
            "Nous vous avons remboursé sur le moyen de paiement que vous avez utilisé."
        ),
        "status_not_shipped": "Votre commande n’a pas encore été expédiée.",
        "status_on_its_way": "Votre commande est en route.",
        "status_delivered": "Votre commande a été livrée.",
        "status_delivered+status_on_its_way": (
            "Une partie de votre commande a été livrée, une autre est en route."
        ),
        "goodwill_offer": "Nous souhaitons vous offrir un geste pour le désagrément.",
        "settled_reshipped": "Nous préparons un nouvel envoi de la marchandise.",
        "settled_reshipped_part": "Nous préparons un nouvel envoi d’une partie de la marchandise.",
        "settled_reshipped_once_confirmed": (
            "Dès que nous aurons votre réponse, nous renverrons la marchandise."
        ),
        "settled_reshipped_part_once_confirmed": (
            "Dès que nous aurons votre réponse, nous renverrons une partie de la marchandise."
        ),
        "settled_refunded": "Nous vous remboursons sur le moyen de paiement que vous avez utilisé.",
        "settled_refunded_part": (
            "Nous remboursons une partie de votre paiement sur le moyen de paiement que vous avez "
            "utilisé."
        ),
        "settled_credited": "Nous avons ajouté un avoir à votre compte client.",
    },
    sums={
        "reship_or_refund_options": "Le remboursement serait de {amount}.",
        "refund_option": "Le remboursement serait de {amount}.",
        "store_credit_option": "L’avoir serait de {amount}.",
        "refund_pending": "Il est de {amount}.",
        "refund_of_remainder": "Cela fait {amount}.",
        "refund_completed": "Cela faisait {amount}.",
        "goodwill_offer": (
            "Il est de {amount}. Si vous l’acceptez, il suffit de répondre à ce message."
        ),
        "settled_refunded": "Cela fait {amount}.",
        "settled_refunded_part": "Cela fait {amount}.",
        "settled_credited": "Il est de {amount}.",
    },
    choose="Vous pouvez aussi choisir sur cette page :",
    leave=(
        "Si vous ne souhaitez plus aucun message de notre part, même au sujet de vos commandes, "
        "dites-le ici :"
    ),
    subject_parcel="Votre commande {number}\u202f: des nouvelles de votre colis",
    subjects={
        "pickup_late": "Votre commande {number}\u202f: votre colis vous attend",
        "cancelled_returned": "Votre commande {number} est annulée",
        "cancelled_not_returned": "Votre commande {number} est annulée",
        "fully_refunded": "Votre commande {number}\u202f: votre remboursement",
    },
    subject="Votre commande {number}",
    goodbye="Cordialement",
)
