"""Tournaments: write a structure, enter a field of bots, play it to the last chip.

```python
from bigslick.tournament import Tournament, load

event = Tournament(load("turbo-6").with_entrants(30), seed=7, bots=["tag", "lag", "shark"])
event.finish()
print(event.standings())
```
"""

from bigslick.table.ranking import Standing

from .director.deals import BadDeal, Deal, DealShare
from .director.director import Director
from .director.events import TournamentEvent
from .director.losses import Loss
from .director.sentences import event_sentence
from .director.standings import Standings
from .floor.played_hand import PlayedHand
from .floor.python_bots import BotReport
from .floor.rebuy_rates import Offer
from .floor.run import Tournament
from .floor.saves import BadSave
from .floor.stalled import Stalled
from .points import BadFormula, EventResult, Formula
from .structure.bounties import Bounty
from .structure.explain import explain
from .structure.files import dumps, load, loads, presets
from .structure.formats import Bracket, Day, Flights, NoShows, Shootout
from .structure.levels import Break, Level
from .structure.payouts import Payouts
from .structure.problems import BadStructure, BadTournament
from .structure.structure import AddOn, HandPace, Rebuy, Structure

__all__ = [
    "AddOn",
    "BadDeal",
    "BadFormula",
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
    "EventResult",
    "Flights",
    "Formula",
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
