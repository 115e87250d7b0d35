/** The host's button and dialog: requests, the invite link, players, pausing, and who may come in. */

import { broadcastSheet } from "../broadcast/broadcast-sheet.js";
import { BOUNDS } from "../generated/bounds.js";
import { chipsField, choice, closingButton, field, form, openDialog, submitButton } from "../shared/dialogs.js";
import { attribute, el, icon, text } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { whenLoaded } from "../shared/later.js";
import { menuButton } from "../shared/menu.js";
import { askInToast } from "../shared/toasts.js";
import { APPROVALS, doorChanges, doorWords, requestWords } from "./door.js";
import { HostLine } from "./host-line.js";
import { InviteSheet } from "./invite-sheet.js";

/** @import { App } from "../app.js" */
/** @import { Child } from "../shared/dom.js" */
/** @import { Running } from "./event-orders.js" */

const SURE = {
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
  redraw: () => ({
    title: say("Draw all seats?"),
    words: say("Before the next hand everyone gets a seat by lot, and the button is drawn."),
    go: say("Draw"),
  }),
  renew: () => ({
    title: say("Make a new invite link?"),
    words: say("The old link opens nothing from now on. Everyone who has come in stays."),
    go: say("New link"),
  }),
  callOff: () => ({
    title: say("Call the tournament off?"),
    words: say("It will not be played, and everyone gets the buy-in back."),
    go: say("Call it off"),
  }),
  callOffRunning: () => ({
    title: say("Call the tournament off?"),
    words: say(
      "The hands in progress are the last ones. Before registration closes, every entry, rebuy and add-on goes back. After that the players left share the pool, half of it equally and half by chips; in the money, the rest is split by ICM.",
    ),
    go: say("Call it off"),
  }),
};

/** How many requests are asked in toasts at a time. */
const MOST_ASKED = 3;

/** @type {[string, string][]} */
const CORRECTIONS = [
  ["1", say("Add chips")],
  ["-1", say("Take chips away")],
];

/**
 * What the dialog needs to know about its table or tournament.
 * @typedef {{ name: string, people: string[], paused: boolean, tournament: string, started: boolean,
 *   settings: Wire.TableSettings | null, absent: string[], redraw: boolean, event: Running | null,
 *   giveSeat: ((player: string) => void) | null }} Hosted
 * @typedef {{ title: string, words: string, go: string }} Question
 */

/** The button in the top bar and its dialog. */
export class HostCorner {
  /** @param {App} app @param {string} at @param {() => Hosted | null} hosted */
  constructor(app, at, hosted) {
    this.app = app;
    this.at = at;
    this.hosted = hosted;
    /** @type {Wire.HostNow | null} */
    this.now = null;
    this.badge = el("span", { class: "badge-count", "aria-hidden": "true", hidden: true });
    const open = { class: "quiet small host-open", type: "button", hidden: true, onclick: () => this.open() };
    this.button = el("button", open, icon("host"), el("span", { class: "host-word" }, say("Host")), this.badge);
    this.body = el("div", { class: "host-body" });
    this.line = new HostLine(app, at, hosted);
    this.sheet = new InviteSheet(app, at);
    /** The broadcast of the table. @type {Wire.BroadcastNow | null} */
    this.broadcast = null;
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
    this.drawn = "";
    /** What takes away the toast of each request that we have heard of. @type {Map<string, () => void>} */
    this.heard = new Map();
  }

  /** Subscribe to the server's messages about the host. @returns {() => void} unsubscribes */
  listen() {
    const { connection } = this.app;
    const stops = [
      connection.on("host", (now) => now.at === this.at && this.become(now)),
      connection.on("broadcast", (now) => {
        if (now.table !== this.at) return;
        this.broadcast = now;
        this.draw();
      }),
      connection.on("request_answered", ({ at, yes, sentence }) => {
        if (at === this.at) this.app.toast(sentence, yes ? "good" : "bad");
        if (at === this.at) this.app.announce(sentence);
      }),
    ];
    return () => {
      for (const stop of [...stops, ...this.heard.values()]) stop();
      this.dialog?.close();
      this.line.stop();
    };
  }

  /** @param {Wire.HostNow} now */
  become(now) {
    const requests = now.desk?.requests ?? [];
    const waiting = requests.length;
    this.hear(requests);
    for (const words of this.now ? doorWords(this.now.door, now.door) : []) {
      this.app.toast(words, "good");
      this.app.announce(words);
    }
    this.now = now;
    this.line.become(now);
    this.button.hidden = !now.desk;
    this.badge.hidden = !waiting;
    text(this.badge, waiting);
    attribute(this.button, "aria-label", waiting ? say("Host, {count} waiting", { count: waiting }) : say("Host"));
    if (!now.desk) this.dialog?.close();
    this.draw();
  }

