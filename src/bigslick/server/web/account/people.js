/** What you know about other players: avatars, which everyone sees, and your private notes, labels and mutes. */

import { api } from "../shared/api.js";
import { say } from "../shared/language.js";

/** @type {Record<string, string>} */
export const LABELS = {
  "": say("None", {}, "no label"),
  red: say("Red"),
  orange: say("Orange"),
  yellow: say("Yellow"),
  green: say("Green"),
  blue: say("Blue"),
  violet: say("Violet"),
};

const MOST_ASKED = 30;

/** @typedef {Required<Wire.PlayerNote>} Note */

/** A name at a place; "" is the place of accounts. @param {string} at @param {string} player */
const key = (at, player) => `${at}/${player.toLowerCase()}`;

/** Shared by the whole page. Guests can share a name, so a player is known by the table and the name shown there. */
class People {
  constructor() {
    /** @type {Map<string, Note>} */
    this.notes = new Map();
    /** @type {Map<string, string>} "" for players without one */
    this.avatars = new Map();
    /** @type {Set<string>} places whose notes are loaded */
    this.places = new Set();
    this.signedIn = false;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /** Subscribe to every change. @param {() => void} hear @returns {() => void} unsubscribes */
  on(hear) {
    this.listeners.add(hear);
    return () => this.listeners.delete(hear);
  }

  changed() {
    for (const hear of [...this.listeners]) hear();
  }

  /** Forget the notes of the player before; `me` is null after signing out. @param {string | null} me */
  async become(me) {
    const places = [...this.places];
    this.notes.clear();
    this.places.clear();
    this.signedIn = me !== null;
    await Promise.all(places.map((at) => this.loadNotes(at)));
    this.changed();
  }

  /** @param {string} at */
  async loadNotes(at) {
    if (!this.signedIn) return;
    this.places.add(at);
    try {
      for (const note of await api.notes(at)) this.notes.set(key(at, note.player), whole({ ...note, at }));
    } catch {
      this.places.delete(at); // play continues without notes, and the next player who comes requests them again
    }
  }

  /** @param {string} at @param {string} player @returns {Note} */
  note(at, player) {
    return this.notes.get(key(at, player)) ?? whole({ at, player });
  }

  /** Save a note; throws a Problem with a sentence. @param {Note} note */
  async save(note) {
    await api.saveNote(note);
    this.notes.set(key(note.at, note.player), note);
    this.changed();
  }

  /** @param {string} at @param {string} player */
  isMuted(at, player) {
    return this.note(at, player).muted;
  }

  /** @param {string} at @param {string} player */
  avatar(at, player) {
    return this.avatars.get(key(at, player)) ?? "";
  }

  /**
   * Request what we do not know yet about players at a table.
   * @param {string} at @param {string[]} players
   * @param {(at: string, players: string[]) => Promise<Wire.Avatars>} [ask] for their avatars
   */
  async meet(at, players, ask = api.avatars) {
    const strangers = players.filter((player) => !this.avatars.has(key(at, player))).slice(0, MOST_ASKED);
    const first = this.signedIn && !this.places.has(at);
    if (!strangers.length && !first) return;
    for (const player of strangers) this.avatars.set(key(at, player), "");
    const noted = this.loadNotes(at);
    try {
      const { avatars } = strangers.length ? await ask(at, strangers) : { avatars: {} };
      this.dress(at, avatars);
    } catch {
      for (const player of strangers) this.avatars.delete(key(at, player)); // ask again later
    }
    await noted;
    this.changed();
  }

  /** Remember avatars by player. @param {string} at @param {Record<string, string>} avatars */
  dress(at, avatars) {
    for (const [player, avatar] of Object.entries(avatars)) this.avatars.set(key(at, player), avatar);
    this.changed();
  }
}

export const people = new People();

/** @param {Wire.PlayerNote} note @returns {Note} */
const whole = (note) => ({ at: "", text: "", label: "", muted: false, ...note });
