/** A table that is being played: the oval, the controls below it, the drawer beside it. */

import { avatarDialog, noteDialog } from "../account/notes.js";
import { people } from "../account/people.js";
import { HostCorner } from "../host/host.js";
import { attribute, el, icon, text, toggle } from "../shared/dom.js";
import { ordinal, stakesWords } from "../shared/format.js";
import { handName } from "../shared/hand-names.js";
import { language, say } from "../shared/language.js";
import { nothing } from "../shared/not-found.js";
import { preferences } from "../shared/preferences.js";
import { answerSeeds } from "../shared/seeds.js";
import { Strip } from "../tournament/tournament-strip.js";
import { EMOTED, lineWords } from "./chat.js";
import { Afterwards, straddleBox } from "./dock/afterwards.js";
import { BankView } from "./dock/bank.js";
import { bombPotBox } from "./dock/bomb-pot.js";
import { restIn } from "./dock/click-guard.js";
import { Controls } from "./dock/controls.js";
import { SkipView } from "./dock/skip.js";
import { Drawer } from "./drawer.js";
import { TableView } from "./felt/draw.js";
import { bustMoment, finishMoment, finishWords } from "./finish-dialogs.js";
import { fromSnapshot, fromUpdate, isPlaying, ownSeat, step, turnOf } from "./reduce.js";
import { botDialog, leaveDialog, seatDialog, sitDialog, topUpDialog } from "./sit.js";
import { riseAboveDialogs } from "./turn-bar.js";
import { nameAt, sentence, situation } from "./words.js";

/** @import { App } from "../app.js" */
/** @import { Table } from "./reduce.js" */
/** @import { TablesScreen } from "./tables.js" */

/** @typedef {[words: string, run: () => unknown, kind: "primary" | "secondary"]} DockButton */

const TICK_MS = 100;
/** The codes of a refusal to watch. */
const NO_WAY_IN = ["unknown", "banned", "set_aside"];
/** @type {Record<Wire.TableSettings["limit"], string>} */
const LIMITS = { none: say("no-limit"), pot: say("pot-limit"), fixed: say("fixed-limit") };

/** One table on the screen. */
export class TableScreen {
  /** @param {App} app @param {string} table @param {TablesScreen} page with this table and perhaps others */
  constructor(app, table, page) {
    this.app = app;
    this.table = table;
    this.page = page;
    /** @type {Table | null} */
    this.state = null;
    this.view = new TableView({ onSeat: (seat) => this.openSeat(seat), onPlayer: (name) => this.openPlayer(name) });
    this.drawer = new Drawer(app, table);
    this.strip = new Strip();
    this.controls = new Controls({
      act: ({ hand, number }, action) => app.command("act", { table, hand, number, action }),
      announce: (words) => page.say(this, words),
    });
    this.afterwards = new Afterwards(app, table);
    this.straddle = straddleBox(app, table);
    this.bombPot = bombPotBox(app, table);
    this.hint = el("p", { class: "dock-hint" });
    this.buttons = el("div", { class: "dock-buttons" });
    this.freshButtons = restIn(this.buttons);
    const { plans } = this.controls;
    this.bank = new BankView(({ hand, number }) => app.command("take_time", { table, hand, number }));
    this.skip = new SkipView((hand) => app.command("skip_ahead", { table, hand }));
    const hand = el("div", { class: "idle-hand" }, plans, this.afterwards.root);
    const seatMatters = el("div", { class: "idle-seat" }, this.straddle.root, this.bombPot.root, this.buttons);
    this.idle = el("div", { class: "idle" }, this.hint, hand, seatMatters, this.skip.root);
    this.dock = el("div", { class: "dock" }, this.idle, this.controls.root, this.bank.root);
    this.heading = el("h1", { class: "unseen" }, say("Table"));
    const parts = [this.heading, this.strip.root, this.view.root, this.dock, this.drawer.root];
    this.root = el("div", { class: "table-screen" }, ...parts);
    this.name = el("span", { class: "where-name" }, "…");
    this.stakes = el("span", { class: "where-stakes" });
    const seat = { class: "quiet small seat-open", type: "button", hidden: true, onclick: () => this.openMenu() };
    this.seatButton = el("button", seat, say("Your seat"));
    this.host = new HostCorner(app, table, () => this.state && hostedTable(this.state));
    this.idle.prepend(this.host.standIn.root);
    const talk = { class: "quiet round drawer-open", type: "button", "aria-label": say("Log, chat and hands") };
    this.where = [
      el("span", { class: "where-words" }, this.name, this.stakes),
      this.host.button,
      this.seatButton,
      el("button", { ...talk, onclick: () => this.drawer.show(!this.drawer.isOpen) }, icon("talk")),
    ];
    /** @type {HTMLDialogElement | null} what the player may do with the seat, while it is open */
    this.menu = null;
    /** The player's turn that was called out. */
    this.asked = "";
    /** Whether the player has no chip left, which is told once. */
    this.broke = false;
    /** How the tournament ended for the player, once it has. */
    this.finished = "";
    /** @type {(() => void)[]} */
    this.unhear = [];
    this.timer = 0;
  }

