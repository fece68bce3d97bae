"""A person changes what is proposed: amounts, which option, what the mail says."""
