/**
 * The table's state. Each event turns a state into a new one; nothing changes in place. Chips move as the events say;
 * every ruling comes from the server.
 */

/**
 * What a seat did; every kind has its word in felt/seat.js.
 * @typedef {"fold" | "check" | "call" | "bet" | "raise" | "timeout" | "run_out" | Wire.Posted["kind"]} ActionKind
 *
 * A seat's last action on this street; a run-out's amount is the number of boards.
 * @typedef {{ kind: ActionKind, amount: number, allIn: boolean }} LastAction
 *
 * One hand. Records are keyed by seat; in `cards`, "" is a card that this viewer does not see; `made` has a hand for
 * each board.
 * @typedef {{
 *   id: string,
 *   root: string,
 *   hand: number,
 *   button: number,
 *   bigBlind: number,
 *   players: Record<number, string>,
 *   live: Record<number, boolean>,
 *   allIn: Record<number, boolean>,
 *   bets: Record<number, number>,
 *   pot: number,
 *   pots: Wire.Pot[],
 *   board: string[],
 *   further: string[][],
 *   cards: Record<number, string[]>,
 *   shown: Record<number, string[]>,
 *   tabled: Record<number, boolean>,
 *   equities: Record<number, number>,
 *   equitiesOn: Record<number, Record<number, number>>,
 *   mucked: Record<number, boolean>,
 *   after: Record<number, string[]>,
 *   rabbit: string[],
 *   made: Record<number, Wire.Made[]>,
 *   lastActions: Record<number, LastAction>,
 *   refunded: Record<number, number>,
 *   won: Record<number, number>,
 *   awards: Wire.PotAwarded[],
 *   bomb: boolean,
 *   double: boolean,
 *   over: boolean,
 *   voided: boolean,
 *   bountyPaid: boolean,
 * }} Play
 *
 * @typedef {{ small: number, big: number, ante: number }} Level
 *
 * A table as one viewer sees it; `seats` has an entry for each chair. `spec` is of the current hand, `settings` of the
 * next; `changed` names what the last change of the host changed.
 * @typedef {{
 *   table: string,
 *   spec: Pick<
 *     Wire.TableSettings,
 *     | "name" | "club" | "limit" | "tournament" | "dead_blind_rule" | "straddle" | "rabbit_hunt" | "seven_deuce"
 *     | "chip_value"
 *   > & { pace: Pick<Wire.TablePace, "action_ms" | "bank_ms" | "bank"> },
 *   settings: Wire.TableSettings | null,
 *   changed: string[],
 *   buyIn: Wire.BuyIn | null,
 *   leftWith: number,
 *   viewer: string | null,
 *   formerly: string | null,
 *   you: number | null,
 *   seats: (Wire.SeatNow | null)[],
 *   play: Play | null,
 *   turn: Wire.Turn | null,
 *   queue: string[],
 *   held: Wire.SeatHeld[],
 *   kept: Wire.SeatsKept | null,
 *   paused: string,
 *   redraw: boolean,
 *   closing: string,
 *   closed: string,
 *   nextHandAt: number | null,
 *   level: Level,
 *   skips: number[],
 * }} Table
 */

/** The state in a snapshot. @param {Wire.TableSnapshot} snapshot @param {string | null} viewer @returns {Table} */
export function fromSnapshot(snapshot, viewer) {
  const { spec } = snapshot;
  /** @type {Table} */
  const empty = {
    table: snapshot.table,
    spec,
    settings: snapshot.next_spec ?? spec,
    changed: [],
    buyIn: snapshot.buy_in,
    leftWith: snapshot.left_with,
    viewer,
    formerly: null,
    you: snapshot.you,
    seats: bySeat(spec.seats, snapshot.seats),
    play: null,
    turn: null,
    queue: snapshot.queue,
    held: snapshot.held ?? [],
    kept: snapshot.kept ?? null,
    paused: snapshot.paused,
    redraw: snapshot.redraw,
    closing: snapshot.closing,
    closed: snapshot.closed,
    nextHandAt: null,
    level: { small: spec.small_blind, big: spec.big_blind, ante: spec.ante },
    skips: snapshot.skips,
  };
  const played = snapshot.events.reduce(step, empty);
  return { ...withSeats(played, snapshot.seats), turn: snapshot.turn, nextHandAt: snapshot.next_hand_at };
}

