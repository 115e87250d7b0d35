/** A series of tournaments on its own screen, and the dialog to begin one in a club. */

import { BOUNDS } from "../generated/bounds.js";
import { FORMULAS } from "../generated/choices.js";
import { titled } from "../shared/alerts.js";
import { api } from "../shared/api.js";
import { field, form, openDialog, submitButton } from "../shared/dialogs.js";
import { button, el, hint, icon, lead, nothing, vacant } from "../shared/dom.js";
import { moment } from "../shared/format.js";
import { say } from "../shared/language.js";
import { seriesAddress } from "../shared/series-link.js";
import { orToast } from "../shared/toasts.js";
import { STATUS } from "../tournament/tournament.js";
import { clubAddress } from "./clubs.js";
import { confirmDialog } from "./confirm.js";
import { rulesDialog, rulesFields, rulesIn, rulesWords, seasonTable } from "./season.js";

/** @import { App } from "../app.js" */

/** @param {App} app @param {string} club */
export function beginSeriesDialog(app, club) {
  const name = field(say("Name of the series"), {
    name: "name",
    required: true,
    autocomplete: "off",
    ...BOUNDS.NewSeries.name,
  });
  const usual = { formula: FORMULAS.root, best: 0, bounties: true };
  const dialog = openDialog(
    say("Begin a series"),
    form([name, ...rulesFields(usual)], [submitButton(say("Begin"))], async (values) => {
      const { id } = await api.beginSeries(club, { name: values.name, ...rulesIn(values) });
      dialog.close();
      app.go(seriesAddress(id));
    }),
  );
}

/** One series. */
export class SeriesScreen {
  /** @param {App} app @param {string} series */
  constructor(app, series) {
    this.app = app;
    this.series = series;
    this.title = say("Series");
    this.root = el("div", { class: "paper" });
    this.back = el("a", { class: "quiet round", href: "#/", "aria-label": say("Back") }, icon("back"));
    this.where = [this.back, el("span", { class: "where-words" }, say("Series"))];
  }

  enter() {
    this.load();
  }

  known() {
    this.load();
  }

  async load() {
    try {
      this.draw(await api.series(this.series));
    } catch (error) {
      const back = el("a", { class: "primary", href: "#/" }, say("Back to the lobby"));
      this.root.replaceChildren(nothing(/** @type {Error} */ (error).message, back));
    }
  }

  /** @param {Wire.SeriesNow} now */
  draw(now) {
    const { season, name, over, club } = now;
    titled(name);
    if (club) this.back.setAttribute("href", clubAddress(club));
    const count = season.tournaments;
    const counted = say(
      "{count, plural, one {# tournament has counted so far.} other {# tournaments have counted so far.}}",
      {
        count,
      },
    );
    const parts = [
      el("h1", {}, name),
      (over || count > 0) && lead([over && say("It is over."), count > 0 && counted].filter(Boolean).join(" ")),
      count
        ? seasonTable(name, season.places, season.chip_value)
        : vacant(
            say("The table begins with the first tournament that is over"),
            say("Tournaments of the club choose their series when they open."),
          ),
      rulesWords(season, "points"),
      now.manages && this.buttons(now),
      el("h2", {}, say("Tournaments")),
      now.listed.length ? el("ul", { class: "nights" }, ...now.listed.map(tournamentLine)) : hint(say("None so far.")),
    ];
    this.root.replaceChildren(...parts.filter((part) => part !== false));
  }

  /** @param {Wire.SeriesNow} now */
  buttons({ season: { rules }, over }) {
    const change = async (/** @type {Wire.SeriesChange} */ to) => this.draw(await api.changeSeries(this.series, to));
    const end = () =>
      confirmDialog(say("End this series? No further tournament can be opened in it."), say("End the series"), () =>
        orToast(() => change({ ...rules, over: true })),
      );
    return el(
      "div",
      { class: "paper-buttons" },
      button(
        "secondary small",
        () => rulesDialog(rules, (chosen) => change({ ...chosen, over })),
        say("Change the points"),
      ),
      over
        ? button(
            "secondary small",
            () => orToast(() => change({ ...rules, over: false })),
            say("Go on with the series"),
          )
        : button("secondary small", end, say("End the series")),
    );
  }
}

/** @param {Wire.SeriesTournament} one */
const tournamentLine = ({ tournament, name, opened_at, status }) =>
  el(
    "li",
    {},
    el("a", { href: `#/tournament/${encodeURIComponent(tournament)}` }, name),
    el("span", { class: "hint" }, status === "over" ? moment(opened_at) : STATUS[status]),
  );
