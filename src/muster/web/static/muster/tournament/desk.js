// The desk of an event: clocks that count down, and results from the keyboard. Everything works without it.
(() => {
  const two = (number) => String(number).padStart(2, "0");

  function tick() {
    for (const face of document.querySelectorAll("[data-ends]")) {
      const ends = Number(face.dataset.ends);
      if (!ends) continue;
      const left = Math.max(0, Math.round((ends - Date.now()) / 1000));
      const hours = Math.floor(left / 3600);
      const minutes = Math.floor(left / 60) % 60;
      face.textContent = hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
    }
  }
  setInterval(tick, 1000);

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

  function begin() {
    const form = entry();
    if (!form || !matchMedia("(pointer: fine)").matches) return;
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
      form.querySelector(`[name=winner][value="${side}"]`).checked = true;
      return event.preventDefault();
    }
    if (event.key.toLowerCase() === "g") {
      document.getElementById("go").focus();
      return event.preventDefault();
    }
    const way = form.querySelector(`[name=how][data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (way) {
      way.checked = true;
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
