// Pages once seen open without a network: the network comes first, the last seen copy is the fallback.
// Every page says for whom it was made (Muster-Reader). Copies are kept for that reader alone, and all others go as soon
// as somebody else asks. Games, accounts, the API and live streams are never kept.
const FILES = "muster-files-2";
const OF = "muster-of-";
const OFFLINE = "/offline";
const NEVER = /^\/(api|live|metrics|health|game|you|notifications|sign-\w+|forgotten)(\/|$)/;
// Of what proxies and browsers may not keep, these are kept here: one’s own start page, armies,
// Registers, battles and event table.
const MINE = /^\/(|armies(\/[0-9a-f-]{36})?|tours(\/register\/[0-9a-f]{32})?|battle\/[\w-]+|event\/\w+\/me(\/report)?)$/;
// What an army brings is kept when it was opened, and not fetched ahead.
const BRINGS = /^\/armies\/[0-9a-f-]{36}\/(brings|book)$/;
// Every state of the builder is an address of its own. Kept are the list, which stands for all of them, and the state
// seen last: whoever opens the army's address finds the list, never a picker that happened to be open.
const BUILDER = /^\/armies\/[0-9a-f-]{36}$/;
const DOCUMENTS = ["000", "001", "002", "003", "004"].map((id) => `/rules?document=${id}`);
const TOOLS = ["/", "/armies", "/tours", "/odds", "/rules", "/rules/core", "/keywords", "/rulings", ...DOCUMENTS];
// A page that has all of them stands for the page of one that was never opened, at its place there.
const WHOLES = [
  [/^\/rules\/core\/([\w-]+)$/, ["/rules/core"], ""],
  [/^\/rules\/(\d+)$/, DOCUMENTS, "rule-"],
  [/^\/rulings\/(\w+)$/, ["/rulings"], ""],
  [/^\/keywords\/([\w-]+)$/, ["/keywords"], ""],
];
const MOST_PAGES = 80;
const MOST_FETCHED = 30;
const MINUTE = 60000;

self.addEventListener("install", (event) => {
  event.waitUntil(shell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name !== FILES && !name.startsWith(OF));
  const drop = (names) => Promise.all(old(names).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "GET" && url.pathname.startsWith("/static/")) return event.respondWith(file(request.url));
  if (request.mode !== "navigate" || url.pathname.startsWith("/look/")) return; // the demo is kept nowhere
  if (request.method === "GET" && !/^\/(api|metrics|health)(\/|$)/.test(url.pathname)) event.respondWith(page(event, url));
  else if (request.method === "POST" && !NEVER.test(url.pathname)) {
    event.respondWith(fetch(request).catch(() => notSent(event.clientId)));
  }
});

// After the first visit: the page that was open before this worker, and what is wanted at a table without a network.
self.addEventListener("message", (event) => { event.waitUntil(fetchAhead(event.data)); });

async function file(address) {
  const cache = await caches.open(FILES);
  const seen = await cache.match(address);
  if (seen) return seen;
  const response = await fetch(address);
  if (response.ok) cache.put(address, response.clone());
  return response;
}

async function page(event, url) {
  try {
    const response = await fetch(event.request);
    event.waitUntil(keep(url, response.clone()));
    return response;
  } catch {
    const seen = NEVER.test(url.pathname) ? null : await find(url);
    return seen ? marked(seen) : (await within(url)) ?? (await caches.open(FILES)).match(OFFLINE);
  }
}

async function within(url) {
  const [form, pages, before] = WHOLES.find(([one]) => one.test(url.pathname)) ?? [null, []];
  const place = form && before + url.pathname.match(form)[1];
  for (const page of pages) {
    const kept = await (await find(new URL(page, url)))?.text();
    if (kept?.includes(` id="${place}"`)) return Response.redirect(`${page}#${place}`);
  }
  return null;
}

// The page stays open with all that was typed, and is told.
async function notSent(client) {
  (await self.clients.get(client))?.postMessage("not sent");
  return new Response(null, { status: 204 });
}

async function find(url) {
  for (const name of await caches.keys()) {
    const cache = name.startsWith(OF) && (await caches.open(name));
    if (!cache) continue;
    const seen = (await cache.match(address(url), ANYHOW)) ?? (BUILDER.test(url.pathname) && (await stateOf(url, cache)));
    if (seen) return seen;
  }
  return null;
}

const ANYHOW = { ignoreVary: true };
// An army in a state that is not kept: its list, or where that has not come yet, whatever was seen of it.
const stateOf = async (url, cache) => (await cache.match(url.origin + url.pathname, ANYHOW))
  ?? cache.match(url.origin + url.pathname, { ...ANYHOW, ignoreSearch: true });
