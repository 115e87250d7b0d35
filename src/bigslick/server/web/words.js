/** An event as a sentence, for the log and for screen readers. */

import { cardName, cardSign } from "./cards.js";
import { chips } from "./format.js";
import { isPlaying, ownSeat } from "./reduce.js";

/** @import { Play, Table } from "./reduce.js" */

/** @param {readonly string[]} cards @param {boolean} spoken whether by name rather than by sign */
function cardWords(cards, spoken) {
  if (!spoken) return cards.map(cardSign).join(" ");
  const names = cards.map(cardName);
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names.join("");
}

/** Who sits somewhere. @param {Table} state @param {number} seat */
export const nameAt = (state, seat) => state.play?.players[seat] ?? state.seats[seat]?.player ?? `Seat ${seat + 1}`;

/**
 * The hand that a seat has made, once there are five cards to make it of.
 * @param {Play | null} play @param {number} seat
 */
export const madeName = (play, seat) => (play?.made[seat]?.five.length ? play.made[seat].name : "");

/** "a pair of aces", "two pair, aces and kings", "ace high". @param {string} name */
const withArticle = (name) => (/^(pair|straight|flush|full|royal)/.test(name) ? `a ${name}` : name);

/** @param {number} small @param {number} big @param {number} ante */
const blindWords = (small, big, ante) => `${chips(small)}/${chips(big)}${ante ? `, ante ${chips(ante)}` : ""}`;

/** @type {Record<Wire.StreetDealt["street"], string>} */
const STREETS = { preflop: "Preflop", flop: "Flop", turn: "Turn", river: "River", showdown: "Showdown" };
/** @type {Record<Wire.Posted["kind"], string>} */
const POSTS = {
  ante: "the ante",
  small_blind: "the small blind",
  big_blind: "the big blind",
  straddle: "a straddle",
  live: "a live blind",
  dead: "a dead blind",
};

/** What a player may do about a hand that is over, and before the next. */
export const AFTERWARDS = {
  group: "After the hand",
  both: "Show both",
  rabbit: "Rabbit hunt",
  rabbitSpoken: "Rabbit hunt: see the cards that would have come",
  wouldHaveCome: "would have come",
  straddle: "Straddle when I may",
  noStraddle: "No more straddles",
  bomb: "Bomb pot",
  muck: "Muck losing hands",
  muckHint: "You can still show them until the next deal",
};

/** Bomb pots by agreement. */
export const BOMB_POT = {
  propose: "Propose a bomb pot",
  takeBack: "No bomb pot after all",
  proposed: "A bomb pot is proposed for the next hand.",
  agreed: (/** @type {number} */ agreed, /** @type {number} */ asked) =>
    `Bomb pot in the next hand: ${agreed} of ${asked} agree`,
};

/** The choices of a new table. */
export const HOME_GAME = {
  off: "Off",
  on: "Allowed",
  straddle: "Straddle",
  bombPots: "Bomb pots",
  rabbitHunt: "Rabbit hunt",
};
/** How often a bomb pot is dealt, in hands. @type {[string, string][]} */
export const BOMB_POTS = [
  ["0", "Never"],
  ["10", "Every 10 hands"],
  ["20", "Every 20 hands"],
  ["50", "Every 50 hands"],
];

/** "Show A♠". @param {string[]} cards */
export const showWords = (cards) => `Show ${cardWords(cards, false)}`;

/** "Show the ace of spades". @param {string[]} cards */
export const showWordsSpoken = (cards) => `Show the ${cardWords(cards, true)}`;

/** What stands below a board that was never dealt. @param {number} count */
export const rabbitNote = (count) =>
  count === 1 ? "The last card would have come" : `The last ${count} cards would have come`;

/**
 * What a sentence is made of: the event, the table after it, and its subject; `does("call")` is "You call" or
 * "Ada calls".
 * @template {Wire.WireEvent} E
 * @typedef {{
 *   event: E,
 *   state: Table,
 *   spoken: boolean,
 *   you: boolean,
 *   who: string,
 *   does: (verb: string, third?: string) => string,
 *   allIn: string,
 * }} Telling
 */

