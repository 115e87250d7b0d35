/** Beside the table: the log in sentences, the talk, the last hands, the standings. */

import { api } from "./api.js";
import { attribute, chips, clockText, el, keyed, short, text, toggle } from "./dom.js";
import { icon } from "./draw.js";
import { sentence } from "./words.js";

/** @typedef {import("./main.js").TheApp} App @typedef {import("./reduce.js").Table} Table */

const MOST_LINES = 300;
const QUIET = new Set(["hand_started", "hand_finished", "commitment_made", "game_started", "button_placed"]);

/** The tabs. */
export class Drawer {
  /** @param {App} app @param {string} table */
  constructor(app, table) {
    this.app = app;
    this.table = table;
    this.log = el("ol", { class: "log", tabindex: 0, "aria-label": "What happened" });
    this.talk = el("ol", { class: "talk", tabindex: 0, "aria-label": "Chat" });
    this.hands = el("ul", { class: "hands" });
    this.noHands = el("p", { class: "hint" }, "The hands of this table will be listed here.");
    this.standings = el("div", { class: "standings" });
    this.input = el("input", {
      class: "say",
      maxlength: 300,
      placeholder: "Say something",
      "aria-label": "Say something to the table",
      autocomplete: "off",
    });
    const chat = el(
      "div",
      { class: "chat" },
      this.talk,
      el(
        "form",
        { class: "say-form", onsubmit: (/** @type {SubmitEvent} */ event) => this.say(event) },
        this.input,
        el("button", { class: "primary small", type: "submit" }, "Send"),
      ),
    );
    /** @type {{ name: string, words: string, content: HTMLElement, tab?: any, panel?: any }[]} */
    this.tabs = [
      { name: "log", words: "Log", content: this.log },
      { name: "chat", words: "Chat", content: chat },
      { name: "hands", words: "Hands", content: el("div", {}, this.noHands, this.hands) },
      { name: "standings", words: "Standings", content: this.standings },
    ];
    for (const one of this.tabs) {
      one.tab = el(
        "button",
        {
          class: "tab",
          type: "button",
          role: "tab",
          id: `tab-${one.name}`,
          "aria-controls": `panel-${one.name}`,
          onclick: () => this.choose(one.name),
        },
        one.words,
      );
      one.panel = el(
        "div",
        {
          class: `panel panel-${one.name}`,
          role: "tabpanel",
          id: `panel-${one.name}`,
          "aria-labelledby": `tab-${one.name}`,
        },
        one.content,
      );
    }
    this.list = el(
      "div",
      {
        class: "tabs",
        role: "tablist",
        "aria-label": "Beside the table",
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.arrow(event),
      },
      ...this.tabs.map((one) => one.tab),
    );
    this.root = el(
      "aside",
      { class: "drawer", "aria-label": "Log, chat and hands" },
      el(
        "div",
        { class: "drawer-head" },
        this.list,
        el(
          "button",
          { class: "quiet round drawer-close", type: "button", "aria-label": "Close", onclick: () => this.show(false) },
          icon("close"),
        ),
      ),
      ...this.tabs.map((one) => one.panel),
    );
    this.chosen = "";
    this.tabs[3].tab.hidden = true;
    this.choose("log");
  }

  /** On small screens the drawer is a sheet. @param {boolean} open */
  show(open) {
    toggle(this.root, "open", open);
    if (open) this.tabs.find((one) => one.name === this.chosen)?.tab.focus();
  }

  /** @param {string} name */
  choose(name) {
    this.chosen = name;
    for (const one of this.tabs) {
      attribute(one.tab, "aria-selected", String(one.name === name));
      attribute(one.tab, "tabindex", one.name === name ? 0 : -1);
      one.panel.hidden = one.name !== name;
    }
    if (name === "chat") toggle(this.tabs[1].tab, "unread", false);
    if (name === "hands") this.loadHands();
    if (name === "log") this.log.scrollTop = this.log.scrollHeight;
  }

