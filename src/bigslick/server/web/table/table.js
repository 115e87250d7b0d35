/** A table: the oval, the dock below it, the drawer beside it. */

import { GuestOffers } from "../account/guest-offers.js";
import { avatarDialog, noteDialog } from "../account/notes.js";
import { people } from "../account/people.js";
import { BroadcastLine } from "../broadcast/broadcast-line.js";
import { AbsentLine } from "../host/absent-line.js";
import { HostCorner } from "../host/host.js";
import { NightOver } from "../recap/night-over.js";
import { attribute, el, icon, text, toggle } from "../shared/dom.js";
import { stakesWords } from "../shared/format.js";
import { say } from "../shared/language.js";
import { whenLoaded } from "../shared/later.js";
import { notFound } from "../shared/not-found.js";
import { onPreferences, prefer, preferences } from "../shared/preferences.js";
import { answerSeeds } from "../shared/seeds.js";
import { cueOf } from "../sound/cues.js";
import { TournamentStrip } from "../tournament/tournament-strip.js";
import { botCard } from "./bot-card.js";
import { EMOTED, lineWords } from "./chat.js";
import { Afterwards, straddleBox } from "./dock/afterwards.js";
import { BankView } from "./dock/bank.js";
import { bombPotBox } from "./dock/bomb-pot.js";
import { Controls } from "./dock/controls.js";
import { IdleDock } from "./dock/idle-dock.js";
import { SkipView } from "./dock/skip.js";
import { Drawer } from "./drawer.js";
import { TableView } from "./felt/draw.js";
import { FeltInvitation } from "./felt/invitation.js";
import { finishDialog, finishWords, rebuyDialog } from "./finish-dialogs.js";
import { OwnSeat } from "./own-seat.js";
import { fromSnapshot, fromUpdate, isPlaying, isViewer, renamed, step, turnOf } from "./reduce.js";
import { giveSeatDialog, hostSeatDialog, openSeatDialog } from "./seat-changes.js";
import { riseAboveDialogs } from "./turn-bar.js";
import { ownHandWords, sentence, situation } from "./words.js";

/** @import { App } from "../app.js" */
/** @import { Value } from "../shared/format.js" */
/** @import { Table } from "./reduce.js" */
/** @import { TablesScreen } from "./tables.js" */

const TICK_MS = 100;
/** Refusal codes that mean we may not watch. */
const NO_WAY_IN = ["unknown", "banned", "set_aside"];
/** @type {Record<Wire.TableSettings["limit"], string>} */
const LIMITS = { none: say("no-limit"), pot: say("pot-limit"), fixed: say("fixed-limit") };

