"""People at a table: chat that survives a reload, phrases, emotes, notes, labels and avatars."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from .people import Person
from .test_looks import violations

ComeIn = Callable[..., Person]


def open_chat(person: Person) -> Locator:
    """Open the chat, and return its lines."""
    person.page.get_by_role("tab", name="Chat").click()
    return person.page.locator(".talk li")


def say(person: Person, words: str) -> None:
    """Write something to the table."""
    person.page.get_by_label("Say something to the table").fill(words)
    person.page.get_by_role("button", name="Send", exact=True).click()


def test_chat_stays_phrases_and_emotes_are_heard_and_can_be_muted(come_in: ComeIn) -> None:
    ann, bob = come_in(), come_in()
    for person in (ann, bob):
        person.go_to("Social", seats=3)
        person.sit()
    anns, bobs = open_chat(ann), open_chat(bob)
    say(ann, "good evening <b>all</b>")
    expect(bobs).to_have_text([f"{ann.name} good evening <b>all</b>"])
    bob.page.get_by_text("Phrases and emotes").click()
    bob.page.get_by_role("button", name="Nice hand.").click()
    expect(anns.last).to_have_text(f"{bob.name} Nice hand.")
    bob.page.get_by_role("button", name="claps").click()
    expect(ann.seat_of(bob).locator(".emote")).to_be_visible()
    expect(ann.seat_of(bob).locator(".emote")).to_have_count(0)
    expect(anns).to_have_count(2)

    # A reload keeps the chat, in order and once; signed-in spectators read it too.
    ann.page.reload()
    expect(ann.page.locator(".seat.hero")).to_be_visible()
    anns = open_chat(ann)
    expect(anns).to_have_text([f"{ann.name} good evening <b>all</b>", f"{bob.name} Nice hand."])
    cat = come_in()
    cat.go_to("Social")
    expect(open_chat(cat)).to_have_count(2)
    eve = come_in(guest=False)
    eve.go_to("Social")
    expect(open_chat(eve)).to_have_count(0)

    # A muted player's words and emotes are gone, even after a reload.
    anns.last.get_by_role("button", name=bob.name).click()
    dialog = ann.page.get_by_role("dialog", name=f"Note on {bob.name}")
    dialog.get_by_label(re.compile("^Mute")).check()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    say(bob, "can you hear me")
    bob.page.get_by_role("button", name="claps").click()
    expect(bobs).to_have_count(3)
    say(ann, "no")
    expect(anns.last).to_have_text(f"{ann.name} no")
    expect(anns.filter(has_text="can you hear me")).to_have_count(0)
    assert ann.page.locator(".emote").count() == 0
    ann.page.reload()
    anns = open_chat(ann)
    expect(anns).to_have_text([f"{ann.name} good evening <b>all</b>", f"{ann.name} no"])

    # Where the drawer is a sheet, what opens it shows that somebody has said something.
    bob.page.set_viewport_size({"width": 390, "height": 844})
    unread = bob.page.locator(".top .drawer-open.unread")
    expect(unread).to_have_count(0)
    say(ann, "on your phone?")
    unread.click()
    expect(unread).to_have_count(0)
    expect(bobs.last).to_have_text(f"{ann.name} on your phone?")


@pytest.mark.matrix
def test_notes_and_labels_are_private_and_stay(come_in: ComeIn) -> None:
    ann, bob = come_in(), come_in()
    for person in (ann, bob):
        person.go_to("Notes")
        person.sit()
    seat = ann.seat_of(bob)
    seat.get_by_role("button", name=f"Note on {bob.name}").click()
    dialog = ann.page.get_by_role("dialog", name=f"Note on {bob.name}")
    dialog.get_by_label("Note", exact=False).first.fill("calls too much\nnever bluffs")
    dialog.get_by_text("Red", exact=True).locator("..").click()
    assert not violations(ann.page)
    dialog.get_by_role("button", name="Save").click()
    expect(seat.get_by_role("img", name="label red")).to_be_visible()
    expect(bob.page.locator(".label-dot[data-label]")).to_have_count(0)
    ann.page.reload()
    expect(seat.get_by_role("img", name="label red")).to_be_visible()
    seat.get_by_role("button", name=f"Note on {bob.name}").click()
    expect(dialog.get_by_label("Note", exact=False).first).to_have_value("calls too much\nnever bluffs")
    ann.page.keyboard.press("Escape")

    # Everyone at the table sees a new avatar immediately, and after a reload.
    bob.page.get_by_role("button", name="Settings").click()
    bob.page.get_by_role("dialog", name="Settings").get_by_role("button", name="Avatar").click()
    chooser = bob.page.get_by_role("dialog", name="Choose an avatar")
    chooser.get_by_text("Fox", exact=True).locator("..").click()
    assert not violations(bob.page)
    chooser.get_by_role("button", name="Save").click()
    for person in (ann, bob):
        expect(person.page.locator('.avatar[data-avatar="fox"] .face-picture')).to_be_visible()
    ann.page.reload()
    expect(seat.locator('.avatar[data-avatar="fox"] .face-picture')).to_be_visible()


def test_emotes_can_be_switched_off(come_in: ComeIn) -> None:
    ann = come_in()
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_label(re.compile("^Emotes")).uncheck()
    ann.page.keyboard.press("Escape")
    ann.go_to("Bots", bots=["caller"])
    ann.sit()
    heard = ann.page.locator("#live")
    open_chat(ann)
    ann.page.get_by_text("Phrases and emotes").click()
    ann.page.get_by_role("button", name="is on fire").click()
    expect(heard).to_contain_text(f"{ann.name} is on fire.")
    assert ann.page.locator(".emote").count() == 0