  /** @param {KeyboardEvent} event */
  arrow(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.stopPropagation();
    const open = this.tabs.filter((one) => !one.tab.hidden);
    const at = open.findIndex((one) => one.name === this.chosen);
    const next = open[(at + step + open.length) % open.length];
    this.choose(next.name);
    next.tab.focus();
  }

  /** Write an event into the log. @param {any} event @param {Table} state */
  tell(event, state) {
    if (QUIET.has(event.type)) return;
    const words = sentence(event, state);
    if (words) this.write(words, event.type, event.type === "hand_began" ? event.hand : null);
  }

  /** @param {string} words @param {string} kind @param {number | null} [hand] */
  write(words, kind, hand = null) {
    const below = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 40;
    this.log.append(el("li", { class: `line line-${kind}`, "data-hand": hand }, words));
    while (this.log.childElementCount > MOST_LINES) this.log.firstElementChild?.remove();
    if (below) this.log.scrollTop = this.log.scrollHeight;
  }

  /** Take back what the log says of a hand and after it, because it is told anew. @param {number} hand */
  takeBack(hand) {
    const first = this.log.querySelector(`[data-hand="${hand}"]`);
    while (first?.nextSibling) first.nextSibling.remove();
    first?.remove();
  }

  /** @param {any} message */
  said(message) {
    const below = this.talk.scrollHeight - this.talk.scrollTop - this.talk.clientHeight < 40;
    this.talk.append(el("li", {}, el("strong", {}, message.player), " ", message.text));
    while (this.talk.childElementCount > MOST_LINES) this.talk.firstElementChild?.remove();
    if (below) this.talk.scrollTop = this.talk.scrollHeight;
    if (this.chosen !== "chat") toggle(this.tabs[1].tab, "unread", true);
  }

  /** @param {SubmitEvent} event */
  async say(event) {
    event.preventDefault();
    const words = this.input.value.trim();
    if (!words) return;
    this.app.withAccount(async () => {
      const answer = await this.app.command("say", { table: this.table, text: words });
      if (answer.type === "done") this.input.value = "";
    });
  }

  /** Ask for the hands again, if they are being looked at. */
  handOver() {
    if (this.chosen === "hands") this.loadHands();
  }

  async loadHands() {
    let found;
    try {
      found = await api.hands(this.table);
    } catch {
      return;
    }
    this.noHands.hidden = found.length > 0;
    keyed(
      this.hands,
      found,
      (/** @type {any} */ one) => one.id,
      (one) => handRow(one),
    );
  }

  /** @param {any} now a tournament as it is @param {number} time */
  drawStandings(now, time) {
    this.tabs[3].tab.hidden = false;
    this.standings.replaceChildren(
      payoutTable(now),
      standingTable(now, this.app.me?.player),
      el("ul", { class: "news" }, ...[...now.news].reverse().map((/** @type {string} */ words) => el("li", {}, words))),
    );
    void time;
  }
}

/** @param {any} one a hand of the list */
export function handRow(one) {
  const { net } = one;
  return el(
    "li",
    { class: "hand-row" },
    el(
      "a",
      { href: `#/hand/${encodeURIComponent(one.id)}` },
      el("span", { class: "hand-number" }, `Hand ${one.number}`),
      el(
        "span",
        { class: `net ${net > 0 ? "up" : net < 0 ? "down" : ""}` },
        net === null ? "watched" : net > 0 ? `+${chips(net)}` : net < 0 ? `−${chips(-net)}` : "±0",
      ),
    ),
    el("a", { class: "quiet small", href: api.phhPath(one.id), download: `${one.id}.phh` }, "PHH"),
  );
}

