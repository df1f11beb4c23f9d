/**
 * The service worker of the static site: keeps its files, so that it works without a network. The
 * export fills in the version and the files; `sw.js` is the result.
 */

const version = "VERSION";
const files = ["FILES"];
const scope = /** @type {any} */ (globalThis);

scope.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(files))
    .then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name !== version)
      .map((name) => caches.delete(name))))
    .then(() => scope.clients.claim()));
});

/** @param {Request} request */
async function kept(request) {
  const cache = await caches.open(version);
  const found = await cache.match(request, { ignoreSearch: true });
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

