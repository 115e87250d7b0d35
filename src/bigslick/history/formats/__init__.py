"""The file formats: each has its own folder, and `registry` lists them."""
