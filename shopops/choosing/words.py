"""What the pages behind a mail's links say, in the languages that mails are written in."""

from collections.abc import Mapping

from msgspec import Struct

from shopops.agents.records import ClaimKind
from shopops.outreach.languages import spoken


class Said(Struct, frozen=True, kw_only=True):
    """`order` holds `{number}`. `options`: on buttons. `taken`: once it was chosen."""

    order: str
    choose: str
    ask: str
    nobody_yet: str
    options: Mapping[ClaimKind, str]
    chosen: str
    taken: Mapping[ClaimKind, str]
    then: str
    changed: str
    over: str
    over_then: str
    unknown: str
    unknown_then: str
    leave: str
    leave_ask: str
    leave_button: str
    left: str
    left_then: str


ENGLISH = Said(
    order="Order {number}",
    choose="What would you like?",
    ask="Choose one. Nothing happens before you press a button.",
    nobody_yet="A person of the shop reads your answer and then decides.",
    options={
        ClaimKind.CHOICE_RESHIP: "Send the goods again",
        ClaimKind.CHOICE_REFUND: "Refund me",
    },
    chosen="We have your answer",
    taken={
        ClaimKind.CHOICE_RESHIP: "You would like the goods to be sent again.",
        ClaimKind.CHOICE_REFUND: "You would like a refund.",
    },
    then="A person of the shop looks at it and writes to you.",
    changed="If you have changed your mind, answer the mail.",
    over="This link is too old",
    over_then="Answer the mail instead, and the shop sees to it.",
    unknown="This link leads nowhere",
    unknown_then="Open it from the mail again, or answer the mail.",
    leave="No more mail from this shop?",
    leave_ask="If you press the button, the shop writes to you no more, not about orders either.",
    leave_button="No more mail",
    left="You get no more mail",
    left_then="If you change your mind, tell the shop.",
)
GERMAN = Said(
    order="Bestellung {number}",
    choose="Was möchten Sie?",
    ask="Wählen Sie. Es geschieht nichts, bevor Sie auf eine Schaltfläche drücken.",
    nobody_yet="Jemand aus dem Shop liest Ihre Antwort und entscheidet dann.",
    options={
        ClaimKind.CHOICE_RESHIP: "Die Ware noch einmal schicken",
        ClaimKind.CHOICE_REFUND: "Geld erstatten",
    },
    chosen="Wir haben Ihre Antwort",
    taken={
        ClaimKind.CHOICE_RESHIP: "Sie möchten, dass die Ware noch einmal geschickt wird.",
        ClaimKind.CHOICE_REFUND: "Sie möchten eine Erstattung.",
    },
    then="Jemand aus dem Shop sieht es sich an und schreibt Ihnen.",
    changed="Wenn Sie es sich anders überlegt haben, antworten Sie auf die E-Mail.",
    over="Dieser Link ist zu alt",
    over_then="Antworten Sie stattdessen auf die E-Mail, dann kümmert sich der Shop darum.",
    unknown="Dieser Link führt nirgendwohin",
    unknown_then="Öffnen Sie ihn noch einmal aus der E-Mail, oder antworten Sie auf die E-Mail.",
    leave="Keine E-Mails mehr von diesem Shop?",
    leave_ask=(
        "Wenn Sie auf die Schaltfläche drücken, schreibt Ihnen der Shop nicht mehr, auch nicht zu "
        "Bestellungen."
    ),
    leave_button="Keine E-Mails mehr",
    left="Sie bekommen keine E-Mails mehr",
    left_then="Wenn Sie es sich anders überlegen, sagen Sie es dem Shop.",
)
FRENCH = Said(
    order="Commande {number}",
    choose="Que souhaitez-vous ?",
    ask="Choisissez. Rien ne se passe avant que vous n’appuyiez sur un bouton.",
    nobody_yet="Une personne de la boutique lit votre réponse et décide ensuite.",
    options={
        ClaimKind.CHOICE_RESHIP: "Renvoyer la marchandise",
        ClaimKind.CHOICE_REFUND: "Me rembourser",
    },
    chosen="Nous avons votre réponse",
    taken={
        ClaimKind.CHOICE_RESHIP: "Vous souhaitez que la marchandise soit renvoyée.",
        ClaimKind.CHOICE_REFUND: "Vous souhaitez un remboursement.",
    },
    then="Une personne de la boutique s’en occupe et vous écrit.",
    changed="Si vous avez changé d’avis, répondez au message.",
    over="Ce lien est trop ancien",
    over_then="Répondez plutôt au message, la boutique s’en occupera.",
    unknown="Ce lien ne mène nulle part",
    unknown_then="Ouvrez-le de nouveau depuis le message, ou répondez au message.",
    leave="Plus de messages de cette boutique ?",
    leave_ask=(
        "Si vous appuyez sur le bouton, la boutique ne vous écrit plus, même au sujet de vos "
        "commandes."
    ),
    leave_button="Plus de messages",
    left="Vous ne recevrez plus de messages",
    left_then="Si vous changez d’avis, dites-le à la boutique.",
)
SPANISH = Said(
    order="Pedido {number}",
    choose="¿Qué prefiere?",
    ask="Elija. No ocurre nada antes de que pulse un botón.",
    nobody_yet="Una persona de la tienda lee su respuesta y después decide.",
    options={
        ClaimKind.CHOICE_RESHIP: "Enviar la mercancía de nuevo",
        ClaimKind.CHOICE_REFUND: "Quiero un reembolso",
    },
    chosen="Tenemos su respuesta",
    taken={
        ClaimKind.CHOICE_RESHIP: "Prefiere que la mercancía se envíe de nuevo.",
        ClaimKind.CHOICE_REFUND: "Prefiere un reembolso.",
    },
    then="Una persona de la tienda lo revisa y le escribe.",
    changed="Si ha cambiado de idea, responda al mensaje.",
    over="Este enlace es demasiado antiguo",
    over_then="Responda al mensaje y la tienda se ocupará.",
    unknown="Este enlace no lleva a ninguna parte",
    unknown_then="Ábralo de nuevo desde el mensaje, o responda al mensaje.",
    leave="¿No más mensajes de esta tienda?",
    leave_ask=("Si pulsa el botón, la tienda no le escribirá más, tampoco sobre sus pedidos."),
    leave_button="No más mensajes",
    left="No recibirá más mensajes",
    left_then="Si cambia de idea, dígaselo a la tienda.",
)
WORDS: Mapping[str, Said] = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH}


def words_in(language: str) -> tuple[str, Said]:
    """The language that the mail was written in, and what is said in it."""
    code = spoken(language)
    return code, WORDS[code]