  enter() {
    const { connection } = this.app;
    this.unhear = [
      this.host.listen(),
      connection.on("snapshot", (message) => message.table === this.table && this.snapshot(message)),
      connection.on("update", (message) => message.table === this.table && this.update(message)),
      connection.on("said", (message) => message.table === this.table && this.said(message)),
      connection.on("skip_agreed", (message) => {
        if (message.table === this.table && this.state) this.skip.heard(message, this.state);
      }),
      connection.on("chat", (message) => message.table === this.table && this.drawer.chat.restore(message)),
      people.on(() => {
        this.drawer.chat.dropMuted();
        if (this.state) this.view.draw(this.state);
      }),
      connection.on("tournament", (message) => this.tournament(message)),
      connection.on("refused", ({ code, table, sentence }) => {
        if (table !== this.table) return;
        if (NO_WAY_IN.includes(code ?? "") && !this.state) this.missing(sentence);
        else this.app.toast(sentence, "bad");
      }),
      connection.on("shown_out", (message) => message.at === this.table && this.shownOut(message)),
      connection.on("host", (message) => message.at === this.table && this.state && this.drawIdle(this.state)),
    ];
    connection.watch(this.table);
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  leave() {
    for (const stop of this.unhear) stop();
    this.app.turns.left(this.table);
    clearInterval(this.timer);
  }

  /** Whether the player wants to be taken along to a new seat. @param {Wire.PlayerMoved} moved */
  follows(moved) {
    return this.state?.spec.tournament === moved.tournament || this.state?.you === null;
  }

  /** The host has made the player leave. @param {Wire.ShownOut} message */
  shownOut({ banned, sentence }) {
    this.page.say(this, sentence);
    const stays = this.state !== null && isPlaying(this.state) && this.state.you !== null;
    if (banned && !stays) this.missing(sentence);
    else this.app.toast(sentence, "bad");
  }

  /** Say which table the parts are of, where there are several. @param {string} name "" for one alone */
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
    this.root.replaceChildren(nothing(say("No such table"), words));
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
    this.page.say(this, `${snapshot.spec.name}. ${situation(state)}`);
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
    const asked = next.turn && next.turn !== before.turn && next.turn.seat === next.you;
    this.page.say(this, spoken.filter(Boolean).join(" "), asked ? situation(next) : "");
    this.become(next);
  }

  /** @param {Wire.Said} message */
  said(message) {
    if (people.isMuted(message.player)) return;
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
    const me = this.app.me?.player;
    this.strip.draw(now, me, this.app.connection.now());
    this.drawer.drawStandings(now);
    const mine = now.entrants.find((entrant) => entrant.player === me);
    if (!mine?.place || this.finished) return;
    this.finished = finishWords(mine.place, mine.prize, now.card.name);
    this.page.say(this, this.finished);
    this.menu = finishMoment(this.app, now, mine);
    this.become(this.state);
  }

  // -- drawing --------------------------------------------------------------------------------------------------------

  /** @param {Table} state */
  become(state) {
    this.state = state;
    const { spec, level, you } = state;
    const stakes = `${stakesWords(level.small, level.big, level.ante)} ${LIMITS[spec.limit]}`;
    text(this.name, spec.name);
    text(this.heading, `${spec.name}, ${stakes}`);
    text(this.stakes, stakes);
    attribute(this.root, "data-tournament", spec.tournament !== "");
    this.view.draw(state);
    people.meet(state.seats.flatMap((seat) => (seat && !seat.bot ? [seat.player] : [])));
    this.controls.draw(state);
    this.drawIdle(state);
    this.afterwards.draw(state);
    const mine = turnOf(state) !== "";
    const deciding = mine || !this.controls.plans.hidden;
    this.straddle.draw(state, deciding);
    this.bombPot.draw(state, deciding);
    this.idle.hidden = mine;
    toggle(this.idle, "dealt-in", you !== null && state.play?.players[you] === state.viewer);
    toggle(this.dock, "mine", mine);
    this.seatButton.hidden = ownSeat(state) === null || state.closed !== "";
    this.bank.draw(state);
    this.skip.draw(state);
    this.host.draw();
    const broke = isBroke(state) && !spec.tournament;
    if (broke && !this.broke)
      this.menu = bustMoment(
        this.app,
        () => this.topUp(),
        () => this.askToLeave(),
      );
    this.broke = broke;
    this.call(state);
    this.tick();
    this.page.changed(this);
  }

