/** The name on the felt: the club's at a club's table, the table's own elsewhere. */

import { api } from "../../shared/api.js";
import { el, text } from "../../shared/dom.js";

/** @import { Table } from "../reduce.js" */

/** @type {Map<string, string>} names of the viewer's clubs, by id */
const clubs = new Map();

/** @param {string} club */
async function nameOf(club) {
  if (!clubs.has(club)) for (const { id, name } of await api.clubs()) clubs.set(id, name);
  return clubs.get(club) ?? "";
}

/** Decoration: the bar at the top says it aloud. */
export class FeltName {
  constructor() {
    this.root = el("p", { class: "felt-name", "aria-hidden": "true" });
    /** The club whose name is written or on its way. */
    this.club = "";
  }

  /** @param {Table} state */
  draw({ spec }) {
    if (!spec.club) text(this.root, spec.name);
    else if (this.club !== spec.club) this.write(spec.club, spec.name);
    this.club = spec.club;
  }

  /** @param {string} club @param {string} table its name, for a viewer who is not in the club */
  async write(club, table) {
    const name = await nameOf(club).catch(() => "");
    if (this.club === club) text(this.root, name || table);
  }
}
