/** Our replacement for a framework: make an element, then change only what differs. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element's attributes, `on…` listeners, and `vars` for CSS variables.
 * @typedef {{
 *   [name: string]: unknown,
 *   vars?: Record<string, string | number>,
 *   onclick?: (event: MouseEvent) => unknown,
 *   onsubmit?: (event: SubmitEvent) => unknown,
 *   oninput?: (event: Event) => unknown,
 *   onchange?: (event: Event) => unknown,
 *   onkeydown?: (event: KeyboardEvent) => unknown,
 * }} Attributes
 *
 * @typedef {Node | string | null | undefined | false} Child
 */

/**
 * Make an element with attributes, listeners and children: `el("button", { class: "go", onclick: run }, "Go")`.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/** A button. @param {string} kind its classes @param {(event: MouseEvent) => unknown} onclick @param {...Child} words */
export const button = (kind, onclick, ...words) => el("button", { class: kind, type: "button", onclick }, ...words);

/** A quiet line below what it explains. @param {...Child} words */
export const hint = (...words) => el("p", { class: "hint" }, ...words);

/** The sentence below a heading. @param {...Child} words */
export const lead = (...words) => el("p", { class: "lead" }, ...words);

/** An empty part: what will be here, and what to do for it. @param {string} title @param {string} words @param {...Child} on */
export const vacant = (title, words, ...on) =>
  el("div", { class: "vacant" }, el("strong", {}, title), el("p", {}, words), ...on);

/** A page with nothing but a sentence and a way on. @param {string} words @param {...Child} on */
export const nothing = (words, ...on) => el("div", { class: "nothing" }, el("p", {}, words), ...on);

/** @param {HTMLElement | SVGElement} element @param {Attributes} attributes @param {Child[]} children */
function fill(element, { vars = {}, ...attributes }, children) {
  for (const [name, value] of Object.entries(vars)) element.style.setProperty(name, String(value));
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else attribute(element, name, value);
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
}

/**
 * Set an attribute, or remove it for null, undefined and false; leave it alone if it already has that value.
 * @param {Element} element @param {string} name @param {unknown} value
 */
export function attribute(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const written = value === true ? "" : String(value);
  if (element.getAttribute(name) !== written) element.setAttribute(name, written);
}

/** @param {Element | null | undefined} element @param {string | number} words */
export function text(element, words) {
  const written = String(words);
  if (element && element.textContent !== written) element.textContent = written;
}

/** @param {Element} element @param {string} name @param {unknown} on */
export function toggle(element, name, on) {
  if (element.classList.contains(name) !== Boolean(on)) element.classList.toggle(name, Boolean(on));
}

/** An element in index.html, by id. @param {string} id */
export function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return found;
}

/** A descendant that must exist. @param {Element} element @param {string} what */
export function find(element, what) {
  const found = element.querySelector(what);
  if (!(found instanceof HTMLElement)) throw new Error(`${what} is missing`);
  return found;
}

/**
 * Make an element's children match a list, keeping each child with a key that is still in the list.
 * @template T
 * @template {Element} E
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T, index: number) => string} key
 * @param {(item: T, index: number) => E} make
 * @param {(element: E, item: T, index: number) => void} [update]
 */
export function keyed(parent, items, key, make, update) {
  const old = new Map([...parent.children].map((child) => [child.getAttribute("data-key"), child]));
  let place = parent.firstElementChild;
  for (const [index, item] of items.entries()) {
    const name = key(item, index);
    let child = /** @type {E | undefined} */ (old.get(name));
    old.delete(name);
    if (!child) {
      child = make(item, index);
      child.setAttribute("data-key", name);
    }
    update?.(child, item, index);
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
  for (const child of old.values()) child.remove();
}

/** An icon drawn from the shapes in cards.svg. @param {string} name @param {string} [more] additional classes */
export const icon = (name, more = "") =>
  svg(
    "svg",
    { class: `icon ${more}`, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `#icon-${name}` }),
  );
