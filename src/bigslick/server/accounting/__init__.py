"""Every chip accounted for: counts, ledgers and audits."""
