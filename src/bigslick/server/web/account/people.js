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

/** Shared by the whole page. */
class People {
  constructor() {
    /** @type {Map<string, Note>} by lower-case name */
    this.notes = new Map();
    /** @type {Map<string, string>} "" for players without one */
    this.avatars = new Map();
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

  /** Load the notes of the player who signed in; `me` is null after signing out. @param {string | null} me */
  async become(me) {
    this.notes.clear();
    if (me) {
      try {
        for (const note of await api.notes()) this.notes.set(note.player.toLowerCase(), whole(note));
      } catch {
        // Play continues without notes; the next sign-in requests them again.
      }
    }
    this.changed();
  }

  /** @param {string} player @returns {Note} */
  note(player) {
    return this.notes.get(player.toLowerCase()) ?? whole({ player });
  }

  /** Save a note; throws a Problem with a sentence. @param {Note} note */
  async save(note) {
    await api.saveNote(note);
    this.notes.set(note.player.toLowerCase(), note);
    this.changed();
  }

  /** @param {string} player */
  isMuted(player) {
    return this.note(player).muted;
  }

  /** Request the avatars of players we have not seen yet. @param {string[]} players */
  async meet(players) {
    const strangers = players.filter((player) => !this.avatars.has(player)).slice(0, MOST_ASKED);
    if (!strangers.length) return;
    for (const player of strangers) this.avatars.set(player, "");
    try {
      const { avatars } = await api.avatars(strangers);
      for (const [player, avatar] of Object.entries(avatars)) this.avatars.set(player, avatar);
    } catch {
      for (const player of strangers) this.avatars.delete(player); // ask again later
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
