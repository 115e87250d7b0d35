/** The top of the lobby: a welcome for newcomers, and the way back to your seats. */

import { cardPicture } from "../shared/cards.js";
import { attribute, button, el, find, icon, keyed, lead, text } from "../shared/dom.js";
import { chooseLanguage, chosenLanguage, LANGUAGES, say } from "../shared/language.js";
import { prefer, preferences } from "../shared/preferences.js";
import { addressOf, MOST_TABLES } from "../table/open-tables.js";
import { playNow } from "./play-now.js";

/** @import { App } from "../app.js" */

/** The welcome. @param {App} app @param {string} promise @param {() => unknown} openForFriends */
export function welcome(app, promise, openForFriends) {
  const go = button("primary play-now", start, say("Play now"));
  const friends = button("secondary for-friends", openForFriends, say("Open a table for friends"));
  const hint = el("p", { class: "hint", role: "status" }, say("One click: a seat, chips, and bots who wait for you."));

  async function start() {
    go.disabled = true;
    text(hint, say("Finding you a seat…"));
    await playNow(app);
    text(hint, say("One click: a seat, chips, and bots who wait for you."));
    go.disabled = false;
  }

  const words = el(
    "div",
    { class: "welcome-words" },
    el("h1", {}, say("Take a seat.")),
    lead(promise),
    el("div", { class: "welcome-go" }, go, friends, hint),
  );
  const fan = el("div", { class: "fan", "aria-hidden": "true" }, ...["As", "Kd"].map(cardPicture));
  const choices = el("div", { class: "welcome-choices" }, deckChoice(), languageChoice());
  return el("section", { class: "hero-strip" }, words, el("div", { class: "welcome-deck" }, fan, choices));
}

/** Choose a two- or four-colour deck, shown by the cards above. */
function deckChoice() {
  const chosen = preferences().fourColours;
  const choices = [false, true].map((four) => {
    const onchange = () => prefer({ fourColours: four });
    const radio = el("input", { type: "radio", name: "deck", class: "unseen", checked: four === chosen, onchange });
    return el(
      "label",
      { class: "deck-choice" },
      radio,
      el("span", {}, four ? say("Four colours") : say("Two colours")),
    );
  });
  return el("fieldset", { class: "deck-choices" }, el("legend", { class: "unseen" }, say("Deck")), ...choices);
}

/** Choose the language, then reload the page. */
export function languageChoice() {
  const browsers = el("option", { value: "", selected: chosenLanguage() === "" }, say("As the browser"));
  const others = Object.entries(LANGUAGES).map(([value, name]) =>
    el("option", { value, lang: value, selected: value === chosenLanguage() }, name),
  );
  const onchange = (/** @type {Event} */ event) => {
    if (event.target instanceof HTMLSelectElement) chooseLanguage(event.target.value);
  };
  const select = el("select", { name: "language", onchange }, browsers, ...others);
  return el("label", { class: "labelled language-choice" }, el("span", { class: "label" }, say("Language")), select);
}

/** Your seats, each one click away. */
export class YourSeats {
  constructor() {
    this.list = el("ul", { class: "your-seats" });
    this.all = el("a", { class: "secondary small all-seats", hidden: true }, say("All your tables on one page"));
    this.root = el(
      "section",
      { class: "lobby-part", "aria-label": say("Your seats"), hidden: true },
      this.list,
      this.all,
    );
  }

  /** @param {Wire.Me | null} me @param {readonly string[]} waiting the tables where it is your turn */
  draw(me, waiting) {
    const sitting = me?.sitting ?? [];
    const tables = [...new Set(sitting.map(({ table }) => table))].slice(0, MOST_TABLES);
    this.root.hidden = sitting.length === 0;
    this.all.hidden = tables.length < 2;
    if (tables.length > 1) attribute(this.all, "href", addressOf(tables));
    keyed(
      this.list,
      sitting,
      ({ table, seat }) => `${table}/${seat}`,
      ({ table, seat, name }) =>
        el(
          "li",
          {},
          el(
            "a",
            { class: "your-seat", href: `#/table/${encodeURIComponent(table)}` },
            el(
              "span",
              { class: "your-seat-name" },
              say("{name} · seat {seat}", { name: name || table, seat: seat + 1 }),
            ),
            el("span", { class: "your-seat-turn", hidden: true }, say("Your turn")),
            el("span", { class: "your-seat-go" }, say("Back to your seat"), icon("back")),
          ),
        ),
      (item, { table }) => {
        find(item, ".your-seat-turn").hidden = !waiting.includes(table);
      },
    );
  }
}
