/**
 * The connection: reconnects, resumes where it left off, and resends unanswered commands. Each command has an id, so
 * the server does it once however often it arrives.
 */

import { newId } from "./api.js";
import { serverWords } from "./format.js";
import { BEAT_MS, Heartbeat } from "./heartbeat.js";
import { tournamentAfter } from "./standings.js";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;
const AWAY_WAIT = 1_500;

/**
 * The events: each server message by its type, and `status`. `refused` is emitted only if it does not answer a command.
 * @typedef {{ [T in Wire.FromServer["type"]]: Extract<Wire.FromServer, { type: T }> } &
 *   { status: "open" | "lost" }} Heard
 *
 * @typedef {Extract<Wire.Command, { cmd_id: string }>} Answered a command that is answered
 * @typedef {Wire.Done | Wire.Refused} Answer
 */

/**
 * A command's fields without type and id.
 * @template {Answered["type"]} T
 * @typedef {Omit<Extract<Answered, { type: T }>, "type" | "cmd_id">} Fields
 */

/** The WebSocket to the server. */
export class Connection {
  /** @param {string} url */
  constructor(url) {
    this.url = url;
    /** @type {"open" | "lost"} */
    this.status = "lost";
    /** @type {string | null} the player the server knows us as */
    this.player = null;
    /** @type {Map<string, string>} our names at tables and tournaments that show us by another */
    this.names = new Map();
    /** Server time minus ours. */
    this.offset = 0;
    /** @type {number | null} the server's time when the connection was lost */
    this.stoppedAt = null;
    /** @type {Map<string, number | null>} the last update of each watched table */
    this.tables = new Map();
    /** @type {Set<string>} tables that missed an update and await a snapshot */
    this.gaps = new Set();
    this.watchesLobby = false;
    /** @type {Wire.Lobby | null} the lobby as last received; null while it is not known */
    this.lobby = null;
    /** @type {Map<string, Wire.TournamentNow | null>} the watched tournaments as last received */
    this.tournaments = new Map();
    /** What we can pay for in each watched tournament. @type {Map<string, readonly Wire.ChipsOffered[]>} */
    this.offers = new Map();
    /** @type {Map<string, { frame: string, settle: (answer: Answer) => void }>} */
    this.pending = new Map();
    /** @type {Map<string, Set<(message: any) => void>>} */
    this.listeners = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.tries = 0;
    this.timer = 0;
    this.heardAt = 0;
    this.openedAt = 0;
    this.ready = false;
    /** @type {Set<string>} tables where a hand waits for its players, so that silence matters */
    this.waiting = new Set();
    this.heart = new Heartbeat(this);
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    addEventListener("offline", () => this.ready && this.stall());
    setInterval(() => this.heart.beat(Date.now()), BEAT_MS);
  }

  /**
   * Subscribe to a type of message.
   * @template {keyof Heard} T
   * @param {T} type @param {(message: Heard[T]) => void} hear
   * @returns {() => void} unsubscribes
   */
  on(type, hear) {
    const listeners = this.listeners.get(type) ?? new Set();
    this.listeners.set(type, listeners.add(hear));
    return () => listeners.delete(hear);
  }

  /** @template {keyof Heard} T @param {T} type @param {Heard[T]} message */
  tell(type, message) {
    for (const hear of [...(this.listeners.get(type) ?? [])]) hear(message);
  }

