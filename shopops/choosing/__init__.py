"""What a customer answers to a mail: by a link, by a reply, or by their mail server's report."""
