// The desk of an event: results from the keyboard. Clocks count in clock.js. Everything works without it.
(() => {
  // On a phone the tabs are wider than the screen. Browsers that know scroll-initial-target (desk.css) begin there anyway.
  const tab = document.querySelector(".desk-tabs [aria-current]");
  if (tab) {
    const row = tab.parentElement;
    row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }

  // What a key did is said in a line under the players, for eyes and ears alike.
  const say = (form, words) => { form.querySelector("[data-said]").textContent = words; };
  const nameOf = (form, seat) => form.querySelectorAll(".duel-player .name")[seat - 1].textContent;

  // Who won, where somebody says so; otherwise the numbers decide, and nobody is marked.
  function mark(form, seat) {
    const way = form.querySelector("[name=how]:checked");
    if (!way.dataset.asks) return say(form, "Here the numbers decide who won.");
    form.querySelector(`[name=winner][value="${seat}"]`).checked = true;
    say(form, `${way.dataset.asks} ${nameOf(form, seat)}`);
  }

  // B: nobody said, the first, the second, and round again.
  function blue(form) {
    const seats = [...form.querySelectorAll("[name=blue]")];
    if (!seats.length) return;
    const next = seats[(seats.findIndex((one) => one.checked) + 1) % seats.length];
    next.checked = true;
    say(form, `Blue player: ${next.value ? nameOf(form, next.value) : "not said"}`);
  }

  // An ending without numbers hides the field one was in: the focus goes to Save, so that Enter and the arrows work.
  function choose(form, way) {
    way.checked = true;
    say(form, `How it ended: ${way.dataset.label}`);
    const focused = document.activeElement;
    if (focused === document.body || !focused.getClientRects().length) form.querySelector("[type=submit]").focus();
  }

  // Results. Enter walks through the numbers that are asked for and then saves.
  const entry = () => document.querySelector("form[data-entry]");
  const how = (form) => form.elements.how.value;
  const field = (form, name) => form.elements[name];

  function steps(form) {
    if (["no-show", "left", "double-loss"].includes(how(form))) return [];
    const tokens = ["victory1", "victory2"];
    const [one, two] = tokens.map((name) => field(form, name).value.trim());
    if (["concession", "game-loss"].includes(how(form)) && !one && !two) return [];
    const even = one === two && how(form) !== "tabled";
    return form.dataset.askScore === "always" || even ? [...tokens, "score1", "score2"] : tokens;
  }

  // On a phone a field calls the keyboard: only who is typing already goes on in the next table.
  let typing = false;
  document.addEventListener("htmx:beforeRequest", () => { typing = document.activeElement.matches("#results [data-numeric]"); });

  function begin() {
    const form = entry();
    if (!form || !(typing || matchMedia("(pointer: fine)").matches)) return;
    const first = field(form, "victory1");
    first.focus({ preventScroll: true });
    first.select();
  }

  function enter(event, form) {
    const order = steps(form);
    const place = order.indexOf(event.target.name);
    if (place < 0 || place === order.length - 1) return;
    event.preventDefault();
    const next = field(form, order[place + 1]);
    next.focus();
    next.select();
  }

  document.addEventListener("keydown", (event) => {
    const form = entry();
    if (!form || event.ctrlKey || event.metaKey || event.altKey) return;
    const inside = form.contains(event.target);
    if (event.target.matches("textarea, select, [type=text]:not([data-numeric])")) return;
    if (event.key === "Enter" && inside && event.target.matches("[data-numeric]")) return enter(event, form);
    if (!inside && event.target !== document.body) return;
    const side = { ArrowLeft: "1", ArrowRight: "2" }[event.key];
    if (side && !event.target.matches("[type=radio]")) {
      mark(form, side);
      return event.preventDefault();
    }
    if (event.key.toLowerCase() === "b") {
      blue(form);
      return event.preventDefault();
    }
    if (event.key.toLowerCase() === "g") {
      document.getElementById("go").focus();
      return event.preventDefault();
    }
    const way = form.querySelector(`[name=how]:enabled[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (way) {
      choose(form, way);
      event.preventDefault();
    }
  });

  // On a phone the way one is on stands in the middle of the row.
  const centre = () => {
    const here = document.querySelector(".desk-tabs [aria-current]");
    if (here) here.parentElement.scrollLeft = here.offsetLeft - (here.parentElement.clientWidth - here.offsetWidth) / 2;
  };

  // Somebody else acted: what only shows is fetched anew, what is being typed stays.
  const follow = () => {
    const line = document.getElementById("desk-live");
    if (line) new MutationObserver(() => document.body.dispatchEvent(new Event("desk-moved"))).observe(line, { childList: true });
  };

  addEventListener("DOMContentLoaded", () => { centre(); begin(); follow(); });
  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "results") begin(); });
})();
