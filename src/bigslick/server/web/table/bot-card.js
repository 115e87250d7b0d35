/** A house bot's card: that it is a bot, and how it plays. */

import { avatarPicture } from "../account/avatar.js";
import { noteDialog } from "../account/notes.js";
import { people } from "../account/people.js";
import { api } from "../shared/api.js";
import { closingButton, openDialog } from "../shared/dialogs.js";
import { el } from "../shared/dom.js";
import { say, translate } from "../shared/language.js";

/** @import { App } from "../app.js" */

/** @type {Record<string, string>} */
const PLAIN = {
  caller: say("Calls every bet and never raises. Bet your good hands: it cannot be bluffed."),
  random: say("Picks any legal action, whatever its cards."),
  rock: say("Waits for strong cards and seldom raises. Believe its bets."),
  tag: say("Plays few hands, and bets and raises most of those."),
  lag: say("Plays many hands and raises often, with good cards and without."),
  fish: say("Sees many flops without raising, and calls too often."),
  whale: say("Plays nearly every hand and pays to see the next card."),
  maniac: say("Raises with almost anything. Wait for a good hand, then call."),
  shark: say("The house's best player: it weighs the odds, your bets and the hands you can have."),
};

/**
 * Show how the bot in a seat plays, and offer a note on it.
 * @param {App} app @param {string} at the table @param {Wire.SeatNow} seat
 */
export async function botCard(app, at, { player, bot = "" }) {
  const { styles } = await api.bots();
  const about = styles.find(({ style }) => style === bot)?.about ?? "";
  const style = about ? say("House bot · {style}", { style: translate(about) }) : say("House bot");
  openDialog(
    player,
    el(
      "div",
      { class: "bot-card" },
      avatarPicture(player, people.avatar(at, player)),
      el("div", {}, el("p", { class: "bot-style" }, style), el("p", { class: "hint" }, PLAIN[bot] ?? "")),
    ),
    closingButton(say("Note on {who}", { who: player }), "secondary", () => noteDialog(app, at, player)),
  );
}
