/** The drawer beside the table: log, chat, recent hands, ledger, standings. */

import { LedgerView } from "../club/ledger.js";
import { FORMATS } from "../generated/choices.js";
import { api } from "../shared/api.js";
import { attribute, el, icon, keyed, toggle, vacant } from "../shared/dom.js";
import { signed, worth } from "../shared/format.js";
import { say } from "../shared/language.js";
import { newsList, payoutTable, standingTable } from "../tournament/standings.js";
import { ChatPanel, Follower } from "./chat.js";
import { sentence } from "./words.js";

/** @import { App } from "../app.js" */
/** @import { Value } from "../shared/format.js" */
/** @import { Table } from "./reduce.js" */

/** @typedef {{ words: string, tab: HTMLButtonElement, panel: HTMLElement }} Tab */

/** The drawer's tabs. */
export class Drawer {
  /**
   * @param {App} app @param {string} table
   * @param {() => Value} value what a chip is worth there @param {(unread: boolean) => void} onUnread
   */
  constructor(app, table, value, onUnread) {
    this.app = app;
    this.table = table;
    this.value = value;
    this.onUnread = onUnread;
    this.log = el("ol", { class: "log", tabindex: 0, "aria-label": say("What happened") });
    this.lines = new Follower(this.log);
    this.chat = new ChatPanel(app, table);
    this.hands = el("ul", { class: "hands" });
    this.noHands = vacant(
      say("No hand is over yet"),
      say("Each hand of this table appears here, to replay, verify and download."),
    );
    this.standings = el("div", { class: "standings" });
    this.ledger = new LedgerView(app, table);
    /** @type {Record<string, Tab>} */
    this.tabs = {
      log: this.newTab("log", say("Log"), this.log),
      chat: this.newTab("chat", say("Chat"), this.chat.root),
      hands: this.newTab("hands", say("Hands"), el("div", {}, this.noHands, this.hands)),
      ledger: this.newTab("ledger", say("Ledger"), this.ledger.root),
      standings: this.newTab("standings", say("Standings"), this.standings),
    };
    const tabs = Object.values(this.tabs);
    const place = { class: "tabs", role: "tablist", "aria-label": say("Beside the table") };
    const list = el("div", { ...place, onkeydown: (event) => this.arrow(event) }, ...tabs.map(({ tab }) => tab));
    const shut = { class: "quiet round drawer-close", type: "button", "aria-label": say("Close", {}, "a window") };
    const close = el("button", { ...shut, onclick: () => this.show(false) }, icon("close"));
    this.root = el(
      "aside",
      { class: "drawer", "aria-label": say("Log, chat and hands") },
      el("div", { class: "drawer-head" }, list, close),
      ...tabs.map(({ panel }) => panel),
    );
    this.chosen = "";
    this.tabs.standings.tab.hidden = true;
    this.choose("log");
  }

  /** @param {string} name @param {string} words @param {HTMLElement} content @returns {Tab} */
  newTab(name, words, content) {
    const tab = {
      class: "tab",
      type: "button",
      role: "tab",
      id: `tab-${name}-${this.table}`,
      "aria-controls": `panel-${name}-${this.table}`,
    };
    const panel = { class: `panel panel-${name}`, role: "tabpanel", id: `panel-${name}-${this.table}` };
    return {
      words,
      tab: el("button", { ...tab, onclick: () => this.choose(name) }, words),
      panel: el("div", { ...panel, "aria-labelledby": `tab-${name}-${this.table}` }, content),
    };
  }

  get isOpen() {
    return this.root.classList.contains("open");
  }

  /** Open or close the drawer, which is a sheet on small screens. @param {boolean} open */
  show(open) {
    toggle(this.root, "open", open);
    if (!open) return;
    if (this.chosen === "chat") this.markChat(false);
    this.lines.toEnd();
    this.tabs[this.chosen].tab.focus();
  }

  /** @param {string} name */
  choose(name) {
    this.chosen = name;
    for (const [key, { tab, panel }] of Object.entries(this.tabs)) {
      attribute(tab, "aria-selected", String(key === name));
      attribute(tab, "tabindex", key === name ? 0 : -1);
      panel.hidden = key !== name;
    }
    if (name === "chat") this.markChat(false);
    if (name === "hands") this.loadHands();
    if (name === "ledger") this.ledger.load();
    if (name === "log") this.lines.toEnd();
  }

  /** @param {KeyboardEvent} event */
  arrow(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.stopPropagation();
    const open = Object.keys(this.tabs).filter((name) => !this.tabs[name].tab.hidden);
    const next = open[(open.indexOf(this.chosen) + step + open.length) % open.length];
    this.choose(next);
    this.tabs[next].tab.focus();
  }

  // -- log and chat ---------------------------------------------------------------------------------------------------

  /** Add an event to the log. @param {Wire.WireEvent} event @param {Table} state the table after it */
  tell(event, state) {
    const words = sentence(event, state);
    const hand = event.type === "hand_began" ? event.hand : null;
    if (words) this.lines.append(el("li", { class: `line line-${event.type}`, "data-hand": hand }, words));
  }

  /** Remove a hand and everything after it from the log, before rewriting it. @param {number} hand */
  takeBack(hand) {
    const first = this.log.querySelector(`[data-hand="${hand}"]`);
    while (first?.nextSibling) first.nextSibling.remove();
    first?.remove();
  }

  /** @param {Wire.Said} message */
  said(message) {
    const seen = this.chosen === "chat" && getComputedStyle(this.root).visibility === "visible";
    if (this.chat.add(message) && !seen) this.markChat(true);
  }

  /** Mark the chat, and what opens the drawer where it is a sheet. @param {boolean} unread */
  markChat(unread) {
    toggle(this.tabs.chat.tab, "unread", unread);
    this.onUnread(unread);
  }

  // -- hands and standings --------------------------------------------------------------------------------------------

  /** A hand is over: reload the list if it is open. */
  handOver() {
    if (this.chosen === "hands") this.loadHands();
    if (this.chosen === "ledger") this.ledger.load();
  }

  async loadHands() {
    /** @type {Wire.TableHand[]} */
    let found;
    try {
      found = await api.hands(this.table);
    } catch {
      return; // keep the old list; the next hand tries again
    }
    this.noHands.hidden = found.length > 0;
    keyed(
      this.hands,
      found,
      (hand) => hand.id,
      (hand) => handRow(hand, this.value()),
    );
  }

  /** @param {Wire.TournamentNow} now */
  drawStandings(now) {
    this.tabs.standings.tab.hidden = false;
    this.tabs.ledger.tab.hidden = true;
    this.standings.replaceChildren(
      payoutTable(now),
      standingTable(now, this.app.connection.nameAt(now.card.tournament) ?? undefined),
      newsList(now),
    );
  }
}

/** @param {Wire.TableHand} hand @param {Value} value */
function handRow({ id, number, net }, value) {
  const sign = Math.sign(net ?? 0);
  const won = net === null ? say("watched") : signed(net, worth(Math.abs(net), value));
  const link = el(
    "a",
    { href: `#/hand/${encodeURIComponent(id)}` },
    el("span", { class: "hand-number" }, say("Hand {hand}", { hand: String(number) })),
    el("span", { class: `net ${sign > 0 ? "up" : sign < 0 ? "down" : ""}` }, won),
  );
  const [{ name, words, ending }] = FORMATS;
  const get = { class: "quiet small", href: api.historyPath(id, name, ""), download: `${id}${ending}` };
  const file = el("a", get, words);
  return el("li", { class: "hand-row" }, link, file);
}
