// A screen that rests on what the other side does goes on by itself when they have done it. The live strip says in
// data-screen what the screen should rest on now; a form that somebody has begun to fill in is left alone.
(() => {
  document.addEventListener("input", (event) => event.target.closest("#wizard")?.setAttribute("data-touched", ""));

  // Touched while the next screen was already on its way: the form stays, the strip tells what happened.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, requestConfig } = event.detail;
    if (target.matches("#wizard[data-touched]") && requestConfig.verb === "get") event.detail.shouldSwap = false;
  });

  document.addEventListener("htmx:load", (event) => {
    const strip = event.target.closest("#battle-live");
    const told = strip?.querySelector("[data-screen]")?.dataset.screen;
    const page = document.querySelector("#wizard[data-screen]:not([data-touched])");
    if (!told || !page || page.dataset.screen === told || page.dataset.seen === strip.dataset.version) return;
    page.dataset.seen = strip.dataset.version;
    window.htmx.ajax("GET", location.pathname, { target: "#wizard", select: "#wizard", swap: "outerHTML" });
  });
})();
