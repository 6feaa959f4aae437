// Keeps every element with data-live up to date. The server pushes the fragment, and names the parts of it that it has
// sent before; when the line breaks, or a part is not there, we fetch the fragment once (it carries a fresh ticket).
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
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    if (window.lacksParts(element, fresh.content)) return null;
    const focused = document.activeElement;
    window.renew(element, fresh.content);
    if (focused?.id && !focused.isConnected) document.getElementById(focused.id)?.focus({ preventScroll: true });
    element.dispatchEvent(new CustomEvent("live:drawn", { bubbles: true }));
    return true;
  }
  window.drawLive = (element, html) => { if (draw(element, html) === null) drawWhole(element); };

  function watch(element, tries = 0) {
    watched.add(element);
    const source = new EventSource(`${element.dataset.live}&has=${element.dataset.version ?? ""}`);
    source.addEventListener("open", () => { tries = 0; element.setAttribute("data-state", "live"); });
    // Rows come ahead of their fragment, and each of them counts.
    source.addEventListener("rows", (event) => {
      element.dispatchEvent(new CustomEvent("muster:rows", { bubbles: true, detail: event.data }));
    });
    let gathered = [];
    source.addEventListener("fragment", (event) => {
      if (!element.isConnected) return source.close();
      if (!gathered.length) setTimeout(show, GATHER);
      gathered.push(event);
    });
    // The newest alone, unless it names parts that one before it brings.
    function show() {
      const frames = gathered;
      gathered = [];
      const step = ({ lastEventId, data }) => {
        if (!element.isConnected || lastEventId === element.dataset.version) return true;
        const drawn = draw(element, data);
        if (drawn) element.dataset.version = lastEventId;
        return drawn !== null;
      };
      if (!step(frames.at(-1)) && !frames.map(step).at(-1)) drawWhole(element);
    }
    source.addEventListener("error", () => {
      source.close();
      element.setAttribute("data-state", "waiting");
      setTimeout(() => again(element, tries + 1), wait[Math.min(tries, wait.length - 1)]);
    });
  }

  async function fetched(element, parts) {
    const named = parts && window.partNames ? { "Muster-Parts": window.partNames(element) } : {};
    const response = await fetch(element.dataset.refresh, { headers: { "HX-Request": "true", ...named } });
    if (!response.ok) throw new Error(response.status);
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("[data-live]");
    element.dataset.live = fresh.dataset.live;
    const drawn = draw(element, fresh.innerHTML);
    if (drawn) element.dataset.version = fresh.dataset.version;
    return drawn;
  }

  // A part was named that is not there: somebody else was faster, on another line.
  async function drawWhole(element) {
    if (!element.isConnected) return;
    if (!element.dataset.refresh) location.reload();
    else await fetched(element, false).catch(() => setTimeout(drawWhole, wait[1], element));
  }

  async function again(element, tries) {
    if (!element.isConnected) return;
    try {
      if (await fetched(element, true) === null) await fetched(element, false);
      watch(element, tries);
    } catch {
      setTimeout(() => again(element, tries + 1), wait[Math.min(tries, wait.length - 1)]);
    }
  }

  const watchAll = () => document.querySelectorAll("[data-live]").forEach((e) => watched.has(e) || watch(e));
  addEventListener("DOMContentLoaded", watchAll);
  document.addEventListener("htmx:load", watchAll);
})();
