/** A bomb pot by agreement: one player proposes it in the seat menu, and the dock asks the others. */

import { el, text } from "../../shared/dom.js";
import { say } from "../../shared/language.js";
import { wishBox } from "./click-guard.js";

/** @import { App } from "../../app.js" */
/** @import { Table } from "../reduce.js" */

/** The people who would be dealt in, and how many of them agree. @param {Table} state */
export function bombPotVotes({ seats }) {
  const asked = seats.filter((seat) => seat && !seat.bot && !seat.sitting_out && !seat.waiting);
  return { asked: asked.length, agreed: asked.filter((seat) => seat?.wants_bomb).length };
}

/** @param {App} app @param {string} table */
export function bombPotBox(app, table) {
  const wish = wishBox((on) => app.command("want_bomb_pot", { table, on }));
  const words = el("span", {});
  const root = el("label", { class: "plan bomb-plan", hidden: true }, wish.box, words);
  return {
    root,
    /** @param {Table} state @param {boolean} deciding whether a decision needs the space */
    draw(state, deciding) {
      const { you, seats, closed } = state;
      const seat = you === null ? null : seats[you];
      const { asked, agreed } = bombPotVotes(state);
      const open = agreed > 0 && seat !== null && !seat.sitting_out && closed === "";
      if (open && root.dataset.open !== "yes" && !seat.wants_bomb)
        app.announce(say("A bomb pot is proposed for the next hand."));
      root.dataset.open = open ? "yes" : "no";
      root.hidden = !open || deciding;
      text(words, say("Bomb pot in the next hand: {agreed} of {asked} agree", { agreed, asked }));
      wish.draw(!root.hidden, Boolean(seat?.wants_bomb));
    },
  };
}
