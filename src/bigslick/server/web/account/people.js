/** What this player knows of the others: avatars, which all see, and notes, labels and mutes, which are private. */

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

/** One for the whole page. */
class People {
  constructor() {
    /** @type {Map<string, Note>} by the name in small letters */
    this.notes = new Map();
    /** @type {Map<string, string>} "" for those who have none */
    this.avatars = new Map();
    /** @type {Set<() => void>} */
    this.ears = new Set();
  }

  /** Hear of every change. @param {() => void} hear @returns {() => void} stops it */
  on(hear) {
    this.ears.add(hear);
    return () => this.ears.delete(hear);
  }

  changed() {
    for (const hear of [...this.ears]) hear();
  }

  /** Another player is signed in, or none. @param {string | null} me */
  async become(me) {
    this.notes.clear();
    if (me) {
      try {
        for (const note of await api.notes()) this.notes.set(note.player.toLowerCase(), whole(note));
      } catch {
        // Without notes the game goes on; they are asked for again with the next sign-in.
      }
    }
    this.changed();
  }

  /** @param {string} player @returns {Note} */
  note(player) {
    return this.notes.get(player.toLowerCase()) ?? whole({ player });
  }

  /** Keep a note; throws a Problem with a sentence. @param {Note} note */
  async save(note) {
    await api.saveNote(note);
    this.notes.set(note.player.toLowerCase(), note);
    this.changed();
  }

  /** @param {string} player */
  isMuted(player) {
    return this.note(player).muted;
  }

  /** Get to know players: ask once for the avatars of those who are new. @param {string[]} players */
  async meet(players) {
    const strangers = players.filter((player) => !this.avatars.has(player)).slice(0, MOST_ASKED);
    if (!strangers.length) return;
    for (const player of strangers) this.avatars.set(player, "");
    try {
      const { avatars } = await api.avatars(strangers);
      for (const [player, avatar] of Object.entries(avatars)) this.avatars.set(player, avatar);
    } catch {
      for (const player of strangers) this.avatars.delete(player); // and ask again later
      return;
    }
    this.changed();
  }

  /** @param {string} player @param {string} avatar */
  wears(player, avatar) {
    this.avatars.set(player, avatar);
    this.changed();
  }
}

export const people = new People();

/** @param {Wire.PlayerNote} note @returns {Note} */
const whole = (note) => ({ text: "", label: "", muted: false, ...note });
