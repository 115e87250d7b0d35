/**
 * A table as the page knows it: a snapshot and an event make the next state, and nothing is changed in place.
 * What is here is arithmetic over what the server told; no rule of the game is decided on the page.
 */

/**
 * @typedef {{ seat: number, player: string, stack: number, bot: string, sittingOut: boolean, leaving: boolean,
 *   connected: boolean, waiting: boolean, bank: number }} Seat
 * @typedef {{ kind: string, amount: number, allIn: boolean }} Deed what a seat did last
 * @typedef {{ amount: number, seats: number[] }} Pot
 * @typedef {{ hand: number, button: number, small: number, big: number, ante: number, players: Record<number, string>,
 *   began: Record<number, number>, paid: Record<number, number>, bets: Record<number, number>, antes: Record<number, number>, dead: number,
 *   live: Record<number, boolean>, allIn: Record<number, boolean>, cards: Record<number, string[]>,
 *   shown: Record<number, string[]>, mucked: Record<number, boolean>, deeds: Record<number, Deed>, board: string[],
 *   street: string, awards: Record<number, number>, awarded: number, refunded: Record<number, number>, over: boolean,
 *   root: string, commitment: string, seeds: Record<number, string> }} Play one hand
 * @typedef {{ table: string, seq: number, spec: any, you: number | null, seats: (Seat | null)[], play: Play | null,
 *   turn: any, sight: any, queue: string[], paused: string, closed: string, nextHandAt: number | null, commitment: string,
 *   openings: any[], level: { small: number, big: number, ante: number } }} Table
 */

/** @param {any} now a seat of a snapshot @returns {Seat} */
const seated = (now) => ({
  seat: now.seat,
  player: now.player,
  stack: now.stack,
  bot: now.bot ?? "",
  sittingOut: now.sitting_out ?? false,
  leaving: now.leaving ?? false,
  connected: now.connected ?? true,
  waiting: now.waiting ?? false,
  bank: now.bank_ms ?? 0,
});

/** The state that a snapshot tells. @param {any} snapshot @returns {Table} */
export function fromSnapshot(snapshot) {
  const { spec } = snapshot;
  const now = bySeat(spec.seats, snapshot.seats.map(seated));
  const started = snapshot.events.find((/** @type {any} */ event) => event.type === "hand_began");
  // While a hand is on, a snapshot's stacks are those it began with: the events take the bets from them.
  /** @type {Table} */
  let state = {
    table: snapshot.table,
    seq: snapshot.seq,
    spec,
    you: snapshot.you,
    seats: now,
    play: null,
    turn: null,
    sight: null,
    queue: [],
    paused: "",
    closed: "",
    nextHandAt: null,
    commitment: "",
    openings: [],
    level: { small: spec.small_blind, big: spec.big_blind, ante: spec.ante },
  };
  if (started) for (const event of snapshot.events) state = step(state, event);
  const between = !state.play || state.play.over;
  return {
    ...state,
    queue: [...(snapshot.queue ?? [])],
    paused: snapshot.paused ?? "",
    commitment: snapshot.commitment ?? "",
    nextHandAt: snapshot.next_hand_at ?? null,
    openings: [...(snapshot.openings ?? [])],
    closed: "",
    turn: snapshot.turn ?? null,
    sight: snapshot.sight ?? null,
    seats: now.map(
      (seat, index) => seat && { ...seat, stack: between ? seat.stack : (state.seats[index]?.stack ?? seat.stack) },
    ),
  };
}

/** The state after an update. @param {Table} state @param {any} update @returns {Table} */
export function fromUpdate(state, update) {
  let next = state;
  for (const event of update.events) next = step(next, event);
  return {
    ...next,
    seq: update.seq,
    sight: update.sight ?? (next.turn === state.turn ? state.sight : null),
    openings: update.openings?.length ? [...next.openings, ...update.openings] : next.openings,
    nextHandAt: update.next_hand_at ?? (next.play && !next.play.over ? null : next.nextHandAt),
  };
}

