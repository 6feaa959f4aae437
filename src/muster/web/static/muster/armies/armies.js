// The builder swaps itself whole. This keeps what a swap would lose: the place in the sheet, and the focus.
(() => {
  const wide = window.matchMedia("(min-width: 60rem)");
  let before = null;

  const name = (element) => {
    if (!element || element === document.body) return "";
    if (element.id) return `#${CSS.escape(element.id)}`;
    if (element.name && element.value) return `[name="${element.name}"][value="${CSS.escape(element.value)}"]`;
    return element.getAttribute("href") ? `a[href="${CSS.escape(element.getAttribute("href"))}"]` : "";
  };

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "builder") return;
    const body = document.querySelector("#drawer .drawer-body");
    before = { view: document.getElementById("builder").dataset.view, sheet: Boolean(body), scroll: body?.scrollTop ?? 0, focus: name(document.activeElement) };
  });

  document.addEventListener("htmx:afterSwap", () => {
    const builder = document.getElementById("builder");
    const drawer = document.getElementById("drawer");
    if (!builder || !before) return;
    const same = before.view === builder.dataset.view;
    if (drawer && before.sheet) drawer.setAttribute("data-still", "");
    if (drawer && same) drawer.querySelector(".drawer-body").scrollTop = before.scroll;
    const kept = before.focus && document.querySelector(before.focus);
    if (kept) kept.focus({ preventScroll: true });
    else if (drawer && !wide.matches) drawer.focus({ preventScroll: true });
    before = null;
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (target && drawer?.contains(target)) target.scrollIntoView({ block: "start" });
  });

  // Escape closes the sheet, as everywhere.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") document.querySelector("#drawer .drawer-close")?.click();
  });
})();