  /** Ask the host about new requests, where they are. @param {Wire.Request[]} requests */
  hear(requests) {
    const open = new Set(requests.map(keyOf));
    for (const [key, takeAway] of this.heard) {
      if (!open.has(key)) takeAway();
      if (!open.has(key)) this.heard.delete(key);
    }
    for (const request of requests) {
      if (this.heard.has(keyOf(request))) continue;
      const words = this.requestWords(request);
      const asks = !this.dialog && this.heard.size < MOST_ASKED;
      this.heard.set(keyOf(request), asks ? askInToast(words, ...this.answers(request)) : () => {});
      this.app.announce(words);
    }
  }

  /** @param {Wire.Request} request */
  requestWords(request) {
    return requestWords(request, this.hosted()?.settings?.chip_value);
  }

  /** @param {Wire.Request} request */
  answers({ player }) {
    const answer = (/** @type {boolean} */ yes) => () => this.send("answer_request", { player, yes });
    return [
      button(say("No"), answer(false), `no ${player}`),
      button(say("Yes"), answer(true), `yes ${player}`, "primary"),
    ];
  }

  /** Whether the viewer's request is pending. */
  get asked() {
    return this.now?.asked ?? null;
  }

  /** A notice for viewers without a seat: watching is off, or delayed. */
  get doorWords() {
    const door = this.now?.door;
    if (!door || this.now?.desk) return "";
    if (door.spectators === "off") return say("The host lets nobody watch. Take a seat to see the hands.");
    return door.spectators === "delayed"
      ? door.delay_ms >= 60_000
        ? say("You see this {minutes} min later.", { minutes: door.delay_ms / 60_000 })
        : say("You see this {seconds} s later.", { seconds: door.delay_ms / 1000 })
      : "";
  }

  /** @param {Wire.HostCommand["type"] | "withdraw_request"} type @param {object} [fields] */
  send(type, fields = {}) {
    const at = isOfTable(type) ? this.at : this.hosted()?.tournament || this.at;
    // Each caller below passes the fields of its type.
    return this.app.command(type, /** @type {any} */ ({ at, ...fields }));
  }

  // -- the dialog -----------------------------------------------------------------------------------------------------

  open() {
    if (!this.now?.desk || this.dialog) return;
    this.drawn = "";
    for (const takeAway of this.heard.values()) takeAway(); // the dialog lists them
    this.dialog = openDialog(say("You are the host"), this.body);
    this.dialog.classList.add("host-dialog");
    this.dialog.addEventListener("close", () => {
      this.dialog = null;
    });
    this.draw();
  }

