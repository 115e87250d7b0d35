"""A bot in a process of its own: `bigslick match "process:python3 examples/player.py" tag`.

It needs nothing of bigslick: it reads lines of JSON and writes lines of JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def decide(options: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
    """Raise with a pair, call what is cheap, and give up otherwise."""
    first, second = view["hole"]
    if first[0] == second[0] and options.get("raise_to"):
        return {"type": "raise", "to": options["raise_to"][0]}  # the smallest; [1] is the largest
    if options.get("check"):
        return {"type": "check"}
    if 4 * options["call"] <= view["pot"]:
        return {"type": "call"}
    return {"type": "fold"}


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        answer = {"id": message["id"], "action": decide(message["options"], message["view"])}
        print(json.dumps(answer), flush=True)  # flush, or the answer waits in a buffer
    elif message["type"] == "hand_over":
        print(f"stacks {message['stacks']}", file=sys.stderr)  # stderr is yours
