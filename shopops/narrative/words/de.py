"""German."""

from shopops.narrative.words.table import Table, parts, words

GERMAN = Table(
    locale="de",
    numbers=words(
        "null zweifach dreifach eins zwei zwo drei vier fünf sechs sieben acht neun zehn elf "
        "zwölf dutzend halb halbe halben hälfte doppelt doppelte beide beiden beides einmal "
        "einmalig erste ersten erster erstes zweite zweiten zweiter zweites dritte dritten "
        "dritter drittes vierte vierten fünfte fünften sechste sechsten siebte siebten achte "
        "neunte neunten zehnte zehnten prozent hundert hunderte tausend tausende million "
        "millionen"
    ),
    number_parts=parts(
        (
            *("ein", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sech", "sieb", "sieben"),
            *("acht", "neun", "zehn", "elf", "zwölf", "und", "zwanzig", "dreissig"),
            *("vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig", "hundert"),
            *("tausend", "mal", "te", "ten", "ter", "ste", "sten"),
        )
    ),
    days=words("heute morgen übermorgen gestern vorgestern wochenende"),
    promises=(
        "versprech*",
        "versproch*",
        "garant*",
        "gewährleist*",
        "zusicher*",
        "sichern … zu",
        "versicher*",
        "stellen … sicher",
        "sicherstellen",
        "selbstverständlich",
        "auf jeden Fall",
        "wir werden",
        "werden wir",
        "ich werde",
        "werde ich",
        "Sie werden",
        "werden Sie",
        "wird … ankommen",
        "wird … geliefert",
        "wird … zugestellt",
        "wird … erstattet",
        "bald",
        "baldmöglichst",
        "in Kürze",
        "demnächst",
        "umgehend",
        "sofort",
        "unverzüglich",
        "so schnell wie möglich",
        "schnellstmöglich",
        "innerhalb",
        "binnen",
        "in … Tagen",
        "in … Wochen",
        "in … Stunden",
        "bis … Tag",
        "nächste Woche",
        "nächsten Tage*",
        "kostenlos*",
        "kostenfrei*",
        "gratis",
        "umsonst",
        "ohne … Kosten",
        "Entschädig*",
        "Rabatt*",
        "Gutschein*",
        "Geschenk*",
        "haften",
        "Anspruch",
        "nie wieder",
    ),
    remedies={
        "refund": (
            *("erstatt*", "rückerstatt*", "zurückerstatt*", "Geld zurück", "zurückzahl*"),
            *("Rückzahlung*", "zurückgezahlt", "Geld … zurück"),
        ),
        "reship": (
            *("erneut … send*", "noch einmal … send*", "senden … noch einmal", "Ersatz*"),
            *("ersetz*", "neu verschick*", "noch einmal verschick*", "neues Paket"),
        ),
        "credit": ("Guthaben*", "gutschreib*", "Gutschrift*", "gutgeschrieben"),
        "cancel": ("stornier*", "Stornierung*"),
    },
    common=words(
        "der die das den dem und ist sind nicht Sie Ihr Ihre Ihren Ihrem wir uns es mit zu von auf "
        "für ein eine im bei dass haben hat"
    ),
)
