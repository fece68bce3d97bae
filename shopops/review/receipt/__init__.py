"""A decision's proof page: what was decided, by whom, on which evidence, and how to check it."""
