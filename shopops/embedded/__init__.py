"""The database server that comes with ShopOps, and the supervisor of `make run`. No Django."""