/** @type {{ [T in Wire.WireEvent["type"]]?: (telling: Telling<Extract<Wire.WireEvent, { type: T }>>) => string }} */
const SENTENCES = {
  hand_began: ({ event, state }) =>
    event.bomb_pot
      ? `Hand ${event.hand}: bomb pot. Everyone pays ${chips(event.ante)}, and the flop comes at once.`
      : `Hand ${event.hand}: blinds ${blindWords(event.small_blind, event.big_blind, event.ante)}, ` +
        `${nameAt(state, event.button)} has the button.`,
  posted: ({ event, does, allIn }) => `${does("post")} ${POSTS[event.kind]} of ${chips(event.amount)}${allIn}.`,
  dealt: ({ event, state, spoken, you }) => {
    // Cards come one at a time; one line about both is enough.
    const cards = state.play?.cards[event.seat] ?? [];
    return you && event.card && cards.length === 2 ? `You are dealt ${cardWords(cards, spoken)}.` : "";
  },
  folded: ({ does }) => `${does("fold")}.`,
  checked: ({ does }) => `${does("check")}.`,
  called: ({ event, does, allIn }) => `${does("call")} ${chips(event.amount)}${allIn}.`,
  wagered: ({ event, does, allIn }) =>
    `${event.over ? `${does("raise")} to` : does("bet")} ${chips(event.to)}${allIn}.`,
  refunded: ({ event, you, who }) => `Uncalled bet of ${chips(event.amount)} returned to ${you ? "you" : who}.`,
  run_out_agreed: ({ event, does }) => `${does("agree")} to run it ${times(event.boards)}.`,
  street_dealt: ({ event, state, spoken }) => {
    const where = event.board ? ` of board ${event.board + 1}` : "";
    const pot = state.play && !where ? ` Pot ${chips(state.play.pot)}.` : "";
    return `${STREETS[event.street]}${where}: ${cardWords(event.cards, spoken)}.${pot}`;
  },
  shown: ({ event, state, spoken, does }) => {
    const made = madeName(state.play, event.seat);
    return `${does("show")} ${cardWords(event.cards, spoken)}${made ? `: ${made}` : ""}.`;
  },
  tabled: ({ event, spoken, does }) => `${does("table")} ${cardWords(event.cards, spoken)}.`,
  equities: ({ event, state }) => {
    const shares = Object.entries(event.shares).map(([seat, share]) => {
      return `${Number(seat) === state.you ? "you" : nameAt(state, Number(seat))} ${percent(share)}`;
    });
    return `Equity${event.board ? ` on board ${event.board + 1}` : ""}: ${shares.join(", ")}.`;
  },
  mucked: ({ does }) => `${does("muck")}.`,
  cards_shown: ({ event, spoken, does }) => {
    const cards = event.cards.filter((card) => card !== null);
    return `${does("show")} ${cardWords(cards, spoken)} after the hand.`;
  },
  rabbit_hunted: ({ event, spoken, does }) =>
    `${does("hunt")} the rabbit: ${cardWords(event.cards, spoken)} would have come.`,
  pot_awarded: ({ event, state, does }) => {
    const made = state.play?.shown[event.seat] ? madeName(state.play, event.seat) : "";
    const side = event.pot > 0 ? ` from side pot ${event.pot}` : "";
    const board = state.play?.further.length ? ` on board ${(event.board ?? 0) + 1}` : "";
    if (board) return `${does("win")} ${chips(event.amount)}${side}${board}.`;
    return `${does("win")} ${chips(event.amount)}${side}${made ? ` with ${withArticle(made)}` : ""}.`;
  },
  hand_voided: () => "Misdeal: all chips are returned.",
  time_taken: ({ does }) => `${does("take")} time from the bank.`,
  timed_out: ({ who, you }) => (you ? "Your time is up." : `${who} ran out of time.`),
  disconnected: ({ who, you }) => (you ? "" : `${who} lost the connection.`),
  reconnected: ({ who, you }) => (you ? "" : `${who} is back.`),
  player_joined: ({ event, does }) => `${does("sit")} down with ${chips(event.chips)}.`,
  leave_announced: ({ does }) => `${does("leave")} after this hand.`,
  player_left: ({ event, does }) => `${does("leave")} with ${chips(event.chips)}.`,
  sat_out: ({ does }) => `${does("sit")} out.`,
  sat_in: ({ who, you }) => `${who} ${you ? "are" : "is"} back in the game.`,
  top_up_announced: ({ event, does }) => `${does("buy")} ${chips(event.chips)}, in play from the next hand.`,
  topped_up: ({ event, does }) => `${does("add")} ${chips(event.chips)}.`,
  top_up_lapsed: ({ event, who, you }) =>
    `${you ? "Your" : `${who}’s`} top-up of ${chips(event.chips)} is refunded: the stack is at the maximum.`,
  blind_missed: ({ event, does }) => `${does("miss", "misses")} the ${event.blind} blind.`,
  player_busted: ({ who, you }) => `${who} ${you ? "are" : "is"} out of chips.`,
  level_set: ({ event }) => `Blinds are now ${blindWords(event.small, event.big, event.ante)}.`,
  paused: ({ event }) => `The table is paused${event.why ? `: ${event.why}` : "."}`,
  resumed: () => "The table is running again.",
  closed: ({ event }) => `The table is closed${event.why ? `: ${event.why}` : "."}`,
};

