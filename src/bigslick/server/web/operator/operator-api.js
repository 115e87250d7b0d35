/** The operator's HTTP requests, all with the admin token, which stays in this tab. */

import { askAs, newId, Problem } from "../shared/api.js";

/** @template C @typedef {C extends { cmd_id: string } ? Omit<C, "cmd_id"> : never} Unsent a command without its id */

const KEPT = "bigslick-admin-token";
const name = encodeURIComponent;

/** This tab's admin token, or "". */
export const adminToken = () => sessionStorage.getItem(KEPT) ?? "";

/** Keep an admin token in this tab, or forget it. @param {string} token */
export function keepToken(token) {
  if (token) sessionStorage.setItem(KEPT, token);
  else sessionStorage.removeItem(KEPT);
}

/** Whether the token was refused. @param {unknown} error */
export const isRefused = (error) => error instanceof Problem && (error.status === 401 || error.status === 403);

/** @param {string} method @param {string} path @param {object} [body] */
const ask = (method, path, body) => askAs(adminToken(), method, `/api/admin/${path}`, body);

/** @param {string} table @param {string} what */
const atTable = (table, what) => `tables/${name(table)}/${what}`;

/** @param {string} player @param {string} what */
const ofPlayer = (player, what) => `players/${name(player)}/${what}`;

export const operator = {
  /** @type {() => Promise<Wire.RoomOverview>} */
  room: () => ask("GET", "room"),

  /** @type {() => Promise<Wire.ChipCount>} */
  check: () => ask("GET", "check"),

  /** @type {(search: string, after: string) => Promise<Wire.RoomAccount[]>} */
  players: (search, after) => ask("GET", `players?search=${name(search)}&after=${name(after)}`),

  /** @type {(table: string) => Promise<void>} */
  callOff: (table) => ask("POST", atTable(table, "call-off"), { cmd_id: newId() }),

  /** @type {(table: string) => Promise<Wire.Night>} */
  ledger: (table) => ask("GET", atTable(table, "ledger")),

  /** A ledger's file, as text. @type {(table: string) => Promise<string>} */
  ledgerFile: (table) => ask("GET", atTable(table, "ledger.csv")),

  /** Send a host's command. @type {(command: Unsent<Wire.HostCommand>) => Promise<void>} */
  command: (command) => ask("POST", "host-commands", { ...command, cmd_id: newId() }),

  /** @type {(player: string, order: Wire.SanctionOrder) => Promise<void>} */
  mute: (player, order) => ask("POST", ofPlayer(player, "mute"), order),

  /** @type {(player: string) => Promise<void>} */
  unmute: (player) => ask("POST", ofPlayer(player, "unmute")),

  /** @type {(player: string, order: Wire.SanctionOrder) => Promise<void>} */
  ban: (player, order) => ask("POST", ofPlayer(player, "ban"), order),

  /** @type {(player: string) => Promise<void>} */
  unban: (player) => ask("POST", ofPlayer(player, "unban")),

  /** @type {(player: string) => Promise<void>} */
  signOut: (player) => ask("POST", ofPlayer(player, "sign-out")),
};
