"""Bots against each other: matches, studies of many tournaments, and reports on both.

```python
from bigslick.simulate import play_match

print(play_match(["shark", "tag"], hands=10_000, duplicate=True))
```
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .best_response import BadResponse, LocalResponse, local_best_response
    from .folders import BadStudy
    from .hands import export_hands, played_hands
    from .interrupted import Interrupted
    from .ladder import BadLadder, Ladder, play_ladder
    from .ladder_page import ladder_html
    from .leaks import LeakFinder
    from .match import BadMatch, MatchHand, MatchPoint, MatchResult, PositionScore, Score, play_match
    from .plan import BadPlan, StudyPlan, make_plan, read_plan
    from .report import write_report
    from .study import Progress, TooLong, run_study
    from .study_results import StudyResults, keep_match, results
    from .workers import BadCluster

__all__ = [
    "BadCluster",
    "BadLadder",
    "BadMatch",
    "BadPlan",
    "BadResponse",
    "BadStudy",
    "Interrupted",
    "Ladder",
    "LeakFinder",
    "LocalResponse",
    "MatchHand",
    "MatchPoint",
    "MatchResult",
    "PositionScore",
    "Progress",
    "Score",
    "StudyPlan",
    "StudyResults",
    "TooLong",
    "export_hands",
    "keep_match",
    "ladder_html",
    "local_best_response",
    "make_plan",
    "play_ladder",
    "play_match",
    "played_hands",
    "read_plan",
    "results",
    "run_study",
    "write_report",
]

# Loaded on first use: `import bigslick` needs only `results` from here.
_HOMES = {
    "best_response": ("BadResponse", "LocalResponse", "local_best_response"),
    "folders": ("BadStudy",),
    "hands": ("export_hands", "played_hands"),
    "interrupted": ("Interrupted",),
    "ladder": ("BadLadder", "Ladder", "play_ladder"),
    "ladder_page": ("ladder_html",),
    "leaks": ("LeakFinder",),
    "match": (*("BadMatch", "MatchHand", "MatchPoint", "MatchResult", "PositionScore", "Score", "play_match"),),
    "plan": ("BadPlan", "StudyPlan", "make_plan", "read_plan"),
    "report": ("write_report",),
    "study": ("Progress", "TooLong", "run_study"),
    "study_results": ("StudyResults", "keep_match", "results"),
    "workers": ("BadCluster",),
}


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
