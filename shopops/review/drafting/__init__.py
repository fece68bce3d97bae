"""A model drafts words that a person may add to a mail. What nobody saves is kept nowhere."""
