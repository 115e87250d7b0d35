"""A table's broadcast: what is recorded for it, who watches it, and how it starts and stops."""
