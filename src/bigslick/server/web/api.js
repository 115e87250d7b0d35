/** What is asked over HTTP: who one is, tables, hands and their proofs. */

/** A request that was refused; its message is a sentence for people. */
export class Problem extends Error {
  /** @param {string} sentence @param {number} status */
  constructor(sentence, status) {
    super(sentence);
    this.status = status;
  }
}

/**
 * @param {string} method @param {string} path @param {any} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Problem("The server does not answer. Check the connection and try again.", 0);
  }
  const data = answer.headers.get("content-type")?.startsWith("application/json") ? await answer.json() : null;
  if (!answer.ok) throw new Problem(data?.error ?? `The server answered ${answer.status}.`, answer.status);
  return data;
}

const name = encodeURIComponent;

export const api = {
  /** Who is signed in, or null. */
  me: () =>
    ask("GET", "/api/me").catch((/** @type {Problem} */ problem) => {
      if (problem.status === 401) return null;
      throw problem;
    }),
  guest: (/** @type {any} */ who) => ask("POST", "/api/guest", who),
  signIn: (/** @type {any} */ credentials) => ask("POST", "/api/sessions", credentials),
  signUp: (/** @type {any} */ credentials) => ask("POST", "/api/accounts", credentials),
  signOut: () => ask("DELETE", "/api/sessions"),
  refill: () => ask("POST", "/api/refill"),
  bots: () => ask("GET", "/api/bots"),
  openTable: (/** @type {any} */ table) => ask("POST", "/api/tables", table),
  hands: (/** @type {string} */ table) => ask("GET", `/api/tables/${name(table)}/hands`),
  hand: (/** @type {string} */ hand) => ask("GET", `/api/hands/${name(hand)}`),
  proof: (/** @type {string} */ hand) => ask("GET", `/api/hands/${name(hand)}/proof`),
  proofPath: (/** @type {string} */ hand) => `/api/hands/${name(hand)}/proof`,
  phhPath: (/** @type {string} */ hand) => `/api/hands/${name(hand)}/phh`,
};
