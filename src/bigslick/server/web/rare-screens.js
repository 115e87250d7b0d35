/** The screens that a visit may never show: they load after the lobby and the tables. */

import { ClubScreen, JoinScreen } from "./club/club.js";
import { ClubsScreen } from "./club/clubs.js";
import { LedgerScreen } from "./club/ledger.js";
import { SeriesScreen } from "./club/series.js";
import { RecapScreen } from "./recap/recap.js";
import { HandsScreen } from "./records/hands.js";
import { ReplayScreen } from "./records/replay.js";
import "./shared/later-sheets.js";
import { NotFoundScreen } from "./shared/not-found.js";
import { TournamentScreen } from "./tournament/tournament.js";

/** @import { App, Screen } from "./app.js" */

/** @type {Record<string, (app: App, id: string, link: string) => Screen>} */
const SCREENS = {
  tournament: (app, id) => new TournamentScreen(app, id),
  hand: (app, id, link) => new ReplayScreen(app, id, link),
  ledger: (app, id) => new LedgerScreen(app, id),
  recap: (app, id) => new RecapScreen(app, id, ""),
  club: (app, id) => new ClubScreen(app, id),
  series: (app, id) => new SeriesScreen(app, id),
  join: (app, id) => new JoinScreen(app, id),
};

/**
 * @param {App} app @param {string} kind the first word of the address @param {string} id
 * @param {string} link the secret in a link to a private hand
 */
export function rareScreen(app, kind, id, link) {
  if (kind === "hands") return new HandsScreen(app, id);
  if (kind === "clubs") return new ClubsScreen(app);
  return (id && SCREENS[kind]?.(app, id, link)) || new NotFoundScreen();
}

export { RecapScreen };