/** The state after an update. @param {Table} state @param {Wire.Update} update @returns {Table} */
export function fromUpdate(state, update) {
  const next = update.events.reduce(step, state);
  const seated = update.seats ? withSeats(next, update.seats) : next;
  const begun = isPlaying(next) || update.called_off;
  return { ...seated, nextHandAt: update.next_hand_at ?? (begun ? null : next.nextHandAt) };
}

/**
 * A table for replaying a hand, built from its first event.
 * @param {Wire.HandBegan} began @param {Wire.HandReplay} replay @returns {Table}
 */
export function forReplay(began, replay) {
  const you = replay.you ?? null;
  const seats = Object.entries(began.players).map(([seat, player]) =>
    newSeat(Number(seat), player, began.stacks[Number(seat)], began.bots[Number(seat)]),
  );
  return {
    table: replay.table,
    spec: { ...(replay.spec ?? NO_SPEC), chip_value: replay.chip_value ?? null },
    settings: null,
    changed: [],
    buyIn: null,
    leftWith: 0,
    viewer: you === null ? null : began.players[you],
    formerly: null,
    you,
    seats: bySeat(began.stacks.length, seats),
    play: null,
    turn: null,
    queue: [],
    held: [],
    kept: null,
    paused: "",
    redraw: false,
    closing: "",
    closed: "",
    nextHandAt: null,
    level: { small: began.small_blind, big: began.big_blind, ante: began.ante },
    skips: [],
  };
}

/** The state after one event. @param {Table} state @param {Wire.WireEvent} event @returns {Table} */
export function step(state, event) {
  const change = /** @type {((state: Table, event: Wire.WireEvent) => Table) | undefined} */ (CHANGES[event.type]);
  return change ? change(state, event) : state;
}

/** Whether a hand is in progress. @param {Table} state */
export const isPlaying = (state) => state.play !== null && !state.play.over;

/** The big blind of the hand, or of the next one: the measure of the chips on the table. @param {Table} state */
export const bigBlindOf = ({ play, level }) => Math.max(1, play?.bigBlind || level.big);

/** The viewer's seat. @param {Table} state */
export const ownSeat = (state) => (state.you === null ? null : state.seats[state.you]);

/** Whether the viewer has no chips and no stake in the hand. @param {Table} state */
export function isBroke(state) {
  const seat = ownSeat(state);
  return seat?.stack === 0 && !(isPlaying(state) && state.play?.live[seat.seat]);
}

/** A key for the viewer's current turn, or "". @param {Table} state */
export const turnOf = ({ turn, you }) => (turn && turn.seat === you ? `${turn.hand}:${turn.number}` : "");

// -- how each event changes the state ---------------------------------------------------------------------------------

