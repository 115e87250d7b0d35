from __future__ import annotations

from bigslick.protocol import wire
from bigslick.server.serving.answers import EACH, STRANGERS, Answers, RecentAnswers, done
from bigslick.server.store.records import DoneCommand


def nobody(_: str) -> bool:
    return False


def test_the_commands_of_one_player_do_not_push_out_those_of_another() -> None:
    answers: Answers[int] = Answers()
    answers.put("ann", "top-up", 1, nobody)
    for number in range(10 * EACH):
        answers.put("bob", f"c{number}", number, nobody)
    assert answers.get("ann", "top-up") == 1
    assert answers.get("bob", "c0") is None
    assert answers.get("bob", f"c{9 * EACH}") == 9 * EACH
    assert len(list(answers)) == EACH + 1


def test_of_strangers_the_one_who_was_silent_longest_is_forgotten_first() -> None:
    answers: Answers[int] = Answers()
    for number in range(STRANGERS):
        answers.put(f"p{number}", "c", number, nobody)
    answers.put("p0", "again", 0, nobody)
    answers.put("new", "c", 0, nobody)
    assert answers.get("p0", "c") == 0
    assert answers.get("p1", "c") is None
    assert [player for player, _, _ in answers][-1] == "new"


def test_no_stranger_pushes_out_a_player_who_is_here() -> None:
    answers: Answers[int] = Answers()
    here = {f"seat {number}" for number in range(2 * STRANGERS)}
    for player in here:
        answers.put(player, "c", 1, here.__contains__)
    for number in range(10 * STRANGERS):
        answers.put(f"p{number}", "c", number, here.__contains__)
    assert all(answers.get(player, "c") == 1 for player in here)
    assert len(list(answers)) == len(here) + STRANGERS, "and strangers do not fill the memory"


def test_memory_knows_whether_the_store_has_more() -> None:
    answers = RecentAnswers()
    rows = [DoneCommand(stream="t1", player="ann", cmd_id=f"c{number}", at=number) for number in range(EACH + 1)]
    assert not answers.knows("ann")
    answers.learn("ann", rows[:-1], nobody)
    assert answers.holds_all("ann")
    answers.put("ann", "refused", wire.Refused(cmd_id="refused", sentence="no"), nobody)
    assert (answers.knows("ann"), answers.holds_all("ann")) == (True, False), "the oldest one was dropped"
    answers.learn("bob", rows, nobody)
    assert (answers.knows("bob"), answers.holds_all("bob")) == (True, False)
    answers.learn("cat", (), nobody)
    assert answers.holds_all("cat")
    for number in range(STRANGERS):
        answers.learn(f"p{number}", (), nobody)
    assert not any(map(answers.knows, ("ann", "bob", "cat"))), "looked up again when they come back"


def test_the_answer_is_the_one_that_was_given() -> None:
    command = DoneCommand(stream="t1", player="ann", cmd_id="c", at=5, seq=7, seat=2)
    assert done(command) == wire.Done(cmd_id="c", seq=7, seat=2)
