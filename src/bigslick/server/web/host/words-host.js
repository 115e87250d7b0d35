/** Everything that people read about opening, hosting and coming in. */

import { PACES } from "../generated/choices.js";
import { say, translate } from "../shared/language.js";

/** @type {[Wire.NewTable["approve"] & string, string][]} */
export const APPROVALS = [
  ["none", say("Nobody has to ask")],
  ["players", say("New players ask me")],
  ["buy_ins", say("Every buy-in asks me")],
];
/** @type {[Wire.NewTable["spectators"] & string, string][]} */
export const SPECTATORS = [
  ["on", say("See everything live")],
  ["delayed", say("See it later")],
  ["off", say("See no hands")],
];
/** @type {[string, string][]} */
export const DELAYS = [
  ["30000", say("30 s later")],
  ["60000", say("1 minute later")],
  ["180000", say("3 minutes later")],
  ["600000", say("10 minutes later")],
];
/** When another player may take over from a host who is away. @type {[string, string][]} */
export const TAKE_OVERS = [
  ["120000", say("After 2 minutes")],
  ["300000", say("After 5 minutes")],
  ["900000", say("After 15 minutes")],
  ["0", say("Never")],
];
/** @type {[Wire.NewTable["speed"] & string, string][]} */
export const SPEEDS = [
  ["relaxed", say("Relaxed")],
  ["normal", say("Normal")],
  ["fast", say("Fast")],
];
/** What a pace means, in seconds. @param {Wire.NewTable["speed"] & string} speed */
export function paceWords(speed) {
  const { deal_animation_delay_ms: card, street_delay_ms: street, inter_round_delay_ms: hand } = PACES[speed];
  return say("{card} s a card, {street} s a street when all are all-in, {hand} s between hands", {
    card: card / 1000,
    street: street / 1000,
    hand: hand / 1000,
  });
}
/** @type {[string, string][]} */
export const BANKS = [
  ["0", say("None", {}, "no time bank")],
  ["30000", say("{seconds} s", { seconds: 30 })],
  ["60000", say("1 minute")],
  ["120000", say("2 minutes")],
];
/** @type {[Wire.NewTable["dead_blind_rule"] & string, string][]} */
export const NEWCOMERS = [
  ["wait", say("Wait for the big blind")],
  ["post", say("Post and play at once")],
];
/** @param {number} chips of which the first big blind takes 20 */
const startingStack = (chips) => say("{chips} ({blinds} big blinds)", { chips, blinds: chips / 20 });
/** @type {[string, string][]} */
export const STACKS = [
  ["1000", startingStack(1000)],
  ["1500", startingStack(1500)],
  ["2000", startingStack(2000)],
  ["3000", startingStack(3000)],
];

