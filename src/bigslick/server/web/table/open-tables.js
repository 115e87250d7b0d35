/** Which tables are on the page: their address, and which ones this tab had open last. */

/** The most tables on one page. */
export const MOST_TABLES = 4;

const KEY = "bigslick.tables";
/** The smallest pane for a playable table, portrait or landscape. */
const UPRIGHT = { width: 380, height: 500 };
const LYING = { width: 600, height: 360 };

/** @param {readonly string[]} tables */
export function addressOf(tables) {
  const names = tables.map(encodeURIComponent);
  return names.length === 1 ? `#/table/${names[0]}` : `#/tables/${names.join("+")}`;
}

/** The tables in an address, each once; null for other screens. @param {string} hash */
export function tablesIn(hash) {
  const [, kind = "", names = ""] = hash.replace(/^#/, "").split("/");
  if (!names || (kind !== "table" && kind !== "tables")) return null;
  const tables = kind === "tables" ? names.split("+") : [names];
  return [...new Set(tables.map(decodeURIComponent).filter(Boolean))];
}

/** The tables open last, at most four. @returns {string[]} */
export function openTables() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string").slice(0, MOST_TABLES) : [];
  } catch {
    return [];
  }
}

/** @param {readonly string[]} tables */
export function rememberTables(tables) {
  sessionStorage.setItem(KEY, JSON.stringify(tables));
}

/**
 * How many columns and rows of panes fit; null if only one table fits at a time.
 * @param {number} width @param {number} height @param {number} count
 */
export function arrange(width, height, count) {
  let best = null;
  let most = 0;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const [wide, high] = [width / columns, height / rows];
    const fits = [UPRIGHT, LYING].some((least) => wide >= least.width && high >= least.height);
    const room = Math.min(wide, 1.3 * high);
    if (count > 1 && !fits) continue;
    if (room > most) {
      best = { columns, rows };
      most = room;
    }
  }
  return best;
}
