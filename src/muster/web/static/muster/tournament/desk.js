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

  // Who won. Where numbers decide they must agree with it; a box that is tapped again names nobody.
  function mark(form, seat) {
    const way = form.querySelector("[name=how]:checked");
    if (way.value === "double-loss") return say(form, "Both lose: there is no winner.");
    form.querySelector(`[name=winner][value="${seat}"]`).checked = true;
    say(form, `${way.dataset.asks || "Winner:"} ${nameOf(form, seat)}`);
  }
  let marked = "";
  document.addEventListener("pointerdown", (event) => {
    const form = event.target.closest("form[data-entry]");
    marked = form && event.target.matches("[name=winner]") ? form.elements.winner.value : "";
  });
  document.addEventListener("click", (event) => {
    if (!event.target.matches("form[data-entry] [name=winner]")) return;
    const { form, value } = event.target;
    if (marked === value) {
      event.target.checked = false;
      say(form, "No winner named.");
    } else {
      mark(form, value);
      const open = !form.elements[`victory${value}`].value && steps(form)[0];
      if (open) form.elements[`victory${value}`].focus();
    }
    marked = "";
  });

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

  // The next number to type has the focus: what is wrong, else the table's first. On a phone, where the table was saved
  // far down the page, it comes into view with the table's heading above it.
  function begin(drawn) {
    const form = entry();
    if (!form) return;
    const wrong = form.querySelector("[aria-invalid=true], [data-wrong]");
    const first = wrong?.matches("[role=radiogroup]") ? wrong.querySelector("input") : wrong ?? field(form, "victory1");
    first.focus({ preventScroll: true });
    if (first.matches("[data-numeric]")) first.select();
    if (drawn) (wrong ?? form).scrollIntoView({ block: wrong ? "center" : "start" });
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

  addEventListener("DOMContentLoaded", () => { centre(); begin(document.querySelector("form[data-entry] .error")); follow(); });
  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "results") begin(true); });
})();
