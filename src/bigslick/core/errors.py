"""What the core raises about cards; it lives below `cards`, which gives it its public name."""


class BadCards(ValueError):  # noqa: N818 - it names what was found, like the other refusals
    """Text or numbers that are not the cards they should be."""
