// Keeps every element with data-live up to date. The server pushes the whole fragment; when the line breaks we fetch
// the fragment once (it carries a fresh ticket) and connect again, so nothing is missed.
(() => {
  // A phone that wakes up gets all it has missed at once: it shows the newest, not one after the other.
  const GATHER = 25;
  const wait = [500, 1000, 2000, 5000, 10000];

  const watched = new WeakSet();

  // What has not changed stays: most of what is pushed, and a phone that draws all of it again is slow and gets warm.
  // What has changed is replaced in its smallest part, and in the end the page has the fragment to the last word.
  // What can be tapped or filled in stays or goes as a whole.
  const WHOLE = "a, button, details, input, label, select, textarea";
  const same = (one) => (other) => one.isEqualNode(other);
  const alike = (old, fresh) => (
    old.nodeType === Node.ELEMENT_NODE && old.nodeName === fresh.nodeName && !old.matches(WHOLE));
  function rewrite(old, fresh) {
    for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    renew(old, fresh);
  }
  function renew(old, fresh) {
    const was = [...old.childNodes];
    const now = [...fresh.childNodes];
    let end = null;
    while (was.length && now.length && was[0].isEqualNode(now[0])) { was.shift(); now.shift(); }
    while (was.length && now.length && was.at(-1).isEqualNode(now.at(-1))) { end = was.pop(); now.pop(); }
    while (now.length) {
      const one = now.shift();
      const kept = was.findIndex(same(one));
      if (kept >= 0) was.splice(0, kept + 1).slice(0, -1).forEach((gone) => gone.remove());
      else if (!was.length || now.some(same(was[0]))) old.insertBefore(one, was[0] ?? end);
      else if (alike(was[0], one)) rewrite(was.shift(), one);
      else was.shift().replaceWith(one);
    }
    was.forEach((gone) => gone.remove());
  }
  // Nobody has chosen or typed anything in a fragment that is new; the page puts back what is still asked for.
  function untouched(field) {
    if (field.type === "checkbox" || field.type === "radio") field.checked = field.defaultChecked;
    else if (field.options) for (const option of field.options) option.selected = option.defaultSelected;
    else if (field.value !== field.defaultValue) field.value = field.defaultValue;
  }

  // Fragments without anything of htmx in them (data-plain) are drawn by the browser alone: less than half the work.
  // Who knows better than to draw it (a page that has newer things already) prevents live:draw.
  function draw(element, html) {
    const asked = new CustomEvent("live:draw", { bubbles: true, cancelable: true, detail: html });
    if (!element.dispatchEvent(asked)) return false;
    if (!("plain" in element.dataset)) {
      window.htmx.swap(element, html, { swapStyle: "innerHTML" });
      return true;
    }
    const focused = document.activeElement;
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    renew(element, fresh.content);
    element.querySelectorAll("input, select, textarea").forEach(untouched);
    if (focused?.id && !focused.isConnected) document.getElementById(focused.id)?.focus({ preventScroll: true });
    element.dispatchEvent(new CustomEvent("live:drawn", { bubbles: true }));
    return true;
  }
  window.drawLive = draw;

  function watch(element, tries = 0) {
    watched.add(element);
    const source = new EventSource(element.dataset.live);
    source.addEventListener("open", () => { tries = 0; element.setAttribute("data-state", "live"); });
    // Rows come ahead of their fragment, and each of them counts.
    source.addEventListener("rows", (event) => {
      element.dispatchEvent(new CustomEvent("muster:rows", { bubbles: true, detail: event.data }));
    });
    let newest = null;
    source.addEventListener("fragment", (event) => {
      if (!element.isConnected) return source.close();
      if (newest === null) setTimeout(show, GATHER);
      newest = event;
    });
    function show() {
      const { lastEventId, data } = newest;
      newest = null;
      if (!element.isConnected || lastEventId === element.dataset.version) return;
      if (draw(element, data)) element.dataset.version = lastEventId;
    }
    source.addEventListener("error", () => {
      source.close();
      element.setAttribute("data-state", "waiting");
      setTimeout(() => again(element, tries + 1), wait[Math.min(tries, wait.length - 1)]);
    });
  }

  async function again(element, tries) {
    if (!element.isConnected) return;
    try {
      const response = await fetch(element.dataset.refresh, { headers: { "HX-Request": "true" } });
      if (!response.ok) throw new Error(response.status);
      const fresh = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("[data-live]");
      element.dataset.live = fresh.dataset.live;
      element.dataset.version = fresh.dataset.version;
      draw(element, fresh.innerHTML);
      watch(element, tries);
    } catch {
      setTimeout(() => again(element, tries + 1), wait[Math.min(tries, wait.length - 1)]);
    }
  }

  const watchAll = () => document.querySelectorAll("[data-live]").forEach((e) => watched.has(e) || watch(e));
  addEventListener("DOMContentLoaded", watchAll);
  document.addEventListener("htmx:load", watchAll);
})();