/** The state after one event. @param {Table} state @param {any} event @returns {Table} */
export function step(state, event) {
  const change = CHANGES[event.type];
  return change ? change(state, event) : state;
}

/** All chips in the middle. @param {Play} play */
export const potTotal = (play) => total(play.paid) + total(play.antes) + play.dead - play.awarded;

/**
 * The pots without the bets in front, main pot first, as the engine lays them: one layer for each amount that a live
 * seat has put in; folded chips lie in the layers they reach, and what is above joins the last.
 * @param {Play} play @returns {Pot[]}
 */
export function pots(play) {
  /** @type {Record<number, number>} */
  const paid = {};
  const seats = Object.keys(play.players).map(Number);
  // One seat that pays the ante for all pays dead chips; antes of everybody are matched like bets.
  const matched = Object.keys(play.antes).length > 1;
  const dead = play.dead + (matched ? 0 : total(play.antes));
  for (const seat of seats)
    paid[seat] = (play.paid[seat] ?? 0) - (play.bets[seat] ?? 0) + (matched ? (play.antes[seat] ?? 0) : 0);
  const middle = total(paid) + dead;
  const levels = [...new Set(seats.filter((seat) => play.live[seat]).map((seat) => paid[seat]))].sort((a, b) => a - b);
  /** @type {Pot[]} */
  const laid = [];
  let below = 0;
  let sum = 0;
  levels.forEach((level, index) => {
    let amount = index === 0 ? dead : 0;
    for (const seat of seats) amount += Math.max(0, Math.min(paid[seat], level) - below);
    if (amount > 0) laid.push({ amount, seats: seats.filter((seat) => play.live[seat] && paid[seat] >= level) });
    sum += amount;
    below = level;
  });
  if (laid.length) laid[laid.length - 1].amount += middle - sum;
  return laid;
}

/** The biggest bet on the street. @param {Play} play */
export const highestBet = (play) => Math.max(0, ...Object.values(play.bets));

/** A table for the replay of a hand, from its `hand_began`. @param {any} began @param {any} about @returns {Table} */
export function blankTable(began, about) {
  return {
    table: about.table ?? "",
    seq: 0,
    you: about.you ?? null,
    turn: null,
    sight: null,
    queue: [],
    paused: "",
    closed: "",
    nextHandAt: null,
    commitment: "",
    openings: about.openings ?? [],
    spec: { name: "", profile: "cash", ...about.spec, seats: began.stacks.length },
    level: { small: began.small_blind, big: began.big_blind, ante: began.ante },
    seats: began.stacks.map((/** @type {number} */ stack, /** @type {number} */ seat) =>
      began.players[seat] === undefined
        ? null
        : seated({ seat, player: began.players[seat], stack, bot: botStyle(began.players[seat]) }),
    ),
    play: null,
  };
}

// -- how each event changes the state -----------------------------------------------------------------------------------

