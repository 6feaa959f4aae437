// Without a network: a banner says so, an answer that is old is greyed, what cannot be sent says so at its place. Forms
// marked data-waits are kept on this device and sent when the line is back, each once, for they carry their keys:
// "each" where every tap counts, "post" where a later page would send what is typed here, else the last one counts.
// The app's dice never roll here. A game keeps its own tap (games.js).
(() => {
  const PLACE = "muster.waits";
  const SENT = "muster.sent";
  const PROBE = [3000, 5000, 10000, 30000];
  const SHORT = 6000;
  const AHEAD = "muster.ahead";
  const QUIET = 3000;
  const root = document.documentElement;
  const WAITS = "No network. Saved on this device, and sent when you’re back.";
  const NOT_SENT = "Not sent: no network. What you typed is still here. Try again when you’re back.";
  const NO_DICE = "Not rolled: Muster’s dice need the network. Roll your own dice and enter them, or try again when you’re back.";

  const read = () => JSON.parse(localStorage.getItem(PLACE) ?? "[]");
  const write = (waits) => { if (waits.length) localStorage.setItem(PLACE, JSON.stringify(waits)); else localStorage.removeItem(PLACE); };
  const change = (id, what) => write(read().map((one) => (one.id === id ? { ...one, ...what } : one)));
  const drop = (id) => write(read().filter((one) => one.id !== id));
  const random = () => [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const words = (element) => (element?.innerText ?? element?.textContent ?? "").replace(/\s+/g, " ").trim();
  const things = (count) => (count === 1 ? "1 change" : `${count} changes`);
  const timeOf = (iso) => new Date(iso).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });

  function make(kind, text = "", attributes = {}) {
    const made = document.createElement(kind);
    made.textContent = text;
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  }

  // The line --------------------------------------------------------------------------------------------------------

  let offline = !navigator.onLine || root.hasAttribute("data-kept");
  let tries = 0;
  let timer = 0;
  let back = "";
  let later = 0;

  function lost() {
    offline = true;
    clearTimeout(timer);
    timer = setTimeout(probe, PROBE[Math.min(tries++, PROBE.length - 1)]);
    show();
  }

  async function probe() {
    try {
      if ((await fetch("/health", { cache: "no-store" })).status < 500) return found();
    } catch { /* still away */ }
    lost();
  }

  async function found() {
    clearTimeout(timer);
    tries = 0;
    if (!offline) return;
    offline = false;
    say("Back online.");
    for (const note of document.querySelectorAll(".net-note")) note.remove();
    askAgain();
    const went = await send();
    const copy = root.hasAttribute("data-kept") || document.getElementById("kept-pages");
    if (copy && !went && !document.querySelector("[data-typed]")) location.reload();
  }

  function say(text) {
    back = text;
    show();
    setTimeout(() => { if (back === text) { back = ""; show(); } }, SHORT);
  }

  // The banner and the queue ----------------------------------------------------------------------------------------

  function show() {
    const banner = document.getElementById("net");
    if (!banner) return;
    const waits = read();
    const refused = waits.filter((one) => one.refused).length;
    const waiting = waits.length - refused;
    const kept = root.dataset.kept && offline ? ` This page is as of ${timeOf(root.dataset.kept)}.` : "";
    const parts = [offline ? `Offline.${kept}` : back];
    if (waiting) parts.push(`${things(waiting)} ${waiting === 1 ? "waits" : "wait"} on this device.`);
    if (refused) parts.push(`${things(refused)} not accepted.`);
    const text = parts.filter(Boolean).join(" ");
    banner.hidden = !text;
    root.toggleAttribute("data-net", Boolean(text));
    banner.dataset.state = refused ? "refused" : offline ? "offline" : "back";
    const line = document.getElementById("net-line");
    if (line.textContent !== text) line.textContent = text;
    const queue = document.getElementById("net-queue");
    queue.hidden = !waits.length;
    queue.open ||= refused > 0 && queue.dataset.refused !== String(refused);
    queue.dataset.refused = refused;
    const written = JSON.stringify(waits);
    if (queue.dataset.written !== written) queue.querySelector("ul").replaceChildren(...waits.map(row));
    queue.dataset.written = written;
  }

  function row(one) {
    const item = make("li", "", { "data-state": one.refused ? "refused" : "waits" });
    const head = make("p");
    head.append(make("strong", one.label), ` ${one.title}, ${timeOf(one.at)}`);
    item.append(head);
    const why = one.refused ?? (one.reader === root.dataset.reader || !root.dataset.reader ? "" : "Made while signed in differently.");
    if (why) item.append(make("p", why));
    const both = make("dl");
    if (one.typed || one.refused) both.append(make("dt", "Yours"), make("dd", one.typed || one.label));
    if (one.refused) both.append(make("dt", "On Muster now"), make("dd", one.now || "See the page."));
    item.append(both);
    const acts = make("p", "", { class: "row row-wrap" });
    acts.append(make("a", "Open the page", { class: "btn", "data-size": "small", href: one.page }));
    if (one.refused || why) acts.append(make("button", "Send again", { class: "btn", "data-size": "small", type: "button", "data-again": one.id }));
    acts.append(make("button", "Discard", { class: "btn", "data-size": "small", type: "button", "data-discard": one.id }));
    item.append(acts);
    return item;
  }

  document.addEventListener("click", (event) => {
    const { again, discard } = event.target.closest("[data-again], [data-discard]")?.dataset ?? {};
    if (discard) { drop(discard); show(); send(); }
    if (!again) return;
    // The answer to the old key is known; this is a new try, made for what is there now.
    const one = read().find((each) => each.id === again);
    const body = new URLSearchParams(one.body);
    body.set("key", `${body.get("key").slice(0, 48)}.${random()}`);
    if (one.seen) body.set("seen", one.seen);
    change(again, { body: body.toString(), refused: undefined, tried: Boolean(one.seen), reader: root.dataset.reader });
    send();
  });

  // What could not be sent ------------------------------------------------------------------------------------------

  const rolls = (fields) => fields.get("way") === "app";
  const mayWait = (form, fields) => form?.dataset.waits !== undefined && !rolls(fields) && ![...fields.values()].some((one) => one instanceof File);

  function note(text, near, spot) {
    const place = spot ?? near?.closest(".wizard")?.querySelector(".wizard-body") ?? near?.closest(".unit-main, .drawer-body, form:not([hidden]), section, .page") ?? document.getElementById("main");
    place.querySelector(":scope > .net-note")?.remove();
    const said = make("p", text, { class: "notice net-note", role: "alert", "data-tone": "warn" });
    place.append(said);
    said.scrollIntoView({ block: "nearest" });
  }

  function failed(form, button, fields) {
    lost();
    if (mayWait(form, fields)) { enqueue(form, button, fields); note(WAITS, button ?? form); show(); }
    else note(rolls(fields) ? NO_DICE : NOT_SENT, button ?? form);
  }

  function enqueue(form, button, fields) {
    const each = form.dataset.waits === "each";
    form.removeAttribute("data-typed");
    if (form.dataset.waits === "post") fields.set("key", form.dataset.key ??= `device-${random()}${random()}`);
    const said = button?.getAttribute("aria-label") ?? words(button);
    const about = words(button?.closest("li")?.querySelector(".unit-name, .name"));
    const one = {
      id: random(), at: new Date().toISOString(), reader: root.dataset.reader, page: location.pathname + location.search,
      action: new URL(form.action, location.href).pathname, title: document.title.replace(/ · Muster$/, ""),
      label: about && !said.includes(about) ? `${said}: ${about}` : said || "Change", typed: typedIn(form, fields), nowAt: form.dataset.nowAt,
      body: new URLSearchParams([...fields]).toString(), each,
    };
    const same = (other) => !each && !other.refused && other.action === one.action && keyOf(other) === keyOf(one);
    write([...read().filter((other) => !same(other)), one]);
    if (!each) return;
    form.querySelector("[name=key]").value += `.${random()}`; // the next tap is another act
    tell(one);
  }

  // A page may count on from what waits.
  const tell = (one) => document.dispatchEvent(new CustomEvent("muster:waits", { detail: new URLSearchParams(one.body).get("do") }));
  const isHere = (one) => new URL(one.page, location.href).pathname === location.pathname;

  const keyOf = (one) => new URLSearchParams(one.body).get("key");

  // What a person reads of it: the page's own words, else what stands in the fields.
  function typedIn(form, fields) {
    const told = document.querySelector("[data-yours]");
    if (told) return words(told);
    const shown = [...form.elements].filter((field) => field.name && fields.has(field.name) && !["hidden", "submit"].includes(field.type));
    const chosen = shown.filter((field) => !["radio", "checkbox"].includes(field.type) || field.checked);
    return chosen.map((field) => {
      const label = words(field.labels?.[0]) || field.getAttribute("aria-label") || "";
      if (["radio", "checkbox"].includes(field.type)) return label;
      const value = field.selectedOptions ? words(field.selectedOptions[0]) : field.value;
      return value && `${label}: ${value}`;
    }).filter(Boolean).join(", ");
  }

  let last = null;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.id === "say" || form.method === "dialog") return;
    if (/\/sign-out$/.test(form.action) && !leave(event, form)) return;
    const fields = new FormData(form, event.submitter);
    last = { form, button: event.submitter, fields };
    if (!offline) return;
    event.preventDefault();
    failed(form, event.submitter, fields);
  });
  navigator.serviceWorker?.addEventListener("message", (event) => {
    if (event.data === "not sent" && last) failed(last.form, last.button, last.fields);
  });

  // What waits belongs to who signs out, taps in games too: it goes with them, and they are told first.
  const taps = () => Object.keys(localStorage).filter((name) => name.startsWith("muster.kept."));
  function leave(event, form) {
    const waits = read().length + taps().length;
    if (waits && !form.dataset.told) {
      form.dataset.told = "yes";
      event.preventDefault();
      note(`${things(waits)} on this device not sent yet. Sign out again to discard.`, form);
      return false;
    }
    if (!offline) for (const name of [PLACE, ...taps()]) localStorage.removeItem(name);
    return true;
  }

  document.addEventListener("input", (event) => event.target.closest("form")?.setAttribute("data-typed", ""));

  // htmx: acts wait as above; a question that got no answer leaves an old one, which is greyed and asked again.
  const open = new Map();
  const old = (form, target) => (form?.dataset.answers ? [...document.querySelectorAll(form.dataset.answers)] : [target].filter(Boolean));

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, target, requestConfig } = event.detail;
    if (requestConfig.verb === "get" && elt.dataset.answers) for (const one of old(elt, target)) one.setAttribute("data-stale", "");
  });
  document.addEventListener("htmx:sendError", (event) => {
    const { elt, target, requestConfig, pathInfo } = event.detail;
    if (requestConfig.verb !== "get") {
      const button = requestConfig.triggeringEvent?.submitter ?? elt;
      const form = elt.closest("form");
      const itself = form && new URL(form.action, location.href).pathname === new URL(requestConfig.path, location.href).pathname;
      return failed(itself ? form : null, button, requestConfig.formData);
    }
    lost();
    if (elt.dataset.live || elt.closest("[data-live]")) return;
    for (const one of old(elt, target)) one.setAttribute("data-stale", "");
    const near = requestConfig.triggeringEvent?.target ?? elt;
    note("Offline: these odds are for your previous dice.", near, near.closest?.("fieldset, .field, form"));
    open.set(elt, [pathInfo.finalRequestPath, target]);
  });
  document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.xhr?.status) found(); });
  document.addEventListener("tap:lost", lost); // of a game, which keeps its taps itself
  document.addEventListener("tap:answered", found);
  document.addEventListener("htmx:afterSwap", () => {
    for (const one of document.querySelectorAll("[data-stale]")) one.removeAttribute("data-stale");
  });

  function askAgain() {
    const asked = [...open];
    open.clear();
    for (const [elt, [path, target]] of asked) if (elt.isConnected) window.htmx.ajax("GET", path, { source: elt, target });
  }

  // Sending ---------------------------------------------------------------------------------------------------------

  const alone = (work) => (navigator.locks ? navigator.locks.request(PLACE, { ifAvailable: true }, (lock) => lock && work()) : work());
  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

  const send = () => alone(async () => {
    if (offline || !read().some((one) => !one.refused)) return false;
    try {
      return await sendAll();
    } catch {
      lost();
      return false;
    }
  });

  async function sendAll() {
    const you = parsed(await (await fetch("/you")).text());
    const reader = you.documentElement.dataset.reader;
    const token = you.querySelector("[name=csrfmiddlewaretoken]")?.value;
    const held = new Set(read().filter((one) => one.refused).map((one) => one.action));
    const seen = {};
    let sent = 0;
    let landed = null;
    for (const { id } of read()) {
      let one = read().find((each) => each.id === id);
      if (!one || one.refused || one.reader !== reader || held.has(one.action)) continue;
      if (!one.tried) one = first(one, seen[one.action]);
      const headers = one.each ? { "HX-Request": "true" } : {};
      const body = new URLSearchParams(one.body);
      body.set("csrfmiddlewaretoken", token);
      const answer = await fetch(one.action, { method: "POST", headers, body });
      if (answer.status >= 500 || answer.status === 429) throw new Error(answer.status);
      const text = await answer.text();
      const told = parsed(text);
      seen[one.action] = told.querySelector("#act [name=seen]")?.value;
      if (answer.ok) {
        drop(id);
        sent += 1;
      } else {
        held.add(one.action);
        change(id, { ...(await refusal(one, told)), seen: seen[one.action] });
      }
      if (isHere(one) && (answer.ok || one.each)) landed = { answer, text, one };
    }
    if (sent) say(`Back online. ${things(sent)} sent.`);
    show();
    return landed ? land(landed, sent) : false;
  }

  // The first try fixes what is sent: a version moved on by the taps before it. A second try is word for word the same.
  function first(one, seen) {
    const body = new URLSearchParams(one.body);
    if (one.each && seen) body.set("seen", seen);
    change(one.id, { body: body.toString(), tried: true });
    return read().find((each) => each.id === one.id);
  }

  async function refusal(one, told) {
    const reasons = [...told.querySelectorAll(".reason-what, .error")].map(words).filter(Boolean);
    const there = one.nowAt ? parsed(await (await fetch(one.nowAt)).text()) : told;
    for (const cell of there.querySelectorAll("td, th")) cell.append(" ");
    const now = [...there.querySelectorAll("[data-now]")].map((place) => place.dataset.now || words(place)).join(" ");
    return { refused: reasons.join(" ") || words(told.querySelector("main p")) || "Muster didn’t accept this.", now };
  }

  // The page that it was made on goes on as if it had been sent at once.
  function land({ answer, text, one }, sent) {
    if (one.each) { window.htmx.swap("#builder", text, { swapStyle: "outerHTML" }); return false; }
    if (document.querySelector("[data-typed]")) return false;
    sessionStorage.setItem(SENT, sent);
    location.assign(answer.url === location.href ? location.href : answer.url);
    return true;
  }

  // Beginning -------------------------------------------------------------------------------------------------------

  async function listKept() {
    const list = document.getElementById("kept-pages");
    if (!list || !window.caches) return;
    document.querySelector(`[data-missing="${location.pathname.startsWith("/game/") ? "game" : "page"}"]`).hidden = false;
    for (const name of (await caches.keys()).filter((one) => one.startsWith("muster-of-"))) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const title = parsed(await (await cache.match(request)).text()).title.replace(/ · Muster$/, "");
        const item = make("li");
        item.append(make("a", title, { href: request.url.slice(location.origin.length) }));
        list.append(item);
      }
    }
    list.closest("section").hidden = !list.children.length;
  }

  function begin() {
    // A copy's keys were used when it was new: an act made on it is another one.
    if (root.hasAttribute("data-kept")) for (const key of document.querySelectorAll("input[name=key]")) key.value += `.${random()}`;
    const sent = Number(sessionStorage.getItem(SENT));
    sessionStorage.removeItem(SENT);
    if (sent) say(`Back online. ${things(sent)} sent.`);
    for (const one of read()) if (one.each && !one.refused && isHere(one)) tell(one);
    // The worker's page in place of another: a network is there by the browser's word, and the site is out of reach.
    if (document.getElementById("kept-pages") && location.pathname !== "/offline") offline = true;
    show();
    listKept();
    if (offline) lost();
    else send();
    ahead({});
  }

  // The worker keeps this page, if it was not there when it was opened, and what is wanted without a network.
  function ahead(more) {
    clearTimeout(later);
    later = setTimeout(async () => {
      const worker = window.isSecureContext && (await navigator.serviceWorker?.ready)?.active;
      if (!worker || offline) return;
      const { reader } = root.dataset;
      const tools = reader !== "guest" && sessionStorage.getItem(AHEAD) !== reader;
      if (tools) sessionStorage.setItem(AHEAD, reader);
      worker.postMessage({ here: location.pathname + location.search, mine: reader !== "guest", tools, ...more });
    }, QUIET);
  }
  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "builder") ahead({ anew: true }); });

  addEventListener("offline", lost);
  addEventListener("online", probe);
  addEventListener("storage", (event) => { if (event.key === PLACE) show(); });
  addEventListener("DOMContentLoaded", begin);
})();
