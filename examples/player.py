"""A bot in its own process: `bigslick match "process:python3 examples/player.py" tag`.

It does not need bigslick: it reads and writes JSON lines.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def decide(options: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
    """Raise with a pair, call if it is cheap, and otherwise fold."""
    first, second = view["hole"]
    if first[0] == second[0] and "raise_to" in options:
        return {"type": "raise", "to": options["raise_to"][0]}  # the smallest; [1] is the largest
    if "check" in options:
        return {"type": "check"}
    if 4 * options["call"] <= view["pot"]:
        return {"type": "call"}
    return {"type": "fold"}


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        answer = {"id": message["id"], "action": decide(message["options"], message["view"])}
        print(json.dumps(answer), flush=True)  # without the flush the answer waits in a buffer
    elif message["type"] == "hand_over":
        print(f"stacks {message['stacks']}", file=sys.stderr)  # stderr is yours
