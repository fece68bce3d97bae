"""Spanish."""

from shopops.outreach.phrases import OTHER, Phrases

SPANISH = Phrases(
    locale="es",
    date="d 'de' MMMM 'de' y",
    separators=(".", ","),
    hello="Hola {name}:",
    hello_nobody="Hola:",
    fallback="Todavía no podemos escribirle en su idioma, por eso le escribimos en español.",
    about="Le escribimos por su pedido {number}.",
    last_scan="El último escaneo de {carrier} fue el {date}.",
    last_scan_nobody="El último escaneo del transportista fue el {date}.",
    apologies={
        "stalled": "Su paquete no avanza como debería, y lo sentimos.",
        "return_to_sender": "Su paquete está volviendo a nosotros, y lo sentimos.",
        "pickup_late": "Su paquete le espera en el punto de recogida.",
        "pre_transit_late": "Su paquete no se entregó a tiempo al transportista, y lo sentimos.",
        "failed": "El transportista no pudo entregar su paquete, y lo sentimos.",
        "attempted_twice": (
            "El transportista intentó entregar su paquete sin éxito, y lo sentimos."
        ),
        "no_data_past_eta": (
            "Su paquete ya debería haber llegado, y el transportista no nos da noticias. "
            "Lo sentimos."
        ),
        OTHER: "Algo ha ido mal con su paquete, y lo sentimos.",
    },
    points={
        "confirm_address": "Confirme por favor su dirección antes de que enviemos nada más.",
        "reship_or_refund_options": (
            "Puede elegir: le enviamos la mercancía otra vez, o le devolvemos el dinero. "
            "Basta con responder a este mensaje."
        ),
        "reship_option": (
            "Podemos enviarle la mercancía otra vez. Basta con responder a este mensaje."
        ),
        "refund_option": "Podemos hacerle un reembolso. Basta con responder a este mensaje.",
        "store_credit_option": (
            "Podemos darle un saldo a favor en su lugar. Basta con responder a este mensaje."
        ),
        "resend_access": "Vuelve a tener acceso a su descarga.",
        "refund_pending": "Hay un reembolso en camino.",
        "order_cancelled": "Su pedido está cancelado.",
        "refund_of_remainder": (
            "Le reembolsamos el resto de su pago en el medio de pago que utilizó."
        ),
        "refund_completed": "Le hemos hecho el reembolso en el medio de pago que utilizó.",
        "status_not_shipped": "Su pedido todavía no se ha enviado.",
        "status_on_its_way": "Su pedido está en camino.",
        "status_delivered": "Su pedido fue entregado.",
        "status_delivered+status_on_its_way": (
            "Una parte de su pedido fue entregada, otra está en camino."
        ),
        "goodwill_offer": "Queremos ofrecerle algo por las molestias.",
        "settled_reshipped": "Estamos preparando un nuevo envío de la mercancía.",
        "settled_reshipped_part": "Estamos preparando un nuevo envío de una parte de la mercancía.",
        "settled_reshipped_once_confirmed": (
            "En cuanto tengamos su respuesta, le enviaremos la mercancía otra vez."
        ),
        "settled_reshipped_part_once_confirmed": (
            "En cuanto tengamos su respuesta, le enviaremos una parte de la mercancía otra vez."
        ),
        "settled_refunded": "Le hacemos el reembolso en el medio de pago que utilizó.",
        "settled_refunded_part": (
            "Le reembolsamos una parte de su pago en el medio de pago que utilizó."
        ),
        "settled_credited": "Hemos añadido un saldo a favor a su cuenta.",
    },
    sums={
        "reship_or_refund_options": "El reembolso sería de {amount}.",
        "refund_option": "El reembolso sería de {amount}.",
        "store_credit_option": "El saldo sería de {amount}.",
        "refund_pending": "Es de {amount}.",
        "refund_of_remainder": "Son {amount}.",
        "refund_completed": "Fueron {amount}.",
        "goodwill_offer": ("Es de {amount}. Si lo acepta, basta con responder a este mensaje."),
        "settled_refunded": "Son {amount}.",
        "settled_refunded_part": "Son {amount}.",
        "settled_credited": "Es de {amount}.",
    },
    choose="También puede elegir en esta página:",
    leave=(
        "Si no desea recibir ningún mensaje más de nuestra parte, tampoco sobre sus pedidos, "
        "indíquelo aquí:"
    ),
    subject_parcel="Su pedido {number}: novedades de su paquete",
    subjects={
        "pickup_late": "Su pedido {number}: su paquete le espera",
        "cancelled_returned": "Su pedido {number} está cancelado",
        "cancelled_not_returned": "Su pedido {number} está cancelado",
        "fully_refunded": "Su pedido {number}: su reembolso",
    },
    subject="Su pedido {number}",
    goodbye="Un saludo",
)
