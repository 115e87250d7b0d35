/**
 * The page's sentences in the reader's language. In the code they are in English, which is also the key in the
 * `languages/` catalogues. The reader's catalogue is loaded before any other module runs, so any module may call `say`
 * at once.
 *
 * Templates are a subset of ICU MessageFormat: `{name}` is filled with a text, a number in the language's format, or a
 * wording from the server; `{count, plural, one {# player} other {# players}}` chooses by a number, `selectordinal` by
 * its rank. Exact numbers such as `=0` win. Quotes and apostrophes are plain characters. `{amount, chips}` is a number of
 * chips, which `format.js` writes in money where a chip has a value.
 */

/** Letters of Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** @typedef {string | number | Wire.Wording} Value fills a placeholder in a template */
/** @typedef {string | { name: string, kind: string, forms: Map<string, Part[]> | null }} Part */

const KEY = "bigslick.language";

/** The page's languages, each in its own language. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español", pt: "Português" };

/** @param {string} tag */
const known = (tag) => (tag.split("-")[0].toLowerCase() in LANGUAGES ? tag.split("-")[0].toLowerCase() : "");

/** The language chosen in this browser, or "" for the browser's. */
export function chosenLanguage() {
  try {
    return known(localStorage.getItem(KEY) ?? "");
  } catch {
    return ""; // a widget in another site's page may have no storage
  }
}

/** Choose a language, or "" for the browser's, and reload the page. @param {string} name */
export function chooseLanguage(name) {
  if (name) localStorage.setItem(KEY, name);
  else localStorage.removeItem(KEY);
  location.reload();
}

/** The page's language. */
export const language = chosenLanguage() || navigator.languages.map(known).find(Boolean) || "en";

/** The locale for numbers and dates: the reader's region, if the language is spoken there. */
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
/** Lists of names, in English without a comma before "and". */
const LISTS = new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: "conjunction" });
/** @type {Map<string, Part[]>} */
const PARSED = new Map();

/** @param {number} number */
export const writeNumber = (number) => NUMBERS.format(number);

/** With a capital letter. @param {string} words */
export const capitalised = (words) => words.charAt(0).toLocaleUpperCase(language) + words.slice(1);

/** "a, b and c". @param {string[]} words */
export const listWords = (words) => LISTS.format(words);

/**
 * Translate a sentence without placeholders; leave unknown text alone.
 * @param {string} text @param {string} [meaning] which meaning, where English has one word for several
 */
export const translate = (text, meaning = "") => CATALOGUE[meaning ? `${text} | ${meaning}` : text] || text;

/**
 * Translate a sentence and fill in its placeholders.
 * @param {string} template in English @param {Record<string, Value>} [values]
 * @param {string} [meaning] which meaning, where English has one word for several
 * @param {(chips: number) => string} [writeChips]
 */
export function say(template, values = {}, meaning = "", writeChips = writeNumber) {
  return fill(parse(translate(template, meaning)), values, writeChips);
}

/**
 * Translate a server sentence. The server sends English, plus a template if there are placeholders.
 * @param {{ sentence: string, wording?: Wire.Wording | null }} sent @param {(chips: number) => string} writeChips
 */
export const translateSent = ({ sentence, wording }, writeChips) =>
  wording ? say(wording.template, wording.values ?? {}, "", writeChips) : translate(sentence);

/** @param {Part[]} parts @param {Record<string, Value>} values @param {(chips: number) => string} writeChips @returns {string} */
function fill(parts, values, writeChips) {
  const said = parts.map((part) => {
    if (typeof part === "string") return part;
    const value = values[part.name];
    if (part.forms) {
      return fill(form(part.forms, part.kind, Number(value)), { ...values, "#": Number(value) }, writeChips);
    }
    if (typeof value === "number") return part.kind === "chips" ? writeChips(value) : writeNumber(value);
    return typeof value === "object"
      ? say(value.template, value.values ?? {}, "", writeChips)
      : isolated(String(value));
  });
  return said.join("");
}

/** A text that runs from right to left, kept from reordering the words around it. @param {string} text */
const isolated = (text) => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

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
 * Parse up to the end, or to the brace that closes a form; also return where that is.
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
  const head = /\{(\w+)(?:(?:,\s*(chips)\s*)?\}|,\s*(\w+)\s*,)/y;
  head.lastIndex = start;
  const [whole, name, chips = "", kind] = head.exec(template) ?? ["{", "", "", ""];
  let at = start + whole.length;
  if (!kind) return [name ? { name, kind: chips, forms: null } : "{", at];
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

/** Translate the HTML document itself: text, labels and title. */
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