/** One table on the screen. */
export class TableScreen {
  /** @param {App} app @param {string} table @param {TablesScreen} page the screen with this table and perhaps others */
  constructor(app, table, page) {
    this.app = app;
    this.table = table;
    this.page = page;
    /** @type {Table | null} */
    this.state = null;
    this.view = new TableView({
      onSeat: (seat) => this.openSeat(seat),
      onPlayer: (name) => this.openPlayer(name),
      onSeal: () =>
        whenLoaded(import("../records/seal-dialog.js"), (seal) => this.state && seal.sealDialog(app, this.state)),
    });
    const value = () => this.state?.spec.chip_value;
    this.drawer = new Drawer(app, table, value, (unread) => toggle(this.talk, "unread", unread));
    this.strip = new TournamentStrip();
    this.controls = new Controls({
      act: ({ hand, number }, action) => app.command("act", { table, hand, number, action }),
      announce: (words) => page.say(this, words),
    });
    this.afterwards = new Afterwards(app, table);
    this.straddle = straddleBox(app, table);
    this.bombPot = bombPotBox(app, table);
    this.host = new HostCorner(app, table, () => this.state && hostedTable(app, this.state));
    this.invitation = new FeltInvitation(app, table, this.host, this.view);
    this.broadcast = new BroadcastLine(app, table, () => this.state);
    this.seat = new OwnSeat(
      app,
      () => this.state,
      () => [this.broadcast.choice, this.dealChoice],
    );
    this.nightOver = new NightOver(app, () => page.places.length === 1);
    this.idleDock = new IdleDock(app, this.host, this.seat);
    const { plans } = this.controls;
    this.bank = new BankView(({ hand, number }) => app.command("take_time", { table, hand, number }));
    this.skip = new SkipView((hand) => app.command("skip_ahead", { table, hand }));
    const hand = el("div", { class: "idle-hand" }, plans, this.afterwards.root);
    const seatMatters = el("div", { class: "idle-seat" }, this.straddle.root, this.bombPot.root, this.idleDock.buttons);
    this.idle = el("div", { class: "idle" }, this.idleDock.hint, hand, seatMatters, this.skip.root);
    this.dock = el("div", { class: "dock" }, this.idle, this.controls.root, this.bank.root);
    this.heading = el("h1", { class: "unseen" }, say("Table"));
    const parts = [this.heading, this.strip.root, this.view.root, this.dock, this.drawer.root];
    this.root = el("div", { class: "table-screen" }, ...parts);
    this.name = el("span", { class: "where-name" }, "…");
    this.stakes = el("span", { class: "where-stakes" });
    this.offers = new GuestOffers(app);
    this.absent = new AbsentLine(app, table, () => Boolean(this.host.now?.desk));
    const lines = [this.host.line.root, this.absent.root, this.broadcast.root, ...this.offers.roots];
    this.lines = el("div", { class: "dock-lines" }, ...lines);
    this.idle.prepend(this.lines);
    const talk = { class: "quiet round drawer-open", type: "button", "aria-label": say("Log, chat and hands") };
    this.talk = el("button", { ...talk, onclick: () => this.drawer.show(!this.drawer.isOpen) }, icon("talk"));
    this.where = [
      el("span", { class: "where-words" }, this.name, this.stakes),
      this.broadcast.mark,
      this.host.button,
      this.seat.button,
      this.talk,
    ];
    /** Whether the log has amounts in big blinds. */
    this.bigBlinds = preferences().bigBlinds;
    /** Key of the turn we have announced. */
    this.asked = "";
    /** @type {(() => void)[]} */
    this.unsubscribe = [];
    this.timer = 0;
    /** The tournament as it was drawn last. @type {Wire.TournamentNow | null} */
    this.event = null;
    /** What the tournament tells here, once it is loaded. @type {Promise<import("../tournament/event-lines.js").EventLines> | null} */
    this.eventLines = null;
    this.left = false;
    /** The question after a bust. @type {HTMLDialogElement | null} */
    this.rebuy = null;
  }