/** @type {{ [T in Wire.WireEvent["type"]]?: (state: Table, event: Extract<Wire.WireEvent, { type: T }>) => Table }} */
const CHANGES = {
  hand_began: (state, event) => ({
    ...state,
    formerly: Object.values(event.players).includes(state.formerly ?? "") ? state.formerly : null,
    play: newPlay(event),
    turn: null,
    nextHandAt: null,
    skips: [],
    // A bomb pot's ante is for one hand; the stakes of the table stay.
    level: event.bomb_pot ? state.level : { small: event.small_blind, big: event.big_blind, ante: event.ante },
    seats: state.seats.map((seat, index) => {
      const player = event.players[index];
      if (player === undefined) return seat;
      const stack = event.stacks[index];
      if (seat?.player !== player) return newSeat(index, player, stack, event.bots[index]);
      return { ...seat, stack, waiting: false };
    }),
  }),
  turn: (state, event) => ({ ...state, turn: event }),
  clock_changed: (state, event) => changeTurn(state, event.seat, { deadline: event.deadline, ends: event.ends }),
  time_taken: (state, event) => changeTurn(state, event.seat, { takes_time: true, ends: event.ends }),
  timed_out: (state, event) => did(state, event.seat, { kind: "timeout" }),
  pots_changed: (state, event) => withPlay(state, () => ({ pots: event.pots })),
  made: (state, event) =>
    withPlay(state, ({ made }) => {
      const hands = [...(made[event.seat] ?? [])];
      hands[event.board ?? 0] = event;
      return { made: { ...made, [event.seat]: hands } };
    }),

  posted: (state, event) => {
    const inFront = event.kind !== "ante" && event.kind !== "dead";
    const posted = pay(state, event.seat, event.amount, event.all_in, inFront);
    return did(posted, event.seat, { kind: event.kind, amount: event.amount, allIn: event.all_in });
  },
  dealt: (state, { seat, card }) =>
    withPlay(state, ({ cards }) => ({ cards: { ...cards, [seat]: [...(cards[seat] ?? []), card ?? ""] } })),
  folded: (state, event) => {
    const folded = withPlay(state, ({ live }) => ({ live: { ...live, [event.seat]: false } }));
    return did(folded, event.seat, { kind: "fold" });
  },
  checked: (state, event) => did(state, event.seat, { kind: "check" }),
  called: (state, event) => {
    const called = pay(state, event.seat, event.amount, event.all_in);
    return did(called, event.seat, { kind: "call", amount: event.amount, allIn: event.all_in });
  },
  wagered: (state, event) => {
    const wagered = pay(state, event.seat, event.to - (state.play?.bets[event.seat] ?? 0), event.all_in);
    return did(wagered, event.seat, { kind: event.over ? "raise" : "bet", amount: event.to, allIn: event.all_in });
  },
  refunded: (state, event) =>
    withPlay(give(state, event.seat, event.amount), (play) => ({
      pot: play.pot - event.amount,
      bets: plus(play.bets, event.seat, -event.amount),
      allIn: { ...play.allIn, [event.seat]: false },
      refunded: { ...play.refunded, [event.seat]: event.amount },
    })),
  street_dealt: (state, event) =>
    withPlay({ ...state, turn: null }, (play) => ({
      bets: {},
      ...(event.board ? { further: grown(play, event) } : { board: [...play.board, ...event.cards] }),
      lastActions: Object.fromEntries(
        Object.entries(play.lastActions).filter(([, last]) => last.kind === "fold" || last.allIn),
      ),
    })),
  run_out_agreed: (state, event) => did(state, event.seat, { kind: "run_out", amount: event.boards }),
  shown: (state, event) =>
    withPlay({ ...state, turn: null }, ({ shown }) => ({ bets: {}, shown: { ...shown, [event.seat]: event.cards } })),
  tabled: (state, event) =>
    withPlay({ ...state, turn: null }, ({ shown, tabled }) => ({
      bets: {},
      shown: { ...shown, [event.seat]: event.cards },
      tabled: { ...tabled, [event.seat]: true },
    })),
  equities: (state, event) =>
    withPlay(state, (play) => {
      const equitiesOn = { ...play.equitiesOn, [event.board ?? 0]: event.shares };
      return { equitiesOn, equities: play.double ? average(Object.values(equitiesOn)) : event.shares };
    }),
  mucked: (state, event) =>
    withPlay({ ...state, turn: null }, ({ mucked }) => ({ bets: {}, mucked: { ...mucked, [event.seat]: true } })),
  cards_shown: (state, { seat, cards }) =>
    withPlay(state, ({ after }) => ({ after: { ...after, [seat]: cards.map((card) => card ?? "") } })),
  rabbit_hunted: (state, { cards }) => withPlay(state, () => ({ rabbit: cards })),
  seven_deuce_paid: (state, { payments }) =>
    payments.reduce(
      (paid, { payer, winner, chips }) => giveInHand(giveInHand(paid, payer, -chips), winner, chips),
      withPlay(state, () => ({ bountyPaid: true })),
    ),
  pot_awarded: (state, event) =>
    withPlay(give({ ...state, turn: null }, event.seat, event.amount), (play) => ({
      bets: {},
      pot: play.pot - event.amount,
      pots: [],
      equities: {},
      won: plus(play.won, event.seat, event.amount),
      awards: [...play.awards, event],
    })),
  hand_ended: (state, event) => ({
    ...withPlay(state, () => ({ over: true, bets: {} })),
    turn: null,
    seats: state.seats.map((seat, index) =>
      seat && state.play?.players[index] === seat.player ? { ...seat, stack: event.stacks[index] } : seat,
    ),
  }),
  hand_voided: (state) => ({
    ...withPlay(state, () => ({ over: true, voided: true, bets: {}, pot: 0, pots: [] })),
    turn: null,
  }),

  player_left: (state, { player, chips }) =>
    isViewer(state, player) ? { ...state, leftWith: state.settings?.comeback_hours ? chips : 0 } : state,
  player_joined: (state, { player }) => (isViewer(state, player) ? { ...state, leftWith: 0 } : state),

  queue_changed: (state, event) => ({
    ...state,
    queue: event.players,
    held: state.held.filter(({ player }) => event.players.includes(player)),
  }),
  seat_held: (state, event) => ({
    ...state,
    held: [...state.held.filter(({ player }) => player !== event.player), event],
  }),
  redraw_announced: (state) => ({ ...state, redraw: true }),
  // The seats of the last hand are not its players' any more.
  seat_changed: (state) => ({ ...state, play: null, turn: null, skips: [] }),
  seats_drawn: (state) => ({ ...state, play: null, turn: null, skips: [], redraw: false }),
  seats_kept: (state, event) => ({ ...state, kept: event.count ? event : null }),
  change_announced: (state, { spec }) => ({ ...state, settings: spec, changed: changedNames(state.settings, spec) }),
  settings_changed: (state, { spec, buy_in: buyIn }) => ({
    ...state,
    spec,
    settings: spec,
    changed: changedNames(state.settings, spec), // nothing, if it was announced
    buyIn,
    level: { small: spec.small_blind, big: spec.big_blind, ante: spec.ante },
    seats: Array.from({ length: spec.seats }, (_, seat) => state.seats[seat] ?? null),
  }),
  level_set: (state, event) => ({ ...state, level: { small: event.small, big: event.big, ante: event.ante } }),
  paused: (state, event) => ({ ...state, paused: event.why }),
  resumed: (state) => ({ ...state, paused: "" }),
  closing: (state, event) => ({ ...state, closing: event.why }),
  closed: (state, event) => ({ ...state, closed: event.why, turn: null }),
};