  /** Redraw the dialog if anything in it has changed. */
  draw() {
    const { now, dialog } = this;
    const hosted = this.hosted();
    this.line.draw();
    if (!dialog || !now?.desk || !hosted) return;
    const drawn = JSON.stringify([now, hosted, this.broadcast]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
    const opened = this.body.querySelector('.menu > [aria-expanded="true"]')?.getAttribute("data-key");
    // A tournament's table is a part of it: who comes in is decided on the tournament's page.
    const whole = !hosted.tournament || hosted.tournament === this.at;
    const parts = [
      whole && this.requests(now.desk),
      this.game(now, hosted, whole),
      this.people(now, now.desk, hosted, whole),
      whole && this.invite(now, hosted),
      hosted.tournament !== this.at && this.broadcastPart(),
      whole && hosted.tournament && this.door(now.door),
    ];
    this.body.replaceChildren(...parts.filter((one) => one instanceof Node));
    const keyed = (/** @type {string} */ key) => this.body.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const menu = opened && keyed(opened);
    if (menu instanceof HTMLElement) menu.click();
    const again = focused && keyed(focused);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {Wire.HostDesk} desk */
  requests({ requests }) {
    if (!requests.length) return null;
    const rows = requests.map((request) =>
      el(
        "li",
        {},
        el("span", {}, this.requestWords(request)),
        el("span", { class: "host-buttons" }, ...this.answers(request)),
      ),
    );
    const list = el("ul", { class: "host-list" }, ...rows);
    const all = () => requests.map(({ player }) => this.send("answer_request", { player, yes: true }));
    const toAll = rows.length > 1 && button(say("Yes to all"), all, "all", "primary");
    return section(say("Waiting for you"), list, toAll && el("div", { class: "host-buttons" }, toAll));
  }

  /** The invitation, and a new link instead of the old one. @param {Wire.HostNow} now @param {Hosted} hosted */
  invite(now, hosted) {
    this.sheet.draw(now, hosted);
    const renew = button(say("Renew the link"), () => this.ask(SURE.renew(), "renew_invite"), "renew");
    return section(say("Invitation"), this.sheet.root, now.door.private && el("div", { class: "host-buttons" }, renew));
  }

  broadcastPart() {
    const sheet = broadcastSheet(this.app, this.at, this.broadcast, (question, type) => this.ask(question, type));
    return section(say("Broadcast"), ...sheet);
  }

  /** @param {Wire.HostNow} now @param {Hosted} hosted @param {boolean} whole false at one table of a tournament */
  game({ door }, { paused, tournament, started, settings, redraw, event }, whole) {
    const buttons = [];
    if (!tournament || started) {
      const go = () => this.send(paused ? "resume" : "pause");
      buttons.push(button(paused ? say("Resume") : say("Pause"), go, "pause", paused ? "primary" : "secondary"));
    }
    if (event) {
      const go = () => whenLoaded(import("./event-orders.js"), (orders) => orders.clockDialog(this.app, event));
      buttons.push(button(say("Change the clock"), go, "clock"));
    }
    if (settings && !tournament) {
      const send = (/** @type {Wire.TableChanges} */ changes) =>
        this.app.connection.command("change_settings", { at: this.at, changes });
      const go = () => whenLoaded(import("./opening.js"), (opening) => opening.changeTableDialog(settings, door, send));
      buttons.push(button(say("Change the game"), go, "change"));
    }
    if (!tournament) {
      buttons.push(
        more(
          "rarely",
          say("More"),
          button(say("Next hand now"), () => this.send("move_on"), "move on", "quiet"),
          redraw ? null : button(say("Draw seats"), () => this.ask(SURE.redraw(), "redraw_seats"), "redraw", "quiet"),
        ),
      );
      buttons.push(button(say("Close the table"), () => this.ask(SURE.close(), "close"), "close", "secondary danger"));
    } else if (whole) {
      if (!started) buttons.push(button(say("Start now"), () => this.send("start_now"), "start", "primary"));
      const sure = started ? SURE.callOffRunning() : SURE.callOff();
      buttons.push(button(say("Call it off"), () => this.ask(sure, "close"), "close", "secondary danger"));
    }
    if (!whole) {
      const go = () => this.app.go(`#/tournament/${encodeURIComponent(tournament)}`);
      buttons.push(closingButton(say("Go to the tournament"), "secondary small", go));
    }
    if (!buttons.length) return null;
    return section(
      tournament ? say("The tournament") : say("The table"),
      el("div", { class: "host-buttons" }, ...buttons),
    );
  }

  /** @param {Wire.HostNow} now @param {Wire.HostDesk} desk @param {Hosted} hosted @param {boolean} whole */
  people({ host }, { banned, muted, let_in }, { people, absent, tournament, started, giveSeat, event }, whole) {
    const others = [...new Set([...people, ...let_in])].filter((player) => player !== host && !banned.includes(player));
    const rows = others.map((player) => {
      const here = people.includes(player);
      const quiet = muted.includes(player);
      const ask =
        (/** @type {"kick" | "ban" | "hand_over"} */ type, question = SURE[type](player)) =>
        () =>
          this.ask(question, type, { player });
      const kick = tournament ? ask("kick", SURE.kickEntrant(player)) : ask("kick");
      const removable = !tournament || !started;
      const order = (/** @type {Running} */ running) => this.seatOrders(running, player);
      const talk = () => this.send(quiet ? "unmute" : "mute", { player });
      const often = [
        absent.includes(player) &&
          button(say("Sit out"), () => this.send("sit_out_player", { player }), `sit out ${player}`),
        here && !tournament && button(say("Chips"), () => this.correct(player), `chips ${player}`),
        here && event?.openSeats.length && button(say("Move"), order(event).move, `move ${player}`),
        here && giveSeat && button(say("Seat"), () => giveSeat(player), `seat ${player}`),
      ].filter((one) => one instanceof Node);
      const kind = often.length ? "quiet" : "secondary";
      const rare = [
        (!tournament || !whole) && button(quiet ? say("Unmute") : say("Mute"), talk, `mute ${player}`, kind),
        button(say("Make host"), ask("hand_over"), `host ${player}`, kind),
        here && event && button(say("Take out"), order(event).out, `out ${player}`, `${kind} danger`),
        here && removable && button(say("Kick"), kick, `kick ${player}`, `${kind} danger`),
        removable && button(say("Ban"), ask("ban"), `ban ${player}`, `${kind} danger`),
      ].filter((one) => one instanceof HTMLElement);
      return el(
        "li",
        {},
        el("span", { class: "host-name" }, player),
        el(
          "span",
          { class: "host-buttons", role: "group", "aria-label": say("What to do about {player}", { player }) },
          ...often,
          ...(often.length ? [more(`more ${player}`, say("More about {player}", { player }), ...rare)] : rare),
        ),
      );
    });
    const out = banned.map((player) =>
      el(
        "li",
        {},
        el("span", { class: "host-name" }, player, el("span", { class: "hint" }, ` ${say("Banned")}`)),
        el(
          "span",
          { class: "host-buttons" },
          button(say("Unban"), () => this.send("unban", { player }), `unban ${player}`),
        ),
      ),
    );
    const all = [...rows, ...out];
    const list = all.length
      ? el("ul", { class: "host-list" }, ...all)
      : el("p", { class: "hint" }, say("Nobody else is here yet."));
    return section(say("Players"), list);
  }

  /** Orders about a player's seat in a running tournament. @param {Running} event @param {string} player */
  seatOrders(event, player) {
    const load = () => import("./event-orders.js");
    const move = () => whenLoaded(load(), (orders) => orders.movePlayerDialog(this.app, event, player));
    const out = () => whenLoaded(load(), (orders) => orders.takeOutDialog(this.app, event, player));
    return { move, out };
  }

  /** Correct a player's buy-in, with a reason that everyone reads. @param {string} player */
  correct(player) {
    const { why } = BOUNDS.CorrectChips;
    const value = this.hosted()?.settings?.chip_value;
    const amount = chipsField(
      value ? say("Amount") : say("How many"),
      "chips",
      { min: 1, max: BOUNDS.NewTable.most_buy_in.max, value: "" },
      value,
    );
    const fields = [
      el(
        "p",
        { class: "lead" },
        say("After the hand, from or to the account of {player}. All read your reason.", { player }),
      ),
      choice(say("What to do"), "sign", CORRECTIONS),
      amount.root,
      field(say("Reason"), { name: "why", required: true, autocomplete: "off", ...why }),
    ];
    const dialog = openDialog(
      say("Correct the chips of {player}", { player }),
      form(fields, [submitButton(say("Correct"))], async (values) => {
        const chips = Number(values.sign) * Number(values.chips);
        const asked = { at: this.at, player, chips, why: values.why };
        const answer = await this.app.connection.command("correct_chips", asked);
        if (answer.type === "refused") throw new Error(answer.sentence);
        dialog.close();
      }),
    );
  }

  /** Whether entries to a tournament need a yes. @param {Wire.GameDoor} door */
  door({ approve }) {
    const asks = choice(say("Entries"), "approve", APPROVALS, approve);
    const select = asks.querySelector("select");
    select?.setAttribute("data-key", "approve");
    asks.addEventListener("change", () =>
      this.send("change_settings", { changes: doorChanges({ approve: select?.value ?? "" }) }),
    );
    return section(say("The door"), asks);
  }

  /**
   * Confirm something that cannot be undone.
   * @param {Question} question @param {Wire.HostCommand["type"]} type @param {object} [fields]
   */
  ask({ title, words, go }, type, fields = {}) {
    const close = () => dialog.close();
    const run = () => {
      close();
      this.send(type, fields);
    };
    const dialog = openDialog(
      title,
      el("p", { class: "lead" }, words),
      el("div", { class: "form-foot" }, button(say("Not now"), close, "keep"), button(go, run, "go", "primary danger")),
    );
  }
}

/** @param {Wire.Request} request */
const keyOf = ({ player, asked_at }) => `${player} ${asked_at}`;

/** Whether it is about one table, also in a tournament: each has its own chat. @param {string} type */
const isOfTable = (type) => type === "mute" || type === "unmute" || type.endsWith("_broadcast");

/** @param {string} title @param {...Child} content */
const section = (title, ...content) => el("section", { class: "host-part" }, el("h3", {}, title), ...content);

/**
 * What is done rarely, below one button.
 * @param {string} key @param {string} about @param {...(HTMLElement | null)} items
 */
function more(key, about, ...items) {
  const menu = menuButton(say("More"), ...items);
  const opener = menu.firstElementChild;
  opener?.setAttribute("data-key", key);
  opener?.setAttribute("aria-label", about);
  return menu;
}

/** @param {string} words @param {() => unknown} onclick @param {string} key @param {string} [kind] */
const button = (words, onclick, key, kind = "secondary") =>
  el("button", { class: `${kind} small`, type: "button", "data-key": key, onclick }, words);
