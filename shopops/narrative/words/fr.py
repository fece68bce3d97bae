"""French."""

from shopops.narrative.words.table import Table, words

FRENCH = Table(
    locale="fr",
    numbers=words(
        "zéro deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze "
        "seize vingt trente quarante cinquante soixante cent cents mille million millions "
        "douzaine demi demie moitié double premier première premiers premières deuxième second "
        "seconde troisième quatrième cinquième sixième septième huitième neuvième dixième"
    ),
    days=words("aujourd hui demain hier lendemain"),
    promises=(
        "promett*",
        "promis",
        "promesse*",
        "garanti*",
        "assur*",
        "certifi*",
        "engageons",
        "engagement*",
        "bien entendu",
        "sans faute",
        "bientôt",
        "sous peu",
        "prochainement",
        "immédiatement",
        "tout de suite",
        "dès que possible",
        "au plus vite",
        "dans les plus brefs délais",
        "dans … jours",
        "dans … heures",
        "dans … semaine*",
        "sous … jours",
        "sous … heures",
        "d ici",
        "semaine prochaine",
        "allons",
        "allez recevoir",
        "va arriver",
        "enverrons",
        "ferons",
        "serons",
        "aurons",
        "donnerons",
        "tiendrons",
        "contacterons",
        "rembourserons",
        "recevrez",
        "serez",
        "aurez",
        "sera",
        "seront",
        "arrivera",
        "gratuit*",
        "sans frais",
        "offert*",
        "dédommag*",
        "indemni*",
        "compens*",
        "remise*",
        "réduction*",
        "bon d achat",
        "cadeau*",
        "plus jamais",
    ),
    remedies={
        "refund": ("rembours*", "rendre … argent", "argent … rendu"),
        "reship": (
            *("renvo*", "réexpédi*", "nouvel envoi", "nouveau colis", "de nouveau … envo*"),
            *("remplac*", "envo* de nouveau", "envo* à nouveau"),
        ),
        "credit": ("avoir en magasin", "avoir sur votre compte", "crédit*", "un avoir"),
        "cancel": ("annul*",),
    },
    common=words(
        "le la les de des du et est sont nous vous votre vos notre pas que qui pour en une un il "
        "elle avec dans a été ne"
    ),
)
