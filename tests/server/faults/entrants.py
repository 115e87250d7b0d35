"""People who play one tournament after another: they rebuy, add on, re-enter, propose deals and answer them."""

from __future__ import annotations

from typing import Any

from .people import IN_A_TOURNAMENT, Json, Person


class Entrant(Person):
    """A person who plays one tournament after another, at whatever seat they are given."""

    tournament = ""
    moments = 0
    """How often something happened to them between hands: a seat, an offer, a deal, an answer."""

    def _watch(self, again: Json) -> None:
        self._say({"type": "watch_lobby"})
        if self.tournament:
            self._say({"type": "watch_tournament", "tournament": self.tournament})
        if self.table:
            super()._watch(again)

    def _note(self, said: Json) -> None:
        self.moments += said["type"] in ("moved", "offers") or bool(said.get("news") or said.get("deal"))
        if said["type"] == "lobby" and not self.tournament and self._wants("register"):
            if open_ones := [card["tournament"] for card in said["tournaments"] if card["status"] == "registering"]:
                self.command("register", tournament=self.dice.choice(open_ones))
        elif said["type"] == "offers" and said["tournament"] == self.tournament:
            for offer in said["offers"]:
                self._answer(offer)
        elif said["type"] == "tournament" and said["card"]["tournament"] == self.tournament:
            self._follow(said, out=all(entrant["player"] != self.player for entrant in said["entrants"]))
        elif said["type"] == "tournament_changed" and said["tournament"] == self.tournament:
            self._follow(said, out=self.player in said.get("gone", ()))

    def _follow(self, said: Json, *, out: bool) -> None:
        """Go where the tournament says, or look for another when this one is over for them."""
        mine = [entrant for entrant in said.get("entrants", ()) if entrant["player"] == self.player]
        status = said["card"]["status"] if said.get("card") else ""
        if status in ("over", "cancelled") or out or (mine and mine[0]["place"]):
            self.tournament, self.table = "", ""
            return
        if deal := said.get("deal"):
            self._deal(deal)
        if mine and mine[0]["table"] not in ("", self.table):
            self.table, self._seat = mine[0]["table"], None
            self._turns.clear()
            super()._watch({})

    def _answer(self, offer: Json) -> None:
        """Buy what is on offer most of the time, and now and then decline it."""
        if offer["kind"] == "entry":
            if self._wants("register"):
                self.command("register", tournament=self.tournament)
        elif self._wants("buy_chips") and self._wants("decline_chips"):
            kind = "decline_chips" if offer["waits"] and self.dice.random() < 0.3 else "buy_chips"
            self.command(kind, tournament=self.tournament, kind=offer["kind"])

    def _deal(self, deal: Json) -> None:
        """Propose a deal now and then, and mostly accept one."""
        if deal["state"] == "open" and self.dice.random() < 0.5 and self._wants("propose_deal"):
            self.command("propose_deal", tournament=self.tournament, method=self.dice.choice(("icm", "chips")))
        elif deal["state"] == "voting" and self._wants("answer_deal"):
            mine = [share for share in deal["shares"] if share["player"] == self.player]
            if mine and not mine[0]["accepted"]:
                yes = self.dice.random() < 0.8
                self.command("answer_deal", tournament=self.tournament, deal=deal["number"], yes=yes)

    def command(self, kind: str, /, **more: Any) -> None:
        super().command(kind, **more)
        self.moments += kind in IN_A_TOURNAMENT

    def _take(self, command: Json, answer: Json) -> None:
        entered = answer["type"] == "done" or "already entered" in answer["sentence"]
        if command["type"] == "register" and entered:
            self.tournament = command["tournament"]
            self._say({"type": "watch_tournament", "tournament": self.tournament})
        elif command["type"] == "register" and "account has only" in answer["sentence"]:
            self.tournament = self.table = ""
            self._start_over()
        else:
            super()._take(command, answer)

    def _sit(self) -> None:
        """Sit where the director says."""

    def _move_about(self) -> None:
        """Keep the seat: the director moves players."""

    def _go(self) -> None:
        """Play the tournament to its end."""

    def _miss(self, seat: int) -> None:
        """Wait: the absent are blinded off."""

    def _come_back(self, stack: int) -> None:
        if stack:
            super()._come_back(stack)