  /** The server's time; it stops with the connection, because the server may have stopped too. */
  now() {
    return this.stoppedAt ?? Date.now() + this.offset;
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.ready = false;
    this.openedAt = Date.now();
    socket.addEventListener("message", (event) => this.socket === socket && this.heard(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.socket === socket && this.lost());
  }

  /** Reconnect as another player: the server checks who is signed in when a connection opens. */
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
    this.openedAt = 0;
    this.stall();
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++) * (0.75 + Math.random() / 2);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), wait);
  }

  /** The connection is silent: say so now, and give it a little time to recover. */
  stall() {
    if (this.status === "lost") return;
    this.stoppedAt = this.now();
    this.status = "lost";
    this.tell("status", "lost");
  }

  /** Replace the connection without closing it first: closing would wait for an answer that never comes. */
  drop() {
    const old = this.socket;
    this.lost();
    old?.close();
  }

  /** Whether a hand waits for its players. */
  get urgent() {
    return this.waiting.size > 0;
  }

  /** The page is visible again, or the network is back: reconnect now. */
  hurry() {
    if (this.ready) {
      this.heart.ask(Date.now());
    } else {
      this.tries = 0;
      this.open();
    }
  }

  /** Ping the server. @param {number} at */
  ping(at) {
    this.send({ type: "ping", at });
  }

  /** @param {Wire.Command} message */
  send(message) {
    if (this.ready) this.socket?.send(JSON.stringify(message));
  }

  /** @param {Wire.FromServer} message */
  heard(message) {
    this.heardAt = Date.now();
    this.stoppedAt = null;
    if (this.ready && this.status === "lost") {
      this.status = "open";
      this.tell("status", "open");
    }
    if ("sentence" in message) message.sentence = serverWords(message);
    if ("now" in message) this.offset = message.now - this.heardAt;
    if (message.type === "welcome") this.welcomed(message);
    else if (message.type === "snapshot") this.snapshot(message);
    else if (message.type === "update") this.updated(message);
    else if (message.type === "named") this.named(message);
    else if (message.type === "lobby" || message.type === "lobby_changed") this.lobbyHeard(message);
    else if (message.type === "tournament") this.tournament(message);
    else if (message.type === "tournament_changed") this.tournamentChanged(message);
    else if (message.type === "offers") this.offered(message);
    else if (message.type === "done" || message.type === "refused") this.answered(message);
    else this.tell(message.type, message);
  }

  /** @param {Wire.Welcome} message */
  welcomed(message) {
    this.ready = true;
    this.tries = 0;
    this.status = "open";
    this.player = message.player;
    this.names.clear();
    this.offers.clear();
    this.gaps.clear();
    for (const [table, last] of this.tables) this.sendWatch(table, last);
    if (this.watchesLobby) this.watchLobby();
    for (const tournament of this.tournaments.keys()) this.watchTournament(tournament);
    for (const { frame } of this.pending.values()) this.socket?.send(frame);
    this.tell("welcome", message);
    this.tell("status", "open");
  }

  /** @param {Wire.NamedHere} message */
  named(message) {
    this.names.set(message.at, message.player);
    this.tell("named", message);
  }

  /** The name that a table or tournament shows for us. @param {string} at @returns {string | null} */
  nameAt(at) {
    return this.names.get(at) ?? this.player;
  }

  /** @param {Wire.TableSnapshot} message */
  snapshot(message) {
    if (!this.tables.has(message.table)) return;
    this.gaps.delete(message.table);
    this.tables.set(message.table, message.seq);
    this.tell("snapshot", message);
  }

  /** @param {Wire.Update} message */
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

  /** @param {Answer} answer */
  answered(answer) {
    const id = answer.cmd_id ?? "";
    const waiting = this.pending.get(id);
    if (waiting) {
      this.pending.delete(id);
      waiting.settle(answer);
    } else if (answer.type === "refused") this.tell("refused", answer);
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
    this.watchesLobby = true;
    this.lobby = null;
    this.send({ type: "watch_lobby" });
  }

  /** Emit the whole lobby, however little of it has changed. @param {Wire.Lobby | Wire.LobbyChanged} message */
  lobbyHeard(message) {
    const known = this.lobby;
    if (message.type === "lobby") this.lobby = message;
    else if (!known) return;
    else if (message.seq !== known.seq + 1) return this.watchLobby();
    else this.lobby = lobbyAfter(known, message);
    this.tell("lobby", this.lobby);
  }

  /** @param {string} tournament */
  watchTournament(tournament) {
    this.tournaments.set(tournament, null);
    this.send({ type: "watch_tournament", tournament });
  }

  /** @param {Wire.TournamentNow} now */
  tournament(now) {
    this.tournaments.set(now.card.tournament, now);
    this.tell("tournament", now);
  }

  /** @param {Wire.OffersNow} message */
  offered(message) {
    this.offers.set(message.tournament, message.offers);
    this.tell("offers", message);
  }

  /** Emit the whole tournament, however little of it has changed. @param {Wire.TournamentChanged} change */
  tournamentChanged(change) {
    const known = this.tournaments.get(change.tournament);
    if (!known) return;
    if (change.seq === known.seq + 1) this.tournament(tournamentAfter(known, change));
    else this.watchTournament(change.tournament);
  }

  /**
   * Send a command; the answer comes even if the connection or the database is lost in between.
   * @template {Answered["type"]} T
   * @param {T} type @param {Fields<T>} fields @returns {Promise<Answer>}
   */
  async command(type, fields) {
    for (;;) {
      const answer = await this.sendOnce(type, fields);
      if (answer.type !== "refused" || answer.code !== "away") return answer;
      await new Promise((goOn) => setTimeout(goOn, AWAY_WAIT));
    }
  }

  /**
   * @template {Answered["type"]} T
   * @param {T} type @param {Fields<T>} fields @returns {Promise<Answer>}
   */
  sendOnce(type, fields) {
    const cmd_id = newId();
    const frame = JSON.stringify({ type, cmd_id, ...fields });
    return new Promise((settle) => {
      this.pending.set(cmd_id, { frame, settle });
      if (this.ready) this.socket?.send(frame);
    });
  }
}

/** The lobby after a change. @param {Wire.Lobby} lobby @param {Wire.LobbyChanged} change @returns {Wire.Lobby} */
function lobbyAfter(lobby, { seq, balance = null, tables = [], tournaments = [], gone = [] }) {
  const left = new Set(gone);
  const byTable = new Map([...lobby.tables, ...tables].map((card) => [card.table, card]));
  const byTournament = new Map([...lobby.tournaments, ...tournaments].map((card) => [card.tournament, card]));
  return {
    ...lobby,
    seq,
    balance,
    tables: [...byTable.values()].filter((card) => !left.has(card.table)),
    tournaments: [...byTournament.values()].filter((card) => !left.has(card.tournament)),
  };
}
