"""Pages of the tenant admin."""
