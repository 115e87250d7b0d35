"""Tournaments: write a structure, enter a field of bots, play it to the last chip.

```python
from bigslick.tournament import Tournament, load

event = Tournament(load("turbo-6").with_entrants(30), seed=7, bots=["tag", "lag", "shark"])
event.finish()
print(event.standings())
```
"""

from bigslick.table.ranking import Standing

from .bounties import Bounty
from .deals import BadDeal, Deal, DealShare
from .director import Director, Loss
from .events import TournamentEvent
from .explain import explain
from .files import dumps, load, loads, presets
from .formats import Bracket, Day, Flights, NoShows, Shootout
from .levels import Break, Level
from .payouts import Payouts
from .played_hand import PlayedHand
from .problems import BadStructure, BadTournament
from .python_bots import BotReport
from .run import Tournament
from .saves import BadSave
from .sentences import event_sentence
from .stalls import Stalled
from .standings import Standings
from .structure import AddOn, HandPace, Rebuy, Structure
from .take_up import Offer

__all__ = [
    "AddOn",
    "BadDeal",
    "BadSave",
    "BadStructure",
    "BadTournament",
    "BotReport",
    "Bounty",
    "Bracket",
    "Break",
    "Day",
    "Deal",
    "DealShare",
    "Director",
    "Flights",
    "HandPace",
    "Level",
    "Loss",
    "NoShows",
    "Offer",
    "Payouts",
    "PlayedHand",
    "Rebuy",
    "Shootout",
    "Stalled",
    "Standing",
    "Standings",
    "Structure",
    "Tournament",
    "TournamentEvent",
    "dumps",
    "event_sentence",
    "explain",
    "load",
    "loads",
    "presets",
]