  /** Call the player to a new turn, and be still when it is over. @param {Table} state */
  call(state) {
    const asked = turnOf(state);
    if (asked && asked !== this.asked) this.rise();
    this.asked = asked;
    this.app.turns.told(state);
  }

  /** The player's turn goes before everything that covers the table. */
  rise() {
    const covered = document.querySelector("dialog[open]") !== null;
    this.menu?.close();
    this.host.dialog?.close();
    this.drawer.show(false);
    riseAboveDialogs();
    if (covered) this.page.rest(true);
  }

  /** What stands below the table while it is not the player's turn. @param {Table} state */
  drawIdle(state) {
    text(this.hint, this.finished || this.heldSeatWords(state) || this.waitingWords(state) || idleWords(state));
    const wanted = this.dockButtons(state);
    const key = wanted.map(([words, , kind]) => `${words}/${kind}`).join("|");
    if (this.buttons.dataset.key !== key) {
      this.buttons.dataset.key = key;
      const buttons = wanted.map(([words, onclick, kind]) =>
        el("button", { class: `${kind} small`, type: "button", onclick }, words),
      );
      this.buttons.replaceChildren(...buttons);
    }
    this.freshButtons.show(turnOf(state) ? "" : key);
  }

  /** What the player waits for, or may not see. @param {Table} state */
  waitingWords(state) {
    if (this.host.asked) return say("Waiting for the host to say yes.");
    return ownSeat(state) || state.closed ? "" : this.host.doorWords;
  }

  /** @param {Table} state @returns {DockButton[]} */
  dockButtons(state) {
    const { spec, table } = state;
    const seat = ownSeat(state);
    if (this.host.asked && !state.closed) {
      return [[say("Take the request back"), () => this.host.send("withdraw_request"), "secondary"]];
    }
    if (spec.tournament && (!seat || state.closed || this.finished)) {
      const go = () => this.app.go(`#/tournament/${encodeURIComponent(spec.tournament)}`);
      return [[say("Go to the tournament"), go, "primary"]];
    }
    if (state.closed) {
      const ledger = () => this.app.go(`#/ledger/${encodeURIComponent(table)}`);
      return [
        [say("Back to the lobby"), () => this.app.go("#/"), "primary"],
        [say("Ledger"), ledger, "secondary"],
      ];
    }
    if (!seat) return [this.wayIn(state)];
    const sitIn = (/** @type {Wire.SitIn["how"]} */ how) => () => this.app.command("sit_in", { table, how });
    if (isBroke(state) && !spec.tournament)
      return [[say("Top up", {}, "buy more chips"), () => this.topUp(), "primary"]];
    if (seat.leaving) return [[say("Stay", {}, "at the table"), sitIn(null), "primary"]];
    if (seat.waiting && !spec.tournament) {
      const away = seat.sitting_out;
      /** @type {DockButton[]} */
      const ways = [];
      if (away || !seat.posting)
        ways.push([away ? say("I’m back: post now") : say("Post now"), sitIn("post"), "primary"]);
      if (away || seat.posting) {
        ways.push([away ? say("I’m back: wait for the blind") : say("Wait for the blind"), sitIn("wait"), "secondary"]);
      }
      return ways;
    }
    if (seat.sitting_out) return [[say("I’m back"), sitIn(null), "primary"]];
    if (!spec.tournament && !state.play && isAlone(state)) {
      return [[say("Add a bot"), () => botDialog(this.app, this.state ?? state, null), "primary"]];
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
    if (!seat.sitting_out) choices.push([say("Sit out"), () => this.app.command("sit_out", { table })]);
    if (spec.straddle) {
      const on = !seat.straddles;
      choices.push([
        on ? say("Straddle when I may") : say("No more straddles"),
        () => this.app.command("straddle", { table, on }),
      ]);
    }
    if (!spec.tournament) {
      if (state.play && !seat.sitting_out) {
        const on = !seat.wants_bomb;
        const want = () => this.app.command("want_bomb_pot", { table, on });
        choices.push([on ? say("Propose a bomb pot") : say("No bomb pot after all"), want]);
      }
      choices.push([say("Top up", {}, "buy more chips"), () => this.topUp()]);
      choices.push([say("Add or remove bots"), () => botDialog(this.app, this.state ?? state, null)]);
      if (!seat.leaving) choices.push([say("Leave the table"), () => this.askToLeave()]);
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
    const hold = this.heldSeat();
    if (hold) return [say("Take your seat"), () => this.sit(hold.seat), "primary"];
    if (seats.includes(null)) return [say("Take a seat"), () => this.sit(null), "primary"];
    const place = queue.indexOf(this.app.me?.player ?? "") + 1;
    if (place) {
      const leave = () => this.app.command("unqueue", { table });
      return [say("Leave the waitlist ({place})", { place: ordinal(place) }), leave, "secondary"];
    }
    const join = () => this.app.withAccount(() => this.app.command("queue", { table }));
    const count = queue.length;
    const words = count ? say("Join the waitlist ({count} waiting)", { count }) : say("Join the waitlist");
    return [words, join, "primary"];
  }

  /** The seat that the room holds for the player. */
  heldSeat() {
    return this.state?.held.find(({ player }) => player === this.state?.viewer) ?? null;
  }

  /** @param {Table} state */
  heldSeatWords(state) {
    const hold = ownSeat(state) ? null : this.heldSeat();
    return hold
      ? say("A seat is held for you, for {seconds, plural, one {# more second} other {# more seconds}}.", {
          seconds: Math.max(0, Math.ceil((hold.until - this.app.connection.now()) / 1000)),
        })
      : "";
  }

  tick() {
    if (this.heldSeat() && this.state) this.drawIdle(this.state);
    const now = this.app.connection.now();
    this.view.tick(now);
    this.controls.tick(now);
    this.bank.tick(now);
    this.strip.tick(now);
  }

  // -- what the player does -------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key.toLowerCase() === "h" && this.state) {
      this.page.say(this, situation(this.state));
      return true;
    }
    if (event.key === "Escape" && this.drawer.isOpen) {
      this.drawer.show(false);
      return true;
    }
    return this.bank.key(event) || this.controls.key(event);
  }

