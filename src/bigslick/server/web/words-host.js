/** Everything that people read about opening, hosting and coming in. */

import { chips } from "./format.js";

/** @type {[Wire.NewTable["approve"] & string, string][]} */
export const APPROVALS = [
  ["none", "Nobody has to ask"],
  ["players", "New players ask me"],
  ["buy_ins", "Every buy-in asks me"],
];
/** @type {[Wire.NewTable["spectators"] & string, string][]} */
export const SPECTATORS = [
  ["on", "See everything live"],
  ["delayed", "See it later"],
  ["off", "See no hands"],
];
/** @type {[string, string][]} */
export const DELAYS = [
  ["30000", "30 s later"],
  ["60000", "1 minute later"],
  ["180000", "3 minutes later"],
  ["600000", "10 minutes later"],
];
/** When another player may take over from a host who is away. @type {[string, string][]} */
export const TAKE_OVERS = [
  ["120000", "After 2 minutes"],
  ["300000", "After 5 minutes"],
  ["900000", "After 15 minutes"],
  ["0", "Never"],
];
/** @type {[Wire.NewTable["speed"] & string, string][]} */
export const SPEEDS = [
  ["relaxed", "Relaxed"],
  ["normal", "Normal"],
  ["fast", "Fast"],
];
/** @type {[string, string][]} */
export const BANKS = [
  ["0", "None"],
  ["30000", "30 s"],
  ["60000", "1 minute"],
  ["120000", "2 minutes"],
];
/** @type {[Wire.NewTable["dead_blind_rule"] & string, string][]} */
export const NEWCOMERS = [
  ["wait", "Wait for the big blind"],
  ["post", "Post and play at once"],
];
/** @type {[string, string][]} */
export const STACKS = [
  ["1000", "1,000 (50 big blinds)"],
  ["1500", "1,500 (75 big blinds)"],
  ["2000", "2,000 (100 big blinds)"],
  ["3000", "3,000 (150 big blinds)"],
];

export const HOST_WORDS = {
  open: "Open a table",
  openTournament: "Open a tournament",
  openButton: "Open",
  stakes: "The game",
  door: "Who comes in",
  more: "Rules, clocks and buy-ins",
  private: "Private",
  privateHint: "Not in the lobby. Only people with your invite link find it.",
  password: "Password for the invite",
  passwordHint: "Optional. At least 4 characters.",
  approve: "Buy-ins",
  entries: "Entries",
  spectators: "People who only watch",
  delay: "How much later",
  takeOver: "If I am away, others may take over",
  name: "Name",
  smallBlind: "Small blind",
  bigBlind: "Big blind",
  ante: "Ante",
  seats: "Seats",
  bots: "House bots",
  limit: "Limit",
  rules: "Rules",
  runOuts: "All-in hands",
  leastBuyIn: "Smallest buy-in",
  mostBuyIn: "Largest buy-in",
  leastBuyInHint: "Empty: 40 big blinds",
  mostBuyInHint: "Empty: 200 big blinds",
  newcomers: "Newcomers",
  action: "Time to act",
  bank: "Time bank",
  speed: "Pace",
  players: "Players",
  tableSeats: "Seats a table",
  buyIn: "Buy-in",
  stack: "Starting stack",
  levels: "Minutes a level",
  fill: "House bots take the free places",
  fillHint: "Half a minute after the first player enters.",

  host: "Host",
  hostWaiting: (/** @type {number} */ count) => `Host, ${count} waiting`,
  hostTitle: "You are the host",
  asking: "They wait for you",
  nobodyAsks: "Nobody is waiting for your yes.",
  yes: "Yes",
  no: "No",
  invite: "Invite link",
  inviteHint: "Whoever has this link comes in.",
  inviteHintPassword: "Whoever has this link and the password comes in.",
  copy: "Copy",
  copied: "The invite link is copied.",
  share: "Share",
  shareText: (/** @type {string} */ name) => `Come and play: ${name}`,
  people: "Players",
  alone: "Nobody else is here yet.",
  kick: "Kick",
  ban: "Ban",
  unban: "Unban",
  mute: "Mute",
  unmute: "Unmute",
  handOver: "Make host",
  hostAway: (/** @type {string} */ host) => `${host}, the host, is away.`,
  takeOverNow: (/** @type {string} */ host) => `${host}, the host, has been away for long.`,
  takeOverButton: "Take over as host",
  newHost: (/** @type {string} */ host) => `${host} is the host now.`,
  youAreHost: "You are the host now.",
  takenOver: (/** @type {string} */ host) => `${host} took over while you were away.`,
  askBack: "Ask to be the host again",
  banned: "Banned",
  game: "The table",
  event: "The tournament",
  pause: "Pause",
  resume: "Resume",
  moveOn: "Next hand now",
  close: "Close the table",
  callOff: "Call it off",
  doorTitle: "The door",
  more_for: (/** @type {string} */ player) => `What to do about ${player}`,

  sure: {
    kick: (/** @type {string} */ player) => ({
      title: `Kick ${player}?`,
      words: `${player} leaves after this hand with all their chips, and may ask for a seat again.`,
      go: "Kick",
    }),
    ban: (/** @type {string} */ player) => ({
      title: `Ban ${player}?`,
      words: `${player} leaves after this hand with all their chips, and cannot come back until you unban them.`,
      go: "Ban",
    }),
    kickEntrant: (/** @type {string} */ player) => ({
      title: `Take ${player} out?`,
      words: `${player} gets the buy-in back, and may enter again.`,
      go: "Take out",
    }),
    hand_over: (/** @type {string} */ player) => ({
      title: `Make ${player} the host?`,
      words: "You stay where you are, but only the new host can give it back.",
      go: "Hand over",
    }),
    close: () => ({
      title: "Close the table?",
      words: "The present hand is the last one. Everyone leaves with their chips.",
      go: "Close the table",
    }),
    callOff: () => ({
      title: "Call the tournament off?",
      words: "It will not be played, and everyone gets the buy-in back.",
      go: "Call it off",
    }),
  },
  keep: "Not now",

  paused: (/** @type {string} */ why) => `Paused: ${why}.`,

  invited: "You are invited",
  invitedLead: "Somebody asks you to a private game.",
  comeIn: "Come in",
  passwordAsked: "Password",
  looking: "Opening the door…",
  waitingForHost: "Waiting for the host to say yes.",
  takeBack: "Take the request back",
  veiled: "The host lets nobody watch. Take a seat to see the hands.",
  late: (/** @type {number} */ ms) => `You see this ${ms >= 60_000 ? `${ms / 60_000} min` : `${ms / 1000} s`} later.`,
  privateMark: "private",
};

/** What somebody asks for. @param {Wire.Request} request */
export function requestWords({ player, kind, chips: amount }) {
  if (kind === "entry") return `${player} wants to enter${amount ? ` for ${chips(amount)}` : ""}.`;
  if (kind === "host") return `${player} is back, and wants to be the host again.`;
  if (kind === "chips") return `${player} wants ${chips(amount)} more chips.`;
  return `${player} wants a seat with ${chips(amount)}.`;
}