// -- small changes ----------------------------------------------------------------------------------------------------

/** For replaying a hand when its table is gone. @type {Table["spec"]} */
const NO_SPEC = {
  name: "",
  club: "",
  limit: "none",
  tournament: "",
  dead_blind_rule: "wait",
  straddle: false,
  rabbit_hunt: false,
  seven_deuce: 0,
  chip_value: null,
  pace: { action_ms: 0, bank_ms: 0, bank: "asked" },
};

/** @param {Wire.HandBegan} event @returns {Play} */
const newPlay = (event) => ({
  id: event.id,
  root: event.root,
  hand: event.hand,
  button: event.button,
  bigBlind: event.big_blind,
  players: event.players,
  live: Object.fromEntries(Object.keys(event.players).map((seat) => [seat, true])),
  allIn: {},
  bets: {},
  pot: 0,
  pots: [],
  board: [],
  further: [],
  cards: {},
  shown: {},
  tabled: {},
  equities: {},
  equitiesOn: {},
  mucked: {},
  after: {},
  rabbit: [],
  made: {},
  lastActions: {},
  refunded: {},
  won: {},
  awards: [],
  bomb: event.bomb_pot,
  double: event.double_board,
  over: false,
  voided: false,
  bountyPaid: false,
});

/** @param {number} seat @param {string} player @param {number} stack @param {string} [bot] @returns {Wire.SeatNow} */
const newSeat = (seat, player, stack, bot = "") => ({
  seat,
  player,
  stack,
  bot,
  sitting_out: false,
  out_at_blind: false,
  leaving: false,
  new_seat: null,
  connected: true,
  absent: false,
  sit_out_votes: [],
  waiting: false,
  posting: false,
  straddles: false,
  wants_bomb: false,
  bank_ms: 0,
  top_up: null,
  bought: 0,
});

/** A table's settings with its pace, by name. @param {Wire.TableSettings} spec @returns {Record<string, unknown>} */
const flat = ({ pace, ...rest }) => ({ ...rest, ...pace });

/** The settings that differ. @param {Wire.TableSettings | null} before @param {Wire.TableSettings} after */
function changedNames(before, after) {
  if (!before) return [];
  const old = flat(before);
  return Object.entries(flat(after)).flatMap(([name, value]) =>
    JSON.stringify(value) === JSON.stringify(old[name]) ? [] : [name],
  );
}

