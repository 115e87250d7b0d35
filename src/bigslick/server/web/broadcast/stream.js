/**
 * The page of a broadcast, for OBS: one table, large, without anything to press. The secret is after `#`, so no server
 * and no proxy ever writes it into a log; `#SECRET/transparent` leaves the background out.
 */

import { people } from "../account/people.js";
import { broadcastAvatars } from "../shared/api.js";
import { loadShapes } from "../shared/cards.js";
import { attribute, el, find, text } from "../shared/dom.js";
import { stakesWords } from "../shared/format.js";
import { say, sayDocument } from "../shared/language.js";
import { Connection } from "../shared/socket.js";
import { TableView } from "../table/felt/draw.js";
import { fromSnapshot, fromUpdate, step } from "../table/reduce.js";
import { madeNames, sentence } from "../table/words.js";

/** @import { Table } from "../table/reduce.js" */

/** The size that the picture is drawn at, before it is enlarged to the window: 16:9, with large type at 1920 × 1080. */
const WIDTH = 1120;
const HEIGHT = 630;
const TICK_MS = 100;
const MOST_SPOKEN = 20;

/** A connection to one broadcast, without the session of the browser. */
class BroadcastConnection extends Connection {
  /** @param {string} secret */
  constructor(secret) {
    super(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws?anonymous`);
    this.secret = secret;
  }

  /** @param {Wire.Welcome} message @override */
  welcomed(message) {
    this.tables.clear();
    super.welcomed(message);
    this.sendWatch();
  }

  /** Ask for the whole table: at the beginning, and after a gap. @override */
  sendWatch() {
    this.send({ type: "watch_broadcast", secret: this.secret });
  }

  /** @param {Wire.TableSnapshot} message @override */
  snapshot(message) {
    this.tables.set(message.table, null); // whichever it is
    super.snapshot(message);
  }
}

/** The picture. */
class StreamScreen {
  /** @param {HTMLElement} place @param {BroadcastConnection} connection */
  constructor(place, connection) {
    this.connection = connection;
    this.place = place;
    /** @type {Table | null} */
    this.state = null;
    this.view = new TableView();
    this.name = el("h1", { class: "stream-name" });
    this.stakes = el("p", { class: "stream-stakes" });
    this.line = el("p", { class: "stream-line" });
    this.waiting = say("The broadcast begins with the first hand, once its delay has passed.");
    const head = el("header", { class: "stream-head" }, this.name, this.stakes);
    this.pane = el("div", { class: "stream-pane" }, head, this.view.root, this.line);
    connection.on("snapshot", (message) => this.become(fromSnapshot(message, null)));
    connection.on("update", (message) => this.update(message));
    connection.on("refused", (message) => this.tell(message.sentence));
    connection.on("shown_out", (message) => this.tell(message.sentence));
    people.on(() => this.state && this.view.draw(this.state));
    addEventListener("resize", () => this.fit());
    setInterval(() => this.view.tick(connection.now()), TICK_MS);
    this.fit();
  }

  /** Enlarge the picture to the window. */
  fit() {
    const scale = Math.min(innerWidth / WIDTH, innerHeight / HEIGHT);
    this.pane.style.setProperty("--scale", scale.toFixed(4));
  }

  /** Show a sentence instead of the table. @param {string} words */
  tell(words) {
    this.state = null;
    this.place.replaceChildren(el("p", { class: "stream-told", role: "alert" }, words));
  }

  /** @param {Wire.Update} update */
  update(update) {
    if (!this.state) return;
    let state = this.state;
    for (const event of update.events) {
      state = step(state, event);
      const words = sentence(event, state);
      if (words) this.say(words);
    }
    this.become(fromUpdate(this.state, update));
  }

  /** Write what has just happened, for screen readers too. @param {string} words */
  say(words) {
    text(this.line, words);
    const live = document.getElementById("live");
    live?.append(el("p", {}, words));
    while (live && live.childElementCount > MOST_SPOKEN) live.firstElementChild?.remove();
  }

  /** @param {Table} state */
  become(state) {
    this.state = state;
    const { spec, level, play } = state;
    if (!this.pane.isConnected) this.place.replaceChildren(this.pane);
    document.title = say("Broadcast of {table}", { table: spec.name });
    text(this.name, spec.name);
    const stakes = stakesWords(level.small, level.big, level.ante, spec.chip_value);
    text(this.stakes, play ? say("{stakes} · hand {number}", { stakes, number: String(play.hand) }) : stakes);
    if (!play && !state.closed && state.seats.every((seat) => seat === null)) this.say(this.waiting);
    else if (this.line.textContent === this.waiting) text(this.line, "");
    people.meet(
      state.table,
      state.seats.flatMap((seat) => (seat ? [seat.player] : [])),
      (_, players) => broadcastAvatars({ secret: this.connection.secret, players }),
    );
    this.view.draw(state);
    for (const view of this.view.seats) {
      const named = play && !play.shown[view.seat] && play.live[view.seat] ? madeNames(play, view.seat) : [];
      attribute(find(view.root, ".who"), "data-made", named.join(" · ") || null);
    }
  }
}

async function start() {
  const place = document.getElementById("stream");
  if (!place) return;
  const [secret, ...options] = decodeURIComponent(location.hash.slice(1)).split("/");
  document.body.classList.toggle("transparent", options.includes("transparent"));
  addEventListener("hashchange", () => location.reload());
  await Promise.all([loadShapes(), loadShapes("avatars")]);
  const connection = new BroadcastConnection(secret);
  const screen = new StreamScreen(place, connection);
  if (secret) connection.open();
  else screen.tell(say("This address has no secret: copy the whole address from the host's dialog."));
}

sayDocument();
start();
