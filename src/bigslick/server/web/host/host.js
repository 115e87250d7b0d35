/** The host's corner of a table or tournament: who asks, the invite, the players, the game and its door. */

import { choice, openDialog } from "../shared/dialogs.js";
import { attribute, el, icon, text } from "../shared/dom.js";
import { StandIn } from "./absent-host.js";
import { APPROVALS, DELAYS, requestWords, SPECTATORS, HOST_WORDS as WORDS } from "./words-host.js";

/** @import { App } from "../app.js" */
/** @import { Child } from "../shared/dom.js" */

/**
 * What the corner must know of the table or tournament that it is about.
 * @typedef {{ name: string, people: string[], paused: boolean, tournament: boolean, started: boolean }} Hosted
 * @typedef {{ title: string, words: string, go: string }} Question
 */

/** The button in the bar at the top, and the dialog behind it. */
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
    this.button = el("button", open, icon("host"), el("span", { class: "host-word" }, WORDS.host), this.badge);
    this.body = el("div", { class: "host-body" });
    this.standIn = new StandIn(app, at, () => this.hosted()?.people ?? []);
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
    this.drawn = "";
    this.heard = 0;
  }

  /** Hear what the server tells about the host. @returns {() => void} stops it */
  listen() {
    const { connection } = this.app;
    const stops = [
      connection.on("host", (now) => now.at === this.at && this.become(now)),
      connection.on("request_answered", ({ at, yes, sentence }) => {
        if (at === this.at) this.app.toast(sentence, yes ? "good" : "bad");
        if (at === this.at) this.app.announce(sentence);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.dialog?.close();
      this.standIn.stop();
    };
  }

  /** @param {Wire.HostNow} now */
  become(now) {
    const waiting = now.desk?.requests.length ?? 0;
    if (waiting > this.heard) {
      const newest = now.desk?.requests[waiting - 1];
      if (newest && !this.dialog) this.app.toast(requestWords(newest), "good");
      if (newest) this.app.announce(requestWords(newest));
    }
    this.heard = waiting;
    this.now = now;
    this.standIn.become(now);
    this.button.hidden = !now.desk;
    this.badge.hidden = !waiting;
    text(this.badge, waiting);
    attribute(this.button, "aria-label", waiting ? WORDS.hostWaiting(waiting) : WORDS.host);
    if (!now.desk) this.dialog?.close();
    this.draw();
  }

  /** Whether the viewer waits for the host's yes. */
  get asked() {
    return this.now?.asked ?? null;
  }

  /** What a viewer without a seat should know of the door. */
  get doorWords() {
    const door = this.now?.door;
    if (!door || this.now?.desk) return "";
    if (door.spectators === "off") return WORDS.veiled;
    return door.spectators === "delayed" ? WORDS.late(door.delay_ms) : "";
  }

  /** @param {Wire.HostCommand["type"] | "withdraw_request"} type @param {object} [fields] */
  send(type, fields = {}) {
    // The fields belong to the type; each caller below names both together.
    return this.app.command(type, /** @type {any} */ ({ at: this.at, ...fields }));
  }

  // -- the dialog -----------------------------------------------------------------------------------------------------

  open() {
    if (!this.now?.desk || this.dialog) return;
    this.drawn = "";
    this.dialog = openDialog(WORDS.hostTitle, this.body);
    this.dialog.classList.add("host-dialog");
    this.dialog.addEventListener("close", () => {
      this.dialog = null;
    });
    this.draw();
  }

  /** Draw the dialog anew if anything in it has changed. */
  draw() {
    const { now, dialog } = this;
    const hosted = this.hosted();
    this.standIn.draw();
    if (!dialog || !now?.desk || !hosted) return;
    const drawn = JSON.stringify([now, hosted]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
    const parts = [
      this.requests(now.desk),
      now.desk.invite && this.invite(now.desk, hosted),
      this.game(hosted),
      this.people(now, now.desk, hosted),
      this.door(now.door, hosted),
    ];
    this.body.replaceChildren(...parts.filter((one) => one instanceof Node));
    const again = focused && this.body.querySelector(`[data-key="${CSS.escape(focused)}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {Wire.HostDesk} desk */
  requests({ requests }) {
    const rows = requests.map((request) => {
      const { player } = request;
      const answer = (/** @type {boolean} */ yes) => () => this.send("answer_request", { player, yes });
      return el(
        "li",
        {},
        el("span", {}, requestWords(request)),
        el(
          "span",
          { class: "host-buttons" },
          button(WORDS.no, answer(false), `no ${player}`),
          button(WORDS.yes, answer(true), `yes ${player}`, "primary"),
        ),
      );
    });
    const list = rows.length ? el("ul", { class: "host-list" }, ...rows) : el("p", { class: "hint" }, WORDS.nobodyAsks);
    return section(WORDS.asking, list);
  }

  /** @param {Wire.HostDesk} desk @param {Hosted} hosted */
  invite({ invite, password }, { name }) {
    const link = `${location.origin}${location.pathname}#/invite/${encodeURIComponent(invite)}`;
    const select = (/** @type {MouseEvent} */ { target }) => target instanceof HTMLInputElement && target.select();
    const copy = async () => {
      await navigator.clipboard.writeText(link);
      this.app.toast(WORDS.copied, "good");
    };
    const share = () => navigator.share({ title: name, text: WORDS.shareText(name), url: link }).catch(() => {});
    return section(
      WORDS.invite,
      el("input", { class: "invite-link", readonly: true, value: link, "aria-label": WORDS.invite, onclick: select }),
      el(
        "div",
        { class: "host-buttons" },
        button(WORDS.copy, copy, "copy", "primary"),
        "share" in navigator && button(WORDS.share, share, "share"),
      ),
      el("p", { class: "hint" }, password ? WORDS.inviteHintPassword : WORDS.inviteHint),
    );
  }

  /** @param {Hosted} hosted */
  game({ paused, tournament, started }) {
    const buttons = [];
    if (!tournament || started) {
      const go = () => this.send(paused ? "resume" : "pause");
      buttons.push(button(paused ? WORDS.resume : WORDS.pause, go, "pause", paused ? "primary" : "secondary"));
    }
    if (!tournament) {
      buttons.push(button(WORDS.moveOn, () => this.send("move_on"), "move on"));
      buttons.push(button(WORDS.close, () => this.ask(WORDS.sure.close(), "close"), "close", "secondary danger"));
    } else if (!started) {
      buttons.push(button(WORDS.callOff, () => this.ask(WORDS.sure.callOff(), "close"), "close", "secondary danger"));
    }
    if (!buttons.length) return null;
    return section(tournament ? WORDS.event : WORDS.game, el("div", { class: "host-buttons" }, ...buttons));
  }

  /** @param {Wire.HostNow} now @param {Wire.HostDesk} desk @param {Hosted} hosted */
  people({ host }, { banned, muted, let_in }, { people, tournament, started }) {
    const others = [...new Set([...people, ...let_in])].filter((player) => player !== host && !banned.includes(player));
    const rows = others.map((player) => {
      const here = people.includes(player);
      const quiet = muted.includes(player);
      const ask =
        (/** @type {"kick" | "ban" | "hand_over"} */ type, question = WORDS.sure[type](player)) =>
        () =>
          this.ask(question, type, { player });
      const kick = tournament ? ask("kick", WORDS.sure.kickEntrant(player)) : ask("kick");
      const removable = !tournament || !started;
      const talk = quiet ? /** @type {const} */ ("unmute") : /** @type {const} */ ("mute");
      return el(
        "li",
        {},
        el("span", { class: "host-name" }, player),
        el(
          "span",
          { class: "host-buttons", role: "group", "aria-label": WORDS.more_for(player) },
          !tournament && button(WORDS[talk], () => this.send(talk, { player }), `mute ${player}`),
          button(WORDS.handOver, ask("hand_over"), `host ${player}`),
          here && removable && button(WORDS.kick, kick, `kick ${player}`, "secondary danger"),
          removable && button(WORDS.ban, ask("ban"), `ban ${player}`, "secondary danger"),
        ),
      );
    });
    const out = banned.map((player) =>
      el(
        "li",
        {},
        el("span", { class: "host-name" }, player, el("span", { class: "hint" }, ` ${WORDS.banned}`)),
        el(
          "span",
          { class: "host-buttons" },
          button(WORDS.unban, () => this.send("unban", { player }), `unban ${player}`),
        ),
      ),
    );
    const all = [...rows, ...out];
    const list = all.length ? el("ul", { class: "host-list" }, ...all) : el("p", { class: "hint" }, WORDS.alone);
    return section(WORDS.people, list);
  }

  /** @param {Wire.GameDoor} door @param {Hosted} hosted */
  door({ approve, spectators, delay_ms }, { tournament }) {
    const asks = choice(tournament ? WORDS.entries : WORDS.approve, "approve", APPROVALS, approve);
    const watches = choice(WORDS.spectators, "spectators", SPECTATORS, spectators);
    const later = choice(WORDS.delay, "delay_ms", DELAYS, String(delay_ms || 180_000));
    later.hidden = spectators !== "delayed";
    const value = (/** @type {HTMLElement} */ node) => node.querySelector("select")?.value ?? "";
    const change = () => {
      const seen = tournament ? "on" : value(watches);
      const delay = seen === "delayed" ? Number(value(later)) : 0;
      this.send("change_door", { approve: value(asks), spectators: seen, delay_ms: delay });
    };
    for (const node of [asks, watches, later]) {
      node.querySelector("select")?.setAttribute("data-key", String(node.querySelector("select")?.name));
      node.addEventListener("change", change);
    }
    return section(WORDS.doorTitle, asks, !tournament && watches, !tournament && later);
  }

  /**
   * Ask before something that cannot be taken back.
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
      el("div", { class: "form-foot" }, button(WORDS.keep, close, "keep"), button(go, run, "go", "primary danger")),
    );
  }
}

/** @param {string} title @param {...Child} content */
const section = (title, ...content) => el("section", { class: "host-part" }, el("h3", {}, title), ...content);

/** @param {string} words @param {() => unknown} onclick @param {string} key @param {string} [kind] */
const button = (words, onclick, key, kind = "secondary") =>
  el("button", { class: `${kind} small`, type: "button", "data-key": key, onclick }, words);