/** @param {number} count @param {Wire.SeatNow[]} taken @returns {Table["seats"]} */
const bySeat = (count, taken) =>
  Array.from({ length: count }, (_, index) => taken.find(({ seat }) => seat === index) ?? null);

/**
 * Take the seats from the server. During a hand it sends the starting stacks, so keep ours, which reflect the bets
 * since.
 * @param {Table} state @param {Wire.SeatNow[]} now @returns {Table}
 */
function withSeats(state, now) {
  const seats = bySeat(state.seats.length, now).map((seat, index) => {
    const ours = state.seats[index];
    const inHand = seat && ours && isPlaying(state) && state.play?.players[index] === seat.player;
    return inHand ? { ...seat, stack: ours.stack } : seat;
  });
  return { ...state, seats, you: now.find(({ player }) => isViewer(state, player))?.seat ?? null };
}

/** Whether a name is the viewer's, also the one before a change that the hand has not seen. @param {Table} state @param {string | null | undefined} name */
export const isViewer = ({ viewer, formerly }, name) => Boolean(name) && (name === viewer || name === formerly);

/** The state after the viewer got another name here. @param {Table} state @param {string} viewer @returns {Table} */
export const renamed = (state, viewer) => ({ ...state, viewer, formerly: state.viewer });

/** @param {Table} state @param {(play: Play) => Partial<Play>} part @returns {Table} */
function withPlay(state, part) {
  return state.play ? { ...state, play: { ...state.play, ...part(state.play) } } : state;
}

/** @param {Table} state @param {number} seat @param {Partial<Wire.Turn>} part @returns {Table} */
function changeTurn(state, seat, part) {
  return state.turn?.seat === seat ? { ...state, turn: { ...state.turn, ...part } } : state;
}

/**
 * Add chips to a stack, or remove them.
 * @param {Table} state @param {number} index @param {number} amount @returns {Table}
 */
function give(state, index, amount) {
  const seats = state.seats.map((seat, at) =>
    seat && at === index ? { ...seat, stack: (seat.stack ?? 0) + amount } : seat,
  );
  return { ...state, seats };
}

/** The same, if the seat still has its player of the hand. @param {Table} state @param {number} seat @param {number} amount */
const giveInHand = (state, seat, amount) =>
  state.play?.players[seat] === state.seats[seat]?.player ? give(state, seat, amount) : state;

/**
 * Move chips from a stack to the middle.
 * @param {Table} state @param {number} seat @param {number} amount @param {boolean} allIn
 * @param {boolean} [inFront] whether they stay in front of the seat until the street ends
 */
function pay(state, seat, amount, allIn, inFront = true) {
  return withPlay(give(state, seat, -amount), (play) => ({
    pot: play.pot + amount,
    bets: inFront ? plus(play.bets, seat, amount) : play.bets,
    allIn: allIn ? { ...play.allIn, [seat]: true } : play.allIn,
  }));
}

/**
 * A seat acted, so its turn is over.
 * @param {Table} state @param {number} seat @param {Pick<LastAction, "kind"> & Partial<LastAction>} last
 */
function did(state, seat, { kind, amount = 0, allIn = false }) {
  const turn = state.turn?.seat === seat ? null : state.turn;
  return withPlay({ ...state, turn }, ({ lastActions }) => ({
    lastActions: { ...lastActions, [seat]: { kind, amount, allIn } },
  }));
}

/**
 * The boards after the first, one of them extended by a street; a new one starts with the shared cards.
 * @param {Play} play @param {Wire.StreetDealt} event
 */
function grown({ board, further }, { board: number = 0, street, cards }) {
  const shared = street === "flop" ? 0 : street === "turn" ? 3 : 4;
  const before = further[number - 1] ?? board.slice(0, shared);
  return [...further.slice(0, number - 1), [...before, ...cards], ...further.slice(number)];
}

/** Each seat's average share over the boards. @param {Record<number, number>[]} boards */
const average = (boards) =>
  Object.fromEntries(
    Object.keys(boards[0]).map((seat) => [
      seat,
      boards.reduce((sum, shares) => sum + (shares[Number(seat)] ?? 0), 0) / boards.length,
    ]),
  );

/** @param {Record<number, number>} amounts @param {number} seat @param {number} amount */
const plus = (amounts, seat, amount) => ({ ...amounts, [seat]: (amounts[seat] ?? 0) + amount });