  /** An open seat was pressed: sit there, or add a bot if one sits already. @param {number} seat */
  openSeat(seat) {
    if (this.state?.you === null) this.sit(seat);
    else if (this.state) botDialog(this.app, this.state, seat);
  }

  /** A player was pressed: choose an avatar, or note something about the other. @param {string} name */
  openPlayer(name) {
    if (name === this.app.me?.player) avatarDialog(this.app);
    else noteDialog(this.app, name);
  }

  /** @param {number | null} seat */
  sit(seat) {
    this.app.withAccount((me) => this.state && sitDialog(this.app, me, this.state, seat));
  }

  topUp() {
    this.app.withAccount((me) => this.state && topUpDialog(this.app, me, this.state));
  }
}

/** A table for its host. @param {Table} state */
function hostedTable({ spec, seats, paused }) {
  const people = seats.flatMap((seat) => (seat && !seat.bot ? [seat.player] : []));
  return { name: spec.name, people, paused: paused !== "", tournament: false, started: true };
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
  const thinking = turn ? say("{who} to act.", { who: nameAt(state, turn.seat) }) : "";
  if (!seat) return [say("You’re watching."), thinking].join(" ");
  const playing = isPlaying(state) && play?.players[seat.seat] === seat.player;
  const made = play?.made[seat.seat];
  if (playing && play?.live[seat.seat] && made) return capitalised(handName(made.name));
  if (isBroke(state)) return state.spec.tournament ? "" : say("You have no chips left. Top up to be dealt in.");
  if (seat.leaving) return say("You leave when this hand is over.");
  if (seat.sitting_out) return say("You are sitting out.");
  if (playing) return thinking;
  if (isAlone(state)) return say("Waiting for another player.");
  if (seat.waiting && !seat.posting) return say("You’ll be dealt in when the big blind reaches you.");
  return seat.waiting
    ? say("You’ll post and be dealt in, once the button has passed.")
    : say("You’ll be dealt in next hand.");
}

/** Whether no one else is there to play with. @param {Table} state */
function isAlone({ seats }) {
  return seats.filter((one) => one !== null && !one.sitting_out && one.stack > 0).length < 2;
}

/** @param {string} words */
const capitalised = (words) => words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