/**
 * What an event says, or "" for one that needs no words.
 * @param {Wire.WireEvent} event
 * @param {Table} state the table after the event
 * @param {boolean} [spoken] whether cards are read out by name
 */
export function sentence(event, state, spoken = false) {
  const tell = /** @type {((telling: Telling<Wire.WireEvent>) => string) | undefined} */ (SENTENCES[event.type]);
  if (!tell) return "";
  const seat = "seat" in event ? event.seat : null;
  const player = "player" in event ? event.player : null;
  const you = player === null ? seat !== null && seat === state.you : player === state.viewer;
  const who = you ? "You" : (player ?? (seat === null ? "" : nameAt(state, seat)));
  const does = (/** @type {string} */ verb, third = `${verb}s`) => `${who} ${you ? verb : third}`;
  const allIn = "all_in" in event && event.all_in ? ` and ${you ? "are" : "is"} all in` : "";
  return tell({ event, state, spoken, you, who, does, allIn });
}

/** Equities as people say them: 57 %. @param {number} share */
export const percent = (share) => `${Math.round(share * 100)} %`;

/** What the strip at the top says about the connection. */
export const LINE = {
  lost: "Connection lost. Reconnecting…",
  lostInHand: "Connection lost. Reconnecting… Your hand is safe: you get extra time, and then your time bank.",
  goesOn: "The card room goes on.",
  goodbye: (/** @type {string} */ sentence) => `${sentence} Reconnecting…`,
};

/** What calls a player to the table. */
export const ALERTS = {
  legend: "On your turn",
  switches: [
    ["turnSound", "Sound", "A short chime"],
    ["turnVibration", "Vibration", "On phones that can"],
    ["turnTitle", "Title of the tab", "It says that it is your turn"],
    ["turnNotice", "Notification", "When you look at something else"],
  ],
  forbidden:
    "Your browser does not allow notifications from this page. Allow them in its settings, then switch this on.",
  noticeTitle: (/** @type {string} */ table) => `Your turn at ${table}`,
  title: (/** @type {string} */ table) => `Your turn · ${table} · bigslick`,
  blink: "★ Your turn ★",
  backToTable: "It’s your turn: back to the table",
};

/** The time bank. */
export const BANK = {
  name: "Time bank",
  short: "Bank",
  taken: "Taking time",
  take: (/** @type {string} */ left) => `Take your time bank: ${left} left`,
  rest: (/** @type {string} */ left) => `Your time bank: ${left} left`,
};

