"""The game loop of seed 003: hand after hand until one player has every chip."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bigslick import Action, AllIn, BadTable, Bet, Call, Check, Fold, Hand, IllegalAction, Rules, Table, View
from bigslick.bots import HouseBot, UnknownBot
from bigslick.bots.loop import GameLoop, GameResult, play_game
from bigslick.hand.events import Dealt, Posted, PotAwarded, StreetDealt
from bigslick.shuffle import Keystream
from bigslick.table.ranking import Finish

BOTS = {"ann": "tag", "bob": "lag", "cyd": "maniac", "dan": "random"}


def seated(stacks: dict[str, int], rules: Rules | None = None) -> Table:
    table = Table(len(stacks), blinds=(10, 20), rules=rules, first_button=0)
    for player, chips in stacks.items():
        table.join(player, chips=chips)
    return table


def four(rules: Rules | None = None) -> Table:
    return seated(dict.fromkeys(BOTS, 500), rules)


def shove(seen: View) -> Action:
    assert seen.options is not None
    if seen.options.all_in is not None:
        return AllIn()
    return Call() if seen.options.call else Check()


@pytest.mark.parametrize("rules", [Rules.tournament(), Rules.classic()])
def test_s3_8_the_game_ends_when_one_player_has_all_chips(rules: Rules) -> None:
    table = four(rules)
    outcome = play_game(table, BOTS, Keystream(7))
    assert outcome.hands == table.number
    assert sorted(finish.player for finish in outcome.finishes) == sorted(BOTS)
    assert [finish.place for finish in outcome.finishes] == [1, 2, 3, 4]
    assert outcome.winner == outcome.finishes[0].player
    assert table.stacks[table.seat_of(outcome.winner or "")] == 2000
    assert table.players == {table.seat_of(outcome.winner or ""): outcome.winner}


def after(seat: int, dealt: list[int]) -> int:
    """Return the next of these seats, clockwise."""
    return next(at for step in range(1, 5) if (at := (seat + step) % 4) in dealt)


def test_s3_7_hand_after_hand_the_button_blinds_cards_rounds_and_pots_come_in_turn() -> None:
    table = four(Rules.classic())
    chips = 4 * 500
    stacks: tuple[int, ...] = (500,) * 4
    button: int | None = None
    streets: set[str] = set()

    def check(hand: Hand) -> None:
        nonlocal stacks, button
        dealt = [seat for seat in range(4) if stacks[seat]]
        assert hand.setup.stacks == stacks, "each hand begins with the chips of the last"
        if button is not None:
            assert hand.setup.button == after(button, dealt), "the button moves to the next player with chips"
        button = hand.setup.button
        small = button if len(dealt) == 2 else after(button, dealt)
        big = after(small, dealt)
        posted = [(event.seat, event.amount) for event in hand.events if isinstance(event, Posted)]
        assert posted == [(small, min(10, stacks[small])), (big, min(20, stacks[big]))]
        assert [event.seat for event in hand.events if isinstance(event, Dealt)] == [*hand.setup.dealt] * 2
        assert sorted(hand.setup.dealt) == dealt, "a busted player is dealt no cards"
        streets.update(event.street for event in hand.events if isinstance(event, StreetDealt))
        paid = sum(event.amount for event in hand.events if isinstance(event, PotAwarded))
        stacks = hand.stacks
        assert paid == sum(pot.amount for pot in hand.pots)
        assert sum(stacks) == chips

    assert play_game(table, BOTS, Keystream(7), watch=check).winner is not None
    assert streets == {"flop", "turn", "river"}
    assert sorted(stacks) == [0, 0, 0, chips]


@pytest.mark.parametrize("players", range(2, 11))
def test_s3_1_two_to_ten_players(players: int) -> None:
    table = seated({f"p{number}": 200 for number in range(players)})
    outcome = play_game(table, {f"p{number}": "random" for number in range(players)}, Keystream(players))
    assert len(outcome.finishes) == players


def test_the_same_stream_gives_the_same_game() -> None:
    assert play_game(four(), BOTS, Keystream(3)) == play_game(four(), BOTS, Keystream(3))
    assert play_game(four(), BOTS, Keystream(3)) != play_game(four(), BOTS, Keystream(4))


def loaded_deck(holes: list[str], board: str) -> tuple[int, ...]:
    """Return a deck for three players with the button at seat 0, who get `holes` by seat."""
    return Hand.start([1, 1, 1], (10, 20), 0, seed=1, holes=dict(enumerate(holes)), board=board).setup.deck


@pytest.mark.parametrize(
    ("stacks", "places"),
    [((900, 300, 200), (1, 2, 3)), ((900, 200, 300), (1, 3, 2)), ((900, 300, 300), (1, 2, 2))],
)
def test_wsop_126_b_who_bust_together_are_ranked_by_their_stacks(
    stacks: tuple[int, ...], places: tuple[int, ...]
) -> None:
    table = seated(dict(zip("abc", stacks, strict=True)))
    table.next_hand(deck=loaded_deck(["AsAh", "KcKd", "QcQd"], "Ac8s8h9s3d"))
    outcome = play_game(table, dict.fromkeys("abc", shove), Keystream(1))
    assert {finish.player: finish.place for finish in outcome.finishes} == dict(zip("abc", places, strict=True))
    assert outcome.hands == 1
    if places == (1, 2, 2):
        assert outcome.finishes[1] == Finish("b", 2, 2, 0)


def test_a_function_sees_only_its_own_cards() -> None:
    seen: list[View] = []

    def look(shown: View) -> Action:
        seen.append(shown)
        return Fold()

    GameLoop({**BOTS, "dan": look}, 1).play_hand(four())
    assert seen
    assert all(shown.seat == 3 and len(shown.hole) == 2 and shown.turn == 3 for shown in seen)


def test_an_object_that_decides_is_a_player() -> None:
    players = {player: HouseBot("caller", 1) for player in BOTS}
    hand = GameLoop(players, 1).play_hand(four())
    assert hand.over


def test_a_saved_game_goes_on_to_the_identical_end() -> None:
    whole, stream = four(), Keystream(11)
    expected = play_game(whole, BOTS, stream)
    for stop in (1, 2, 5):
        table = four()
        first = play_game(table, BOTS, Keystream(11), most_hands=stop)
        assert first.winner is None
        loaded = Table.load(table.save())
        rest = play_game(loaded, BOTS, Keystream(11))
        assert (*rest.finishes, *first.finishes) == expected.finishes
        assert rest.hands + stop == expected.hands
        assert loaded == whole


def test_a_game_saved_in_the_middle_of_a_hand_goes_on_to_the_identical_end() -> None:
    whole = four()
    hands: list[Hand] = []
    play_game(whole, BOTS, Keystream(12), watch=hands.append)
    for step in range(len(hands[0].actions)):
        table = four()
        hand = Hand(table.next_hand(seed=Keystream(12)))
        for action in hands[0].actions[:step]:
            hand.act(action)
        loaded = Table.load(table.save(hand))
        play_game(loaded, BOTS, Keystream(12))
        assert loaded == whole


def test_tda_30_the_hand_of_an_absent_player_is_killed_until_the_blinds_have_their_chips() -> None:
    table = seated({"a": 200, "b": 200})
    table.sit_out(1)

    def never(shown: View) -> Action:
        raise AssertionError("an absent player is not asked")

    outcome = play_game(table, {"a": "caller", "b": never}, Keystream(1))
    assert outcome.winner == "a"
    assert outcome.hands > 5


def test_blinds_may_rise_between_hands() -> None:
    seen: list[int] = []

    def rise(table: Table) -> None:
        table.set_level(10 + table.number, 20 + 2 * table.number)

    play_game(four(), BOTS, Keystream(7), between=rise, watch=lambda hand: seen.append(hand.setup.big_blind))
    assert seen == [20 + 2 * number for number in range(len(seen))]


def bet_out_of_turn(shown: View) -> Action:
    return Bet(to=1)


def test_what_a_game_refuses_is_said_in_a_sentence() -> None:
    with pytest.raises(BadTable, match="'dan' sits at the table and has no bot"):
        play_game(four(), {"ann": "tag", "bob": "tag", "cyd": "tag"}, Keystream(1))
    with pytest.raises(UnknownBot, match="did you mean 'tag'"):
        play_game(four(), {**BOTS, "dan": "tagg"}, Keystream(1))
    with pytest.raises(BadTable, match="most_hands=0"):
        play_game(four(), BOTS, Keystream(1), most_hands=0)
    with pytest.raises(BadTable, match="no player at the table has chips"):
        play_game(Table(4, blinds=(1, 2)), BOTS, Keystream(1))
    rogue: dict[str, str | Callable[[View], Action]] = {**BOTS, "dan": bet_out_of_turn}
    with pytest.raises(IllegalAction) as refused:
        play_game(four(), rogue, Keystream(1))
    assert refused.value.__notes__ == ["'dan' at seat 4 tried it in hand 1"]


def test_one_player_alone_has_won_already() -> None:
    assert play_game(seated({"a": 5, "b": 5}), {"a": shove, "b": shove}, Keystream(1)).winner in ("a", "b")
    table = Table(4, blinds=(1, 2))
    table.join("a", chips=5)
    assert play_game(table, {}, Keystream(1)) == GameResult("a", (Finish("a", 1, 1, 0),), 0)


def test_a_result_reads_as_a_sentence() -> None:
    finishes = (Finish("ann", 1, 1, 0), Finish("bob", 2, 1, 0))
    assert str(GameResult("ann", finishes, 1)) == "ann has every chip after 1 hand: 1. ann, 2. bob"
    assert str(GameResult(None, (), 1200)) == "stopped after 1,200 hands"
