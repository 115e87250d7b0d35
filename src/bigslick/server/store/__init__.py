"""The card room on disk: facts, ledger, accounts and played hands, in SQLite or PostgreSQL."""
