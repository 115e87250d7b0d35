/** Asks all-in players how many times to run it: one button for each number the table allows. */

import { el } from "../../shared/dom.js";
import { times } from "../../shared/format.js";
import { say } from "../../shared/language.js";

/** The buttons. */
export class RunOuts {
  /** @param {(boards: number) => void} run @param {(words: string) => void} announce */
  constructor(run, announce) {
    this.run = run;
    this.announce = announce;
    this.root = el("div", {
      class: "acts runs",
      role: "group",
      "aria-label": say("How often to run it"),
      hidden: true,
    });
    /** The key that chose a number; pressing it again confirms. */
    this.armed = "";
    /** @type {HTMLButtonElement[]} for one board, for two, and so on */
    this.buttons = [];
  }

  /** @param {[number, number] | undefined} boards the fewest and the most; none on another turn @param {boolean} resting */
  draw([fewest, most] = [0, 0], resting = false) {
    this.root.hidden = most === 0;
    if (this.buttons.length !== most) {
      this.buttons = Array.from({ length: most }, (_, index) => this.button(index + 1));
      this.root.replaceChildren(...this.buttons.slice(Math.max(0, fewest - 1)));
    }
    for (const button of this.buttons) button.disabled = resting;
  }

  /** @param {number} boards */
  button(boards) {
    const onclick = () => this.run(boards);
    const keys = boards === 1 ? "C 1" : String(boards);
    const given = { class: "act run", type: "button", "aria-keyshortcuts": keys, onclick };
    return el("button", given, el("span", { class: "act-word" }, say("Run it {often}", { often: times(boards) })));
  }

  /** Handle a key; true if it did something. @param {string} key */
  key(key) {
    const most = this.buttons.length;
    const boards = /^[1-9]$/.test(key) ? Number(key) : ["a", "r"].includes(key) ? most : 0;
    if (key === "c") this.run(1);
    else if (boards < 1 || boards > most) return false;
    else this.choose(boards, key);
    return true;
  }

  /** A number takes two key presses, so a slip cannot choose one. @param {number} boards @param {string} key */
  choose(boards, key) {
    const button = this.buttons[boards - 1];
    if (document.activeElement === button && this.armed === key) {
      this.run(boards);
      return;
    }
    this.armed = key;
    button.focus();
    this.announce(
      say("{action}: press {key} again or Enter to confirm.", {
        action: say("Run it {often}", { often: times(boards) }),
        key: key.toUpperCase(),
      }),
    );
  }
}
