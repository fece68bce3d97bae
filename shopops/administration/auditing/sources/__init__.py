"""Where the rows of the audit page come from, one module each, with the same function: `lines`
gives the newest ones that were asked for, at most so many, in a number of statements that does not
grow. A source's number stands in the addresses of pages, so it stays as it is."""
