"""What customers ask about their data: the settings page on which an admin answers."""