  enter() {
    const { connection } = this.app;
    this.unsubscribe = [
      this.host.listen(),
      connection.on("snapshot", (message) => message.table === this.table && this.snapshot(message)),
      connection.on("update", (message) => message.table === this.table && this.update(message)),
      connection.on(
        "named",
        (message) => message.at === this.table && this.state && this.become(renamed(this.state, message.player)),
      ),
      connection.on("said", (message) => message.table === this.table && this.said(message)),
      connection.on("skip_agreed", (message) => {
        if (message.table === this.table && this.state) this.skip.heard(message, this.state);
      }),
      connection.on("chat", (message) => message.table === this.table && this.drawer.chat.restore(message)),
      people.on(() => {
        this.drawer.chat.dropMuted();
        if (this.state) this.view.draw(this.state);
      }),
      onPreferences(() => this.preferred()),
      connection.on("tournament", (message) => this.tournament(message)),
      connection.on("offers", (message) => this.offered(message)),
      connection.on("refused", ({ code, table, sentence }) => {
        if (table !== this.table) return;
        this.refused(code ?? "", sentence);
      }),
      connection.on("shown_out", (message) => message.at === this.table && this.shownOut(message)),
      connection.on("broadcast", (message) => message.table === this.table && this.broadcast.become(message)),
      connection.on("host", (message) => {
        if (message.at !== this.table || !this.state) return;
        this.idleDock.draw(this.state);
        this.invitation.draw(this.state);
      }),
    ];
    connection.watch(this.table);
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  leave() {
    for (const stop of this.unsubscribe) stop();
    this.app.turns.left(this.table);
    this.seat.leave();
    this.nightOver.leave();
    this.left = true;
    this.rebuy?.close();
    this.eventLines?.then((lines) => lines.leave());
    clearInterval(this.timer);
  }

  /** Whether this table should follow the player to a new seat. @param {Wire.PlayerMoved} moved */
  follows(moved) {
    return this.state?.spec.tournament === moved.tournament || this.state?.you === null;
  }

  /** The host removed the player. @param {Wire.ShownOut} message */
  shownOut({ why, sentence }) {
    this.page.say(this, sentence);
    const stays = this.state !== null && isPlaying(this.state) && this.state.you !== null;
    if (why !== "kicked" && !stays) this.missing(sentence);
    else this.app.toast(sentence, "bad");
  }

  /** @param {string} code @param {string} words */
  async refused(code, words) {
    if (code === "unknown" && (await this.nightOver.lookBack(this.table))) return;
    if (NO_WAY_IN.includes(code) && !this.state) this.missing(words);
    else this.app.toast(words, "bad");
  }

  /** Label the parts with the table's name if several tables are open. @param {string} name "" for one alone */
  labelParts(name) {
    attribute(
      this.controls.root,
      "aria-label",
      name ? say("Your actions at {table}", { table: name }) : say("Your actions"),
    );
    attribute(
      this.drawer.root,
      "aria-label",
      name ? say("Log, chat and hands of {table}", { table: name }) : say("Log, chat and hands"),
    );
  }

  /** @param {string} words */
  missing(words) {
    for (const part of this.where) part.hidden = true;
    this.root.replaceChildren(notFound(say("No such table"), words));
  }

  // -- messages from the server ---------------------------------------------------------------------------------------

  /** @param {Wire.TableSnapshot} snapshot */
  snapshot(snapshot) {
    const first = !this.state;
    answerSeeds(this.app.connection, snapshot);
    const state = fromSnapshot(snapshot, this.app.connection.nameAt(this.table));
    this.retell(snapshot, state);
    this.become(state);
    if (!first) return;
    this.page.say(this, `${snapshot.spec.name}. ${situation(state)}`);
    if (snapshot.spec.tournament) this.app.connection.watchTournament(snapshot.spec.tournament);
  }

  /** Write the current hand so far into the log. @param {Wire.TableSnapshot} snapshot @param {Table} end */
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
      if (event.type === "hand_ended") {
        this.drawer.handOver();
        if (Object.values(state.play?.players ?? {}).some((name) => isViewer(state, name))) this.offers.handOver();
      }
      const paid = ["player_left", "topped_up", "chips_taken"].includes(event.type) && "player" in event;
      if (paid && isViewer(state, event.player)) {
        this.app.refresh();
        if (event.type === "player_left" && !state.spec.tournament) this.offers.left();
      }
    }
    const asked = next.turn && next.turn !== before.turn && next.turn.seat === next.you;
    const made = ownHandWords(next);
    // A turn's words name the hand too.
    if (!asked && made !== ownHandWords(before)) spoken.push(made);
    this.page.say(this, spoken.filter(Boolean).join(" "), asked ? situation(next) : "");
    this.page.sound(this, cueOf(update.events, next));
    this.become(next);
    this.nightOver.update(before, next);
  }

  /** @param {Wire.Said} message */
  said(message) {
    if (people.isMuted(this.table, message.player)) return;
    if (message.emote) {
      if (preferences().emotes) this.view.emote(message.player, message.emote);
      this.page.say(this, EMOTED[message.emote](message.player));
      return;
    }
    this.drawer.said(message);
    this.page.say(this, say("{who} says: {words}", { who: message.player, words: lineWords(message) }));
  }

  /** @param {Wire.TournamentNow} now */
  tournament(now) {
    if (!this.state || now.card.tournament !== this.state.spec.tournament) return;
    const me = this.app.connection.nameAt(now.card.tournament) ?? undefined;
    this.strip.draw(now, me, this.app.connection.now());
    this.notice(now, me);
    this.view.onBreak = now.clock.on_break;
    this.view.breakEndsAt = now.clock.break_ends_at;
    this.view.draw(this.state);
    this.drawer.drawStandings(now);
    const mine = now.entrants.find((entrant) => entrant.player === me);
    if (mine && !mine.place) this.idleDock.finished = ""; // also after another entry
    if (!mine?.place || this.idleDock.finished) return;
    this.idleDock.finished = finishWords(mine.place, mine.prize, now.card.name);
    this.page.say(this, this.idleDock.finished);
    this.seat.afterShowdown(() => {
      const dialog = finishDialog(this.app, now, mine);
      dialog.addEventListener("close", () => this.offers.left());
      return dialog;
    });
    this.become(this.state);
  }

  /** What you can pay for has changed: after a bust, ask. @param {Wire.OffersNow} message */
  offered({ tournament, offers }) {
    const { event } = this;
    if (!event || event.card.tournament !== tournament) return;
    this.notice(event, this.app.connection.nameAt(tournament) ?? undefined);
    const isBust = (/** @type {Wire.ChipsOffered} */ { kind, waits }) => kind === "rebuy" && waits;
    const bust = offers.find(isBust);
    if (!bust) this.rebuy?.close();
    if (!bust || this.rebuy) return;
    this.seat.afterShowdown(() => {
      const offer = this.app.connection.offers.get(tournament)?.find(isBust);
      if (!offer) return null; // already answered
      this.rebuy = rebuyDialog(this.app, event, offer);
      this.rebuy.addEventListener("close", () => {
        this.rebuy = null;
      });
      return this.rebuy;
    });
  }

  /** Show what everyone should notice since the last time. @param {Wire.TournamentNow} now @param {string | undefined} own */
  async notice(now, own) {
    const before = this.event;
    this.event = now;
    this.eventLines ??= this.loadLines(now.card.tournament);
    const lines = await this.eventLines.catch(() => null);
    if (!lines)
      this.eventLines = null; // the next change tries again
    else if (!this.left) lines.draw(before, now, own);
  }

  /** @param {string} tournament */
  async loadLines(tournament) {
    const { EventLines } = await import("../tournament/event-lines.js");
    return new EventLines(this.app, tournament, {
      strip: this.strip.root,
      lines: this.lines,
      say: (words) => this.page.say(this, words),
      log: (line) => this.drawer.lines.append(line),
      alone: () => !this.page.several,
    });
  }

  /** Proposing a deal, where one can be made. @returns {[string, () => unknown] | null} */
  get dealChoice() {
    const { event, app } = this;
    if (event?.deal.state !== "open") return null;
    const go = () =>
      whenLoaded(import("../tournament/deal-form.js"), (deals) => deals.proposeDialog(app, event.card.tournament));
    return [say("Propose a deal"), go];
  }

  // -- drawing --------------------------------------------------------------------------------------------------------

  /** @param {Table} state */
  become(state) {
    this.state = state;
    const { spec, level, you } = state;
    const stakes = `${stakesWords(level.small, level.big, level.ante, spec.chip_value)} ${LIMITS[spec.limit]}`;
    text(this.name, spec.name);
    text(this.heading, `${spec.name}, ${stakes}`);
    text(this.stakes, stakes);
    attribute(this.root, "data-tournament", spec.tournament !== "");
    this.view.draw(state);
    this.strip.play(isPlaying(state) ? level : null);
    people.meet(
      this.table,
      state.seats.flatMap((seat) => (seat ? [seat.player] : [])),
    );
    this.controls.draw(state);
    this.idleDock.draw(state);
    this.afterwards.draw(state);
    const mine = turnOf(state) !== "";
    const deciding = mine || !this.controls.plans.hidden;
    this.straddle.draw(state, deciding);
    this.bombPot.draw(state, deciding);
    this.idle.hidden = mine;
    toggle(this.idle, "dealt-in", you !== null && isViewer(state, state.play?.players[you]));
    toggle(this.dock, "mine", mine);
    this.bank.draw(state);
    this.skip.draw(state);
    this.host.draw();
    this.absent.draw(state);
    this.broadcast.draw();
    this.invitation.draw(state);
    this.seat.draw(state);
    this.call(state);
    this.tick();
    this.page.changed(this);
  }

  /** The player's settings have changed. */
  preferred() {
    if (!this.state) return;
    this.become(this.state);
    this.controls.preferred();
    // A snapshot tells the log's current hand again, with amounts as the player wants them now.
    if (this.bigBlinds !== preferences().bigBlinds) this.app.connection.watch(this.table);
    this.bigBlinds = preferences().bigBlinds;
  }

  /** Alert the player to a new turn, and stop when it is over. @param {Table} state */
  call(state) {
    const asked = turnOf(state);
    if (asked && asked !== this.asked) this.rise();
    this.asked = asked;
    this.app.turns.changed(state);
  }

  /** Your turn comes before anything that covers the table. */
  rise() {
    const covered = document.querySelector("dialog[open]") !== null;
    this.seat.dialog?.close();
    this.host.dialog?.close();
    this.drawer.show(false);
    riseAboveDialogs();
    this.root.querySelector(".hero")?.scrollIntoView({ block: "nearest" });
    if (covered) this.page.rest(true);
  }

  tick() {
    if (this.state) this.idleDock.tick(this.state);
    const now = this.app.connection.now();
    this.view.tick(now);
    this.afterwards.tick(now);
    this.controls.tick(now);
    this.bank.tick(now);
    this.strip.tick(now);
  }

  // -- what the player does -------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key.toLowerCase() === "b" && this.state) {
      const bigBlinds = !preferences().bigBlinds;
      prefer({ bigBlinds });
      this.page.say(this, unitWords(bigBlinds, this.state.spec.chip_value));
      return true;
    }
    if (event.key.toLowerCase() === "h" && this.state) {
      this.page.say(this, situation(this.state));
      this.view.ownHand.flash();
      return true;
    }
    if (event.key === "Escape" && this.drawer.isOpen) {
      this.drawer.show(false);
      return true;
    }
    return this.bank.key(event) || this.controls.key(event);
  }

  /** A click on an open seat: sit there; with a seat, move there or add a bot. @param {number} seat */
  openSeat(seat) {
    if (this.state?.you === null) this.seat.sit(seat);
    else if (this.state) openSeatDialog(this.app, this.state, seat, () => this.seat.addBot(seat));
  }

  /** A click on a player: choose your avatar, see how a bot plays, or write a note; a host can do more. @param {string} name */
  openPlayer(name) {
    const { state, host, app } = this;
    const seat = state?.seats.find((taken) => taken?.player === name);
    const about = () => (seat?.bot ? botCard(app, this.table, seat) : noteDialog(app, this.table, name));
    if (state && isViewer(state, name)) avatarDialog(app);
    else if (state && seat && host.now?.desk && !state.spec.tournament) hostSeatDialog(app, host, state, seat, about);
    else about();
  }
}

/** @param {boolean} bigBlinds @param {Value} value */
function unitWords(bigBlinds, value) {
  if (bigBlinds) return say("Amounts are in big blinds.");
  return value ? say("Amounts are in money.") : say("Amounts are in chips.");
}

/** A table as the host's dialog needs it. @param {App} app @param {Table} state */
function hostedTable(app, state) {
  const { spec, settings, seats, paused, redraw } = state;
  const people = seats.flatMap((seat) => (seat && !seat.bot ? [seat.player] : []));
  const absent = seats.flatMap((seat) => (seat?.absent ? [seat.player] : []));
  return {
    name: spec.name,
    people,
    paused: paused !== "",
    tournament: spec.tournament,
    started: true,
    settings,
    absent,
    redraw,
    event: null,
    giveSeat: spec.tournament ? null : (/** @type {string} */ player) => giveSeatDialog(app, state, player),
  };
}
