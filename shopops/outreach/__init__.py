"""What a shop writes to its customers. One renderer: what is previewed is what goes."""
