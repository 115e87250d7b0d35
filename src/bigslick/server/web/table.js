/** A table that is being played: the oval, the controls below it, the drawer beside it. */

import { Afterwards, straddleBox } from "./afterwards.js";
import { Controls } from "./controls.js";
import { attribute, el, text, toggle } from "./dom.js";
import { TableView } from "./draw.js";
import { Drawer } from "./drawer.js";
import { chips, ordinal, short } from "./format.js";
import { icon } from "./icon.js";
import { fromSnapshot, fromUpdate, isPlaying, ownSeat, step } from "./reduce.js";
import { answerSeeds } from "./seeds.js";
import { botDialog, leaveDialog, seatDialog, sitDialog, topUpDialog } from "./sit.js";
import { Strip } from "./strip.js";
import { AFTERWARDS, nameAt, sentence, situation } from "./words.js";

/** @import { App } from "./app.js" */
/** @import { Table } from "./reduce.js" */

/** @typedef {[words: string, run: () => unknown, kind: "primary" | "secondary"]} DockButton */

const TICK_MS = 100;
/** @type {Record<Wire.TableSettings["limit"], string>} */
const LIMITS = { none: "no-limit", pot: "pot-limit", fixed: "fixed-limit" };

/** One table on the screen. */
export class TableScreen {
  /** @param {App} app @param {string} table */
  constructor(app, table) {
    this.app = app;
    this.table = table;
    this.title = "Table";
    /** @type {Table | null} */
    this.state = null;
    this.view = new TableView({ onSeat: (seat) => this.openSeat(seat) });
    this.drawer = new Drawer(app, table);
    this.strip = new Strip();
    this.controls = new Controls({
      act: ({ hand, number }, action) => app.command("act", { table, hand, number, action }),
      announce: (words) => app.announce(words),
    });
    this.afterwards = new Afterwards(app, table);
    this.straddle = straddleBox(app, table);
    this.hint = el("p", { class: "dock-hint" });
    this.buttons = el("div", { class: "dock-buttons" });
    const { plans } = this.controls;
    const ways = [this.hint, plans, this.afterwards.root, this.straddle.root, this.buttons];
    this.idle = el("div", { class: "idle" }, ...ways);
    this.dock = el("div", { class: "dock" }, this.idle, this.controls.root);
    this.heading = el("h1", { class: "unseen" }, "Table");
    const parts = [this.heading, this.strip.root, this.view.root, this.dock, this.drawer.root];
    this.root = el("div", { class: "table-screen" }, ...parts);
    this.name = el("span", { class: "where-name" }, "…");
    this.stakes = el("span", { class: "where-stakes" });
    const seat = { class: "quiet small seat-open", type: "button", hidden: true, onclick: () => this.openMenu() };
    this.seatButton = el("button", seat, "Your seat");
    const talk = { class: "quiet round drawer-open", type: "button", "aria-label": "Log, chat and hands" };
    this.where = [
      el("a", { class: "quiet round", href: "#/", "aria-label": "Back to the lobby" }, icon("back")),
      el("span", { class: "where-words" }, this.name, this.stakes),
      this.seatButton,
      el("button", { ...talk, onclick: () => this.drawer.show(!this.drawer.isOpen) }, icon("talk")),
    ];
    /** @type {HTMLDialogElement | null} what the player may do with the seat, while it is open */
    this.menu = null;
    /** How the tournament ended for the player, once it has. */
    this.finished = "";
    /** @type {(() => void)[]} */
    this.unhear = [];
    this.timer = 0;
  }

