// A page goes on by itself when others have acted. The live strip says in data-screen what the page should rest on now;
// the part of the page that has a data-screen of its own is then fetched anew, from data-follow or out of this page.
// Rows that are pushed go to their places without a fetch, where the part rests on the screen that they follow.
// What somebody has begun to fill in is left alone; then a link says that there is something new.
(() => {
  const part = () => [...document.querySelectorAll("[data-screen][id]")].find((found) => !found.closest("[data-live]"));
  const due = () => document.querySelector("[data-live] [data-screen]")?.dataset.screen;
  const sayChanged = () => document.getElementById("event-changed")?.removeAttribute("hidden");
  let waiting = 0;
  let asking = null;

  function fetchPart() {
    const old = part();
    if (!old) return;
    if (old.hasAttribute("data-touched")) return sayChanged();
    const { follow } = old.dataset;
    const how = follow ? { swap: "innerHTML" } : { swap: "outerHTML", select: `#${old.id}` };
    const screen = due();
    if (screen) old.dataset.screen = screen;
    const done = () => { asking = null; if (follow || due() !== screen) fetchIfDue(); };
    asking = old;
    window.htmx.ajax("GET", follow ?? location.pathname, { target: `#${old.id}`, ...how }).then(done, done);
  }

  // A thousand phones do not all ask at once; and what comes while one waits does not make it wait longer.
  const isDue = () => part() && due() && part().dataset.screen !== due();
  function fetchIfDue() {
    if (!isDue() || waiting || asking) return;
    const then = () => { waiting = 0; if (isDue()) fetchPart(); };
    waiting = setTimeout(then, Math.random() * Number(part().dataset.wait || 0));
  }

  document.addEventListener("input", (event) => {
    if (event.target.type !== "search") event.target.closest("[data-screen]")?.setAttribute("data-touched", "");
  });

  // Touched while the next screen was already on its way: the form stays.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target !== asking) return;
    // What is fetched may be older than the last rows: it says itself what it rests on.
    const screen = event.detail.xhr.getResponseHeader("Muster-Screen");
    if (screen) asking.dataset.screen = screen;
    if (!asking.hasAttribute("data-touched")) return;
    event.detail.shouldSwap = false;
    sayChanged();
  });

  document.addEventListener("htmx:load", (event) => { if (event.target.closest("[data-live]")) fetchIfDue(); });

  // The first line names the screen that the rows follow, and the one they lead to.
  document.addEventListener("muster:rows", (event) => {
    const [screens, ...html] = event.detail.split("\n");
    const [before, after] = screens.split(" ");
    const old = part();
    if (!old || asking || old.dataset.screen !== before) return;
    const pushed = document.createElement("template");
    pushed.innerHTML = html.join("\n");
    pushed.content.querySelectorAll("[data-table]").forEach((row) => {
      old.querySelector(`[data-latest][data-table="${row.dataset.table}"]`)?.replaceWith(row);
    });
    old.dataset.screen = after;
  });

  // The page itself knows that something is due, such as the end of the time.
  document.addEventListener("muster:follow", fetchPart);
})();
