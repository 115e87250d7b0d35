"""A hand's replay, file and proof, and a tournament played to its winner."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from decimal import Decimal

from playwright.sync_api import expect

from bigslick.history import replay
from bigslick.history.formats.registry import formats, read_stream
from bigslick.protocol.fairness import check, read_note, read_proof

from .people import Person
from .test_play import two_at

ComeIn = Callable[..., Person]
SPRINT = {
    "name": "Three-handed sprint",
    "entrants": 3,
    "seats": 3,
    "starting_stack": 400,
    "buy_in": 100,
    "fee": 10,
    "levels": [{"small": 20, "big": 40, "hands": 3}, {"small": 200, "big": 400, "ante": 400}],
    "payouts": {"percent": [70, 30]},
}


def test_a_hand_is_replayed_downloaded_and_verified(come_in: ComeIn) -> None:
    ann = come_in()
    ann.go_to("Quick", bots=["caller"])
    ann.room.want(ann.table, "not split")
    ann.sit_down(400)
    ann.play()
    won = ann.page.locator(".line-pot_awarded").last.text_content() or ""
    ann.page.get_by_role("tab", name="Hands").click()
    with ann.page.expect_download() as download:
        ann.page.locator(".hand-row").first.get_by_role("link", name="PHH").click()
    assert "variant = 'NT'" in download.value.path().read_text()

    ann.page.locator(".hand-row").last.get_by_role("link", name=re.compile("^Hand 1 ")).click()
    expect(ann.page.locator(".replay-line")).to_contain_text("Hand 1: blinds 5/10")
    ann.page.get_by_role("button", name="Step on").click()
    expect(ann.page.locator(".replay-line")).to_contain_text(re.compile("posts? the small blind of 5."))
    ann.press("ArrowRight ArrowRight ArrowLeft")
    expect(ann.page.locator(".replay-line")).to_contain_text(re.compile("posts? the big blind of 10."))
    ann.press("End")
    expect(ann.page.locator(".board .card")).to_have_count(5)
    expect(ann.page.locator(".replay .pod .face-picture")).to_have_count(2)
    expect(ann.page.locator(".replay .log li").last).to_have_text(won)

    # In every format we write, the parsed hand gives everyone the same chips.
    results = []
    for form in formats():
        ann.page.get_by_role("button", name="Download").click()
        link = ann.page.get_by_role("group", name="Download").get_by_role("link", name=form.says, exact=True)
        expect(link).to_have_count(0 if form.write is None else 1)
        if form.write is not None:
            with ann.page.expect_download() as download:
                link.click()
            hand = ann.page.url.rpartition("/")[2]
            assert download.value.suggested_filename == f"{hand}{form.lone_suffix or form.suffix}"
            (history,) = read_stream(io.BytesIO(download.value.path().read_bytes()))
            results.append(sorted(map(Decimal, replay(history).final_stacks)))
        else:
            ann.page.keyboard.press("Escape")
            expect(ann.page.get_by_role("button", name="Download")).to_be_focused()
    assert len(results) == 3
    assert results[0] == results[1] == results[2]

    ann.page.get_by_role("button", name="Verify").click()
    expect(ann.page.locator(".verdict")).to_have_text("Verified")
    expect(ann.page.locator(".proof")).to_contain_text(
        "The deck was sealed before you opened your seed, and your seed decided its order."
    )
    proof, note = (saved(ann, name) for name in ("Proof", "Note"))
    verdict = check(read_proof(proof), read_note(note))
    assert verdict.holds, verdict.lies
    assert any("Your seed is mixed in" in sentence for sentence in verdict.proved)

    # The same hand fails if the page had noted a different root or promise, or opened a different seed.
    for change, lie in (
        ("note.root = '00'.repeat(32)", "not the one this browser saw sealed"),
        ("note.promises[1 - note.seat] = '00'.repeat(32)", "promised seeds changed"),
        ("note.seed = '00'.repeat(32)", "not the one you opened"),
        ("note.button = 1 - note.button", "changed after the deck was sealed"),
    ):
        ann.page.evaluate(CHANGED_NOTE % change)
        ann.page.get_by_role("button", name="Verify").click()
        expect(ann.page.locator(".verdict")).to_have_text("Not verified")
        expect(ann.page.locator(".proof")).to_contain_text(lie)
        ann.page.evaluate("localStorage.setItem('bigslick.notes', window.notes)")


def saved(person: Person, link: str) -> bytes:
    """Return the file that a link in the menu downloads."""
    person.page.get_by_role("button", name="Download").click()
    with person.page.expect_download() as download:
        person.page.get_by_role("link", name=link).click()
    return download.value.path().read_bytes()


CHANGED_NOTE = """() => {
  window.notes = localStorage.getItem('bigslick.notes');
  const notes = JSON.parse(window.notes);
  const note = notes[0][1];
  %s;
  localStorage.setItem('bigslick.notes', JSON.stringify(notes));
}"""


def test_a_sit_and_go_is_played_to_its_winner(come_in: ComeIn) -> None:
    ann = come_in()
    ann.room.tournament(structure=SPRINT, fill_ms=0, fill_bots=["caller", "lag"], pace={"inter_round_delay_ms": 50})
    ann.page.get_by_role("link", name=re.compile("Three-handed sprint")).click()
    ann.page.get_by_role("button", name="Enter for 110").click()
    expect(ann.page).to_have_url(re.compile("#/table/"))
    expect(ann.page.locator(".strip-blinds dd")).to_contain_text("20/40")
    expect(ann.page.locator(".strip-players dd")).to_contain_text("3/3")
    over = ann.page.get_by_role("dialog").get_by_role("button", name="See the result")
    while True:
        expect(ann.controls.or_(over).first).to_be_visible()
        if over.is_visible():
            break
        asked = ann.controls.get_attribute("data-asked")
        ann.room.act(ann.table, "all_in")
        expect(ann.page.locator(f'.controls[data-asked="{asked}"]')).to_have_count(0)
    over.click()
    expect(ann.page.locator(".podium .place-1")).to_be_visible()
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    expect(ann.page.locator(".lead")).to_contain_text(re.compile(r" won\b"))
    expect(ann.page.locator(".players tbody tr")).to_have_count(3)


def test_an_all_in_hand_is_run_twice_and_proved(come_in: ComeIn) -> None:
    ann, bob = (come_in(table="Twice", settings={"run_outs": 2}) for _ in range(2))
    for person in (ann, bob):
        person.sit_down(1000)
    ann.room.deal(ann.table)
    for _ in range(2):
        ann.room.act(ann.table, "all_in")
    for _ in range(2):
        expect(ann.page.locator(".seat.acting")).to_be_visible()
        asked = ann if ann.page.locator(".seat.acting .name").text_content() == ann.name else bob
        expect(asked.controls.get_by_role("button", name="Run it once")).to_be_visible()
        asked.act("Run it twice")
    for person in (ann, bob):
        expect(person.page.locator(".further-boards .board .card")).to_have_count(5)
        expect(person.page.locator(".board-place .board .card")).to_have_count(5)
        expect(person.log.filter(has_text="on board 2 with").first).to_be_visible()
    assert ann.stack() + bob.stack() == 2000
    winner = max((ann, bob), key=Person.stack)  # a busted player gets a dialog
    winner.page.get_by_role("tab", name="Hands").click()
    winner.page.locator(".hand-row").last.get_by_role("link", name=re.compile("^Hand 1 ")).click()
    expect(winner.page.locator(".replay-line")).to_contain_text("Hand 1: blinds 5/10")
    winner.press("End")
    expect(winner.page.locator(".replay .further-boards .card")).to_have_count(5)
    winner.page.get_by_role("button", name="Verify").click()
    expect(winner.page.locator(".verdict")).to_have_text("Verified")
    proof, note = (saved(winner, name) for name in ("Proof", "Note"))
    verdict = check(read_proof(proof), read_note(note))
    assert verdict.holds, verdict.lies


def test_the_seal_on_the_felt_explains_itself_and_then_opens_the_proof(come_in: ComeIn) -> None:
    ann, _ = two_at(come_in)
    page = ann.page
    page.get_by_role("button", name="The deck is sealed").press("Enter")
    expect(page.get_by_role("dialog", name="The deck is sealed")).to_contain_text("all 52 cards")
    page.keyboard.press("Escape")
    ann.play()
    page.get_by_role("button", name="Verify this hand").click()
    proof = page.get_by_role("dialog", name="Proof of hand 1")
    expect(proof.locator(".verdict")).to_have_text("Verified")
    proof.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("button", name="Verify", exact=True)).to_be_visible()
