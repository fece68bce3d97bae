"""English."""

from shopops.narrative.words.table import Table, words

ENGLISH = Table(
    locale="en",
    numbers=words(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy "
        "eighty ninety hundred hundreds thousand thousands million dozen half double twofold both "
        "once twice thrice first second third fourth fifth sixth seventh eighth ninth tenth percent"
    ),
    days=words("today tomorrow tonight yesterday overnight weekend sept"),
    promises=(
        "will",
        "ll",  # we'll, you’ll
        "shall",
        "won t",
        "going to",
        "promis*",
        "guarant*",
        "warrant*",
        "ensure*",
        "assur*",
        "rest assured",
        "make sure",
        "certainly",
        "definitely",
        "soon",
        "shortly",
        "immediately",
        "at once",
        "right away",
        "straight away",
        "without delay",
        "as quickly as",
        "by … day",
        "by … week",
        "within … day*",
        "within … week*",
        "within … hour*",
        "in … days",
        "in … weeks",
        "in … hours",
        "next week",
        "next … days",
        "free of charge",
        "for free",
        "at no cost",
        "no extra cost",
        "on us",
        "complimentary",
        "compensat*",
        "discount*",
        "voucher*",
        "coupon*",
        "gift*",
        "entitled",
        "liab*",
        "never again",
    ),
    remedies={
        "refund": ("refund*", "money back", "reimburs*", "repay*", "chargeback"),
        "reship": (
            *("send again", "send … again", "resend*", "reship*", "replac*"),
            *("new parcel", "another parcel", "new package"),
        ),
        "credit": ("store credit", "credit*"),
        "cancel": ("cancel*",),
    },
    common=words(
        "the your you we our is are and of to for it that this with have has been not on in"
    ),
)
