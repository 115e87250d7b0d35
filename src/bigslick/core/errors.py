"""What the core raises about cards; it lives below `cards`, which gives it its public name."""


class BadCards(ValueError):
    """Text or numbers that are not the cards they should be."""
