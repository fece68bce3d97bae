"""Spanish."""

from shopops.narrative.words.table import Table, words

SPANISH = Table(
    locale="es",
    numbers=words(
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
        "dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintiún veintidós veintitrés "
        "veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve treinta cuarenta "
        "cincuenta sesenta setenta ochenta noventa cien ciento cientos doscientos mil miles millón "
        "millones docena mitad doble ambos ambas primer primero primera segundo segunda tercero "
        "tercera tercer cuarto quinto sexto séptimo octavo noveno décimo"
    ),
    days=words("hoy mañana ayer anteayer anoche"),
    promises=(
        "promet*",
        "promesa*",
        "garanti*",
        "asegur*",
        "comprometemos",
        "compromiso*",
        "sin duda",
        "por supuesto",
        "pronto",
        "en breve",
        "enseguida",
        "inmediatamente",
        "de inmediato",
        "cuanto antes",
        "lo antes posible",
        "dentro de",
        "en … días",
        "en … horas",
        "en … semanas",
        "próxim*",
        "antes del",
        "vamos a",
        "va a llegar",
        "enviaremos",
        "haremos",
        "daremos",
        "tendremos",
        "informaremos",
        "reembolsaremos",
        "devolveremos",
        "recibirá",
        "recibirás",
        "llegará",
        "será",
        "serán",
        "tendrá",
        "gratis",
        "gratuit*",
        "sin coste",
        "sin costo",
        "sin cargo",
        "compens*",
        "indemniz*",
        "descuento*",
        "cupón",
        "cupones",
        "vale de",
        "regalo*",
        "nunca más",
    ),
    remedies={
        "refund": ("reembols*", "devol* … dinero", "devolución*", "dinero … vuelta"),
        "reship": (
            *("reenví*", "reenvi*", "volver a enviar", "volvemos a enviar", "enviar … de nuevo"),
            *("reemplaz*", "sustitu*", "nuevo paquete", "nuevo envío"),
        ),
        "credit": ("crédito*", "saldo*", "abono*"),
        "cancel": ("cancel*", "anul*"),
    },
    common=words(
        "el la los las de del y es son su sus nos le no que para por en un una con se ha hemos "
        "está estamos a lo"
    ),
)