  enter() {
    const { connection } = this.app;
    this.unhear = [
      connection.on("snapshot", (message) => message.table === this.table && this.snapshot(message)),
      connection.on("update", (message) => message.table === this.table && this.update(message)),
      connection.on("said", (message) => message.table === this.table && this.said(message)),
      connection.on("tournament", (message) => this.tournament(message)),
      connection.on("refused", ({ code, sentence }) => code === "unknown" && !this.state && this.missing(sentence)),
    ];
    connection.watch(this.table);
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  leave() {
    for (const stop of this.unhear) stop();
    this.app.connection.unwatch(this.table);
    clearInterval(this.timer);
  }

  /** Whether the player wants to be taken along to a new seat. @param {Wire.PlayerMoved} moved */
  follows(moved) {
    return this.state?.spec.tournament === moved.tournament || this.state?.you === null;
  }

  /** @param {string} words */
  missing(words) {
    const back = el("a", { class: "primary", href: "#/" }, "Back to the lobby");
    this.root.replaceChildren(el("div", { class: "nothing" }, el("p", {}, words), back));
  }

  // -- what the server tells ------------------------------------------------------------------------------------------

  /** @param {Wire.TableSnapshot} snapshot */
  snapshot(snapshot) {
    const first = !this.state;
    answerSeeds(this.app.connection, snapshot);
    const state = fromSnapshot(snapshot, this.app.connection.player);
    this.retell(snapshot, state);
    this.become(state);
    if (!first) return;
    this.app.announce(`${snapshot.spec.name}. ${situation(state)}`);
    if (snapshot.spec.tournament) this.app.connection.watchTournament(snapshot.spec.tournament);
  }

  /** Write the present hand into the log, as far as it has come. @param {Wire.TableSnapshot} snapshot @param {Table} end */
  retell(snapshot, end) {
    if (end.play) this.drawer.takeBack(end.play.hand);
    /** @type {Table} */
    let state = { ...end, play: null };
    for (const event of snapshot.events) {
      state = step(state, event);
      this.drawer.tell(event, state);
    }
  }

  /** @param {Wire.Update} update */
  update(update) {
    const before = this.state;
    if (!before) return;
    answerSeeds(this.app.connection, update);
    const next = fromUpdate(before, update);
    const spoken = [];
    let state = before;
    for (const event of update.events) {
      state = step(state, event);
      this.drawer.tell(event, state);
      spoken.push(sentence(event, state, true));
      if (event.type === "hand_ended") this.drawer.handOver();
      const paid = event.type === "player_left" || event.type === "topped_up";
      if (paid && event.player === state.viewer) this.app.refresh();
    }
    if (next.turn && next.turn !== before.turn && next.turn.seat === next.you) spoken.push(situation(next));
    this.app.announce(spoken.filter(Boolean).join(" "));
    this.become(next);
  }

  /** @param {Wire.Said} message */
  said(message) {
    this.drawer.said(message);
    this.app.announce(`${message.player} says: ${message.text}`);
  }

  /** @param {Wire.TournamentNow} now */
  tournament(now) {
    if (!this.state || now.card.tournament !== this.state.spec.tournament) return;
    const me = this.app.me?.player;
    this.strip.draw(now, me, this.app.connection.now());
    this.drawer.drawStandings(now);
    const mine = now.entrants.find((entrant) => entrant.player === me);
    if (!mine?.place || this.finished) return;
    this.finished = finishWords(mine);
    this.app.announce(this.finished);
    this.app.toast(this.finished, "good");
    this.become(this.state);
  }

  // -- drawing --------------------------------------------------------------------------------------------------------

  /** @param {Table} state */
  become(state) {
    const wasMine = this.state?.turn !== null && this.state?.turn?.seat === this.state?.you;
    this.state = state;
    const { spec, level, you } = state;
    const ante = level.ante ? ` ante ${short(level.ante)}` : "";
    const stakes = `${short(level.small)}/${short(level.big)}${ante} ${LIMITS[spec.limit]}`;
    text(this.name, spec.name);
    text(this.heading, `${spec.name}, ${stakes}`);
    text(this.stakes, stakes);
    attribute(this.root, "data-tournament", spec.tournament !== "");
    this.view.draw(state);
    this.controls.draw(state);
    this.drawIdle(state);
    this.afterwards.draw(state);
    this.straddle.draw(state, !this.controls.plans.hidden);
    const mine = state.turn !== null && state.turn.seat === you;
    this.idle.hidden = mine;
    toggle(this.dock, "mine", mine);
    this.seatButton.hidden = ownSeat(state) === null || state.closed !== "";
    if (mine && !wasMine) this.rise();
    this.title = spec.name;
    const title = `${mine ? "Your turn · " : ""}${spec.name} · bigslick`;
    if (document.title !== title) document.title = title;
    this.tick();
  }

  /** The player's turn goes before everything that covers the table. */
  rise() {
    this.menu?.close();
    this.drawer.show(false);
  }

  /** What stands below the table while it is not the player's turn. @param {Table} state */
  drawIdle(state) {
    text(this.hint, this.finished || idleWords(state));
    const wanted = this.dockButtons(state);
    const key = wanted.map(([words, , kind]) => `${words}/${kind}`).join("|");
    if (this.buttons.dataset.key === key) return;
    this.buttons.dataset.key = key;
    const buttons = wanted.map(([words, onclick, kind]) =>
      el("button", { class: `${kind} small`, type: "button", onclick }, words),
    );
    this.buttons.replaceChildren(...buttons);
  }

  /** @param {Table} state @returns {DockButton[]} */
  dockButtons(state) {
    const { spec, table } = state;
    const seat = ownSeat(state);
    if (spec.tournament && (!seat || state.closed || this.finished)) {
      const go = () => this.app.go(`#/tournament/${encodeURIComponent(spec.tournament)}`);
      return [["Go to the tournament", go, "primary"]];
    }
    if (state.closed) return [["Back to the lobby", () => this.app.go("#/"), "primary"]];
    if (!seat) return [this.wayIn(state)];
    const sitIn = (/** @type {Wire.SitIn["how"]} */ how) => () => this.app.command("sit_in", { table, how });
    if (isBroke(state) && !spec.tournament) return [["Top up", () => this.topUp(), "primary"]];
    if (seat.leaving) return [["Stay", sitIn(null), "primary"]];
    if (seat.waiting && !spec.tournament) {
      const away = seat.sitting_out;
      /** @type {DockButton[]} */
      const ways = [];
      if (away || !seat.posting) ways.push([away ? "I’m back: post now" : "Post now", sitIn("post"), "primary"]);
      if (away || seat.posting) {
        ways.push([away ? "I’m back: wait for the blind" : "Wait for the blind", sitIn("wait"), "secondary"]);
      }
      return ways;
    }
    if (seat.sitting_out) return [["I’m back", sitIn(null), "primary"]];
    if (!spec.tournament && !state.play && isAlone(state)) {
      return [["Add a bot", () => botDialog(this.app, this.state ?? state, null), "primary"]];
    }
    return [];
  }

  /** What the player may do with the seat; a place of its own, far from the buttons of a turn. */
  openMenu() {
    const { state } = this;
    const seat = state && ownSeat(state);
    if (!state || !seat) return;
    const { table, spec } = state;
    /** @type {[string, () => unknown][]} */
    const choices = [];
    if (!seat.sitting_out) choices.push(["Sit out", () => this.app.command("sit_out", { table })]);
    if (spec.straddle) {
      const on = !seat.straddles;
      choices.push([
        on ? AFTERWARDS.straddle : AFTERWARDS.noStraddle,
        () => this.app.command("straddle", { table, on }),
      ]);
    }
    if (!spec.tournament) {
      choices.push(["Top up", () => this.topUp()]);
      choices.push(["Add or remove bots", () => botDialog(this.app, this.state ?? state, null)]);
      if (!seat.leaving) choices.push(["Leave the table", () => this.askToLeave()]);
    }
    this.menu = seatDialog(seat, choices);
  }

  /** Leave at once, or ask first where there is a hand to give up. */
  askToLeave() {
    const { state, table } = this;
    const seat = state && ownSeat(state);
    if (!state || !seat) return;
    const go = () => this.app.command("leave", { table });
    if (isPlaying(state) && state.play?.live[seat.seat]) this.menu = leaveDialog(go);
    else go();
  }

  /** How to get a seat: take an open one, or wait for one. @param {Table} state @returns {DockButton} */
  wayIn({ seats, queue, table }) {
    if (seats.includes(null)) return ["Take a seat", () => this.sit(null), "primary"];
    const place = queue.indexOf(this.app.me?.player ?? "") + 1;
    if (place) {
      const leave = () => this.app.command("unqueue", { table });
      return [`Leave the waitlist (${ordinal(place)})`, leave, "secondary"];
    }
    const join = () => this.app.withAccount(() => this.app.command("queue", { table }));
    return [`Join the waitlist${queue.length ? ` (${queue.length} waiting)` : ""}`, join, "primary"];
  }

  tick() {
    const now = this.app.connection.now();
    this.view.tick(now);
    this.controls.tick(now);
    this.strip.tick(now);
  }

  // -- what the player does -------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key.toLowerCase() === "h" && this.state) {
      this.app.announce(situation(this.state));
      return true;
    }
    if (event.key === "Escape" && this.drawer.isOpen) {
      this.drawer.show(false);
      return true;
    }
    return this.controls.key(event);
  }

  /** An open seat was pressed: sit there, or add a bot if one sits already. @param {number} seat */
  openSeat(seat) {
    if (this.state?.you === null) this.sit(seat);
    else if (this.state) botDialog(this.app, this.state, seat);
  }

  /** @param {number | null} seat */
  sit(seat) {
    this.app.withAccount((me) => this.state && sitDialog(this.app, me, this.state, seat));
  }

  topUp() {
    this.app.withAccount((me) => this.state && topUpDialog(this.app, me, this.state));
  }
}