/** Skipping ahead. */
export const SKIP = {
  name: "Skip ahead",
  count: (/** @type {number} */ agreed, /** @type {number} */ asked) => `${agreed} of ${asked} agree`,
  some: (/** @type {number} */ agreed) => `${agreed} agreed`,
};

/** How often a hand is run out. @param {number} boards */
export const times = (boards) => (boards === 1 ? "once" : boards === 2 ? "twice" : `${boards} times`);

/** The table read aloud: your cards, the board, the pot, whose turn it is. @param {Table} state */
export function situation(state) {
  const { play, you, turn } = state;
  if (!play || !isPlaying(state)) return state.nextHandAt ? "Between hands." : "No hand is being played.";
  const said = [];
  const held = you === null ? [] : (play.cards[you] ?? []).filter(Boolean);
  if (you !== null && held.length) {
    const made = madeName(play, you);
    said.push(`You hold ${cardWords(held, true)}${made ? `, ${withArticle(made)}` : ""}.`);
  }
  said.push(play.board.length ? `The board is ${cardWords(play.board, true)}.` : "There is no board yet.");
  said.push(`The pot is ${chips(play.pot)}.`);
  const own = ownSeat(state);
  if (own) said.push(`You have ${chips(own.stack)}.`);
  if (turn && turn.seat !== you) said.push(`It is ${nameAt(state, turn.seat)}’s turn.`);
  else if (turn?.options.boards.length) said.push("It is your turn: say how often to run it.");
  else if (turn?.options.call) said.push(`It is your turn: ${chips(turn.options.call)} to call.`);
  else if (turn) said.push("It is your turn: you may check.");
  return said.join(" ");
}

// -- ledger -----------------------------------------------------------------------------------------------------------

/** What a ledger says. */
export const LEDGER = {
  title: "Ledger",
  of: (/** @type {string} */ name) => `Ledger of ${name}`,
  explains: "Stacks count as they were when the present hand began.",
  columns: ["Player", "Result", "Bought in", "Topped up", "Left with", "Sits with"],
  settle: "Settle up",
  fewest: (/** @type {number} */ count) => (count === 1 ? "One transfer settles it." : `${count} transfers settle it.`),
  perhapsFewer: "With so many players there may be a way with fewer transfers.",
  even: "Nobody owes anything.",
  pays: (/** @type {string} */ payer, /** @type {string} */ payee) => `${payer} pays ${payee}`,
  moves: "Every move of chips",
  players: "Players (CSV)",
  payments: "Transfers (CSV)",
  allMoves: "All moves (CSV)",
  print: "Print",
  share: "Copy the link",
  shared: "The link is copied. It opens for those who may see this ledger.",
  open: "Open the whole ledger",
  back: "Back to the table",
  lobby: "Back to the lobby",
  running: "Still open.",
  over: (/** @type {string} */ when) => `Closed ${when}.`,
  since: (/** @type {string} */ when) => `Opened ${when}.`,
  signIn: "Sign in to see this ledger.",
  none: "Nobody has bought in yet.",
  /** @type {Record<Wire.ChipsMoved["kind"], string>} */
  kinds: {
    "buy-in": "buys in for",
    "top-up": "tops up",
    "top-up lapsed": "gets back, over the largest buy-in,",
    "cash-out": "leaves with",
    entry: "enters for",
    fee: "pays a fee of",
    "entry returned": "gets the entry back:",
    "fee returned": "gets the fee back:",
    prize: "wins a prize of",
    "added prizes": "adds prizes of",
  },
};

// -- clubs ------------------------------------------------------------------------------------------------------------

