// Keeps every element with data-live up to date. The server pushes the whole fragment; when the line breaks we fetch
// the fragment once (it carries a fresh ticket) and connect again, so nothing is missed.
(() => {
  const wait = [500, 1000, 2000, 5000, 10000];

  const watched = new WeakSet();

  function watch(element, tries = 0) {
    watched.add(element);
    const source = new EventSource(element.dataset.live);
    source.addEventListener("open", () => { tries = 0; element.setAttribute("data-state", "live"); });
    source.addEventListener("fragment", (event) => {
      if (!element.isConnected) return source.close();
      if (event.lastEventId === element.dataset.version) return;
      element.dataset.version = event.lastEventId;
      window.htmx.swap(element, event.data, { swapStyle: "innerHTML" });
    });
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
      window.htmx.swap(element, fresh.innerHTML, { swapStyle: "innerHTML" });
      watch(element, tries);
    } catch {
      setTimeout(() => again(element, tries + 1), wait[Math.min(tries, wait.length - 1)]);
    }
  }

  const watchAll = () => document.querySelectorAll("[data-live]").forEach((e) => watched.has(e) || watch(e));
  addEventListener("DOMContentLoaded", watchAll);
  document.addEventListener("htmx:load", watchAll);
})();
