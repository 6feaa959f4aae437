// Keeps every element with data-live up to date. The server pushes the whole fragment; when the line breaks we fetch
// the fragment once (it carries a fresh ticket) and connect again, so nothing is missed.
(() => {
  // A phone that wakes up gets all it has missed at once: it shows the newest, not one after the other.
  const GATHER = 25;
  const wait = [500, 1000, 2000, 5000, 10000];

  const watched = new WeakSet();

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
    window.renew(element, fresh.content);
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
