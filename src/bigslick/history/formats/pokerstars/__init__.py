"""The text files that PokerStars saves for its players."""
