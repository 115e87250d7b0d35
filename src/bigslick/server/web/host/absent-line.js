/** An absent player holds the table up: the host folds and sits them out, the others vote for it. */

import { el, text } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { isViewer, ownSeat } from "../table/reduce.js";

/** @import { App } from "../app.js" */
/** @import { Table } from "../table/reduce.js" */

/** A line with a button in the table's dock. */
export class AbsentLine {
  /** @param {App} app @param {string} table @param {() => boolean} hosts whether the viewer is the host */
  constructor(app, table, hosts) {
    this.hosts = hosts;
    this.player = "";
    this.words = el("span", {});
    const go = () => app.command(this.hosts() ? "sit_out_player" : "want_sit_out", { at: table, player: this.player });
    this.button = el("button", { class: "secondary small", type: "button", onclick: go });
    this.root = el("div", { class: "absent-line", role: "status", hidden: true }, this.words, this.button);
  }

  /** @param {Table} state */
  draw(state) {
    const seat = awaited(state);
    this.root.hidden = !seat || isViewer(state, seat.player) || !(this.hosts() || ownSeat(state));
    if (!seat || this.root.hidden) return;
    this.player = seat.player;
    const votes = seat.sit_out_votes.length;
    text(
      this.words,
      votes
        ? say("{player} is away. Votes to sit them out: {votes}", { player: seat.player, votes })
        : say("{player} is away.", { player: seat.player }),
    );
    text(this.button, this.hosts() ? say("Fold and sit out") : say("Vote to sit out"));
    this.button.hidden = !this.hosts() && seat.sit_out_votes.some((player) => isViewer(state, player));
  }
}

/** The absent player whose turn it is, or the first who was dealt in. @param {Table} state */
function awaited({ seats, turn, play }) {
  const absent = seats.filter((seat) => seat?.absent);
  return (
    absent.find((seat) => seat?.seat === turn?.seat) ?? absent.find((seat) => seat && play?.live[seat.seat]) ?? null
  );
}
