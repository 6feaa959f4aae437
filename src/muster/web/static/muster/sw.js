// Pages once seen open without a network: the network comes first, the last seen copy is the fallback.
// Only what is safe to keep is kept: GET pages and static files of this site, never the API, live streams or forms.
const CACHE = "muster-v1";
const OFFLINE = "/offline";
const NEVER = /^\/(api|live|metrics|health)(\/|$)/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(OFFLINE)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => Promise.all(names.filter((n) => n !== CACHE).map((n) => caches.delete(n)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || NEVER.test(url.pathname)) return;
  event.respondWith(url.pathname.startsWith("/static/") ? cacheFirst(event.request) : networkFirst(event.request));
});

async function cacheFirst(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? keep(cache, request, await fetch(request));
}

async function networkFirst(request) {
  const cache = await caches.open(CACHE);
  try {
    return keep(cache, request, await fetch(request));
  } catch {
    const seen = await cache.match(request);
    return seen ?? (request.mode === "navigate" ? cache.match(OFFLINE) : Response.error());
  }
}

function keep(cache, request, response) {
  if (response.ok && response.headers.get("Cache-Control") !== "no-store") cache.put(request, response.clone());
  return response;
}
