"""What the fields of an edit are called, by the index of the action in the proposal that was shown:
"amount-1", "point-0" (a point that stays), "say-0" (lines to add), and "keep-remedy:s1" (the kind
that stays of a group of alternatives), "draft-0" (words that a model drafted, as they are now) and
"drafted-0" (the proof of it). `LANGUAGE`: that of the page, in which amounts are typed."""

AMOUNT, POINT, SAY, KEEP = "amount-", "point-", "say-", "keep-"
DRAFT, DRAFTED = "draft-", "drafted-"
LANGUAGE = "language"
