"""Accounts for every chip: counts, ledgers and audits."""
