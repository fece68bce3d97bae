"""From stable codes to the words that people read. No page writes such words itself."""