/** What the pages of clubs say. */
export const CLUB = {
  title: "Clubs",
  yours: "Your clubs",
  lead: "A club has its own tables, its own ledger and its own season. Only members see them.",
  none: "You are in no club yet. Found one, or open an invite link.",
  found: "Found a club",
  name: "Name of the club",
  all: "All your clubs",
  card: (/** @type {number} */ members, /** @type {number} */ tables) =>
    `${members === 1 ? "1 member" : `${members} members`} · ${tables === 1 ? "1 open table" : `${tables} open tables`}`,
  /** @type {Record<Wire.ClubMember["role"], string>} */
  roles: { owner: "Owner", manager: "Manager", member: "Member" },
  parts: "Parts of the club",
  tabs: { tables: "Tables", members: "Members", ledger: "Ledger", season: "Season" },
  openTable: "Open a table",
  openTournament: "Open a tournament",
  noTables: "No table or tournament of the club is open.",
  invite: "Invite link",
  inviteHint: "Whoever has it can join the club.",
  copy: "Copy",
  copied: "The invite link is copied.",
  renew: "New link",
  renewAsk: "Make a new invite link? The old one stops working.",
  promote: "Make a manager",
  demote: "Make a member",
  handOver: "Hand over",
  handOverAsk: (/** @type {string} */ player) => `Make ${player} the owner? You stay as a manager.`,
  remove: "Remove",
  removeAsk: (/** @type {string} */ player) =>
    `Remove ${player} from the club? They leave its tables; their results stay in the ledger.`,
  leave: "Leave the club",
  leaveAsk: "Leave the club? You leave its tables, too; your results stay in the ledger.",
  cancel: "Cancel",
  joining: (/** @type {string} */ name) => `Join ${name}?`,
  joinLead: (/** @type {string} */ owner, /** @type {number} */ members) =>
    `${owner} runs this club. ${members === 1 ? "It has one member." : `It has ${members} members.`}`,
  join: "Join the club",
  signInFirst: "Sign in first: clubs are for members.",
  signIn: "Sign in",
  joined: (/** @type {string} */ name) => `You are in ${name}.`,
  period: "Period",
  /** @type {[string, string][]} */
  periods: [
    ["all", "All nights"],
    ["month", "This month"],
    ["last-month", "Last month"],
    ["year", "This year"],
  ],
  nights: "Nights",
  noNights: "No night of this period is over yet. A night is over when its table has closed.",
  settleUp: "Settle up",
  openLead: (/** @type {number} */ count) =>
    count === 1 ? "One night of this period is open." : `${count} nights of this period are open.`,
  nothingOpen: "No night of this period is open.",
  settle: "Settle these nights",
  settleAsk: "Settle these nights? They count as one settlement from then on, and its payments are due.",
  settled: "The nights are settled.",
  settlement: (/** @type {number} */ number, /** @type {string} */ when) => `Settlement ${number}, ${when}`,
  isSettled: (/** @type {number} */ number) => `Settlement ${number}`,
  isOpen: "Open",
  paid: "Paid",
  due: "Due",
  markPaid: "Mark as paid",
  markDue: "Not paid",
  payments: "Payments (CSV)",
  by: "Decided by",
  /** @type {[string, string][]} */
  deciders: [
    ["points", "Points"],
    ["chips", "Chips won"],
  ],
  seasonColumns: ["Place", "Player", "Points", "Chips", "Nights", "Tournaments"],
  seasonRules:
    "Each night gives 2 points for every player who did worse than you, and 1 for every player who did as well. " +
    "House bots do not count.",
  noSeason: "The season begins with the first night that is over.",
};

// -- the operator -----------------------------------------------------------------------------------------------------

