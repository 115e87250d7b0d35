/** The start: shapes, session, connection, and which screen the address names. */

import { accountDialog, drawAccount } from "./account.js";
import { api } from "./api.js";
import { loadShapes } from "./cards.js";
import { helpDialog } from "./dialogs.js";
import { attribute, el, text } from "./dom.js";
import { LobbyScreen } from "./lobby.js";
import { applyPreferences } from "./preferences.js";
import { ReplayScreen } from "./replay.js";
import { Connection } from "./socket.js";
import { TableScreen } from "./table.js";
import { TournamentScreen } from "./tournament.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const MOST_SPOKEN = 40;
const TOAST_MS = 6_000;

/**
 * @typedef {{ root: HTMLElement, title: string, where?: HTMLElement[], enter?: () => void, leave?: () => void,
 *   key?: (event: KeyboardEvent) => boolean, follows?: (moved: any) => boolean }} Screen
 */

/** What every screen shares. */
class App {
  constructor() {
    /** @type {any} who is signed in, as the server says it */
    this.me = null;
    this.connection = new Connection(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    /** @type {Screen | null} */
    this.screen = null;
  }

  /** Say something to those who listen. @param {string} words */
  announce(words) {
    if (!words) return;
    const live = $("live");
    live.append(el("p", {}, words));
    while (live.childElementCount > MOST_SPOKEN) live.firstElementChild?.remove();
  }

  /** Show a sentence for a while. @param {string} words @param {string} [kind] @param {HTMLElement | null} [more] */
  toast(words, kind = "", more = null) {
    const box = el("div", { class: `toast ${kind}` }, el("span", {}, words), more);
    $("toasts").append(box);
    setTimeout(() => box.remove(), TOAST_MS);
  }

  /** Send a command and show why it was refused. @param {string} type @param {Record<string, any>} fields */
  async command(type, fields) {
    const answer = await this.connection.command(type, fields);
    if (answer.type === "refused") this.toast(answer.sentence, "bad");
    return answer;
  }

  /** @param {string} hash */
  go(hash) {
    if (location.hash === hash) this.route();
    else location.hash = hash;
  }

  /** Ask the server who we are and what we have. */
  async refresh() {
    this.me = await api.me();
    drawAccount(this, $("account"));
  }

  /** Somebody signed in or out: the connection must begin again as him. */
  async signedIn() {
    await this.refresh();
    this.connection.restart();
  }

  /** Make sure that somebody is signed in, then go on. @param {() => void} then */
  withAccount(then) {
    if (this.me) then();
    else accountDialog(this, then);
  }

  route() {
    const [, kind = "", id = ""] = location.hash.replace(/^#/, "").split("/").map(decodeURIComponent);
    const old = this.screen;
    this.screen = null;
    old?.leave?.();
    /** @type {Screen} */
    const next =
      kind === "table" && id
        ? new TableScreen(this, id)
        : kind === "tournament" && id
          ? new TournamentScreen(this, id)
          : kind === "hand" && id
            ? new ReplayScreen(this, id)
            : new LobbyScreen(this);
    this.screen = next;
    attribute(document.body, "data-screen", kind || "lobby");
    $("view").replaceChildren(next.root);
    $("where").replaceChildren(...(next.where ?? []));
    document.title = next.title ? `${next.title} · bigslick` : "bigslick · the card room";
    next.enter?.();
    if (old) $("view").focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

/** Whether a key belongs to what somebody is writing, or to an open dialog. @param {KeyboardEvent} event */
function isTyping(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (document.querySelector("dialog[open]") || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return true;
  if (target.isContentEditable || target.matches("textarea, select")) return true;
  return (
    target.matches("input") &&
    !["range", "checkbox", "radio", "button"].includes(/** @type {HTMLInputElement} */ (target).type)
  );
}

async function start() {
  const app = new App();
  applyPreferences();
  await loadShapes();
  const { connection } = app;
  connection.addEventListener("status", () => {
    $("connection").hidden = connection.status === "open";
  });
  connection.addEventListener("refused", (event) =>
    app.toast(/** @type {CustomEvent} */ (event).detail.sentence, "bad"),
  );
  connection.addEventListener("bye", (event) =>
    text($("connection"), `${/** @type {CustomEvent} */ (event).detail.sentence} Trying again…`),
  );
  connection.addEventListener("lobby", (event) => {
    const { balance } = /** @type {CustomEvent} */ (event).detail;
    if (app.me && typeof balance === "number" && balance !== app.me.balance) {
      app.me = { ...app.me, balance };
      drawAccount(app, $("account"));
    }
  });
  connection.addEventListener("moved", (event) => {
    const moved = /** @type {CustomEvent} */ (event).detail;
    const words = `You have a new seat${moved.reason ? `: ${moved.reason}` : ""}.`;
    app.announce(words);
    if (!app.screen?.follows || app.screen.follows(moved)) {
      app.toast(words, "good");
      app.go(`#/table/${encodeURIComponent(moved.table)}`);
    } else
      app.toast(words, "good", el("a", { href: `#/table/${encodeURIComponent(moved.table)}` }, "Go to your table"));
  });
  addEventListener("hashchange", () => app.route());
  addEventListener("keydown", (event) => {
    if (isTyping(event)) return;
    if (event.key === "?") helpDialog();
    else if (!app.screen?.key?.(event)) return;
    event.preventDefault();
  });
  try {
    await app.refresh();
  } catch (error) {
    app.toast(/** @type {Error} */ (error).message, "bad");
    drawAccount(app, $("account"));
  }
  connection.open();
  app.route();
}

start();

/** @typedef {App} TheApp */
