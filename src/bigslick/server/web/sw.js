/**
 * The service worker: shows the offline page when the room cannot be reached. It never caches the game itself, because
 * a card shown late or twice is worse than none.
 */

const OFFLINE = "/offline.html";
const KEPT = "offline-1";
/** tsc types `self` as a page's window. @type {any} */
const worker = self;

/** Cache the offline page, its files, and the catalogue of the browser's language. */
async function keepOffline() {
  const store = await caches.open(KEPT);
  const answer = await fetch(OFFLINE, { cache: "no-cache" });
  const page = await answer.clone().text();
  const names = [...page.matchAll(/(?:href|src)="([^"]+\.(?:css|svg|js|woff2))"/g)].map(([, name]) => name);
  const catalogues = new Map([...page.matchAll(/hreflang="(\w+)" href="([^"]+)"/g)].map(([, name, at]) => [name, at]));
  const spoken = navigator.languages.map((tag) => tag.split("-")[0]);
  const catalogue = catalogues.get(spoken.find((name) => name === "en" || catalogues.has(name)) ?? "en");
  if (catalogue) names.push(catalogue);
  for (const { url } of await store.keys()) await store.delete(url);
  await store.put(OFFLINE, answer);
  await store.addAll(names);
}

/** @param {Request} request */
async function visit(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

/** @param {Request} request */
async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** Show the notification's table in an open window, or open one. @param {string} address */
async function showTable(address) {
  const [client] = await worker.clients.matchAll({ type: "window" });
  if (!client) return worker.clients.openWindow(`/${address}`);
  client.postMessage({ address });
  return client.focus();
}

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keepOffline().then(() => worker.skipWaiting()));
});
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(showTable(event.notification.data.address));
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(visit(request));
  else if (/\.(css|svg|js|json|woff2)$/.test(new URL(request.url).pathname)) event.respondWith(kept(request));
});