/** What the operator's page says. */
export const OPERATOR = {
  title: "Operator",
  lead: "Sign in with the admin token that the server printed, or that you gave it.",
  token: "Admin token",
  tokenHint: "It stays in this tab, and is gone when you close it.",
  signIn: "Sign in",
  signOut: "Sign out",
  room: "Back to the room",
  fine: "All is well",
  trouble: (/** @type {string} */ sentence) => `The database is in trouble: ${sentence}.`,
  setAside: (/** @type {string} */ id, /** @type {string} */ why) => `${id} is damaged and set aside: ${why}`,
  updated: (/** @type {string} */ when) => `As of ${when}`,
  away: "The server isn’t answering. Trying again…",
  figures: "Figures",
  names: {
    connected: "Players connected",
    players: "Accounts",
    sessions: "Sessions",
    sockets: "Sockets",
    hands: "Hands since the start",
    timeouts: "Timeouts",
    chips: "Chips given out",
    chip_violations: "Chip errors",
    wrong_passwords: "Wrong passwords",
    wrong_admin_tokens: "Wrong admin tokens",
  },
  answers: "Answers, 99 of 100 within",
  commits: "Commits, 99 of 100 within",
  milliseconds: (/** @type {number | null} */ ms) => (ms === null ? "–" : `${ms} ms`),
  count: "Count every chip",
  counted: (/** @type {string} */ chips) => `${chips} chips, and every one of them is where it belongs.`,
  tables: "Tables",
  noTables: "No table is open.",
  tournaments: "Tournaments",
  noTournaments: "No tournament is open.",
  players: "Players",
  search: "Name starts with",
  find: "Find",
  more: "More",
  noPlayers: "No player is called that.",
  clubs: "Clubs",
  noClubs: "There is no club yet.",
  club: (/** @type {string} */ owner, /** @type {number} */ members) =>
    `${owner} owns it · ${members === 1 ? "1 member" : `${members} members`}`,
  seats: (/** @type {number} */ taken, /** @type {number} */ seats, /** @type {number} */ people) =>
    `${taken} of ${seats} seats taken, ${people} by people`,
  watching: (/** @type {number} */ count) => `${count} watching`,
  hands: (/** @type {number} */ count) => (count === 1 ? "1 hand" : `${count} hands`),
  inClub: (/** @type {string} */ club) => `club ${club}`,
  inTournament: (/** @type {string} */ tournament) => `tournament ${tournament}`,
  openedBy: (/** @type {string} */ player) => `opened by ${player}`,
  paused: (/** @type {string} */ why) => `Paused: ${why}`,
  entered: (/** @type {number} */ entered, /** @type {number} */ field) => `${entered} of ${field} entered`,
  left: (/** @type {number} */ left) => `${left} left`,
  pause: "Pause",
  resume: "Resume",
  close: "Close the table",
  closeAsk: (/** @type {string} */ name) => `Close ${name}? Everyone leaves with their chips after the hand.`,
  callOff: "Call the hand off",
  callOffAsk: (/** @type {string} */ name) =>
    `Call off the hand at ${name}? Every chip goes back, and it is dealt again. That is for a misdeal.`,
  kick: "Kick",
  kickAsk: (/** @type {string} */ player) => `Make ${player} leave this table? They stay out until you let them in.`,
  letIn: "Let in again",
  keptOut: "Kept out",
  ledger: "Ledger (CSV)",
  cancel: "Cancel it",
  cancelAsk: (/** @type {string} */ name) => `Cancel ${name}? Everyone gets their entry back.`,
  why: "Why, for everyone to read",
  whyPlayer: "Why, for the player to read",
  hours: "For how many hours; empty until you lift it",
  mute: "Mute",
  muteAsk: (/** @type {string} */ player) => `${player} can play, but not talk, at any table.`,
  unmute: "Lift the mute",
  ban: "Ban",
  banAsk: (/** @type {string} */ player) =>
    `${player} leaves every table, is signed out, and cannot come in again until you lift it.`,
  unban: "Lift the ban",
  signOutPlayer: "Sign out",
  signOutAsk: (/** @type {string} */ player) => `End all sessions and tokens of ${player}?`,
  muted: (/** @type {string} */ why) => `Muted: ${why}`,
  banned: (/** @type {string} */ why) => `Banned: ${why}`,
  guest: "guest",
  online: "connected",
  balance: (/** @type {string} */ chips) => `${chips} chips`,
  sitting: (/** @type {string} */ tables) => `sits at ${tables}`,
  sessions: (/** @type {number} */ count) => (count === 1 ? "1 session" : `${count} sessions`),
  done: "Done.",
};