/** Without a chip, and without a share in the hand. @param {Table} state */
function isBroke(state) {
  const seat = ownSeat(state);
  return seat?.stack === 0 && !(isPlaying(state) && state.play?.live[seat.seat]);
}

/** @param {Table} state */
function idleWords(state) {
  const { play, turn } = state;
  const seat = ownSeat(state);
  const thinking = turn ? `${nameAt(state, turn.seat)} to act.` : "";
  if (!seat) return `You’re watching. ${thinking}`;
  const playing = isPlaying(state) && play?.players[seat.seat] === seat.player;
  const made = play?.made[seat.seat];
  if (playing && play?.live[seat.seat] && made) return made.name.charAt(0).toUpperCase() + made.name.slice(1);
  if (isBroke(state)) return state.spec.tournament ? "" : "You have no chips left. Top up to be dealt in.";
  if (seat.leaving) return "You leave when this hand is over.";
  if (seat.sitting_out) return "You are sitting out.";
  if (playing) return thinking;
  if (isAlone(state)) return "Waiting for another player.";
  if (seat.waiting && !seat.posting) return "You’ll be dealt in when the big blind reaches you.";
  return seat.waiting ? "You’ll post and be dealt in, once the button has passed." : "You’ll be dealt in next hand.";
}

/** Whether no one else is there to play with. @param {Table} state */
function isAlone({ seats }) {
  return seats.filter((one) => one !== null && !one.sitting_out && one.stack > 0).length < 2;
}

/** @param {Wire.Entrant} mine */
function finishWords({ place, prize }) {
  if (place === 1) return `You won the tournament${prize ? ` and ${chips(prize)}` : ""}!`;
  return `You finished ${ordinal(place)}${prize ? ` and won ${chips(prize)}` : ""}.`;
}
