/** Your clubs: the list in the lobby and on its own screen, and the dialog to found one. */

import { BOUNDS } from "../generated/bounds.js";
import { api } from "../shared/api.js";
import { field, form, openDialog, submitButton } from "../shared/dialogs.js";
import { button, el, hint, icon } from "../shared/dom.js";
import { say } from "../shared/language.js";

/** @import { App } from "../app.js" */

/** @type {Record<Wire.ClubMember["role"], string>} */
export const ROLES = { owner: say("Owner"), manager: say("Manager"), member: say("Member") };

/** The address of a club. @param {string} club */
export const clubAddress = (club) => `#/club/${encodeURIComponent(club)}`;

/** @param {App} app */
function foundDialog(app) {
  const name = field(say("Name of the club"), {
    name: "name",
    required: true,
    autocomplete: "off",
    ...BOUNDS.NewClub.name,
  });
  const dialog = openDialog(
    say("Found a club"),
    form([name], [submitButton(say("Found a club"))], async (values) => {
      const { id } = await api.foundClub({ name: values.name });
      dialog.close();
      app.go(clubAddress(id));
    }),
  );
}

/** @param {Wire.ClubCard} club */
function clubCard({ id, name, role, members, tables }) {
  const words = el(
    "span",
    { class: "card-words" },
    el("span", { class: "card-name" }, name),
    el(
      "span",
      { class: "card-kind" },
      say(
        "{members, plural, one {# member} other {# members}} · {tables, plural, one {# open table} other {# open tables}}",
        { members, tables },
      ),
    ),
  );
  const link = { class: "club-link", href: clubAddress(id) };
  return el("li", {}, el("a", link, words, el("span", { class: "role" }, ROLES[role])));
}

/** The signed-in player's clubs. */
export class ClubList {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.list = el("ul", { class: "club-cards" });
    this.none = hint(say("You are in no club yet. Found one, or open an invite link."));
    const onclick = () => app.withAccount(() => foundDialog(app));
    const found = button("secondary small", onclick, icon("plus"), say("Found a club"));
    const head = [
      el("h2", { id: "clubs" }, say("Your clubs")),
      el("p", {}, say("A club has its own tables, its own ledger and its own season. Only members see them.")),
      found,
    ];
    const header = el("header", { class: "part-head" }, ...head);
    this.root = el("section", { class: "lobby-part", "aria-labelledby": "clubs" }, header, this.none, this.list);
  }

  /** Draw your clubs. @returns {Promise<number>} how many */
  async load() {
    /** @type {Wire.ClubCard[]} */
    let clubs = [];
    try {
      if (this.app.me) clubs = await api.clubs();
    } catch {
      return this.list.childElementCount; // keep the old list
    }
    this.none.hidden = clubs.length > 0;
    this.list.replaceChildren(...clubs.map(clubCard));
    return clubs.length;
  }
}

/** The screen with all your clubs. */
export class ClubsScreen {
  /** @param {App} app */
  constructor(app) {
    this.title = say("Clubs");
    this.clubs = new ClubList(app);
    this.root = el("div", { class: "lobby" }, el("h1", { class: "unseen" }, say("Clubs")), this.clubs.root);
    const back = { class: "quiet round", href: "#/", "aria-label": say("Back to the lobby") };
    this.where = [el("a", back, icon("back")), el("span", { class: "where-words" }, say("Clubs"))];
  }

  enter() {
    this.clubs.load();
  }
}
