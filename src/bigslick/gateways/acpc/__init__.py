"""The Annual Computer Poker Competition: its games, its lines of state, its dealer, its logs and its bots."""
