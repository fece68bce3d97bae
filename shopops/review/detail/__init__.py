"""One order's page, card by card: each module makes what one template partial shows."""
