"""The card room's storage: facts, ledger, accounts and played hands, in SQLite or PostgreSQL."""
