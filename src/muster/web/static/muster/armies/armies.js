// The builder is drawn again after every tap. This keeps what that would lose: the place in the sheet, the focus, and
// taps made while another is on its way.
(() => {
  // An answer that is no builder is drawn by htmx, as it is.
  const draws = (how, target, fragment) => {
    const fresh = how === "renew" && fragment.querySelector("#builder");
    return fresh && window.renewWhole(target, fresh);
  };
  addEventListener("DOMContentLoaded", () => window.htmx.defineExtension("renew", { handleSwap: draws }));

  const wide = window.matchMedia("(min-width: 60rem)");
  let before = null;

  // The ways to find an element again, best first: itself, what has its label in the same part, that part.
  const names = (element) => {
    if (!element || element === document.body) return [];
    const found = [];
    const label = element.getAttribute("aria-label");
    const part = element.parentElement?.closest("[id]");
    if (element.id) found.push(`#${CSS.escape(element.id)}`);
    if (element.name && element.value) found.push(`[name="${element.name}"][value="${CSS.escape(element.value)}"]`);
    if (element.getAttribute("href")) found.push(`a[href="${CSS.escape(element.getAttribute("href"))}"]`);
    if (label && part) found.push(`#${CSS.escape(part.id)} [aria-label="${CSS.escape(label)}"]`);
    if (part && part.id !== "builder") found.push(`#${CSS.escape(part.id)}`);
    return found;
  };

  const findAgain = (selectors) => {
    const kept = selectors.map((each) => document.querySelector(each)).find((each) => each && !each.disabled);
    if (kept && kept.tabIndex < 0) kept.setAttribute("tabindex", "-1");
    return kept;
  };

  // A tap would be lost with the builder it was made in: it waits, and is made in the next one. What its button is called
  // tells more than its value, which counts on: "One more" asks for 2 at first, then for 3.
  let busy = false;
  const waiting = [];
  const ofBuilder = (event) => event.detail.target?.id === "builder";
  const idle = () => { busy = false; waiting.length = 0; };

  const tapped = (element) => {
    const part = element.parentElement.closest("[id]");
    const label = element.getAttribute("aria-label");
    const called = label && `#${CSS.escape(part.id)} [aria-label="${CSS.escape(label)}"]`;
    const alone = called && document.querySelectorAll(called).length === 1;
    const same = element.matches("a") ? `#builder a[href="${CSS.escape(element.getAttribute("href"))}"]` : `[name="do"][value="${CSS.escape(element.value)}"]`;
    return { selector: alone ? called : same, label: label ?? element.textContent.trim() };
  };

  // What was typed while the answer was on its way is searched for in the list that came.
  let typed = { view: "", words: "" };
  const searchOn = () => {
    const search = document.getElementById("pick-q");
    if (!search || search.value === typed.words) return;
    if (document.getElementById("builder").dataset.view !== typed.view) return;
    search.value = typed.words;
    window.htmx.trigger(search, "input");
  };

  const nextTap = () => {
    busy = false;
    const tap = waiting.shift();
    if (!tap) return;
    const button = document.querySelector(tap.selector);
    if (button && !button.disabled) return button.click();
    document.getElementById("said").textContent = `Not done: ${tap.label}.`;
    nextTap();
  };

  document.addEventListener("click", (event) => {
    const button = busy && event.target.closest('#builder [form="act"][name="do"], #builder a:not([hx-boost="false"])');
    if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    waiting.push(tapped(button));
  }, true);
  document.addEventListener("htmx:beforeRequest", (event) => { busy ||= ofBuilder(event); });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "builder") return;
    searchOn();
    queueMicrotask(nextTap);  // once htmx has let go of the tap that was answered
  });
  for (const failed of ["htmx:sendError", "htmx:timeout", "htmx:sendAbort"]) document.addEventListener(failed, (event) => { if (ofBuilder(event)) idle(); });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!ofBuilder(event)) return;
    if (!event.detail.shouldSwap) return idle();
    const body = document.querySelector("#drawer .drawer-body");
    // A search still on its way would put its address into the bar after its sheet has gone.
    const search = document.getElementById("pick-q");
    if (search) window.htmx.trigger(search.form, "htmx:abort");
    typed = { view: document.getElementById("builder").dataset.view, words: search?.value ?? "" };
    before = { view: document.getElementById("builder").dataset.view, sheet: Boolean(body), body, scroll: body?.scrollTop ?? 0, focus: names(document.activeElement), said: document.getElementById("builder").dataset.said };
  });

  // On a phone the sheet is a dialog: what lies under it cannot be reached until it closes. Beside the army, on a wide
  // screen, it is one more part of the page.
  const UNDER = "body > :not(main, script), main > :not(#builder, #said, #net), #builder > .pane";
  const asDialog = () => {
    const drawer = document.getElementById("drawer");
    const modal = Boolean(drawer) && !wide.matches;
    for (const each of document.querySelectorAll(UNDER)) if (each.inert !== modal) each.inert = modal;
    document.body.classList.toggle("under-sheet", Boolean(drawer));
    for (const [name, value] of [["role", "dialog"], ["aria-modal", "true"]]) {
      if (modal) drawer.setAttribute(name, value);
      else drawer?.removeAttribute(name);
    }
    return modal;
  };
  wide.addEventListener("change", asDialog);
  document.addEventListener("htmx:historyRestore", asDialog);
  document.addEventListener("DOMContentLoaded", () => {
    if (asDialog()) document.getElementById("drawer").focus({ preventScroll: true });
  });

  // The focus goes into a sheet that opens, and back to what opened it; within one it stays where it was, also on the tab
  // that was tapped for another rank or category.
  let opener = ["#builder h1"];
  const placeFocus = (drawer, modal, same) => {
    if (modal && !before.sheet) opener = [...before.focus, "#builder h1"];
    const closed = before.sheet && !drawer && !wide.matches;
    const opened = modal && !same && !before.sheet;
    const kept = opened ? drawer : findAgain(closed ? opener : before.focus);
    if (kept && kept === document.activeElement) return;
    if (kept) kept.focus({ preventScroll: true });
    else if (modal) drawer.focus({ preventScroll: true });
  };

  document.addEventListener("htmx:afterSwap", () => {
    const builder = document.getElementById("builder");
    const drawer = document.getElementById("drawer");
    if (!builder || !before) return;
    const modal = asDialog();
    const same = before.view === builder.dataset.view;
    if (drawer && before.sheet) drawer.setAttribute("data-still", "");
    // A sheet that was not drawn again is where it was; to put it there would make the browser lay out the page at once.
    const body = drawer?.querySelector(".drawer-body");
    if (body && !(same && body === before.body)) body.scrollTop = same ? before.scroll : 0;
    const said = document.getElementById("said");
    if (said && before.said !== builder.dataset.said) said.textContent = builder.dataset.said;
    placeFocus(drawer, modal, same);
    before = null;
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (target && drawer?.contains(target)) target.scrollIntoView({ block: "start" });
  });

  // A count that waits for the network: the next tap counts on from it.
  document.addEventListener("muster:waits", (event) => {
    const [does, line, number] = (event.detail ?? "").split(" ");
    const buttons = does === "count" ? document.querySelectorAll(`.stepper [name="do"][value^="count ${CSS.escape(line)} "]`) : [];
    if (buttons.length !== 2) return;
    buttons[0].parentElement.querySelector("output").textContent = number;
    buttons.forEach((button, place) => { button.value = `count ${line} ${Math.max(0, Number(number) + (place ? 1 : -1))}`; });
  });

  // Escape closes the sheet, as everywhere.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") document.querySelector("#drawer .drawer-close")?.click();
  });
})();
