"""Who sits where, who moves, who finishes where and wins what: the decisions of an event as it runs."""
