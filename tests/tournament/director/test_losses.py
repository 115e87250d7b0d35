"""Who busted whom, as a served table reports it: the winner of the last pot that the busted seat could win."""

from __future__ import annotations

from bigslick import AllIn, Call, Hand
from bigslick.tournament.director.losses import losses_of

ENTRIES = [70, 71, 72]


def played(stacks: list[int], *holes: str, board: str) -> Hand:
    """Play a hand in which everyone goes all in; the button is at seat 0."""
    hand = Hand.start(stacks, (5, 10), button=0, holes=dict(enumerate(holes)), board=board)
    while hand.turn is not None:
        assert hand.options is not None
        hand.act(AllIn() if hand.options.all_in else Call())
    return hand


def test_the_winner_of_the_last_pot_it_could_win_busts_a_seat_and_not_the_biggest_winner() -> None:
    # Seat 0 takes the main pot with aces; seat 2 loses its last 50 in the side pot to seat 1's queens.
    hand = played([100, 150, 150], "AcAd", "QcQd", "JcJd", board="2s4s8h5d9s")
    assert hand.stacks == (300, 100, 0)
    assert [(loss.seat, loss.stack, loss.by) for loss in losses_of(hand, ENTRIES)] == [(2, 150, 71)]
    won = [after - before for before, after in zip(hand.setup.stacks, hand.stacks, strict=True)]
    assert max(range(3), key=lambda seat: won[seat]) == 0, "seat 0 wins most, and busts no one"


def test_two_seats_bust_to_the_same_hand() -> None:
    hand = played([300, 100, 200], "AcAd", "QcQd", "JcJd", board="2s4s8h5d9s")
    assert hand.stacks == (600, 0, 0)
    assert {loss.seat: loss.by for loss in losses_of(hand, ENTRIES)} == {1: 70, 2: 70}


def test_a_split_pot_counts_for_the_winner_first_left_of_the_button() -> None:
    hand = played([100, 100, 100], "2c7d", "AcKc", "AdKd", board="AsQs8hJh9s")
    assert hand.stacks == (0, 150, 150)
    assert [loss.by for loss in losses_of(hand, ENTRIES)] == [71]


def test_with_bounties_everyone_who_split_the_last_pot_is_named_from_the_left_of_the_button() -> None:
    hand = played([100, 100, 100], "2c7d", "AcKc", "AdKd", board="AsQs8hJh9s")
    assert [loss.winners for loss in losses_of(hand, ENTRIES, bounty=True)] == [(71, 72)]
    alone = played([100, 150, 150], "AcAd", "QcQd", "JcJd", board="2s4s8h5d9s")
    assert [loss.winners for loss in losses_of(alone, ENTRIES, bounty=True)] == [(71,)]


def test_losses_come_by_seat() -> None:
    hand = played([100, 100, 300], "2c7d", "3c8d", "AdAc", board="AsQs8hJh9s")
    assert [loss.seat for loss in losses_of(hand, ENTRIES)] == [0, 1]
