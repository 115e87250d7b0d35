/** The few lines that stand in for a framework: make an element, change only what differs. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes, listeners and children: `el("button", { class: "go", onclick: run }, "Go")`.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** @param {any} element @param {Record<string, any>} attributes @param {any[]} children */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "vars")
      for (const [key, one] of Object.entries(value)) element.style.setProperty(key, String(one));
    else attribute(element, name, value);
  }
  for (const child of children.flat())
    if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/** Set, change or (for null and false) take away an attribute, only if it differs. @param {Element} element @param {string} name @param {any} value */
export function attribute(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else {
    const written = value === true ? "" : String(value);
    if (element.getAttribute(name) !== written) element.setAttribute(name, written);
  }
}

/** @param {Element} element @param {string | number} words */
export function text(element, words) {
  const written = String(words);
  if (element.textContent !== written) element.textContent = written;
}

/** @param {Element} element @param {string} name @param {any} on */
export function toggle(element, name, on) {
  if (element.classList.contains(name) !== Boolean(on)) element.classList.toggle(name, Boolean(on));
}

/**
 * Make the children of an element those of a list, keeping every element whose key is still there.
 * @template T
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T, index: number) => string} key
 * @param {(item: T, index: number) => Element} make
 * @param {(element: any, item: T, index: number) => void} [update]
 */
export function keyed(parent, items, key, make, update) {
  const old = new Map([...parent.children].map((child) => [child.getAttribute("data-key"), child]));
  let place = parent.firstElementChild;
  items.forEach((item, index) => {
    const name = key(item, index);
    let child = old.get(name);
    old.delete(name);
    if (!child) {
      child = make(item, index);
      child.setAttribute("data-key", name);
    }
    update?.(child, item, index);
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  });
  for (const child of old.values()) child.remove();
}

const GROUPED = new Intl.NumberFormat("en-US");

/** Chips for people: 12,500. @param {number} amount */
export const chips = (amount) => GROUPED.format(amount);

/** Chips where there is little room: 12.5k, 3.2M. @param {number} amount */
export function short(amount) {
  if (amount < 10_000) return chips(amount);
  for (const [size, letter] of /** @type {[number, string][]} */ ([
    [1e12, "T"],
    [1e9, "B"],
    [1e6, "M"],
    [1e3, "k"],
  ])) {
    if (amount >= size) {
      const scaled = Math.floor((amount / size) * 10) / 10;
      return `${scaled >= 100 ? Math.floor(scaled) : scaled}${letter}`;
    }
  }
  return chips(amount);
}

/** @param {number} ms */
export function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return seconds >= 60 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : `${seconds} s`;
}

/** Whether moving pictures are unwelcome. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Let something glide from one place to another and vanish there.
 * @param {Element} layer @param {Element} thing @param {Element} from @param {Element} to @param {number} [ms]
 */
export function glide(layer, thing, from, to, ms = 420) {
  if (still() || document.hidden) return;
  const [base, start, end] = [layer, from, to].map((element) => element.getBoundingClientRect());
  if (!start.width || !end.width) return;
  const at = (/** @type {DOMRect} */ box) =>
    `translate(${box.x + box.width / 2 - base.x}px, ${box.y + box.height / 2 - base.y}px) translate(-50%, -50%)`;
  thing.classList.add("gliding");
  thing.setAttribute("aria-hidden", "true");
  layer.append(thing);
  const run = thing.animate(
    [
      { transform: at(start), opacity: 1 },
      { transform: at(end), opacity: 1, offset: 0.85 },
      { transform: at(end), opacity: 0 },
    ],
    { duration: ms, easing: "cubic-bezier(.3,.7,.2,1)" },
  );
  run.finished.catch(() => {}).finally(() => thing.remove());
}
