"""A match's hands as PHH: all of them, with the bots' names, even from a match that was stopped."""

from pathlib import Path

import pytest

from bigslick.history import read, replay
from bigslick.simulate import match_hands
from bigslick.simulate.match import MatchHand, play_match
from bigslick.simulate.match_hands import MatchHands


def test_every_hand_replays_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_hands, "HANDS_PER_FILE", 25)
    seen: list[MatchHand] = []
    with MatchHands(tmp_path, "a match") as kept:

        def watch(hand: MatchHand) -> None:
            seen.append(hand)
            kept.watch(hand)

        result = play_match(["tag", "shark"], hands=60, seats=4, seed=2, watch=watch)
    assert [path.name for path in kept.files] == ["hands-0000001.phhs", "hands-0000026.phhs", "hands-0000051.phhs"]
    histories = [history for path in kept.files for history in read(path)]
    assert len(histories) == len(seen) == result.hands == 60
    for history, hand in zip(histories, seen, strict=True):
        played = replay(history).hand
        assert played.stacks == hand.played.hand.stacks
        assert history.event == "a match"
        assert sorted(history.user["_bots"]) == ["shark", "shark", "tag", "tag"]
        names = dict(zip(history.players or [], history.user["_bots"], strict=True))
        assert all(player.startswith(bot) for player, bot in names.items())


def test_what_was_played_is_kept_when_it_stops(tmp_path: Path) -> None:
    kept = MatchHands(tmp_path, "stopped")

    def watch(hand: MatchHand) -> None:
        kept.watch(hand)
        if hand.played.number == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), kept:
        play_match(["tag", "shark"], hands=60, seed=2, watch=watch)
    assert [len(list(read(path))) for path in kept.files] == [7]
