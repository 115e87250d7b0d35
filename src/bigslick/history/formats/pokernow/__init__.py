"""The CSV logs of PokerNow."""
