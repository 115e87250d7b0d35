"""Players that are programs: the bots of the house."""

from .house import HOUSE_BOTS, HouseBot, UnknownBot, new_house, style_number

__all__ = ["HOUSE_BOTS", "HouseBot", "UnknownBot", "new_house", "style_number"]
