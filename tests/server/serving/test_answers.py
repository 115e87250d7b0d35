from __future__ import annotations

from bigslick.server.serving.answers import EACH, PLAYERS, Answers


def test_the_commands_of_one_player_do_not_push_out_those_of_another() -> None:
    answers: Answers[int] = Answers()
    answers.put("ann", "top-up", 1)
    for number in range(10 * EACH):
        answers.put("bob", f"c{number}", number)
    assert answers.get("ann", "top-up") == 1
    assert answers.get("bob", "c0") is None
    assert answers.get("bob", f"c{9 * EACH}") == 9 * EACH
    assert len(list(answers)) == EACH + 1


def test_the_player_who_was_silent_longest_is_forgotten_first() -> None:
    answers: Answers[int] = Answers()
    for number in range(PLAYERS):
        answers.put(f"p{number}", "c", number)
    answers.put("p0", "again", 0)
    answers.put("new", "c", 0)
    assert answers.get("p0", "c") == 0
    assert answers.get("p1", "c") is None
    assert [player for player, _, _ in answers][-1] == "new"
