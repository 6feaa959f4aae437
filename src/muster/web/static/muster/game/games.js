// A game on a phone. The page works without this; with it the button says what it does, what one has begun to choose
// survives a live update, a held number opens its tools, and a tap without a network is kept and sent once.
(() => {
  const HOLD = 450;
  const AGAIN = 4000;
  const live = () => document.getElementById("live");
  const promptId = () => live()?.querySelector('input[name="prompt"]')?.value ?? "";
  const BUTTONS = ".game-foot button, .tab-now button"; // of the open question
  const buzz = (pattern) => navigator.vibrate?.(pattern);

  // One's own dice: of a colour no more faces can be tapped than there are dice.
  function fillPools() {
    for (const pool of live()?.querySelectorAll(".own-pool") ?? []) {
      const shown = [...pool.querySelectorAll('input[type="number"]')].reduce((sum, { value }) => sum + Number(value), 0);
      const full = shown >= Number(pool.querySelector('input[type="hidden"]').value);
      for (const more of pool.querySelectorAll('[data-step="1"]')) more.disabled = full;
    }
  }

  // A token that rolls dice again, with how many of them are chosen; it may be spent on none.
  function rerollButton(name) {
    const number = live().querySelectorAll(".dice-row input:checked").length;
    return number ? `${name} ${number} ${number === 1 ? "die" : "dice"}` : "Spend it, reroll none";
  }

  // What the main button does follows what is chosen, and it waits for enough to be chosen.
  function follow() {
    fillPools();
    const main = live()?.querySelector("[data-main]");
    if (!main) return;
    const picked = live().querySelector("input[data-button]:checked");
    const button = picked?.dataset.dice ? rerollButton(picked.dataset.button) : picked?.dataset.button;
    if (button && main.textContent !== button) main.textContent = button;
    const lists = [...live().querySelectorAll(".tab-now [data-choose]")].filter((one) => one.querySelector('input[type="radio"]'));
    if (lists.length) main.disabled = !lists.some((one) => one.querySelector("input:checked"));
    // Nothing was chosen and it was asked once more: the second tap is sure of it.
    const sure = live().querySelector("[data-sure]");
    if (sure && !live().querySelector("input[name=at]:checked, input[name=unit]:checked")) {
      main.value = sure.value;
      main.textContent = sure.textContent;
    }
    const counted = [...live().querySelectorAll("[data-most]")].map((list) => [list, [...list.querySelectorAll('input[type="checkbox"], .deal input')]]);
    const fits = ([list, boxes]) => {
      const chosen = boxes.filter((box) => box.checked && box.value).length;
      return chosen >= Number(list.dataset.least) && chosen <= Number(picked?.dataset.dice ?? list.dataset.most);
    };
    const filled = counted.filter(([, boxes]) => boxes.length);
    if (filled.length) main.disabled = !filled.every(fits);
  }

  // Begun choices of the open prompt, by field.
  let begun = { prompt: "", fields: new Map() };
  const nameOf = (field) => `${field.name}=${field.type === "checkbox" || field.type === "radio" ? field.value : ""}`;
  document.addEventListener("change", (event) => {
    const field = event.target;
    if (!field.form || field.form.id !== "say" || !live()?.contains(field)) return;
    if (begun.prompt !== promptId()) begun = { prompt: promptId(), fields: new Map() };
    if (field.type === "radio") {
      for (const name of begun.fields.keys()) if (name.startsWith(`${field.name}=`)) begun.fields.delete(name);
    }
    begun.fields.set(nameOf(field), field.type === "checkbox" || field.type === "radio" ? field.checked : field.value);
    follow();
  });

  function restore() {
    if (begun.prompt && begun.prompt === promptId()) {
      for (const field of live().querySelectorAll("input, select")) {
        const value = begun.fields.get(nameOf(field));
        if (value === undefined) continue;
        if (typeof value === "boolean") field.checked = value;
        else field.value = value;
      }
    }
    follow();
  }

  // The tray asks nothing: its dice and whether it is open stay as they are, whatever is asked meanwhile.
  const chosen = new Map();
  let opened = false;
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, ({ target }) => { if (target.closest("#tray")) { chosen.set(target.name, target.value); foretell(); } });
  }
  document.addEventListener("toggle", (event) => { if (event.target.id === "tray") opened = event.target.open; }, true);
  function refill() {
    const tray = document.getElementById("tray");
    if (!tray) return;
    if (opened) tray.open = true;
    for (const field of tray.querySelectorAll("input")) if (chosen.has(field.name)) field.value = chosen.get(field.name);
    foretell();
  }

  // The exact odds of the dice chosen there, before they fall; without one nothing is rolled. A live update draws the tray again: the line is kept.
  const told = new Map([["", ""]]);
  async function foretell() {
    const line = document.getElementById("tray-odds");
    if (!line) return;
    const picked = [...document.querySelectorAll("#tray .tray-picks input")].filter((field) => Number(field.value));
    for (const button of document.querySelectorAll('#tray [value^="tray "]')) button.disabled = !picked.length;
    const dice = new URLSearchParams(picked.map((field) => [field.name.slice("tray.".length), field.value])).toString();
    line.dataset.dice = dice;
    if (told.has(dice)) { line.textContent = told.get(dice); return; }
    const answer = await fetch(`${line.dataset.odds}?${dice}`).catch(() => null);
    told.set(dice, answer?.ok ? (await answer.text()).trim() : "");
    const now = document.getElementById("tray-odds");
    if (now?.dataset.dice === dice) now.textContent = told.get(dice);
  }

  // The second half of a double tap, when the next prompt came in between.
  document.addEventListener("click", (event) => {
    if (event.detail > 1 && event.target.closest("[data-main], .act")) event.preventDefault();
  }, true);

  // A finger that meant the last question does not answer the next one, drawn under it half a second ago at most, nor
  // leave the game by a link of it. Keys and switches press what they have come to: their clicks have no place and no
  // pointer.
  const SOON = 500;
  const NEAR = 24;
  let drawnAt = -Infinity;
  let lastTap = { x: -Infinity, y: -Infinity };
  document.addEventListener("click", (event) => {
    if (event.detail === 0 || event.pointerType === "") return;
    const { x, y } = lastTap;
    lastTap = { x: event.clientX, y: event.clientY };
    const near = Math.hypot(event.clientX - x, event.clientY - y) <= NEAR;
    if (!near || performance.now() - drawnAt >= SOON || !event.target.closest(`${BUTTONS}, #live a[href]`)) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  // Whose turn it is, felt rather than seen.
  let turn = "";
  function knock() {
    const now = live()?.querySelector(".turn")?.dataset.turn ?? "";
    if (turn && turn !== now && now !== "theirs") buzz([20, 60, 20]);
    turn = now;
  }

  // The answer to a tap is drawn like a live one. Whichever of the two comes later, the game never goes back.
  const MOMENT = /data-moment="(\w+) (\d+)"/;
  document.addEventListener("live:draw", (event) => {
    const [, whose, now] = MOMENT.exec(live().querySelector("[data-moment]")?.cloneNode().outerHTML ?? "") ?? [];
    const [, who, then] = MOMENT.exec(event.detail) ?? [];
    if (who === whose && Number(then) < Number(now)) event.preventDefault();
    else seen = { asked: asked(), moved: pane()?.scrollTop > 0 };
    if (fold) fold.focused = fold.box.contains(document.activeElement) ? document.activeElement : null;
  });
  // A new question is read from its beginning, on a phone and in its pane on a wide screen. And its buttons are new ones,
  // also where they look the same: a finger or a key that came down on the last question does not answer it.
  const pane = () => live()?.querySelector(".game-main.tab-now");
  const asked = () => promptId() || (live()?.querySelector(".plea")?.textContent ?? "");
  let seen = { asked: "", moved: false };
  let pressed = null;
  document.addEventListener("pointerdown", (event) => { pressed = event.target.closest("button"); }, true);
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => setTimeout(() => { pressed = null; }), true);
  }
  function askAnew() {
    if (seen.asked === asked()) return;
    drawnAt = performance.now();
    for (const one of [pressed, document.activeElement]) if (one?.matches(BUTTONS)) one.replaceWith(one.cloneNode(true));
    if (seen.moved) pane().scrollTop = 0;
    if (pane()?.offsetParent && live().querySelector(".turn")?.getBoundingClientRect().top < 0) scrollTo(0, 0);
  }
  // Behind the pass screen one has left it with the answer.
  const stands = (address) => { if (address && address !== location.pathname) history.replaceState(null, "", address); };
  document.addEventListener("live:drawn", () => {
    const drawn = document.getElementById("game-drawn");
    if (drawn) live().dataset.version = drawn.dataset.version;
    live().toggleAttribute("data-begun", Boolean(live().querySelector(".turn")));
    drawn?.remove();
    restore();
    refill();
    if (fold) keepOpen();
    knock();
    askAnew();
  });
  addEventListener("DOMContentLoaded", () => { restore(); refill(); knock(); say(kept() !== null); sendKept(); });

  // What may be changed on a unit is fetched when its handle is tapped. One is open at a time; it stays open, with what
  // is chosen in it, whatever is drawn meanwhile.
  let fold = null;
  const handles = () => [...(live()?.querySelectorAll("a.row-tools") ?? [])];
  const whereIs = (handle) => `${handle.closest(".game-main").className} ${handle.href}`;
  function closeTools() {
    handles().forEach((one) => one.setAttribute("aria-expanded", "false"));
    fold?.box.remove();
    fold = null;
  }
  function openTools(handle) {
    closeTools();
    fold = { at: whereIs(handle), box: document.createElement("div"), html: "", asked: 0 };
    fold.box.className = "tools-open";
    fold.box.dataset.own = "";
    keepOpen();
  }
  function keepOpen() {
    const handle = fold && handles().find((one) => whereIs(one) === fold.at);
    if (!handle) { closeTools(); return; }
    handle.setAttribute("aria-expanded", "true");
    if (handle.nextElementSibling !== fold.box) handle.after(fold.box); // a box that moves loses the press on it
    fold.focused?.focus({ preventScroll: true });
    fill(fold, handle.href);
  }
  async function fill(mine, address) {
    const turn = mine.asked += 1;
    const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
    const html = answer?.ok ? await answer.text() : "";
    if (fold !== mine || mine.asked !== turn) return;
    if (answer?.status === 404) closeTools();
    else if (html && html !== mine.html) showTools(mine, html);
    else if (!mine.html) mine.box.textContent = "No network. Wounds and tokens open here once you’re online again.";
  }
  function showTools(mine, html) {
    const said = new Map([...mine.box.querySelectorAll("select")].map((one) => [one.name, one.value]));
    const fresh = document.createElement("template");
    fresh.innerHTML = mine.html = html;
    window.renew(mine.box, fresh.content);
    for (const one of mine.box.querySelectorAll("select")) if (said.has(one.name)) one.value = said.get(one.name);
  }
  document.addEventListener("click", (event) => {
    const handle = event.target.closest("a.row-tools");
    if (!handle || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (handle.ariaExpanded === "true") closeTools();
    else openTools(handle);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || !event.target.matches("a.row-tools")) return;
    event.preventDefault();
    event.target.click();
  });
  addEventListener("online", () => { if (fold) keepOpen(); });

  // Hold a number of wounds: its tools open. Nothing needs holding; the tools have a handle of their own.
  let timer = 0;
  let held = false;
  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("button.hp");
    if (!button) return;
    held = false;
    timer = setTimeout(() => {
      const handle = button.closest(".crew-unit")?.nextElementSibling?.querySelector("a.row-tools");
      const acting = live().querySelector(".game-main details.row-tools");
      if (!handle && !acting) return;
      if (handle) openTools(handle);
      else acting.open = true;
      held = true;
      buzz(10);
    }, HOLD);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) document.addEventListener(end, () => clearTimeout(timer));
  document.addEventListener("click", (event) => {
    if (held && event.target.closest("button.hp")) { event.preventDefault(); event.stopPropagation(); held = false; }
  }, true);

  // A tap that did not get through, for want of a network or of a server that has time: kept on this phone with its
  // key, sent again until it is answered, counted once by the server. The next tap has to wait for it. It is of who made
  // it: nobody who has signed in since sends it.
  const place = `muster.kept.${location.pathname.split("/").slice(0, 3).join("/")}`;
  const kept = () => JSON.parse(localStorage.getItem(place) ?? "null");
  const { reader } = document.documentElement.dataset;
  const unanswered = (status) => status >= 500 || status === 429;
  let sending = false;
  let next = 0;

  function say(waits, second = false) {
    document.getElementById("game-kept")?.toggleAttribute("hidden", !waits);
    document.getElementById("game-kept-first")?.toggleAttribute("hidden", !second);
  }
  function later() {
    clearTimeout(next);
    next = setTimeout(sendKept, AGAIN);
  }
  function forget() {
    clearTimeout(next);
    localStorage.removeItem(place);
    say(false);
  }
  function keep(tap) {
    localStorage.setItem(place, JSON.stringify(tap));
    say(true);
    later();
  }
  const heard = (name) => document.dispatchEvent(new CustomEvent(name));

  // The page that answers a tap, and the address it stands at; nothing where it did not get through.
  async function sent(tap, more = {}) {
    heard("tap:sent");
    try {
      const headers = { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", ...more };
      const answer = await fetch(tap.path, { method: "POST", headers, body: tap.body });
      heard("tap:answered");
      return unanswered(answer.status) ? null : [await answer.text(), answer.headers.get("HX-Replace-Url")];
    } catch {
      heard("tap:lost");
      return null;
    }
  }
  function show(html, address) {
    // A phone that no longer has a seat here gets another page than the game's.
    if (live() && /id="game-drawn"/.test(html)) window.drawLive(live(), html);
    else location.reload();
    stands(address);
  }

  // Taps wait for one another: each is put together when the one before is drawn, in a task of its own, so that the
  // phone shows the press first. A second tap on a button whose prompt is gone by then must not answer the next one. And
  // the second half of a double tap is none, but where a number is counted up.
  const ANSWERS = /^(say|yes|no|pass|waits)( |$)/;
  const COUNTS = /^(wound|heal|suppress|calm|token)( |$)/;
  const taps = [];
  let isTaking = false;
  let latest = "";
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "say") return;
    event.preventDefault();
    const tap = `${event.submitter?.value} ${asked()}`;
    if (isTaking && tap === latest && !COUNTS.test(tap)) return;
    latest = tap;
    taps.push([event.target, event.submitter, promptId()]);
    if (!isTaking) setTimeout(takeTaps);
    isTaking = true;
  });
  async function takeTaps() {
    for (let next = taps.shift(); next; next = taps.shift()) await take(...next);
    isTaking = false;
  }
  async function take(form, button, asked) {
    if (kept()) { say(true, true); return sendKept(); }
    const fields = new FormData(form);
    if (button?.name) fields.set(button.name, button.value);
    if (asked !== promptId() && ANSWERS.test(fields.get("do") ?? "")) return null;
    const tap = { path: form.action, body: new URLSearchParams(fields).toString(), reader };
    const answer = await sent(tap, live() ? { "Muster-Parts": window.partNames(live()) } : {});
    if (answer) show(...answer);
    else keep(tap);
    heard("tap:over");
    return null;
  }

  async function sendKept() {
    const tap = kept();
    if (!tap || sending) return;
    if (tap.reader !== reader) { forget(); return; }
    sending = true;
    const answer = await sent(tap);
    if (answer) forget();
    else if (kept()) later();
    if (answer) show(...answer);
    sending = false;
    heard("tap:over");
  }
  addEventListener("online", sendKept);

  // Gone back to: what was shown then is not shown again.
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  // The screen stays on while a game is open.
  const stayOn = () => document.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", stayOn);
  stayOn();
})();
