"""The text files that PokerStars saves for players."""
