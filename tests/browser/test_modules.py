"""The page's arithmetic agrees with the engine's: the same events lead to the same chips and boards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from bigslick.hand.actions import Action, AllIn, Bet, Call, Check, Fold, Raise, RunOut
from bigslick.hand.hand import Hand
from bigslick.hand.options import Options
from bigslick.hand.setup import Post
from bigslick.hand.view import view
from bigslick.protocol.encoding import encode
from bigslick.protocol.reading import read
from bigslick.protocol.room_events import HandBegan
from bigslick.rules import Rules


def plain(value: Any) -> Any:
    """Return a value as the page gets it."""
    return msgspec.json.decode(encode(value))


def random_action(options: Options, chance: random.Random) -> Any:
    """Return any action, big wagers included."""
    kinds = options.actions
    kind = chance.choice(kinds)
    if isinstance(kind, Fold) and chance.random() < 0.7:
        return Check() if options.check else Call()
    if isinstance(kind, AllIn) and chance.random() < 0.5:
        return Check() if options.check else Call()
    if isinstance(kind, Bet | Raise):
        return type(kind)(to=chance.choice(options.wager_to))
    return kind


def played(seed: int) -> Iterator[Hand]:
    """Play a random hand, and return its state after each action."""
    chance = random.Random(seed)
    seats = chance.randint(2, 9)
    rules = chance.choice([Rules.tournament(), Rules.cash(), Rules.classic()])
    stacks = [chance.randint(1, 400) for _ in range(seats)]
    posts = [Post(seats - 2, live=10, dead=5)] if seats > 4 and stacks[seats - 2] > 20 else []
    hand = Hand.start(stacks, (5, 10), button=0, seed=seed, rules=rules, ante=chance.choice([0, 0, 10]), posts=posts)
    while hand.turn is not None:
        assert hand.options is not None
        hand.act(random_action(hand.options, chance))
        yield hand


def told(hand: Hand) -> dict[str, Any]:
    """Return what the page is sent about a hand so far."""
    setup = hand.setup
    began = HandBegan(
        id="t1-1",
        hand=1,
        button=setup.button,
        small_blind=setup.small_blind,
        big_blind=setup.big_blind,
        ante=setup.ante,
        bomb_pot=setup.bomb_pot,
        double_board=setup.double_board,
        stacks=setup.stacks,
        players={seat: f"p{seat}" for seat in setup.dealt},
        bots={},
        root="",
        seeds={},
    )
    return {"began": plain(began), "events": plain(hand.events)}


FOLD = """async (hands) => {
  const { forReplay, step } = await import('/table/reduce.js');
  return hands.map(({ began, events }) => {
    let state = step(forReplay(began, { table: 't1' }), began);
    const chips = () => state.seats.reduce((sum, seat) => sum + (seat ? seat.stack : 0), 0);
    const whole = chips();
    let lost = 0;
    for (const event of events) {
      state = step(state, event);
      lost += Math.abs(chips() + state.play.pot - whole);
    }
    const { board, won, pot } = state.play;
    return { stacks: state.seats.map((seat) => seat ? seat.stack : 0), board, won, lost, pot };
  });
}"""
CREATE = """async ([name, failing]) => {
  const { api } = await import('/shared/api.js');
  const sent = [];
  const real = window.fetch;
  window.fetch = async (path, request) => {
    sent.push(JSON.parse(request.body).cmd_id);
    const status = failing.shift();
    if (status === 0) throw new TypeError('lost');
    const headers = { 'content-type': 'application/json' };
    return new Response(JSON.stringify(status === 201 ? {} : { error: 'No.' }), { status, headers });
  };
  try {
    while (failing.length) await api.foundClub({ name }).catch(() => null);
  } finally {
    window.fetch = real;
  }
  return sent;
}"""


def test_a_request_without_an_answer_is_repeated_with_its_id(page: Page) -> None:
    """A lost connection or a failing server leave it open whether something was created; a refusal does not."""
    lost, failed, *more = page.evaluate(CREATE, ["Friday", [0, 503, 201, 409, 201]])
    assert [lost, failed] == more[:1] * 2
    assert len({lost, *more}) == 3, "what was answered is over"


def test_folding_events_gives_the_chips_the_engine_has(page: Page) -> None:
    hands = [list(played(seed))[-1] for seed in range(300)]
    for hand, said in zip(hands, page.evaluate(FOLD, [told(hand) for hand in hands]), strict=True):
        assert hand.result is not None
        assert said == {
            "stacks": list(hand.stacks),
            "board": [str(card) for card in hand.board],
            "won": {str(seat): chips for seat, chips in hand.result.payouts.items() if chips},
            "lost": 0,
            "pot": 0,
        }


DEALING = """async (hand) => {
  const { forReplay, step } = await import('/table/reduce.js');
  const { sentence } = await import('/table/words.js');
  let state = step(forReplay(hand.began, { table: 't1', you: 1 }), hand.began);
  const said = [];
  const seen = [];
  for (const event of hand.events.filter(({ type }) => type === 'dealt')) {
    state = step(state, event);
    seen.push(Object.values(state.play.cards).flat().length);
    said.push(sentence(event, state));
  }
  return { cards: state.play.cards, seen, said: said.filter(Boolean) };
}"""


def test_cards_are_dealt_one_by_one_and_your_own_are_named_once(page: Page) -> None:
    hand = Hand.start([100] * 3, (1, 2), holes={1: "AsKd"}, seed=1)
    dealt = page.evaluate(DEALING, told(hand) | {"events": plain(view(hand, 1).events)})
    assert dealt == {
        "cards": {"0": ["", ""], "1": ["As", "Kd"], "2": ["", ""]},
        "seen": [1, 2, 3, 4, 5, 6],
        "said": ["You are dealt A♠ K♦."],
    }


RUN_OUT = """async (hand) => {
  const { forReplay, step } = await import('/table/reduce.js');
  const { sentence } = await import('/table/words.js');
  const { actionWords } = await import('/table/felt/seat.js');
  const { TableView } = await import('/table/felt/draw.js');
  let state = step(forReplay(hand.began, { table: 't1' }), hand.began);
  const agreed = [];
  const said = [];
  for (const event of hand.events) {
    state = step(state, event);
    if (event.type === 'run_out_agreed') agreed.push(actionWords(state, state.play.lastActions[event.seat]));
    if (['shown', 'pot_awarded'].includes(event.type)) said.push(sentence(event, state));
  }
  const view = new TableView();
  view.draw(state);
  return { agreed, said, note: view.note.textContent, lit: view.root.querySelectorAll('.card:is(.lit, .dim)').length };
}"""
TURNING = """async (hand) => {
  const { forReplay, step } = await import('/table/reduce.js');
  const { TableView } = await import('/table/felt/draw.js');
  let state = step(forReplay(hand.began, { table: 't1' }), hand.began);
  const view = new TableView();
  document.body.append(view.root);
  const seen = [];
  for (const event of hand.events) {
    state = step(state, event);
    view.draw(state);
    if (event.type !== 'equities' || !state.play.board.length) continue;
    const moving = document.getAnimations().filter(({ effect }) => view.root.contains(effect.target));
    const card = moving.findLast(({ effect }) => effect.target.matches('.board .card'));
    const turned = card.effect.getComputedTiming().endTime;
    for (const one of moving) {
      one.pause();
      one.currentTime = turned - 1;
    }
    seen.push([...view.root.querySelectorAll('.share')].map((share) => getComputedStyle(share).opacity));
    for (const one of moving) one.finish();
  }
  view.root.remove();
  return seen;
}"""


def run_out(boards: int) -> dict[str, Any]:
    """Return a hand in which two players are all in before the flop, as viewers are told about it."""
    rules = Rules.cash(run_outs=boards)
    hand = Hand.start([100, 100], (1, 2), button=0, seed=2, holes={0: "AsAd", 1: "KsKd"}, rules=rules)
    hand.act(AllIn())
    hand.act(Call())
    while hand.options is not None:
        hand.act(RunOut(boards=boards))
    return told(hand) | {"events": plain(list(read(hand, 0, (), ())))}


def test_a_hand_that_is_run_twice_names_what_wins_on_each_board(page: Page) -> None:
    seen = page.evaluate(RUN_OUT, run_out(2))
    first, second = "two pair, aces and tens", "three of a kind, aces"
    assert seen["agreed"] == ["Run it twice", "Run it twice"]
    assert f"p0 shows A♠ A♦: {first}; {second}." in seen["said"]
    assert seen["said"][2:] == [f"p0 wins 100 on board 1 with {first}.", f"p0 wins 100 on board 2 with {second}."]
    assert seen["note"] == f"p0 wins 200 · {first} · {second}"
    assert seen["lit"] == 0, "each board has its own winning cards"


DOUBLE_BOARD = """async (hand) => {
  const { forReplay, step } = await import('/table/reduce.js');
  const { sentence, situation } = await import('/table/words.js');
  let state = step(forReplay(hand.began, { table: 't1' }), hand.began);
  const said = [sentence(hand.began, state)];
  const shares = [];
  let now = '';
  for (const event of hand.events) {
    state = step(state, event);
    if (['street_dealt', 'pot_awarded'].includes(event.type)) said.push(sentence(event, state));
    if (event.type === 'equities') shares.push(state.play.equities[0]);
    if (event.type === 'wagered') now = situation(state);
  }
  return { said, shares, now };
}"""


def double_board(*actions: Action) -> dict[str, Any]:
    """Return a bomb pot on two boards, as viewers are told about it: aces win the first board, kings the second."""
    cards: dict[str, Any] = {"holes": {0: "AsAd", 1: "KsKd"}, "board": "2c7d8hJsTc", "second_board": "Kc3d4h9s6c"}
    hand = Hand.start([100, 100], (1, 2), 0, ante=3, bomb_pot=True, double_board=True, rules=Rules.cash(), **cards)
    for action in actions:
        hand.act(action)
    return told(hand) | {"events": plain(list(read(hand, 0, (), ())))}


def test_a_double_board_shows_and_says_both_boards(page: Page) -> None:
    seen = page.evaluate(DOUBLE_BOARD, double_board(AllIn(), Call()))
    assert seen["said"][:3] == [
        "Hand 1: bomb pot on two boards. Everyone pays 3, and both flops come at once.",
        "Flop: 2♣ 7♦ 8♥. Pot 6.",
        "Flop of board 2: K♣ 3♦ 4♥.",
    ]
    assert seen["said"][-2:] == [
        "p0 wins 100 on board 1 with a pair of aces.",
        "p1 wins 100 on board 2 with three of a kind, kings.",
    ]
    assert "The board is two of clubs, seven of diamonds and eight of hearts. The second board is" in seen["now"]
    assert seen["shares"][-1] == 0.5, "a seat's share is its average over both boards"


def test_a_double_board_without_a_showdown_is_won_whole(page: Page) -> None:
    seen = page.evaluate(DOUBLE_BOARD, double_board(Bet(to=10), Fold()))
    assert seen["said"][-1] == "p1 wins 6."


MONEY = """async () => {
  const { blindWords, chipsTyped, serverWords, stakesWords, typedWorth, worth } = await import('/shared/format.js');
  const { amountField, chipsField, valuesOf } = await import('/shared/dialogs.js');
  const euro = { cents: 5, currency: '€' };
  const field = amountField({ label: 'Buy-in', name: 'chips', least: 40, most: 200, start: 100, step: 2, value: euro });
  const form = Object.assign(document.createElement('form'), { hidden: true });
  form.append(field);
  const number = form.querySelector('input[type=number]');
  const chosen = [valuesOf(form).chips];
  number.value = '7.50';
  number.dispatchEvent(new Event('input'));
  chosen.push(valuesOf(form).chips);
  const stake = chipsField('Blind', 'blind', { min: 1, max: 1_000, value: 50 }, euro);
  form.append(stake.root);
  const typed = stake.root.querySelector('input[type=number]');
  const stakes = [[stake.root.textContent, typed.value, typed.min, typed.max, typed.step]];
  typed.value = '3.25';
  typed.dispatchEvent(new Event('input'));
  const blinds = [valuesOf(form).blind];
  stake.priced(null);
  stakes.push([stake.root.textContent, typed.value, typed.min, typed.max, typed.step]);
  typed.value = '';
  typed.dispatchEvent(new Event('input'));
  blinds.push(valuesOf(form).blind);
  const refused = (chip_value) => serverWords({ sentence: 'bet 40 is below the minimum of 60: why', wording: {
    template: '{action} is below the minimum of {least, chips}: {why}',
    values: { action: { template: 'bet {to, chips}', values: { to: 40 } }, least: 60, why: 'why' },
    chip_value,
  } });
  return {
    stakes,
    blinds,
    refused: [refused(euro), refused(null), refused(undefined)],
    written: [
      ...[worth(250, euro), worth(250, null), worth(1, { cents: 1, currency: '' })],
      worth(1e15 + 1, { cents: 100_000, currency: 'CHF' }),
    ],
    blindWords: [stakesWords(1, 2, 0, euro), stakesWords(1, 2, 1, euro), blindWords(5, 10, 0)],
    typed: ['2.50', '2,5', '€2.50', '0.03', '1e3', '', '-1'].map((text) => chipsTyped(text, euro)),
    again: [0, 1, 37, 99_999].every((chips) => chipsTyped(typedWorth(chips, euro), euro) === chips),
    plain: [chipsTyped('250', null), chipsTyped('2.5', null)],
    field: [number.min, number.max, number.step, field.querySelector('.hint').textContent],
    chosen,
  };
}"""


def test_money_is_exact_and_is_typed_as_it_is_written(page: Page) -> None:
    seen = page.evaluate(MONEY)
    assert seen["written"] == ["€12.50", "250", "0.01", "CHF 1,000,000,000,000,001,000.00"]
    assert seen["blindWords"] == ["€0.05/0.10", "€0.05/0.10 ante €0.05", "5/10"]
    assert seen["stakes"] == [["Blind (€)", "2.50", "0.05", "50.00", "0.05"], ["Blind", "65", "1", "1000", "1"]]
    assert seen["blinds"] == ["65", ""], "the form gets chips, also after the value has changed"
    money = "bet €2.00 is below the minimum of €3.00: why"
    assert seen["refused"] == [money, *["bet 40 is below the minimum of 60: why"] * 2]
    assert seen["typed"] == [50, 50, 50, None, None, None, None]
    assert seen["again"]
    assert seen["plain"] == [250, None]
    assert seen["field"] == ["2.00", "10.00", "0.05", "€2.00 to €10.00"]
    assert seen["chosen"] == ["100", "150"], "the form gets chips"


BOUNTY = """async (hand) => {
  const { forReplay, step } = await import('/table/reduce.js');
  const { sentence } = await import('/table/words.js');
  const { Afterwards } = await import('/table/dock/afterwards.js');
  let state = { ...step(forReplay(hand.began, { table: 't1' }), hand.began), viewer: 'p0', you: 0 };
  for (const event of hand.events) state = step(state, event);
  state = { ...state, spec: { ...state.spec, seven_deuce: 2 } };
  const offered = () => new Afterwards({}, 't1').choices(state).map(({ words }) => words);
  const before = offered();
  const paid = { type: 'seven_deuce_paid', payments: [1, 2].map((payer) => ({ payer, winner: 0, chips: 4 * payer })) };
  state = step(state, paid);
  const said = [sentence(paid, state), sentence(paid, { ...state, you: 2 })];
  return { before, after: offered(), said, stacks: state.seats.map(({ stack }) => stack) };
}"""


def test_a_7_2_bounty_is_offered_to_its_winner_said_to_everyone_and_paid_from_the_stacks(page: Page) -> None:
    hand = Hand.start([100] * 3, (1, 2), 0, holes={0: "7h2s"}, rules=Rules.cash())
    for action in (Raise(to=6), Fold(), Fold()):
        hand.act(action)
    seen = page.evaluate(BOUNTY, told(hand) | {"events": plain(list(read(hand, 0, (), [0])))})
    assert seen["before"][-1] == "Show 7-2 for the bounty"
    assert seen["after"][-1] == "Show both"
    assert seen["said"] == [
        "7-2 bounty: you get 12 (4 from p1, 8 from p2).",
        "7-2 bounty: p0 gets 12 (4 from p1, 8 from you).",
    ]
    assert seen["stacks"] == [115, 95, 90]


def test_an_equity_comes_when_its_card_has_turned_over(page: Page) -> None:
    assert page.evaluate(TURNING, run_out(1)) == [["0", "0"]] * 3


BOMB = """async (began) => {
  const { forReplay, step } = await import('/table/reduce.js');
  const before = forReplay(began, { table: 't1' });
  return step(before, { ...began, ante: 40, bomb_pot: true }).level;
}"""


def test_the_stakes_of_a_table_stay_during_a_bomb_pot(page: Page) -> None:
    began = told(Hand.start([100] * 3, (5, 10), seed=1))["began"]
    assert page.evaluate(BOMB, began) == {"small": 5, "big": 10, "ante": 0}


STRIP = """async ([changes, inPlay]) => {
  const { TournamentStrip } = await import('/tournament/tournament-strip.js');
  const strip = new TournamentStrip();
  strip.draw({
    card: { left: 3, entered: 6, paused: '' }, payouts: [], entrants: [], hand_for_hand: false, ...changes,
    clock: { level: 3, small_blind: 50, big_blind: 100, ante: 0,
      next_level_at: null, next_level_in: null, last_level: false, on_break: false, break_ends_at: null,
      next_small_blind: 100, next_big_blind: 200, next_ante: 0, ...changes },
  }, undefined, 1_000);
  strip.play(inPlay);
  if (strip.root.hidden) return null;
  return ['level', 'blinds', 'next'].map((name) => strip.values.get(name).textContent);
}"""
PAUSED = {"card": {"left": 3, "entered": 6, "paused": "dinner"}}


@pytest.mark.parametrize(
    ("changes", "in_play", "seen"),
    [
        ({"next_level_at": 61_000}, None, ["3", "50/100", "100/200 in 1:00"]),
        ({"on_break": True, "break_ends_at": 21_000}, None, ["Break", "50/100", "Play in 20 s"]),
        (PAUSED, None, ["3", "50/100", "100/200 · paused"]),
        (PAUSED | {"last_level": True}, None, ["3", "50/100", "paused"]),
        ({"last_level": True}, None, ["3", "50/100", "last level"]),
        ({"next_level_in": 4}, [25, 50], ["3", "50/100 from the next hand", "100/200 in 4 hands"]),
        ({"next_level_in": 4}, [50, 100], ["3", "50/100", "100/200 in 4 hands"]),
        ({"level": 0}, None, None),
    ],
    ids=["level", "break", "paused", "paused at the last level", "last level", "tda 23", "the same level", "not begun"],
)
def test_the_strip_says_what_the_clock_counts_to(
    page: Page, changes: dict[str, Any], in_play: list[int] | None, seen: list[str] | None
) -> None:
    playing = in_play and {"small": in_play[0], "big": in_play[1], "ante": 0}
    assert page.evaluate(STRIP, [changes, playing]) == seen


NOTES = """async ([began, events]) => {
  const { forReplay, step } = await import('/table/reduce.js');
  const { sentence } = await import('/table/words.js');
  const { TableView } = await import('/table/felt/draw.js');
  const view = new TableView();
  const notes = [];
  let state = forReplay(began, { table: 't1' });
  const draw = () => {
    view.draw(state);
    view.tick(1_000);
    notes.push([view.note.textContent, view.note.dataset.next ?? '']);
  };
  for (const event of events) {
    state = step(state, event);
    draw();
    notes.at(-1).push(sentence(event, state));
  }
  state = { ...state, closing: '', closed: '' };
  view.onBreak = true;
  view.breakEndsAt = 76_000;
  draw();
  return notes;
}"""


def test_the_felt_says_why_no_hand_comes_in_whole_sentences(page: Page) -> None:
    began = told(Hand.start([100] * 2, (5, 10), seed=1))["began"]
    why = {"why": "a break"}
    events = [
        {"type": "paused", **why},
        {"type": "resumed"},
        began,
        {"type": "paused", **why},
        {"type": "resumed"},
        {"type": "closing", "why": "the host has closed it"},
        {"type": "hand_voided"},
        {"type": "closed", "why": "the host has closed it"},
    ]
    notes = page.evaluate(NOTES, [began, events])
    assert [notes[index] for index in (0, 3, 5, 7, 8)] == [
        ["The table is paused: a break", "", "The table is paused: a break."],
        ["Paused after this hand: a break", "", "Paused after this hand: a break."],
        ["This hand is the last: the host has closed it", "", "This hand is the last: the host has closed it."],
        ["The table is closed: the host has closed it", "", "The table is closed: the host has closed it."],
        ["Break", "Play in 1:15"],
    ]


FOLLOWING = """async () => {
  const { Follower } = await import('/table/chat.js');
  const list = Object.assign(document.createElement('ol'), { style: 'height: 200px; overflow-y: auto' });
  document.body.append(list);
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const log = new Follower(list);
  const tell = (count) => {
    for (let line = 0; line < count; line++)
      log.append(Object.assign(document.createElement('li'), { textContent: 'x', style: 'height: 20px' }));
  };
  const left = () => Math.round(list.scrollHeight - list.scrollTop - list.clientHeight);
  const seen = [];
  tell(30);
  list.style.height = '120px';  // as when the strip above the table appears
  await frame();
  seen.push(left());
  list.style.height = '60px';
  tell(1);
  await frame();
  seen.push(left());
  list.scrollTop = 100;
  await frame();
  tell(5);
  list.style.height = '80px';
  await frame();
  seen.push(list.scrollTop);
  list.remove();
  return seen;
}"""


def test_the_log_follows_the_game_in_any_size_until_the_reader_scrolls_up(page: Page) -> None:
    assert page.evaluate(FOLLOWING) == [0, 0, 100]


STOPPED = """async () => {
  const { Connection } = await import('/shared/socket.js');
  const line = new Connection('ws://nowhere');
  const real = Date.now;
  let passed = 0;
  Date.now = () => 1_000 + passed;
  try {
    line.heard({ type: 'welcome', player: null, now: 51_000 });
    const seen = [line.now()];
    passed = 2_000;
    seen.push(line.now());
    line.stall();
    passed = 9_000;
    seen.push(line.now());
    line.heard({ type: 'pong', at: 0, now: 60_000 });
    passed = 9_500;
    return [...seen, line.now()];
  } finally {
    Date.now = real;
  }
}"""


def test_the_clock_stops_while_the_connection_is_lost(page: Page) -> None:
    assert page.evaluate(STOPPED) == [51_000, 53_000, 53_000, 60_500]


AFTERWARDS = """async () => {
  const { Afterwards } = await import('/table/dock/afterwards.js');
  const buttons = new Afterwards({}, 't1');
  const play = {
    hand: 6, over: true, voided: false, players: { 0: 'ann' }, cards: { 0: ['As', 'Kd'] }, shown: {}, after: {},
    mucked: {}, board: [], rabbit: [],
  };
  buttons.draw({ play, viewer: 'ann', spec: { rabbit_hunt: true }, nextHandAt: 5_000 });
  return [4_999, 5_000].map((now) => {
    buttons.tick(now);
    return buttons.root.hidden ? 0 : buttons.root.childElementCount;
  });
}"""


def test_the_buttons_of_a_hand_go_when_the_next_one_comes(page: Page) -> None:
    assert page.evaluate(AFTERWARDS) == [4, 0]


TOASTS = """async () => {
  const { openDialog } = await import('/shared/dialogs.js');
  const { toast } = await import('/shared/toasts.js');
  const seen = [];
  const look = () => {
    const box = [...document.querySelectorAll('.toast')].at(-1);
    const { left, top, width, height } = box.getBoundingClientRect();
    seen.push(box.contains(document.elementFromPoint(left + width / 2, top + height / 2)));
  };
  const closed = (dialog) => new Promise((done) => {
    dialog.addEventListener('close', done);
    dialog.close();
  });
  toast('before', 'good');
  const first = openDialog('One');
  look();
  toast('refused', 'bad');
  look();
  const second = openDialog('Two');
  look();
  await closed(second);
  look();
  await closed(first);
  look();
  return [seen, document.querySelectorAll('#toasts').length, document.querySelector('#toasts').parentElement.tagName];
}"""


def test_toasts_lie_above_every_dialog_and_outlive_it(page: Page) -> None:
    assert page.evaluate(TOASTS) == [[True] * 5, 1, "BODY"]


BUST = """async () => {
  const { OwnSeat } = await import('/table/own-seat.js');
  const seat = (stack) => ({ seat: 0, player: 'ann', stack });
  let state = { you: 0, seats: [seat(0)], play: null, closed: '', spec: { tournament: '' } };
  const own = new OwnSeat({}, () => state);
  const real = globalThis.setTimeout;
  const waiting = [];
  globalThis.setTimeout = (run, ms) => waiting.push([run, ms]);
  const open = () => document.querySelectorAll('dialog[open]').length;
  try {
    const seen = [];
    own.draw(state);
    seen.push(open(), waiting.map(([, ms]) => ms));
    waiting[0][0]();
    const dialog = document.querySelector('dialog[open]');
    const behind = getComputedStyle(dialog, '::backdrop');
    seen.push(open(), behind.backdropFilter, behind.backgroundColor);
    state = { ...state, you: null, seats: [null] };
    own.draw(state);
    return [...seen, open()];
  } finally {
    globalThis.setTimeout = real;
  }
}"""


def test_a_bust_is_told_after_the_showdown_and_only_as_long_as_it_is_true(page: Page) -> None:
    assert page.evaluate(BUST) == [0, [4_000], 1, "none", "rgba(0, 0, 0, 0)", 0]
