/** The page's HTTP requests: accounts, tables, hands, clubs, ledgers. */

import { serverWords } from "./format.js";
import { say } from "./language.js";

/** A refused request; its message is a sentence for people. */
export class Problem extends Error {
  /** @param {string} sentence @param {number} status */
  constructor(sentence, status) {
    super(sentence);
    this.status = status;
  }
}

/**
 * Send a request as the signed-in player, or with a token.
 * @param {string} token "" for the page's cookie @param {string} method @param {string} path @param {object} [body]
 * @param {RequestCredentials} [credentials] whether to send the cookie
 */
export async function askAs(token, method, path, body, credentials = "same-origin") {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, {
      method,
      credentials,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Problem(say("The server isn’t answering. Check your connection and try again."), 0);
  }
  const kind = answer.headers.get("content-type") ?? "";
  const data = kind.startsWith("application/json") ? await answer.json() : kind ? await answer.text() : null;
  if (!answer.ok)
    throw new Problem(
      data?.error
        ? serverWords({ sentence: data.error, wording: data.wording })
        : say("The server answered {status}.", { status: String(answer.status) }),
      answer.status,
    );
  return data;
}

/**
 * @param {string} method @param {string} path @param {object} [body]
 * @param {RequestCredentials} [credentials]
 */
const ask = (method, path, body, credentials) => askAs("", method, path, body, credentials);