/** @type {Record<string, (state: Table, event: any) => Table>} */
const CHANGES = {
  hand_began: (state, event) => {
    const order = Object.keys(event.players).map(Number);
    /** @type {Play} */
    const play = {
      hand: event.hand,
      button: event.button,
      small: event.small_blind,
      big: event.big_blind,
      ante: event.ante,
      players: event.players,
      began: {},
      paid: {},
      bets: {},
      antes: {},
      dead: 0,
      live: {},
      allIn: {},
      cards: {},
      shown: {},
      mucked: {},
      deeds: {},
      board: [],
      street: "preflop",
      awards: {},
      awarded: 0,
      refunded: {},
      over: false,
      root: event.root,
      commitment: event.commitment,
      seeds: event.seeds ?? {},
    };
    for (const seat of order) {
      play.began[seat] = event.stacks[seat];
      play.live[seat] = true;
    }
    const seats = state.seats.map((seat, index) =>
      play.live[index]
        ? {
            ...(seat ?? seated({ seat: index, player: event.players[index] })),
            stack: event.stacks[index],
            waiting: false,
          }
        : seat,
    );
    return {
      ...state,
      play,
      seats,
      turn: null,
      sight: null,
      nextHandAt: null,
      openings: [],
      level: { small: event.small_blind, big: event.big_blind, ante: event.ante },
    };
  },
  turn: (state, event) => ({ ...state, turn: event }),
  clock_changed: (state, event) =>
    state.turn?.seat === event.seat ? { ...state, turn: { ...state.turn, deadline: event.deadline } } : state,
  timed_out: (state, event) => deed(state, event.seat, "timeout"),
  disconnected: (state, event) => withSeat(state, event.seat, { connected: false }),
  reconnected: (state, event) => withSeat(state, event.seat, { connected: true }),
  commitment_made: (state, event) => ({ ...state, commitment: event.commitment }),
  queue_changed: (state, event) => ({ ...state, queue: [...event.players] }),
  paused: (state, event) => ({ ...state, paused: event.why || "The table is paused." }),
  resumed: (state) => ({ ...state, paused: "" }),
  closed: (state, event) => ({ ...state, closed: event.why || "The table is closed.", turn: null }),

  posted: (state, event) => {
    const to = event.kind === "dead" ? "dead" : event.kind === "ante" ? "antes" : "bets";
    return deed(
      pay(state, event.seat, event.amount, { to, allIn: event.all_in }),
      event.seat,
      event.kind,
      event.amount,
      event.all_in,
    );
  },
  dealt: (state, event) => withPlay(state, (play) => ({ cards: { ...play.cards, [event.seat]: [...event.cards] } })),
  folded: (state, event) =>
    deed(
      withPlay(acted(state, event.seat), (play) => ({ live: { ...play.live, [event.seat]: false } })),
      event.seat,
      "fold",
    ),
  checked: (state, event) => deed(acted(state, event.seat), event.seat, "check"),
  called: (state, event) =>
    deed(
      pay(acted(state, event.seat), event.seat, event.amount, { allIn: event.all_in }),
      event.seat,
      "call",
      event.amount,
      event.all_in,
    ),
  wagered: (state, event) => {
    const added = event.to - (state.play?.bets[event.seat] ?? 0);
    return deed(
      pay(acted(state, event.seat), event.seat, added, { allIn: event.all_in }),
      event.seat,
      event.over ? "raise" : "bet",
      event.to,
      event.all_in,
    );
  },
  refunded: (state, event) =>
    withPlay(grow(state, event.seat, event.amount), (play) => ({
      paid: less(play.paid, event.seat, event.amount),
      bets: less(play.bets, event.seat, event.amount),
      refunded: { ...play.refunded, [event.seat]: event.amount },
    })),
  street_dealt: (state, event) =>
    withPlay({ ...state, turn: null, sight: null }, (play) => ({
      bets: {},
      board: [...play.board, ...event.cards],
      street: event.street,
      deeds: Object.fromEntries(Object.entries(play.deeds).filter(([, one]) => one.kind === "fold" || one.allIn)),
    })),
  shown: (state, event) =>
    withPlay({ ...state, turn: null }, (play) => ({
      bets: {},
      street: "showdown",
      shown: { ...play.shown, [event.seat]: [...event.cards] },
    })),
  mucked: (state, event) =>
    withPlay({ ...state, turn: null }, (play) => ({
      bets: {},
      street: "showdown",
      mucked: { ...play.mucked, [event.seat]: true },
    })),
  pot_awarded: (state, event) =>
    withPlay(grow({ ...state, turn: null }, event.seat, event.amount), (play) => ({
      bets: {},
      awarded: play.awarded + event.amount,
      awards: { ...play.awards, [event.seat]: (play.awards[event.seat] ?? 0) + event.amount },
    })),
  hand_ended: (state, event) => {
    const { play } = state;
    if (!play) return state;
    return {
      ...state,
      turn: null,
      sight: null,
      play: { ...play, over: true, bets: {} },
      seats: state.seats.map((seat, index) =>
        seat && play.players[index] !== undefined ? { ...seat, stack: event.stacks[index] } : seat,
      ),
    };
  },

  player_joined: (state, event) => ({
    ...state,
    seats: state.seats.map((seat, index) =>
      index === event.seat
        ? seated({ seat: index, player: event.player, stack: event.chips, bot: botStyle(event.player) })
        : seat,
    ),
  }),
  leave_announced: (state, event) => withSeat(state, event.seat, { leaving: true }),
  player_left: (state, event) => ({
    ...state,
    you: state.you === event.seat ? null : state.you,
    seats: state.seats.map((seat, index) => (index === event.seat ? null : seat)),
  }),
  sat_out: (state, event) => withSeat(state, event.seat, { sittingOut: true }),
  sat_in: (state, event) => withSeat(state, event.seat, { sittingOut: false, waiting: event.comes_in === "wait" }),
  topped_up: (state, event) => grow(state, event.seat, event.chips),
  player_busted: (state, event) => withSeat(state, event.seat, { stack: 0 }),
  level_set: (state, event) => ({ ...state, level: { small: event.small, big: event.big, ante: event.ante } }),
  hand_voided: (state) => {
    const { play } = state;
    if (!play) return state;
    return {
      ...state,
      turn: null,
      sight: null,
      play: { ...play, over: true, bets: {}, paid: {}, antes: {}, dead: 0, awarded: 0 },
      seats: state.seats.map((seat, index) =>
        seat && index in play.began ? { ...seat, stack: play.began[index] } : seat,
      ),
    };
  },
};

