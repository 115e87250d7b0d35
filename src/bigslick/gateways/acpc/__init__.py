"""The Annual Computer Poker Competition: its games, state lines, dealer, logs and bots."""