/** A path with these values as its query. @param {string} path @param {object} query */
function withQuery(path, query) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  return given.length ? `${path}?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : path;
}

/** A new command id, so the server carries out a command once, however often it arrives. */
export const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The ids of requests whose answer is missing, by what they ask: pressed again, a button repeats its request. */
const unanswered = new Map();

/** Create something once, even if the answer to a first attempt was lost. @param {string} path @param {object} body */
async function create(path, body) {
  const wish = `${path} ${JSON.stringify(body)}`;
  const cmd_id = unanswered.get(wish) ?? newId();
  unanswered.set(wish, cmd_id);
  try {
    const made = await ask("POST", path, { ...body, cmd_id });
    unanswered.delete(wish);
    return made;
  } catch (error) {
    if (error instanceof Problem && error.status && error.status < 500) unanswered.delete(wish);
    throw error;
  }
}

const name = encodeURIComponent;
const clubPath = (/** @type {string} */ club) => `/api/clubs/${name(club)}`;
const eveningPath = (/** @type {string} */ club, /** @type {number} */ number) =>
  `${clubPath(club)}/evenings/${number}`;
const seriesPath = (/** @type {string} */ series) => `/api/series/${name(series)}`;
const ledgerPath = (/** @type {string} */ night) => `/api/tables/${name(night)}/ledger`;
const recapPath = (/** @type {string} */ table) => `/api/tables/${name(table)}/recap`;
const handPath = (/** @type {string} */ hand) => `/api/hands/${name(hand)}`;

/** The secret in a link to a private hand, as a query. @param {string} link */
const byLink = (link) => ({ link: link || null });

/** A hand as spectators saw it, whoever is signed in. @type {(hand: string, link: string) => Promise<Wire.HandReplay>} */
export const handAsSpectator = (hand, link) => ask("GET", withQuery(handPath(hand), byLink(link)), undefined, "omit");

/** Avatars of a broadcast's players, whoever is signed in. @type {(players: Wire.BroadcastPlayers) => Promise<Wire.Avatars>} */
export const broadcastAvatars = (players) => ask("POST", "/api/broadcast/avatars", players, "omit");

/** The address of a hand's proof. @type {(hand: string, link: string) => string} */
const proofPath = (hand, link) => withQuery(`${handPath(hand)}/proof`, byLink(link));

export const api = {
  /** The signed-in player, or null. @type {() => Promise<Wire.Me | null>} */
  me: () => ask("GET", "/api/me"),

  /** @type {(guest: Wire.GuestName) => Promise<Wire.Me>} */
  guest: (guest) => ask("POST", "/api/guest", guest),

  /** @type {(credentials: Wire.Credentials) => Promise<Wire.Me>} */
  signIn: (credentials) => ask("POST", "/api/sessions", credentials),

  /** @type {(credentials: Wire.Credentials) => Promise<Wire.Me>} */
  signUp: (credentials) => ask("POST", "/api/accounts", credentials),

  /** @type {(account: Wire.GuestAccount) => Promise<Wire.Me>} */
  makeMember: (account) => create("/api/guest/account", account),

  /** @type {() => Promise<void>} */
  signOut: () => ask("DELETE", "/api/sessions"),

  /** @type {() => Promise<Wire.MySession[]>} */
  sessions: () => ask("GET", "/api/sessions"),

  /** @type {(session: string) => Promise<void>} */
  endSession: (session) => ask("DELETE", `/api/sessions/${name(session)}`),

  /** @type {() => Promise<void>} */
  signOutEverywhere: () => ask("POST", "/api/sign-out-everywhere"),

  /** @type {(passwords: Wire.NewPassword) => Promise<Wire.Ended>} */
  changePassword: (passwords) => ask("POST", "/api/password", passwords),

  /** @type {(label: Wire.TokenLabel) => Promise<Wire.Token>} */
  newToken: (label) => ask("POST", "/api/token", label),

  /** @type {(chosen: Wire.NewName) => Promise<Wire.Me>} */
  rename: (chosen) => ask("POST", "/api/name", chosen),

  /** @type {() => Promise<Wire.Refilled>} */
  refill: () => ask("POST", "/api/refill"),

  /** @type {(at: string) => Promise<Wire.PlayerNote[]>} */
  notes: (at) => ask("GET", `/api/notes?at=${name(at)}`),

  /** @type {(note: Wire.PlayerNote) => Promise<void>} */
  saveNote: (note) => ask("POST", "/api/notes", note),

  /** @type {(at: string, players: string[]) => Promise<Wire.Avatars>} */
  avatars: (at, players) => ask("GET", `/api/avatars?at=${name(at)}&players=${name(players.join(","))}`),

  /** @type {(choice: Wire.AvatarChoice) => Promise<void>} */
  chooseAvatar: (choice) => ask("POST", "/api/avatar", choice),

  /** @type {() => Promise<Wire.Lobby>} */
  lobby: () => ask("GET", "/api/lobby"),

  /** A tournament, even one long over. @type {(tournament: string) => Promise<Wire.TournamentNow>} */
  tournament: (tournament) => ask("GET", `/api/tournaments/${name(tournament)}`),

  /** @type {(tournament: string) => Promise<Wire.TournamentStructure>} */
  tournamentStructure: (tournament) => ask("GET", `/api/tournaments/${name(tournament)}/structure`),

  /** What everybody left would get in a deal now. @type {(tournament: string, method: Wire.DealNow["method"], forFirst: number) => Promise<Wire.DealNow>} */
  deal: (tournament, method, forFirst) =>
    ask("GET", `/api/tournaments/${name(tournament)}/deal?method=${method}&for_first=${forFirst}`),

  /** @type {() => Promise<Wire.Bots>} */
  bots: () => ask("GET", "/api/bots"),

  /** @type {(table: Wire.NewTable) => Promise<Wire.TableCard>} */
  openTable: (table) => create("/api/tables", table),

  /** @type {() => Promise<Wire.StructureCard[]>} */
  structures: () => ask("GET", "/api/structures"),

  /** @type {(draft: Wire.StructureDraft) => Promise<Wire.StructureChecked>} */
  checkStructure: (draft) => ask("POST", "/api/structures/check", draft),

  /** @type {(tournament: Wire.NewTournament) => Promise<Wire.TournamentCard>} */
  openTournament: (tournament) => create("/api/tournaments", tournament),

  /** What an invite shows before you come in. @type {(invite: string) => Promise<Wire.InvitationNow>} */
  invitation: (invite) => ask("GET", `/api/invitations/${name(invite)}`),

  /** The closed table that an invite led to. @type {(invite: string) => Promise<Wire.InvitedNight>} */
  invitedNight: (invite) => ask("GET", `/api/invitations/${name(invite)}/night`),

  /** @type {(arrival: Wire.Arrival) => Promise<Wire.Arrived>} */
  comeIn: (arrival) => ask("POST", "/api/invites", arrival),

  /** The link to a game. @type {(kind: "tables" | "tournaments", at: string) => Promise<Wire.InviteLink>} */
  inviteLink: (kind, at) => ask("GET", `/api/${kind}/${name(at)}/invitation`),

  /** @type {(table: string) => Promise<Wire.TableHand[]>} */
  hands: (table) => ask("GET", `/api/tables/${name(table)}/hands`),

  /** @type {(query: string) => Promise<Wire.HandPage>} */
  myHands: (query) => ask("GET", `/api/hands?${query}`),

  /** @type {() => Promise<Wire.PlayedTable[]>} */
  handTables: () => ask("GET", "/api/hand-tables"),

  /** @type {(query: string) => Promise<Wire.PlayerFigures>} */
  statistics: (query) => ask("GET", `/api/statistics?${query}`),

  /** The address to download filtered hands as one file. @param {string} query */
  historiesPath: (query) => `/api/histories?${query}`,

  /** @type {(hand: string, link: string) => Promise<Wire.HandReplay>} */
  hand: (hand, link) => ask("GET", withQuery(handPath(hand), byLink(link))),

  /** @type {(hand: string, link: string) => Promise<Wire.Proof>} */
  proof: (hand, link) => ask("GET", proofPath(hand, link)),

  /** @type {(hand: string) => Promise<Wire.HandLink>} */
  makeHandLink: (hand) => ask("POST", `${handPath(hand)}/link`),

  /** @type {(hand: string) => Promise<void>} */
  takeHandLinkBack: (hand) => ask("DELETE", `${handPath(hand)}/link`),

  /** @type {(night: string) => Promise<Wire.Night>} */
  ledger: (night) => ask("GET", ledgerPath(night)),

  /** The address to download part of a ledger. @type {(night: string, part: string) => string} */
  ledgerFile: (night, part) => withQuery(`${ledgerPath(night)}.csv`, { part }),

  /** @type {(table: string) => Promise<Wire.Recap>} */
  recap: (table) => ask("GET", recapPath(table)),

  /** The recap behind a link. @type {(link: string) => Promise<Wire.Recap>} */
  sharedRecap: (link) => ask("GET", `/api/recaps/${name(link)}`),

  /** @type {(table: string) => Promise<Wire.RecapLink>} */
  shareRecap: (table) => ask("POST", `${recapPath(table)}/link`),

  /** @type {(table: string) => Promise<void>} */
  takeRecapLinkBack: (table) => ask("DELETE", `${recapPath(table)}/link`),

  /** @type {(table: string, mark: Wire.PaymentMark) => Promise<void>} */
  markNightPaid: (table, mark) => ask("POST", `${recapPath(table)}/paid`, mark),

  /** @type {() => Promise<Wire.ClubCard[]>} */
  clubs: () => ask("GET", "/api/clubs"),

  /** @type {(club: Wire.NewClub) => Promise<Wire.ClubNow>} */
  foundClub: (club) => create("/api/clubs", club),

  /** @type {(club: string) => Promise<Wire.ClubNow>} */
  club: (club) => ask("GET", clubPath(club)),

  /** @type {(invite: string) => Promise<Wire.ClubInvitation>} */
  clubInvite: (invite) => ask("POST", "/api/club-invite", { invite }),

  /** @type {(invite: string) => Promise<Wire.ClubNow>} */
  joinClub: (invite) => ask("POST", "/api/club-members", { invite }),

  /** @type {(club: string) => Promise<Wire.ClubNow>} */
  renewInvite: (club) => ask("POST", `${clubPath(club)}/invite`),

  /** @type {(club: string, role: Wire.MemberRole) => Promise<Wire.ClubNow>} */
  setRole: (club, role) => ask("POST", `${clubPath(club)}/role`, role),

  /** @type {(club: string, player: string) => Promise<void>} */
  removeMember: (club, player) => ask("POST", `${clubPath(club)}/remove`, { player }),

  /** @type {() => Promise<Wire.YourEvening[]>} */
  yourEvenings: () => ask("GET", "/api/evenings"),

  /** @type {(club: string) => Promise<Wire.EveningNow[]>} */
  evenings: (club) => ask("GET", `${clubPath(club)}/evenings`),

  /** @type {(club: string, plan: Wire.NewEvening) => Promise<Wire.EveningNow>} */
  planEvening: (club, plan) => create(`${clubPath(club)}/evenings`, plan),

  /** @type {(club: string, number: number, plan: Wire.EveningChange) => Promise<Wire.EveningNow>} */
  changeEvening: (club, number, plan) => ask("POST", eveningPath(club, number), plan),

  /** @type {(club: string, number: number, why: string) => Promise<Wire.EveningNow>} */
  callOffEvening: (club, number, why) => ask("POST", `${eveningPath(club, number)}/call-off`, { why }),

  /** @type {(club: string, number: number, answer: Wire.YourAnswer["answer"]) => Promise<Wire.EveningNow>} */
  answerEvening: (club, number, answer) => ask("POST", `${eveningPath(club, number)}/answer`, { answer }),

  /** @type {(club: string, number: number) => Promise<Wire.EveningNow>} */
  openEvening: (club, number) => ask("POST", `${eveningPath(club, number)}/open`),

  /** The address to download an evening. @type {(club: string, number: number) => string} */
  eveningFile: (club, number) => `${eveningPath(club, number)}/evening.ics`,

  /** @type {(club: string, renew: boolean) => Promise<Wire.CalendarLink>} */
  calendarLink: (club, renew) => ask("POST", `${clubPath(club)}/calendar`, { renew }),

  /** @type {(club: string, period: Wire.PeriodQuery) => Promise<Wire.ClubLedger>} */
  clubLedger: (club, period) => ask("GET", withQuery(`${clubPath(club)}/ledger`, period)),

  /** The address to download a period's payments. @type {(club: string, period: Wire.PeriodQuery) => string} */
  clubLedgerFile: (club, period) => withQuery(`${clubPath(club)}/ledger.csv`, period),

  /** @type {(club: string, ledger: string) => Promise<Wire.LedgerRead>} */
  readLedger: (club, ledger) => ask("POST", `${clubPath(club)}/imports/read`, { ledger }),

  /** @type {(club: string, night: Wire.NewImport) => Promise<Wire.ClubNight>} */
  importNight: (club, night) => create(`${clubPath(club)}/imports`, night),

  /** @type {(club: string, night: string) => Promise<void>} */
  takeImportBack: (club, night) => ask("DELETE", `${clubPath(club)}/imports/${name(night)}`),

  /** @type {(club: string, nights: string[]) => Promise<Wire.ClubSettlement>} */
  settleNights: (club, nights) => ask("POST", `${clubPath(club)}/settlements`, { nights }),

  /** @type {(club: string, number: number, mark: Wire.PaymentMark) => Promise<void>} */
  markPaid: (club, number, mark) => ask("POST", `${clubPath(club)}/settlements/${number}/paid`, mark),

  /** @type {(club: string, season: Wire.SeasonQuery) => Promise<Wire.Season>} */
  season: (club, season) => ask("GET", withQuery(`${clubPath(club)}/season`, season)),

  /** @type {(club: string, rules: Wire.SeasonChoice) => Promise<void>} */
  chooseSeason: (club, rules) => ask("POST", `${clubPath(club)}/season`, rules),

  /** @type {(series: string) => Promise<Wire.SeriesNow>} */
  series: (series) => ask("GET", seriesPath(series)),

  /** @type {(club: string, series: Wire.NewSeries) => Promise<Wire.SeriesNow>} */
  beginSeries: (club, series) => create(`${clubPath(club)}/series`, series),

  /** @type {(series: string, change: Wire.SeriesChange) => Promise<Wire.SeriesNow>} */
  changeSeries: (series, change) => ask("POST", seriesPath(series), change),

  proofPath,

  /** The address to download a hand history. @type {(hand: string, format: string, link: string) => string} */
  historyPath: (hand, format, link) => withQuery(`${handPath(hand)}/history`, { format, ...byLink(link) }),
};
