"""Accounts: names, passwords, guests, tokens, and an account's starting chips."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import argon2
import pytest
import sqlalchemy as sa

from bigslick.server.store import schema
from bigslick.server.store.accounts import (
    DAY_MS,
    MOST_SESSIONS,
    SESSION_MS,
    Accounts,
    BadAccount,
    check_password,
    session_id,
)
from bigslick.server.store.bank import MINT, Bank, player_account
from bigslick.server.store.names import Names
from bigslick.server.store.records import Batch, ChipTransfer
from bigslick.server.store.store import Store
from tests.virtual_clock import VirtualClock

CHEAP = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
SECRET = "correct horse"


class Front:
    """Accounts with their store and bank."""

    def __init__(self, store: Store, bank: Bank) -> None:
        self.store = store
        self.bank = bank
        self.clock = VirtualClock(1_000_000)
        self.names = Names()
        self.accounts = Accounts(store, bank, self.names, self.clock, hasher=CHEAP)

    async def again(self, **options: Any) -> Accounts:
        """Return the accounts after a restart."""
        return Accounts(self.store, self.bank, await Names.load(self.store), self.clock, **options)

    async def lose(self, player: str, chips: int) -> None:
        lost = [ChipTransfer(source=player_account(player), target="fees", amount=chips, reason="test", at=0)]
        await self.store.append(Batch(transfers=lost))
        self.bank.book(lost)


def during(url: str, test: Callable[[Front], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await Store.open(url)
        try:
            await test(Front(store, await Bank.load(store)))
        finally:
            await store.close()

    asyncio.run(run())


def test_signing_up_and_in(url: str) -> None:
    async def test(front: Front) -> None:
        accounts = front.accounts
        ada = await accounts.sign_up("Ada_L-1", SECRET)
        assert front.names.name_of(ada) == "Ada_L-1"
        for known in (accounts, await front.again(hasher=CHEAP)):
            assert await known.sign_in("ada_l-1", SECRET) == ada
        assert await accounts.sign_in("Ada_L-1", SECRET + "!") is None
        assert await accounts.sign_in("nobody", SECRET) is None
        assert front.bank.balance(player_account(ada)) == 10_000
        assert (await Bank.load(front.store)).balance(MINT) == -10_000

    during(url, test)


def test_a_name_is_taken_whatever_its_case(url: str) -> None:
    async def test(front: Front) -> None:
        names = ("ada", "ADA", "Ada")
        answers = await asyncio.gather(
            *(front.accounts.sign_up(name, SECRET) for name in names), return_exceptions=True
        )
        assert sum(isinstance(answer, str) for answer in answers) == 1
        assert all("taken" in str(answer) for answer in answers if isinstance(answer, BadAccount))
        assert -(await Bank.load(front.store)).balance(MINT) == 10_000
        guests = [await front.accounts.new_guest("aDa") for _ in range(2)]
        assert [front.names.name_of(guest) for guest in guests] == ["aDa", "aDa"], "guests may share a name"
        assert front.names.id_of("ADA") not in guests

    during(url, test)


@pytest.mark.parametrize("password", ["", "seven77", "x" * 201])
def test_what_cannot_be_a_password(password: str) -> None:
    with pytest.raises(BadAccount, match="password"):
        check_password(password)


def test_a_refused_name_or_password_leaves_no_account(url: str) -> None:
    async def test(front: Front) -> None:
        for name, password in (("House 1", SECRET), ("ada", "short")):
            with pytest.raises(BadAccount):
                await front.accounts.sign_up(name, password)
            assert front.names.id_of(name) is None
        assert (await Bank.load(front.store)).balance(MINT) == 0

    during(url, test)


def test_guests_have_a_name_and_a_token_and_no_password(url: str) -> None:
    async def test(front: Front) -> None:
        accounts = front.accounts
        guest, named = await accounts.new_guest(), await accounts.new_guest("Bo-Peep")
        assert len(front.names.name_of(guest).split()) == 2
        assert [(await accounts.of(player)).named for player in (guest, named)] == [False, True]
        assert (front.names.name_of(named), (await accounts.of(named)).kind) == ("Bo-Peep", "guest")
        for password in ("", "nobody's password"):
            assert await accounts.sign_in("Bo-Peep", password) is None
        assert await accounts.player_of(await accounts.new_session(guest)) == guest

    during(url, test)


def test_a_guest_becomes_a_member_and_stays_the_same_player(url: str) -> None:
    async def test(front: Front) -> None:
        accounts = front.accounts
        await accounts.sign_up("Jürgen", SECRET)
        tom, other = await accounts.new_guest("Tom"), await accounts.new_guest("Tom")
        token, program = await accounts.new_session(tom), await accounts.new_session(tom, "bot")
        await front.lose(tom, 400)
        for name, password, why in (
            ("JU\u0308RGEN", SECRET, "taken"),
            ("\uff2aü\uff52gen", SECRET, "taken"),
            ("Dealer", SECRET, "mistaken for the house"),
            ("Tom", "short", "expected 8 to 200"),
        ):
            with pytest.raises(BadAccount, match=why):
                await accounts.make_member(tom, name, password)
            assert (await accounts.of(tom)).kind == "guest"
        await accounts.make_member(tom, "Tom", SECRET)
        with pytest.raises(BadAccount, match="You have an account already"):
            await accounts.make_member(tom, "Tom", "another password")
        with pytest.raises(BadAccount, match="taken"):
            await accounts.make_member(other, "TOM", SECRET)
        await accounts.rename(other, "tom")  # as a guest they may share it
        for known in (accounts, await front.again(hasher=CHEAP)):
            assert await known.sign_in("tom", SECRET) == tom
            assert [await known.player_of(each) for each in (token, program)] == [tom, tom]
        assert ((await accounts.of(tom)).kind, (await accounts.of(tom)).named) == ("member", True)
        assert (await Bank.load(front.store)).balance(player_account(tom)) == 9_600

    during(url, test)


def test_of_two_passwords_at_once_the_first_is_kept(url: str) -> None:
    async def test(front: Front) -> None:
        accounts, tom = front.accounts, await front.accounts.new_guest("Tom")
        found = await asyncio.gather(
            accounts.make_member(tom, "Tom", SECRET),
            accounts.make_member(tom, "Tom", "another password"),
            accounts.rename(tom, "Tommy"),
            return_exceptions=True,
        )
        assert [str(each) for each in found[:2]] == ["None", "Your account is already being created."]
        assert front.names.is_member(tom), "also after the name that was stored meanwhile"
        assert await accounts.sign_in(front.names.name_of(tom), SECRET) == tom
        guests = [await accounts.new_guest("Ann") for _ in range(2)]
        both = await asyncio.gather(
            *(accounts.make_member(guest, "Ann", SECRET) for guest in guests), return_exceptions=True
        )
        assert sorted(str(each) for each in both) == ["None", "the name Ann is taken: choose another"]

    during(url, test)


def test_a_token_is_good_until_it_expires_or_is_signed_out(url: str) -> None:
    async def test(front: Front) -> None:
        accounts = front.accounts
        ada = await accounts.sign_up("ada", SECRET)
        first, second = await accounts.new_session(ada), await accounts.new_session(ada)
        assert first != second
        assert len(first) >= 43
        for fresh in (accounts, await front.again()):
            assert await fresh.player_of(first) == ada
            assert await fresh.player_of(first[:-1]) is None
            assert await fresh.player_of("") is None
        assert await accounts.end_session(ada, session_id(first))
        assert await accounts.player_of(first) is None
        assert await accounts.player_of(second) == ada
        await front.clock.advance(SESSION_MS - 1)
        assert await accounts.player_of(second) == ada
        await front.clock.advance(1)
        assert await accounts.player_of(second) is None
        await accounts.sweep()
        assert await front.store.select(sa.select(schema.sessions.c.token)) == []

    during(url, test)


def test_an_account_keeps_its_newest_sessions(url: str) -> None:
    async def test(front: Front) -> None:
        ended = set[str]()
        accounts = await front.again(hasher=CHEAP, ended=lambda _, sessions: ended.update(sessions))
        ada, bob = await accounts.sign_up("ada", SECRET), await accounts.sign_up("bob", SECRET)
        other = await accounts.new_session(bob)
        tokens = []
        for number in range(MOST_SESSIONS + 2):
            tokens.append(await accounts.new_session(ada, "bot" if number % 2 else "page"))
            await front.clock.advance(1)
        for known in (accounts, await front.again()):
            assert [await known.player_of(token) for token in tokens[:3]] == [None, None, ada]
            assert await known.player_of(tokens[-1]) == ada
            assert await known.player_of(other) == bob
            assert len(await known.sessions_of(ada)) == MOST_SESSIONS
        assert ended == {session_id(token) for token in tokens[:2]}
        await asyncio.gather(*(accounts.new_session(ada) for _ in range(3)))
        assert len(await accounts.sessions_of(ada)) == MOST_SESSIONS
        assert [await accounts.player_of(token) for token in tokens[2:6]] == [None, None, None, ada]

    during(url, test)


def test_programs_have_lasting_tokens_that_can_be_ended_by_their_id(url: str) -> None:
    async def test(front: Front) -> None:
        accounts = front.accounts
        ada, bo = await accounts.sign_up("ada", SECRET), await accounts.sign_up("bob", SECRET)
        token = await accounts.new_session(ada, "bot", "my first bot")
        await front.clock.advance(SESSION_MS + 1)
        assert await accounts.player_of(token) == ada
        (session,) = await accounts.sessions_of(ada)
        assert (session.kind, session.label) == ("bot", "my first bot")
        assert not await accounts.end_session(bo, session.id)
        assert await accounts.player_of(token) == ada
        assert await accounts.end_session(ada, session.id)
        assert await accounts.player_of(token) is None

    during(url, test)


def test_a_new_password_replaces_the_old_one_and_everything_else_can_be_ended(url: str) -> None:
    async def test(front: Front) -> None:
        accounts = front.accounts
        ada = await accounts.sign_up("ada", SECRET)
        tokens = [await accounts.new_session(ada, kind) for kind in ("page", "bot", "page")]
        bob = await accounts.sign_up("bob", SECRET)
        other = await accounts.new_session(bob)
        assert not await accounts.change_password(ada, "not her password", "another one")
        assert await accounts.change_password(ada, SECRET, "another one")
        assert await accounts.sign_in("ada", SECRET) is None
        assert await accounts.sign_in("ADA", "another one") == ada
        assert sorted(await accounts.end_sessions(ada, but=tokens[2])) == sorted(map(session_id, tokens[:2]))
        assert [await accounts.player_of(token) for token in tokens] == [None, None, ada]
        assert await accounts.end_sessions(ada) == [session_id(tokens[2])]
        assert await accounts.player_of(tokens[2]) is None
        assert await accounts.player_of(other) == bob
        with pytest.raises(BadAccount, match="expected 8 to 200"):
            await accounts.change_password(ada, "another one", "short")
        with pytest.raises(BadAccount, match="A guest has no password"):
            await accounts.change_password(await accounts.new_guest(), "whatever it is", "another one")

    during(url, test)


def test_a_session_that_ends_while_it_is_looked_up_is_not_remembered(url: str) -> None:
    async def test(front: Front) -> None:
        ada = await front.accounts.sign_up("ada", SECRET)
        token = await front.accounts.new_session(ada)
        fresh = await front.again()
        select = front.store.select

        async def slowly(statement: sa.Select[Any]) -> Any:
            found = await select(statement)
            front.store.select = select  # type: ignore[method-assign]
            await fresh.end_sessions(ada)
            return found

        front.store.select = slowly  # type: ignore[method-assign,assignment]
        assert await fresh.player_of(token) is None
        assert await fresh.player_of(token) is None

    during(url, test)


def test_neither_password_nor_token_is_in_the_database(url: str) -> None:
    async def test(front: Front) -> None:
        token = await front.accounts.new_session(await front.accounts.sign_up("ada", SECRET))
        rows = [
            *await front.store.select(sa.select(schema.accounts)),
            *await front.store.select(sa.select(schema.sessions)),
        ]
        assert len(rows) == 2
        assert "$argon2id$" in str(rows)
        assert SECRET not in str(rows)
        assert token not in str(rows)

    during(url, test)


def test_a_password_that_was_hashed_cheaply_is_hashed_again(url: str) -> None:
    async def test(front: Front) -> None:
        ada = await front.accounts.sign_up("ada", SECRET)
        dearer = argon2.PasswordHasher(time_cost=2, memory_cost=8, parallelism=1)
        assert await (await front.again(hasher=dearer)).sign_in("ada", SECRET) == ada
        ((kept,),) = await front.store.select(sa.select(schema.accounts.c.password))
        assert "t=2" in kept
        assert await front.accounts.sign_in("ada", SECRET) == ada

    during(url, test)


def test_who_is_broke_gets_new_chips_once_a_day(url: str) -> None:
    async def test(front: Front) -> None:
        accounts = front.accounts
        ada = await accounts.sign_up("ada", SECRET)
        with pytest.raises(BadAccount, match="You have 10,000 chips"):
            await accounts.refill(ada)
        await front.lose(ada, 9_900)
        assert await accounts.refill(ada) == 9_900, "a newcomer gets the first chips at once"
        await front.lose(ada, 9_900)
        with pytest.raises(BadAccount, match="once a day: try again in 24 hours"):
            await accounts.refill(ada)
        await front.clock.advance(DAY_MS)
        with pytest.raises(BadAccount, match="You have 1,000 chips"):
            await accounts.refill(ada, elsewhere=lambda: 900)
        answers = await asyncio.gather(accounts.refill(ada), accounts.refill(ada), return_exceptions=True)
        assert sorted(isinstance(answer, BadAccount) for answer in answers) == [False, True], "whoever is read first"
        assert 9_900 in answers
        assert front.bank.balance(player_account(ada)) == 10_000
        await front.lose(ada, 10_000)
        with pytest.raises(BadAccount, match="once a day"):
            await accounts.refill(ada)
        assert front.bank.check({}) == ()
        assert (await Bank.load(front.store)).check({}) == ()

    during(url, test)


def test_a_refill_that_reads_slowly_does_not_give_chips_twice(url: str) -> None:
    """One player sends two requests: the second must not get chips once the first has read the account."""

    async def test(front: Front) -> None:
        accounts = front.accounts
        ada = await accounts.sign_up("ada", SECRET)
        await front.lose(ada, 10_000)
        read, goes_on = accounts.of, asyncio.Event()

        async def slowly(player: str) -> Any:
            found = await read(player)
            await goes_on.wait()
            return found

        accounts.of = slowly  # type: ignore[method-assign]
        slow = asyncio.ensure_future(accounts.refill(ada))
        await asyncio.sleep(0)
        accounts.of = read  # type: ignore[method-assign]
        with pytest.raises(BadAccount, match="on their way"):
            await accounts.refill(ada)
        goes_on.set()
        assert await slow == 10_000

    during(url, test)


def test_a_renamed_player_keeps_everything_and_the_old_name_is_free(url: str) -> None:
    async def test(front: Front) -> None:
        accounts = front.accounts
        ada, bob = await accounts.sign_up("ada", SECRET), await accounts.sign_up("bob", SECRET)
        token = await accounts.new_session(ada)
        for wrong, why in (("BOB", "taken"), ("a  b", "two in a row"), ("house-1", "mistaken for the house")):
            with pytest.raises(BadAccount, match=why):
                await accounts.rename(ada, wrong)
        await accounts.rename(ada, "ADA")
        await accounts.rename(ada, "Lovelace")
        for known in (accounts, await front.again(hasher=CHEAP)):
            assert await known.sign_in("lovelace", SECRET) == await known.player_of(token) == ada
            assert await known.sign_in("ada", SECRET) is None
        names = await Names.load(front.store)
        assert [names.name_of(ada), names.name_of(bob)] == ["Lovelace", "bob"]
        both = await asyncio.gather(
            accounts.rename(ada, "Countess"), accounts.rename(bob, "COUNTESS"), return_exceptions=True
        )
        assert [type(answer) for answer in both] == [str, BadAccount]
        assert [front.names.name_of(ada), front.names.name_of(bob)] == ["Countess", "bob"]
        heir = await accounts.sign_up("Ada", SECRET)
        assert heir not in (ada, bob)
        assert await accounts.sessions_of(heir) == []
        guest = await accounts.new_guest()
        assert await accounts.rename(guest, "Zoe\u0308") == front.names.name_of(guest) == "Zo\u00eb"
        assert await accounts.rename(guest, "COUNTESS"), "a guest may have the name of an account"
        assert (await accounts.of(guest)).named
        assert front.names.id_of("countess") == ada

    during(url, test)
