/**
 * What the page says, in the language of whoever reads it. English stands in the code and is the key of the catalogues
 * in `languages/`; the chosen one is loaded before any other module runs, so that words can be made at any time.
 *
 * A template is a small part of ICU MessageFormat: `{name}` is a place for text, for a number, which is written as the
 * language writes it, or for a wording of the server; `{count, plural, one {# player} other {# players}}` chooses by a
 * number, `selectordinal` by its rank. Exact numbers such as `=0` win. Quotes and apostrophes mean themselves.
 */

/** @typedef {string | number | Wire.Wording} Value what stands in a place */
/** @typedef {string | { name: string, kind: string, forms: Map<string, Part[]> | null }} Part */

const KEY = "bigslick.language";

/** The languages of the room, as their speakers call them. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español", pt: "Português" };

/** @param {string} tag */
const known = (tag) => (tag.split("-")[0].toLowerCase() in LANGUAGES ? tag.split("-")[0].toLowerCase() : "");

/** The language that was chosen in this browser, or "" for what the browser prefers. */
export function chosenLanguage() {
  try {
    return known(localStorage.getItem(KEY) ?? "");
  } catch {
    return ""; // a widget in a foreign page may have no storage
  }
}

/** Choose a language for good, or "" for what the browser prefers; the page starts again in it. @param {string} name */
export function chooseLanguage(name) {
  if (name) localStorage.setItem(KEY, name);
  else localStorage.removeItem(KEY);
  location.reload();
}

/** The language of the page. */
export const language = chosenLanguage() || navigator.languages.map(known).find(Boolean) || "en";

/** How numbers and dates are written: as where the reader lives, if the language is spoken there. */
export const locale = navigator.languages.find((tag) => known(tag) === language) ?? language;

/** @param {string} name @returns {Promise<Record<string, string>>} */
async function loadCatalogue(name) {
  if (name === "en") return {};
  /** @type {HTMLLinkElement | null} */
  const link = document.querySelector(`link[rel="catalogue"][hreflang="${name}"]`);
  try {
    const answer = await fetch(link?.href ?? `/languages/${name}.json`);
    return answer.ok ? await answer.json() : {};
  } catch {
    return {}; // English is better than nothing
  }
}

const CATALOGUE = await loadCatalogue(language);
const NUMBERS = new Intl.NumberFormat(locale);
const CHOOSE = {
  plural: new Intl.PluralRules(language),
  selectordinal: new Intl.PluralRules(language, { type: "ordinal" }),
};
/** Lists of names; English without a comma before "and". */
const LISTS = new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: "conjunction" });
/** @type {Map<string, Part[]>} */
const PARSED = new Map();

/** @param {number} number */
export const writeNumber = (number) => NUMBERS.format(number);

/** "a, b and c". @param {string[]} words */
export const listWords = (words) => LISTS.format(words);

/**
 * A sentence without places, or any other text as it is.
 * @param {string} text @param {string} [meaning] which of several, where English has one word for them
 */
export const translate = (text, meaning = "") => CATALOGUE[meaning ? `${text} | ${meaning}` : text] || text;

/**
 * Say something.
 * @param {string} template in English @param {Record<string, Value>} [values]
 * @param {string} [meaning] which of several, where English has one word for them
 */
export function say(template, values = {}, meaning = "") {
  return fill(parse(translate(template, meaning)), values);
}

/** What the server says, which sends English and, where it has places, the template. @param {{ sentence: string, wording?: Wire.Wording | null }} told */
export const told = ({ sentence, wording }) =>
  wording ? say(wording.template, wording.values ?? {}) : translate(sentence);

/** @param {Part[]} parts @param {Record<string, Value>} values @returns {string} */
function fill(parts, values) {
  const said = parts.map((part) => {
    if (typeof part === "string") return part;
    const value = values[part.name];
    if (part.forms) return fill(form(part.forms, part.kind, Number(value)), { ...values, "#": Number(value) });
    if (typeof value === "number") return writeNumber(value);
    return typeof value === "object" ? say(value.template, value.values ?? {}) : String(value);
  });
  return said.join("");
}

/** @param {Map<string, Part[]>} forms @param {string} kind @param {number} number */
function form(forms, kind, number) {
  const rules = CHOOSE[/** @type {keyof typeof CHOOSE} */ (kind)];
  return forms.get(`=${number}`) ?? forms.get(rules.select(number)) ?? forms.get("other") ?? [];
}

/** @param {string} template */
function parse(template) {
  let parts = PARSED.get(template);
  if (!parts) {
    parts = parsed(template, 0, false)[0];
    PARSED.set(template, parts);
  }
  return parts;
}

/**
 * The parts up to the end, or up to the brace that closes a form, and where that is.
 * @param {string} template @param {number} start @param {boolean} inside @returns {[Part[], number]}
 */
function parsed(template, start, inside) {
  /** @type {Part[]} */
  const parts = [];
  const sign = /[{}#]/g;
  let at = start;
  for (;;) {
    sign.lastIndex = at;
    const found = sign.exec(template);
    const end = found ? found.index : template.length;
    if (end > at) parts.push(template.slice(at, end));
    if (!found || found[0] === "}") return [parts, end];
    if (found[0] === "#") {
      parts.push(inside ? { name: "#", kind: "", forms: null } : "#");
      at = end + 1;
    } else {
      const [part, after] = place(template, end);
      parts.push(part);
      at = after;
    }
  }
}

/** @param {string} template @param {number} start @returns {[Part, number]} */
function place(template, start) {
  const head = /\{(\w+)(?:\}|,\s*(\w+)\s*,)/y;
  head.lastIndex = start;
  const [whole, name, kind] = head.exec(template) ?? ["{", "", ""];
  let at = start + whole.length;
  if (!kind) return [name ? { name, kind: "", forms: null } : "{", at];
  /** @type {Map<string, Part[]>} */
  const forms = new Map();
  const choice = /\s*(=\d+|\w+)\s*\{/y;
  for (;;) {
    choice.lastIndex = at;
    const found = choice.exec(template);
    if (!found) return [{ name, kind, forms }, at + 1];
    const [parts, end] = parsed(template, at + found[0].length, true);
    forms.set(found[1], parts);
    at = end + 1;
  }
}

/** Say the words that stand in the document itself: its texts, labels and titles. */
export function sayDocument() {
  document.documentElement.lang = language;
  if (language === "en") return;
  document.title = translate(document.title);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.textContent?.trim().replace(/\s+/g, " ") ?? "";
    if (words && translate(words) !== words) node.textContent = translate(words);
  }
  for (const element of document.querySelectorAll("[aria-label]")) {
    element.setAttribute("aria-label", translate(element.getAttribute("aria-label") ?? ""));
  }
}
