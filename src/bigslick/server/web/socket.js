/**
 * The connection: it comes back by itself, goes on where it stopped, and sends what was not answered again.
 * Each command has an id of its own, so that the server does it once however often it arrives.
 */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;
const PING_EVERY = 20_000;
const SILENCE = 12_000;

/** A name that nobody else has chosen. */
const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Tells `status` (detail: "open" | "lost"), and each message of the server by its type: `snapshot`, `update`, `lobby`,
 * `tournament`, `moved`, `said`, `welcome`, `refused` (those that answer nothing), `bye`.
 */
export class Connection extends EventTarget {
  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    this.status = "lost";
    /** @type {string | null} */
    this.player = null;
    /** Server time minus ours. */
    this.offset = 0;
    /** @type {Map<string, number | null>} the last update of each table that is watched */
    this.tables = new Map();
    /** @type {Set<string>} tables whose snapshot was asked for because an update was missing */
    this.gaps = new Set();
    this.lobby = false;
    /** @type {Set<string>} */
    this.tournaments = new Set();
    /** @type {Map<string, { frame: string, settle: (answer: any) => void }>} */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.tries = 0;
    /** @type {any} */
    this.timer = 0;
    this.heardAt = 0;
    this.ready = false;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    setInterval(() => this.keepAlive(), PING_EVERY);
  }

  /** The server's time. */
  now() {
    return Date.now() + this.offset;
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.ready = false;
    socket.addEventListener("message", (event) => this.socket === socket && this.heard(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.socket === socket && this.lost());
  }

  /** Connect anew, as somebody else: who is signed in is decided when a connection opens. */
  restart() {
    for (const table of this.tables.keys()) this.tables.set(table, null);
    this.tries = 0;
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.open();
  }

  lost() {
    this.socket = null;
    this.ready = false;
    if (this.status !== "lost") {
      this.status = "lost";
      this.tell("status", "lost");
    }
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++) * (0.75 + Math.random() / 2);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), wait);
  }

  /** Somebody looks at the page again, or the network is back: do not wait. */
  hurry() {
    if (!this.socket) {
      this.tries = 0;
      this.open();
    } else this.keepAlive();
  }

  keepAlive() {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    const asked = Date.now();
    this.send({ type: "ping", at: asked });
    setTimeout(() => this.socket === socket && this.heardAt < asked && socket.close(), SILENCE);
  }

  /** @param {any} message */
  send(message) {
    if (this.ready) this.socket?.send(JSON.stringify(message));
  }

  /** @param {string} type @param {any} detail */
  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** @param {any} message */
  heard(message) {
    this.heardAt = Date.now();
    if (message.now !== undefined) this.offset = message.now - this.heardAt;
    switch (message.type) {
      case "welcome":
        return this.welcomed(message);
      case "snapshot":
        if (!this.tables.has(message.table)) return;
        this.gaps.delete(message.table);
        this.tables.set(message.table, message.seq);
        return this.tell("snapshot", message);
      case "update":
        return this.updated(message);
      case "done":
        return this.answered(message);
      case "refused":
        return this.pending.has(message.cmd_id) ? this.answered(message) : this.tell("refused", message);
      default:
        return this.tell(message.type, message);
    }
  }

  /** @param {any} message */
  welcomed(message) {
    this.ready = true;
    this.tries = 0;
    this.player = message.player;
    this.status = "open";
    this.gaps.clear();
    for (const [table, last] of this.tables) this.sendWatch(table, last);
    if (this.lobby) this.send({ type: "watch_lobby" });
    for (const tournament of this.tournaments) this.send({ type: "watch_tournament", tournament });
    for (const { frame } of this.pending.values()) this.socket?.send(frame);
    this.tell("welcome", message);
    this.tell("status", "open");
  }

  /** @param {any} message */
  updated(message) {
    const last = this.tables.get(message.table);
    if (last === undefined || last === null || message.seq <= last) return;
    if (message.seq > last + 1) {
      if (!this.gaps.has(message.table)) {
        this.gaps.add(message.table);
        this.sendWatch(message.table, null);
      }
      return;
    }
    this.tables.set(message.table, message.seq);
    this.tell("update", message);
  }

  /** @param {any} message */
  answered(message) {
    const waiting = this.pending.get(message.cmd_id);
    this.pending.delete(message.cmd_id);
    waiting?.settle(message);
  }

  /** @param {string} table @param {number | null} last */
  sendWatch(table, last) {
    this.send(last === null ? { type: "watch", table } : { type: "watch", table, last_seq: last });
  }

  /** @param {string} table */
  watch(table) {
    this.tables.set(table, null);
    this.sendWatch(table, null);
  }

  /** @param {string} table */
  unwatch(table) {
    if (this.tables.delete(table)) this.send({ type: "unwatch", table });
  }

  watchLobby() {
    this.lobby = true;
    this.send({ type: "watch_lobby" });
  }

  /** @param {string} tournament */
  watchTournament(tournament) {
    this.tournaments.add(tournament);
    this.send({ type: "watch_tournament", tournament });
  }

  /**
   * Send a command; the answer is a `done` or a `refused`, after a lost connection too.
   * @param {string} type @param {Record<string, any>} fields @returns {Promise<any>}
   */
  command(type, fields) {
    const cmd_id = newId();
    const frame = JSON.stringify({ type, cmd_id, ...fields });
    return new Promise((settle) => {
      this.pending.set(cmd_id, { frame, settle });
      if (this.ready) this.socket?.send(frame);
    });
  }
}
