/** The dialog where a player chooses wager sizes. */

import { field, form, openDialog, submitButton } from "../../shared/dialogs.js";
import { el } from "../../shared/dom.js";
import { say } from "../../shared/language.js";
import { DEFAULTS, prefer } from "../../shared/preferences.js";
import { chosenSizes, MOST_SIZES, readSize, writeSize } from "./sizes.js";

/** @import { Size } from "./sizes.js" */

/** Choose the sizes before and after the flop. */
export function sizesDialog() {
  const reset = submitButton(say("Usual sizes"), "secondary");
  const made = form(
    [
      el("p", { class: "hint" }, say("75% is a part of the pot, 2.5x a multiple of the bet, 12bb an amount.")),
      fields("before", say("Before the flop"), chosenSizes(false)),
      fields("after", say("After the flop"), chosenSizes(true)),
    ],
    [submitButton(say("Save")), reset],
    async (values, button) => {
      const { sizesBefore, sizesAfter } = DEFAULTS;
      prefer(
        button === reset
          ? { sizesBefore, sizesAfter }
          : { sizesBefore: read(values, "before"), sizesAfter: read(values, "after") },
      );
      dialog.close();
    },
  );
  const dialog = openDialog(say("Your wager sizes"), made);
}

/** @param {string} name @param {string} words @param {Size[]} sizes */
function fields(name, words, sizes) {
  const inputs = Array.from({ length: MOST_SIZES }, (_, index) => {
    const value = sizes[index] ? writeSize(sizes[index]) : "";
    const given = { name: `${name}-${index}`, value, maxlength: 8, autocomplete: "off", spellcheck: "false" };
    return field(String(index + 1), given);
  });
  return el("fieldset", { class: "size-fields" }, el("legend", { class: "label" }, words), ...inputs);
}

/** The sizes in the form, without the empty ones; a wrong one is an error. @param {Record<string, string>} values @param {string} name */
function read(values, name) {
  return Array.from({ length: MOST_SIZES }, (_, index) => values[`${name}-${index}`].trim())
    .filter(Boolean)
    .map((text) => {
      const size = readSize(text);
      if (!size) throw new Error(say("“{text}” is not a size: write 75%, 2.5x or 12bb.", { text }));
      return writeSize(size);
    });
}
