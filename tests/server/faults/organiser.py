"""A player who keeps a club's calendar over HTTP, whatever happens to the room: plans evenings, answers, calls off.

A request without an answer is sent again, with the same id if it makes something. What was answered must be in the
calendar from then on, and nothing twice.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

_THINK = (0.5, 1.0)
_WAIT = 0.3
_MOST = 20
"""Evenings ahead: less than a club may have."""
_AHEAD = timedelta(days=60)
"""Further ahead than the clock jumps."""


class Organiser:
    """The owner of a club with a calendar."""

    def __init__(self, address: Callable[[], str], dice: random.Random) -> None:
        self.done: set[str] = set()
        """The kinds of requests that were carried out."""
        self._address = address
        self._dice = dice
        self._club = ""
        self._headers: dict[str, str] = {}
        self._planned: dict[int, str] = {}
        """The names of the evenings ahead, by number."""
        self._answers: dict[int, str] = {}
        self._asking = -1
        """The evening that an unanswered request changes."""
        self._requests = 0

    async def keep(self) -> None:
        """Keep the calendar forever."""
        async with httpx.AsyncClient(trust_env=False, verify=False, timeout=10) as client:
            guest = await self._ask(client, "guest", {"name": "Organiser", "bearer": True})
            self._headers = {"Authorization": f"Bearer {guest['token']}"}
            self._club = (await self._ask(client, "clubs", {"name": "Faulty Fridays", "cmd_id": self._id()}))["id"]
            while True:
                await asyncio.sleep(self._dice.uniform(*_THINK))
                await self._act(client)

    async def check(self, client: httpx.AsyncClient) -> None:
        """Compare what was answered with the calendar that a server shows."""
        if not self._club:
            return
        known, answers, unsure = dict(self._planned), dict(self._answers), self._asking
        answer = await client.get(f"/api/clubs/{self._club}/evenings", headers=self._headers)
        assert answer.status_code == 200, answer.text
        shown = answer.json()
        names = [evening["name"] for evening in shown]
        assert len(names) == len({*names}), f"an evening is planned twice: {names}"
        found = {evening["number"]: evening for evening in shown if evening["status"] == "planned"}
        for number, name in known.items():
            meanwhile = number not in self._planned or self._answers.get(number) != answers.get(number)
            if not meanwhile and number not in (unsure, self._asking):
                assert number in found, f"evening {number} is gone"
                kept = found[number]["name"], found[number]["yours"]
                assert kept == (name, answers.get(number)), f"evening {number} is {kept}, not {name}"

    async def _act(self, client: httpx.AsyncClient) -> None:
        """Plan an evening, say whether they come to one, or call one off."""
        kind = self._dice.choice(("plan", "answer", "answer", "call_off") if self._planned else ("plan",))
        if kind == "plan" and len(self._planned) == _MOST:
            kind = "call_off"
        if kind == "plan":
            name = f"Evening {self._requests}"
            day = (datetime.now(UTC) + _AHEAD).date().isoformat()
            plan = {"day": day, "time": "20:00", "zone": "UTC", "table": {"name": name}, "cmd_id": self._id()}
            made = await self._ask(client, f"clubs/{self._club}/evenings", plan)
            self._planned[made["number"]], self._answers[made["number"]] = name, made["yours"]
        elif kind == "answer":
            number, answer = self._dice.choice([*self._planned]), self._dice.choice(("yes", "maybe", "no"))
            self._asking = number
            await self._ask(client, f"clubs/{self._club}/evenings/{number}/answer", {"answer": answer})
            self._answers[number], self._asking = answer, -1
        else:
            number = min(self._planned)
            self._asking = number
            await self._ask(client, f"clubs/{self._club}/evenings/{number}/call-off", {"why": "a fault"}, again=409)
            del self._planned[number]
            self._asking = -1
        self.done.add(kind)

    def _id(self) -> str:
        self._requests += 1
        return f"organiser-{self._requests:08}"

    async def _ask(self, client: httpx.AsyncClient, path: str, body: Any, again: int = 0) -> Any:
        """Send a request until it is carried out; a copy of one that was may be answered with the status `again`."""
        sent = 0
        while True:
            sent += 1
            try:
                answer = await client.post(f"http://{self._address()}/api/{path}", json=body, headers=self._headers)
            except httpx.HTTPError:
                await asyncio.sleep(_WAIT)
                continue
            if answer.is_success or (sent > 1 and answer.status_code == again):
                return answer.json()
            assert answer.status_code in (429, 500, 503), f"{path}: {answer.status_code} {answer.text}"
            await asyncio.sleep(_WAIT)
