/** The other parts of a tournament's lobby: terms, tables, levels, prizes and news. */

import { attribute, el, hint, keyed, text, toggle } from "../shared/dom.js";
import { chips, clockTime, ordinal, percent, serverWords, short } from "../shared/format.js";
import { say } from "../shared/language.js";
import { stillIn } from "../shared/standings.js";
import { levelRows, prizeRows, termsOf } from "./terms.js";

/** The terms, which do not change. @param {Wire.TournamentStructure} told */
export const termsPanel = (told) =>
  el(
    "div",
    { class: "terms" },
    ...termsOf(told).map(({ title, terms }) =>
      el(
        "section",
        {},
        el("h2", {}, title),
        el("dl", {}, ...terms.map(([label, words]) => el("div", {}, el("dt", {}, label), el("dd", {}, words)))),
      ),
    ),
  );

/** The tables in play, as links. */
export class TablesPanel {
  constructor() {
    this.list = el("ul", { class: "event-tables" });
    this.empty = hint(say("No table is in play."));
    this.root = el("div", {}, this.empty, this.list);
  }

  /** @param {Wire.TournamentNow} now @param {Wire.Entrant | undefined} mine */
  draw(now, mine) {
    const tables = Object.entries(now.tables).sort(([, one], [, other]) => one - other);
    this.empty.hidden = tables.length > 0;
    /** @type {Map<string, number[]>} */
    const stacks = new Map();
    for (const { table, stack } of stillIn(now)) stacks.set(table, [...(stacks.get(table) ?? []), stack]);
    keyed(
      this.list,
      tables,
      ([table]) => table,
      ([table]) =>
        el(
          "li",
          {},
          el(
            "a",
            { href: `#/table/${encodeURIComponent(table)}` },
            el("strong"),
            el("span"),
            el("span", { class: "hint" }),
          ),
        ),
      (item, [table, number]) => {
        const here = stacks.get(table) ?? [];
        const own = mine !== undefined && !mine.place && mine.table === table;
        const [name, players, largest] = item.firstElementChild?.children ?? [];
        toggle(item, "own", own);
        text(
          name,
          own
            ? say("Table {table}: your seat", { table: String(number) })
            : say("Table {table}", { table: String(number) }),
        );
        text(players, say("{players, plural, one {# player} other {# players}}", { players: here.length }));
        text(largest, here.length ? say("largest stack {stack}", { stack: short(Math.max(...here)) }) : "");
      },
    );
  }
}

/** Every level, with the one in play marked. */
export class LevelsPanel {
  /** @param {Wire.TournamentStructure} told */
  constructor({ structure }) {
    const head = [say("Level"), say("Blinds"), say("Lasts"), say("Begins after")];
    /** @type {Map<number, HTMLElement>} */
    this.rows = new Map();
    /** @type {Map<number, HTMLElement>} the breaks, by the level before */
    this.breaks = new Map();
    const rows = levelRows(structure).map((row) => {
      if ("after" in row) {
        const cells = el("td", { colspan: 4 }, say("Break of {time}", { time: row.length }));
        const made = el("tr", { class: "level-break" }, cells);
        this.breaks.set(row.after, made);
        return made;
      }
      const { level, blinds, length, starts, notes } = row;
      const about = notes.length > 0 && el("span", { class: "hint" }, notes.join(" · "));
      const made = el(
        "tr",
        {},
        el("th", { scope: "row" }, String(level)),
        el("td", {}, blinds, about),
        el("td", {}, length),
        el("td", {}, level === 1 ? "–" : starts),
      );
      this.rows.set(level, made);
      return made;
    });
    this.root = el(
      "table",
      { class: "levels" },
      el("caption", { class: "unseen" }, say("Blinds")),
      el("thead", {}, el("tr", {}, ...head.map((words) => el("th", { scope: "col" }, words)))),
      el("tbody", {}, ...rows),
    );
  }

  /** @param {Wire.TournamentNow} now */
  draw({ card, clock }) {
    const running = card.status === "running";
    for (const [level, row] of this.rows) {
      const here = running && !clock.on_break && level === clock.level;
      attribute(row, "aria-current", here && "true");
      toggle(row, "gone", running && level < clock.level);
    }
    for (const [after, row] of this.breaks) {
      attribute(row, "aria-current", running && clock.on_break && after === clock.level - 1 && "true");
      toggle(row, "gone", running && after < clock.level && !(clock.on_break && after === clock.level - 1));
    }
  }
}

/** The prizes, and how far the players left are from them. */
export class PrizesPanel {
  constructor() {
    this.words = hint("");
    this.body = el("tbody");
    const head = [say("Place", {}, "in a tournament"), say("Prize"), say("Share")];
    this.root = el(
      "div",
      {},
      this.words,
      el(
        "table",
        { class: "prizes" },
        el("caption", { class: "unseen" }, say("Prizes")),
        el("thead", {}, el("tr", {}, ...head.map((words) => el("th", { scope: "col" }, words)))),
        this.body,
      ),
    );
  }

  /** @param {Wire.TournamentNow} now */
  draw(now) {
    const { card, payouts, clock } = now;
    const pool = payouts.reduce((sum, prize) => sum + prize, 0);
    text(this.words, poolWords(now, pool));
    const out = card.left - payouts.length;
    const running = card.status === "running" && !clock.entering;
    keyed(
      this.body,
      prizeRows(payouts),
      ({ first }) => String(first),
      () => el("tr", {}, el("th", { scope: "row" }), el("td"), el("td")),
      (row, { first, last, prize }) => {
        const [place, amount, share] = row.children;
        const places = say("{first} to {last}", { first: ordinal(first), last: ordinal(last) });
        text(place, first === last ? ordinal(first) : places);
        text(amount, chips(prize));
        text(share, pool ? percent(prize / pool) : "");
        toggle(row, "gone", running && out <= 0 && first > card.left);
      },
    );
  }
}

/** @param {Wire.TournamentNow} now @param {number} pool */
function poolWords({ card, payouts, clock }, pool) {
  if (!payouts.length) return say("There are no prizes.");
  const places = payouts.length;
  const words = say("{pool} in all, for {places, plural, one {# place} other {# places}}.", { pool, places });
  if (card.status === "registering" || clock.entering) return `${words} ${say("More entries make it more.")}`;
  const out = card.left - places;
  if (card.status === "running" && out > 0)
    return `${words} ${say("{out, plural, one {# more player} other {# more players}} must go before the money.", { out })}`;
  return words;
}

/** The news, newest first. */
export class NewsPanel {
  constructor() {
    this.list = el("ol", { class: "event-news", tabindex: 0, "aria-label": say("News") });
    this.empty = hint(say("Nothing has happened yet."));
    this.root = el("div", {}, this.empty, this.list);
    /** How much of it has been drawn: the oldest of it may be gone. @type {readonly Wire.News[]} */
    this.drawn = [];
  }

  /** @param {Wire.TournamentNow} now */
  draw({ news }) {
    if (this.drawn === news) return;
    this.drawn = news;
    this.empty.hidden = news.length > 0;
    /** @type {Map<string, number>} */
    const times = new Map();
    const items = news.map((one) => {
      const key = `${one.at} ${one.sentence}`;
      const count = times.get(key) ?? 0;
      times.set(key, count + 1);
      return { one, key: `${key} ${count}` };
    });
    keyed(
      this.list,
      items.toReversed(),
      ({ key }) => key,
      ({ one }) =>
        el(
          "li",
          { "data-kind": one.kind },
          el("time", { datetime: new Date(one.at).toISOString() }, clockTime(one.at)),
          el("span", {}, serverWords(one)),
        ),
    );
  }
}
