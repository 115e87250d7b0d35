"""A night's ledger over HTTP: for its players, the host and the operator, and no one else."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

from bigslick.protocol import wire

from ..served import ADMIN, asking


async def test_only_those_who_sat_there_the_host_and_the_operator_see_a_ledger(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        tokens = {name: {"Authorization": f"Bearer {await room.token(name)}"} for name in ("ann", "bob", "eve")}
        made = await web.post("/api/tables", json={"name": "Ann's"}, headers=tokens["ann"])
        path = f"/api/tables/{made.json()['table']}/ledger"
        table = made.json()["table"]
        async with room.socket(tokens["bob"]["Authorization"].split()[1]) as bob:
            await bob.ask(wire.Sit(cmd_id="s", table=table, chips=1000))
            await bob.ask(wire.TopUp(cmd_id="t", table=table, chips=500))
        answers = {name: await web.get(path, headers=mine) for name, mine in tokens.items()}
        assert {name: answer.status_code for name, answer in answers.items()} == {
            "ann": 200,
            "bob": 200,
            "eve": 404,
        }
        assert "that you sat at or hosted" in answers["eve"].json()["error"]
        (line,) = answers["bob"].json()["results"]
        assert (line["bought_in"], line["topped_up"], line["sits_with"], line["net"]) == (1000, 500, 1500, 0)
        assert [move["kind"] for move in answers["ann"].json()["moves"]] == ["buy-in", "top-up"]
        assert answers["ann"].json()["opened_by"] == "ann"
        assert (await web.get(path)).status_code == 401
        assert (await web.get("/api/tables/t99/ledger", headers=tokens["ann"])).status_code == 404
        assert (await web.get(f"{path}.csv", headers=tokens["eve"])).status_code == 404
        assert (await web.get(f"{path}.csv?part=all", headers=tokens["bob"])).status_code == 400
        file = await web.get(f"{path}.csv", headers=tokens["bob"])
        assert file.headers["content-type"].startswith("text/csv")
        assert f'filename="{table}-players.csv"' in file.headers["content-disposition"]
        rows = list(csv.DictReader(StringIO(file.text)))
        assert [(row["player"], row["net"]) for row in rows] == [("bob", "0")]
        house = {"Authorization": f"Bearer {ADMIN}"}
        admin = f"/api/admin/tables/{table}/ledger"
        assert (await web.get(admin, headers=house)).json()["results"] == [line]
        assert (await web.get(f"{admin}.csv?part=moves", headers=house)).text.count("\n") == 3
        assert (await web.get("/api/admin/tables/t99/ledger", headers=house)).status_code == 404
