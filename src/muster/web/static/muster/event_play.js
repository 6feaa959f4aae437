// Events on open pages: clocks count, and what changed is fetched. Pages work without it, they only have to be reloaded.
(() => {
  const two = (number) => String(number).padStart(2, "0");

  // The server says when time is up; a device whose clock is wrong is put right by the page's own first text.
  const drift = new WeakMap();
  function left(element) {
    const ends = Date.parse(element.dataset.ends);
    if (!drift.has(element)) {
      const [minutes, seconds] = element.textContent.split(":").map(Number);
      const off = ends - Date.now() - (minutes * 60 + seconds) * 1000;
      drift.set(element, Math.abs(off) > 90000 ? off : 0);
    }
    return Math.max(0, Math.round((ends - Date.now() - drift.get(element)) / 1000));
  }
  function tick() {
    document.querySelectorAll("time[data-ends]").forEach((element) => {
      const seconds = left(element);
      element.textContent = `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
      if (seconds === 0 && !element.dataset.asked) {
        element.dataset.asked = "1";
        fetchPart();
      }
    });
  }
  setInterval(tick, 1000);

  // A form that somebody has begun to fill in is left alone; a link says that there is something new.
  document.addEventListener("input", (event) => {
    if (event.target.type !== "search") event.target.closest("#event-part")?.setAttribute("data-touched", "");
  });

  let waiting = 0;
  function fetchPart() {
    const part = document.querySelector("#event-part[data-follow]");
    if (!part) return;
    if (part.hasAttribute("data-touched")) return document.getElementById("event-changed")?.removeAttribute("hidden");
    window.htmx.ajax("GET", part.dataset.follow, { target: "#event-part", swap: "innerHTML" });
  }

  // The live strip says in data-screen what the page should rest on now. A thousand phones do not all ask at once.
  document.addEventListener("htmx:load", (event) => {
    const told = event.target.closest("#event-live")?.querySelector("[data-screen]")?.dataset.screen;
    const part = document.querySelector("#event-part[data-follow]");
    if (!told || !part || part.dataset.screen === told) return;
    part.dataset.screen = told;
    clearTimeout(waiting);
    waiting = setTimeout(fetchPart, Math.random() * Number(part.dataset.wait || 0));
  });
})();