/** @param {any} now */
export function payoutTable(now) {
  return el(
    "table",
    { class: "payouts" },
    el("caption", {}, "Prizes"),
    el(
      "tbody",
      {},
      ...now.payouts.map((/** @type {number} */ prize, /** @type {number} */ index) =>
        el("tr", {}, el("th", { scope: "row" }, placeWords(index + 1)), el("td", {}, chips(prize))),
      ),
    ),
  );
}

/** @param {any} now @param {string | undefined} own */
export function standingTable(now, own) {
  return el(
    "table",
    { class: "standing" },
    el("caption", {}, "Standings"),
    el("thead", {}, el("tr", {}, ...["Place", "Player", "Chips"].map((words) => el("th", { scope: "col" }, words)))),
    el(
      "tbody",
      {},
      ...now.entrants.map((/** @type {any} */ entrant, /** @type {number} */ index) =>
        el(
          "tr",
          { class: `${entrant.place && entrant.place > 1 ? "gone" : ""} ${entrant.player === own ? "own" : ""}` },
          el("td", {}, String(entrant.place || index + 1)),
          el("td", {}, entrant.player),
          el(
            "td",
            {},
            entrant.place && entrant.prize
              ? `won ${chips(entrant.prize)}`
              : entrant.place > 1
                ? "out"
                : chips(entrant.stack),
          ),
        ),
      ),
    ),
  );
}

/** @param {number} place */
export const placeWords = (place) =>
  `${place}${place % 100 >= 11 && place % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th")}`;

/** The strip above a tournament's table. */
export class Strip {
  constructor() {
    const fact = (/** @type {string} */ name) =>
      el(
        "div",
        { class: `strip-fact strip-${name.toLowerCase().replace(/\W+/g, "-")}` },
        el("dt", {}, name),
        el("dd", {}),
      );
    this.facts = ["Level", "Blinds", "Next", "Players", "Average", "Rank", "First prize"].map(fact);
    this.root = el("dl", { class: "strip", hidden: true, "aria-label": "Tournament" }, ...this.facts);
    /** @type {any} */
    this.now = null;
  }

  /** @param {any} now @param {string | undefined} own */
  draw(now, own) {
    this.now = now;
    this.root.hidden = false;
    const alive = now.entrants.filter((/** @type {any} */ entrant) => !entrant.place);
    const rank = alive.findIndex((/** @type {any} */ entrant) => entrant.player === own);
    const mine = now.entrants.find((/** @type {any} */ entrant) => entrant.player === own);
    const chipsAll = alive.reduce((/** @type {number} */ sum, /** @type {any} */ entrant) => sum + entrant.stack, 0);
    const blinds = (/** @type {number} */ small, /** @type {number} */ big, /** @type {number} */ ante) =>
      `${short(small)}/${short(big)}${ante ? `/${short(ante)}` : ""}`;
    this.next = blinds(now.next_small_blind, now.next_big_blind, now.next_ante);
    const values = [
      String(now.level),
      blinds(now.small_blind, now.big_blind, now.ante),
      "",
      `${now.card.left}/${now.card.entered}${now.hand_for_hand ? " · hand for hand" : ""}`,
      alive.length ? short(Math.round(chipsAll / alive.length)) : "–",
      rank >= 0 ? placeWords(rank + 1) : mine?.place ? placeWords(mine.place) : "–",
      short(now.payouts[0] ?? 0),
    ];
    this.facts.forEach(
      (fact, index) => index === 2 || text(/** @type {Element} */ (fact.lastElementChild), values[index]),
    );
    this.tick(Date.now());
  }

  /** @param {number} time the server's */
  tick(time) {
    if (!this.now) return;
    const { next_level_at: at, next_level_in: left } = this.now;
    const when =
      at !== null && at !== undefined
        ? clockText(at - time)
        : left !== null && left !== undefined
          ? `${left} ${left === 1 ? "hand" : "hands"}`
          : "";
    text(/** @type {Element} */ (this.facts[2].lastElementChild), when ? `${this.next} in ${when}` : "last level");
  }
}
