// A page goes on by itself when others have acted. The live strip says in data-screen what the page should rest on now;
// the part of the page that has a data-screen of its own is then fetched anew, from data-follow or out of this page.
// What somebody has begun to fill in is left alone; then a link says that there is something new.
(() => {
  const part = () => [...document.querySelectorAll("[data-screen][id]")].find((found) => !found.closest("[data-live]"));
  const sayChanged = () => document.getElementById("event-changed")?.removeAttribute("hidden");
  let waiting = 0;
  let asking = null;

  function fetchPart() {
    const old = part();
    if (!old) return;
    if (old.hasAttribute("data-touched")) return sayChanged();
    const { follow } = old.dataset;
    const how = follow ? { swap: "innerHTML" } : { swap: "outerHTML", select: `#${old.id}` };
    const done = () => { asking = null; };
    asking = old;
    window.htmx.ajax("GET", follow ?? location.pathname, { target: `#${old.id}`, ...how }).then(done, done);
  }

  document.addEventListener("input", (event) => {
    if (event.target.type !== "search") event.target.closest("[data-screen]")?.setAttribute("data-touched", "");
  });

  // Touched while the next screen was already on its way: the form stays.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target !== asking || !asking?.hasAttribute("data-touched")) return;
    event.detail.shouldSwap = false;
    sayChanged();
  });

  // A thousand phones do not all ask at once.
  document.addEventListener("htmx:load", (event) => {
    const screen = event.target.closest("[data-live]")?.querySelector("[data-screen]")?.dataset.screen;
    const old = part();
    if (!screen || !old || old.dataset.screen === screen) return;
    old.dataset.screen = screen;
    clearTimeout(waiting);
    waiting = setTimeout(fetchPart, Math.random() * Number(old.dataset.wait || 0));
  });

  // The page itself knows that something is due, such as the end of the time.
  document.addEventListener("muster:follow", fetchPart);
})();