// The copies that a new one replaces: the page's own, and of the builder any other state that is not the list.
async function statesOf(url, cache) {
  const states = BUILDER.test(url.pathname) && url.search;
  const kept = await cache.keys(states ? url.origin + url.pathname : address(url), { ...ANYHOW, ignoreSearch: Boolean(states) });
  return states ? kept.filter((one) => new URL(one.url).search) : kept;
}
const address = (url) => url.origin + url.pathname + url.search;

// The page can tell that it is a copy, and of when.
async function marked(seen) {
  const text = await seen.text();
  return new Response(text.replace("<html ", `<html data-kept="${seen.headers.get("Muster-Seen")}" `), { headers: seen.headers });
}

const mayKeep = (url, response) => response.ok && !response.redirected && !NEVER.test(url.pathname)
  && (MINE.test(url.pathname) || BRINGS.test(url.pathname) || response.headers.get("Cache-Control") !== "no-store");

// Keeps a page with its files; what is kept for anyone else goes. Returns its text.
async function keep(url, response) {
  const reader = response.headers.get("Muster-Reader");
  if (!reader) return "";
  const others = (await caches.keys()).filter((name) => name.startsWith(OF) && name !== OF + reader);
  await Promise.all(others.map((name) => caches.delete(name)));
  if (!mayKeep(url, response)) return "";
  const text = await response.text();
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set("Muster-Seen", new Date().toISOString());
  const cache = await caches.open(OF + reader);
  for (const old of await statesOf(url, cache)) await cache.delete(old);
  await cache.put(address(url), new Response(text, { headers }));
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST_PAGES)).map((one) => cache.delete(one)));
  await files(text);
  return text;
}

const files = (text) => Promise.all([...text.matchAll(/(?:src|href)="(\/static\/[^"#]+)/g)].map(([, found]) => file(found).catch(() => {})));

async function shell() {
  const response = await fetch(OFFLINE);
  if (!response.ok) throw new Error(response.status);
  await (await caches.open(FILES)).put(OFFLINE, response.clone());
  await files(await response.text());
  await keepStart().catch(() => {});
}

// The start page is what an installed app opens: it is there after the first visit to any page.
async function keepStart() {
  const start = new URL("/", location.origin);
  await keep(start, await fetch(start));
}

// `here` is kept even for a guest, and `anew` where it has changed by itself; `mine`: also the addresses of one's own on
// these pages; `tools`: what is wanted at a table. Not asked for again while young: a report is for one round.
async function fetchAhead({ here, anew, mine, tools }) {
  const wanted = [here, ...(tools ? TOOLS : [])].map((one) => new URL(one, location.origin));
  const [open] = wanted;
  const state = BUILDER.test(open.pathname) && Boolean(open.search);
  if (state) wanted.splice(1, 0, new URL(open.pathname, location.origin));
  const changed = anew || state ? 1 + state : 0;
  const asked = new Set();
  for (const url of wanted) {
    if (asked.size >= MOST_FETCHED) return;
    if (asked.has(address(url)) || NEVER.test(url.pathname)) continue;
    asked.add(address(url));
    const seen = asked.size <= changed ? null : await find(url);
    const text = seen && isYoung(url, seen) ? await seen.text() : await fetch(address(url)).then((got) => keep(url, got)).catch(() => "");
    if (mine) wanted.push(...mineOn(text, url));
  }
}

const isYoung = (url, seen) => Date.now() - Date.parse(seen.headers.get("Muster-Seen")) < (isReport(url) ? 5 : 720) * MINUTE;
const isReport = (url) => /\/me\/report$/.test(url.pathname);

function mineOn(text, base) {
  const found = [...text.matchAll(/href="([^"#]+)/g)].map(([, href]) => new URL(href.replaceAll("&amp;", "&"), base));
  return found.filter((url) => url.origin === location.origin && MINE.test(url.pathname) && (!url.search || isReport(url)));
}

// Notifications. Whoever looks at the page that a message leads to sees the news there.
self.addEventListener("push", (event) => {
  event.waitUntil(notify(event.data?.json() ?? {}));
});

async function notify({ title = "Muster", text = "", url = "/", tag = "" }) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const path = new URL(url, location.origin).pathname;
  if (open.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === path)) return;
  const icon = "/static/muster/app-icon-192.png";
  await self.registration.showNotification(title, { body: text, tag, renotify: Boolean(tag), icon, badge: icon, data: { url } });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.url ?? "/"));
});

async function openPage(address) {
  const url = new URL(address, location.origin);
  if (url.origin !== location.origin) return;
  const open = await self.clients.matchAll({ type: "window" });
  const found = open.find((page) => new URL(page.url).pathname === url.pathname);
  await (found ? found.focus() : self.clients.openWindow(url.href));
}