export const HOST_WORDS = {
  open: say("Open a table"),
  openTournament: say("Open a tournament"),
  openButton: say("Open", {}, "open a table"),
  stakes: say("The game"),
  door: say("Who comes in"),
  more: say("Rules, clocks and buy-ins"),
  private: say("Private"),
  privateHint: say("Not in the lobby. Only people with your invite link find it."),
  password: say("Password for the invite"),
  passwordHint: say("Optional. At least 4 characters."),
  approve: say("Buy-ins"),
  entries: say("Entries"),
  spectators: say("People who only watch"),
  delay: say("How much later"),
  takeOver: say("If I am away, others may take over"),
  name: say("Name"),
  smallBlind: say("Small blind"),
  bigBlind: say("Big blind"),
  ante: say("Ante"),
  seats: say("Seats"),
  bots: say("House bots"),
  limit: say("Limit"),
  rules: say("Rules"),
  runOuts: say("All-in hands"),
  leastBuyIn: say("Smallest buy-in"),
  mostBuyIn: say("Largest buy-in"),
  leastBuyInHint: say("Empty: 40 big blinds"),
  mostBuyInHint: say("Empty: 200 big blinds"),
  newcomers: say("Newcomers"),
  action: say("Time to act"),
  bank: say("Time bank"),
  speed: say("Pace"),
  players: say("Players"),
  tableSeats: say("Seats a table"),
  buyIn: say("Buy-in"),
  stack: say("Starting stack"),
  levels: say("Minutes a level"),
  fill: say("House bots take the free places"),
  fillHint: say("Half a minute after the first player enters."),

  host: say("Host"),
  hostWaiting: (/** @type {number} */ count) => say("Host, {count} waiting", { count }),
  hostTitle: say("You are the host"),
  asking: say("They wait for you"),
  nobodyAsks: say("Nobody is waiting for your yes."),
  yes: say("Yes"),
  no: say("No"),
  invite: say("Invite link"),
  inviteHint: say("Whoever has this link comes in."),
  inviteHintPassword: say("Whoever has this link and the password comes in."),
  copy: say("Copy"),
  copied: say("The invite link is copied."),
  share: say("Share"),
  shareText: (/** @type {string} */ name) => say("Come and play: {name}", { name }),
  people: say("Players"),
  alone: say("Nobody else is here yet."),
  kick: say("Kick"),
  ban: say("Ban"),
  unban: say("Unban"),
  mute: say("Mute"),
  unmute: say("Unmute"),
  handOver: say("Make host"),
  hostAway: (/** @type {string} */ host) => say("{host}, the host, is away.", { host }),
  takeOverNow: (/** @type {string} */ host) => say("{host}, the host, has been away for a while.", { host }),
  takeOverButton: say("Take over as host"),
  newHost: (/** @type {string} */ host) => say("{host} is the host now.", { host }),
  youAreHost: say("You are the host now."),
  takenOver: (/** @type {string} */ host) => say("{host} took over while you were away.", { host }),
  askBack: say("Ask to be the host again"),
  banned: say("Banned"),
  game: say("The table"),
  event: say("The tournament"),
  pause: say("Pause"),
  resume: say("Resume"),
  moveOn: say("Next hand now"),
  close: say("Close the table"),
  callOff: say("Call it off"),
  doorTitle: say("The door"),
  more_for: (/** @type {string} */ player) => say("What to do about {player}", { player }),

  sure: {
    kick: (/** @type {string} */ player) => ({
      title: say("Kick {player}?", { player }),
      words: say("{player} leaves after this hand with all their chips, and may ask for a seat again.", { player }),
      go: say("Kick"),
    }),
    ban: (/** @type {string} */ player) => ({
      title: say("Ban {player}?", { player }),
      words: say("{player} leaves after this hand with all their chips, and cannot come back until you unban them.", {
        player,
      }),
      go: say("Ban"),
    }),
    kickEntrant: (/** @type {string} */ player) => ({
      title: say("Take {player} out?", { player }),
      words: say("{player} gets the buy-in back, and may enter again.", { player }),
      go: say("Take out"),
    }),
    hand_over: (/** @type {string} */ player) => ({
      title: say("Make {player} the host?", { player }),
      words: say("You stay where you are, but only the new host can give it back."),
      go: say("Hand over"),
    }),
    close: () => ({
      title: say("Close the table?"),
      words: say("The present hand is the last one. Everyone leaves with their chips."),
      go: say("Close the table"),
    }),
    callOff: () => ({
      title: say("Call the tournament off?"),
      words: say("It will not be played, and everyone gets the buy-in back."),
      go: say("Call it off"),
    }),
  },
  keep: say("Not now"),

  paused: (/** @type {string} */ why) => say("Paused: {why}.", { why: translate(why) }),

  invited: say("You are invited"),
  invitedLead: say("Somebody asks you to a private game."),
  comeIn: say("Come in"),
  passwordAsked: say("Password"),
  looking: say("Opening the door…"),
  waitingForHost: say("Waiting for the host to say yes."),
  takeBack: say("Take the request back"),
  veiled: say("The host lets nobody watch. Take a seat to see the hands."),
  late: (/** @type {number} */ ms) =>
    ms >= 60_000
      ? say("You see this {minutes} min later.", { minutes: ms / 60_000 })
      : say("You see this {seconds} s later.", { seconds: ms / 1000 }),
  privateMark: say("private"),
};

/** What somebody asks for. @param {Wire.Request} request */
export function requestWords({ player, kind, chips: amount }) {
  if (kind === "entry") {
    return amount
      ? say("{player} wants to enter for {amount}.", { player, amount })
      : say("{player} wants to enter.", { player });
  }
  if (kind === "host") return say("{player} is back, and wants to be the host again.", { player });
  if (kind === "chips") return say("{player} wants {amount} more chips.", { player, amount });
  return say("{player} wants a seat with {amount}.", { player, amount });
}
