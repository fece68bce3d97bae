"""What every request passes before a view sees it, and every answer on its way out."""
