"""PokerNow's CSV logs."""