// -- small changes ------------------------------------------------------------------------------------------------------

/** @param {Table} state @param {number} index @param {Partial<Seat>} part @returns {Table} */
function withSeat(state, index, part) {
  return { ...state, seats: state.seats.map((seat, at) => (seat && at === index ? { ...seat, ...part } : seat)) };
}

/** @param {Table} state @param {(play: Play) => Partial<Play>} part @returns {Table} */
function withPlay(state, part) {
  return state.play ? { ...state, play: { ...state.play, ...part(state.play) } } : state;
}

/** @param {Table} state @param {number} seat @param {number} amount */
function grow(state, seat, amount) {
  return withSeat(state, seat, { stack: (state.seats[seat]?.stack ?? 0) + amount });
}

/** A seat has acted, so its turn is over. @param {Table} state @param {number} seat @returns {Table} */
function acted(state, seat) {
  return state.turn?.seat === seat ? { ...state, turn: null, sight: null } : state;
}

/** Chips leave a stack. @param {Table} state @param {number} seat @param {number} amount */
function pay(state, seat, amount, { to = "bets", allIn = false } = {}) {
  return withPlay(grow(state, seat, -amount), (play) => ({
    bets: to === "bets" ? less(play.bets, seat, -amount) : play.bets,
    paid: to === "bets" ? less(play.paid, seat, -amount) : play.paid,
    antes: to === "antes" ? less(play.antes, seat, -amount) : play.antes,
    dead: to === "dead" ? play.dead + amount : play.dead,
    allIn: allIn ? { ...play.allIn, [seat]: true } : play.allIn,
  }));
}

/** @param {Table} state @param {number} seat @param {string} kind */
function deed(state, seat, kind, amount = 0, allIn = false) {
  return withPlay(state, (play) => ({ deeds: { ...play.deeds, [seat]: { kind, amount, allIn } } }));
}

/** @param {Record<number, number>} amounts @param {number} seat @param {number} amount */
const less = (amounts, seat, amount) => ({ ...amounts, [seat]: (amounts[seat] ?? 0) - amount });

/** @param {Record<number, number>} amounts */
const total = (amounts) => Object.values(amounts).reduce((sum, amount) => sum + amount, 0);

/** The style of a house bot by its name, "tag 2": no account's name has a space. @param {string} player */
const botStyle = (player) => (/^(\S+) \d+$/.exec(player) ?? ["", ""])[1];

/** @param {number} count @param {Seat[]} taken @returns {(Seat | null)[]} */
const bySeat = (count, taken) =>
  Array.from({ length: count }, (_, index) => taken.find((seat) => seat.seat === index) ?? null);
