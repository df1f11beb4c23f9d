/**
 * The service worker of the static site: keeps its files, so that it works without a network. The
 * export fills in the version and the files; `sw.js` is the result. A first visit loads the files
 * of the first page, and one file with all others (see web/site/export.py). Large files that only
 * some visitors need come with a later page.
 */

const version = "VERSION";
const files = ["FILES"];
const later = ["LATER"];
const scope = /** @type {any} */ (globalThis);

/** @type {Record<string, string>} */
const TYPES = {
  css: "text/css", html: "text/html", js: "text/javascript", json: "application/json",
};

async function keepAll() {
  const cache = await caches.open(version);
  const pack = fetch("pack.json").then((response) => {
    if (!response.ok) throw new Error("pack.json is missing from this site.");
    return response.json();
  });
  await Promise.all([cache.addAll(files), pack.then((packed) => Promise.all(
    Object.entries(packed).map(([name, text]) => {
      const type = TYPES[name.split(".").at(-1) ?? ""] ?? "text/plain";
      const headers = { "Content-Type": `${type}; charset=utf-8` };
      return cache.put(name, new Response(text, { headers }));
    })))]);
  await scope.skipWaiting();
}

/** Keep what is not there yet; where the network is gone by now, a later page tries again. */
async function keepLater() {
  const cache = await caches.open(version);
  for (const name of later) {
    if (!await cache.match(name)) await cache.add(name).catch(() => {});
  }
}

scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepAll()));

scope.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keepLater()));

scope.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name !== version)
      .map((name) => caches.delete(name))))
    .then(() => scope.clients.claim()));
});

/** @param {Request} request */
async function kept(request) {
  const cache = await caches.open(version);
  const name = new URL(request.url).pathname.endsWith("/") ? "index.html" : request;
  const found = await cache.match(name, { ignoreSearch: true });
  if (found) return found;
  const fresh = await fetch(request);
  if (fresh.ok && new URL(request.url).origin === location.origin) {
    await cache.put(request, fresh.clone());
  }
  return fresh;
}

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET") event.respondWith(kept(event.request));
});

