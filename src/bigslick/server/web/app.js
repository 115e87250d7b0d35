/** Shared by all screens: the player, the connection, and routing. */

import { accountDialog, drawAccount } from "./account/account.js";
import { people } from "./account/people.js";
import { ClubScreen, JoinScreen } from "./club/club.js";
import { ClubsScreen } from "./club/clubs.js";
import { LedgerScreen } from "./club/ledger.js";
import { InviteScreen, inviteIn } from "./host/invite.js";
import { LobbyScreen } from "./lobby/lobby.js";
import { RecapScreen, recapIn } from "./recap/recap.js";
import { HandsScreen } from "./records/hands.js";
import { ReplayScreen } from "./records/replay.js";
import { titled } from "./shared/alerts.js";
import { api } from "./shared/api.js";
import { attribute, el, part } from "./shared/dom.js";
import { WakeLock } from "./shared/install.js";
import { NotFoundScreen } from "./shared/not-found.js";
import { Connection } from "./shared/socket.js";
import { toast } from "./shared/toasts.js";
import { HeldSeats } from "./table/held-seats.js";
import { MOST_TABLES, tablesIn } from "./table/open-tables.js";
import { TablesScreen, TooManyScreen } from "./table/tables.js";
import { YourTurns } from "./table/your-turns.js";
import { TournamentScreen } from "./tournament/tournament.js";

/** @import { Answer, Answered, Fields } from "./shared/socket.js" */

/**
 * @typedef {{
 *   root: HTMLElement,
 *   title: string,
 *   where?: HTMLElement[],
 *   enter?: () => unknown,
 *   leave?: () => void,
 *   key?: (event: KeyboardEvent) => boolean,
 *   shortcut?: (event: KeyboardEvent) => boolean,
 *   addressAfter?: (moved: Wire.PlayerMoved) => string | null,
 *   moveTo?: (hash: string) => boolean,
 *   shows?: (table: string) => boolean,
 *   known?: (me: Wire.Me | null) => unknown,
 *   addressWith?: (table: string) => string,
 *   waits?: () => void,
 * }} Screen
 */

const MOST_SPOKEN = 40;

/** The page. */
export class App {
  constructor() {
    /** @type {Wire.Me | null} the signed-in player */
    this.me = null;
    this.connection = new Connection(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    /** @type {Screen | null} */
    this.screen = null;
    this.wakeLock = new WakeLock();
    this.heldSeats = new HeldSeats(this);
    this.turns = new YourTurns(this);
  }

  /** Announce something to screen readers. @param {string} words */
  announce(words) {
    if (!words) return;
    const live = part("live");
    live.append(el("p", {}, words));
    while (live.childElementCount > MOST_SPOKEN) live.firstElementChild?.remove();
  }

  /** Show a toast for a while. @param {string} words @param {"good" | "bad"} kind @param {HTMLElement} [link] */
  toast(words, kind, link) {
    toast(words, kind, link);
  }

  /**
   * Send a command; a toast explains a refusal.
   * @template {Answered["type"]} T
   * @param {T} type @param {Fields<T>} fields @returns {Promise<Answer>}
   */
  async command(type, fields) {
    const answer = await this.connection.command(type, fields);
    if (answer.type === "refused") this.toast(answer.sentence, "bad");
    return answer;
  }

  /** Ask the server who is signed in, with their chips and seats. */
  async refresh() {
    this.become(await api.me());
  }

  /** @param {Wire.Me | null} me */
  become(me) {
    if (me?.player !== this.me?.player) {
      people.become(me?.player ?? null);
      this.turns.forgetAll();
    }
    this.me = me;
    drawAccount(this, part("account"));
    this.heldSeats.watch(me?.waiting ?? []);
    this.turns.watch(me?.sitting.map(({ table }) => table) ?? []);
    this.screen?.known?.(me);
  }

  /** Stop watching a table, unless the screen, a seat or a waitlist spot needs it. @param {string} table */
  letGo(table) {
    const needed = this.screen?.shows?.(table) || this.heldSeats.tables.has(table) || this.turns.tables.has(table);
    if (!needed) this.connection.unwatch(table);
  }

  /** Reconnect as another player, or signed out. */
  async signedIn() {
    await this.refresh();
    this.connection.restart();
  }

  /** Run something as the signed-in player, after signing in if needed. @param {(me: Wire.Me) => unknown} then */
  withAccount(then) {
    const goOn = () => this.me && then(this.me);
    if (this.me) goOn();
    else accountDialog(this, goOn);
  }

  /** @param {string} hash */
  go(hash) {
    if (location.hash === hash) this.route();
    else location.hash = hash;
  }

  /** Show the screen for the current address. */
  route() {
    // An invite's address is a secret, and so is a recap's: once the player has gone on, it is gone from the bar too.
    if ((inviteIn(location.pathname) || recapIn(location.pathname)) && location.hash)
      history.replaceState(null, "", `/${location.hash}`);
    if (!this.screen?.moveTo?.(location.hash)) this.change();
    this.turns.draw();
  }

  /** Replace the screen with the one for the current address. */
  change() {
    const [, kind = "", id = "", link = ""] = location.hash.replace(/^#/, "").split("/").map(decodeURIComponent);
    const old = this.screen;
    this.screen = null;
    old?.leave?.();
    this.wakeLock.want(false);
    const invite = inviteIn(location.pathname);
    const recap = recapIn(location.pathname);
    /** @type {Screen} */
    const next = invite
      ? new InviteScreen(this, invite)
      : recap
        ? new RecapScreen(this, "", recap)
        : this.newScreen(kind, id, link);
    this.screen = next;
    const name = invite ? "invite" : recap ? "recap" : kind || "lobby";
    attribute(document.body, "data-screen", name === "tables" ? "table" : name);
    part("view").replaceChildren(next.root);
    part("where").replaceChildren(...(next.where ?? []));
    titled(next.title);
    next.enter?.();
    if (old) part("view").focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  /** @param {string} kind @param {string} id @param {string} link the secret in a link to a private hand @returns {Screen} */
  newScreen(kind, id, link) {
    const tables = tablesIn(location.hash);
    if (tables && tables.length > MOST_TABLES) return new TooManyScreen(tables);
    if (tables?.length) return new TablesScreen(this, tables);
    if (id && kind === "tournament") return new TournamentScreen(this, id);
    if (kind === "hands") return new HandsScreen(this, id);
    if (id && kind === "hand") return new ReplayScreen(this, id, link);
    if (id && kind === "ledger") return new LedgerScreen(this, id);
    if (id && kind === "recap") return new RecapScreen(this, id, "");
    if (id && kind === "club") return new ClubScreen(this, id);
    if (id && kind === "join") return new JoinScreen(this, id);
    if (kind === "clubs") return new ClubsScreen(this);
    return kind ? new NotFoundScreen() : new LobbyScreen(this);
  }
}
