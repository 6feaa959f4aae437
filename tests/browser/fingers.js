// A player with one finger: answers the prompts of this phone by taps on what can be seen, until told to wait.
// Taps are counted by round, whoever's finger it was; a reload keeps the count.
(() => {
  const live = () => document.getElementById("live");
  const said = (name) => live()?.querySelector(`input[name="${name}"]`)?.value ?? "";
  const all = (what) => [...live().querySelectorAll(`.tab-now ${what}`)];
  const luck = (text) => [...text].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) >>> 0, 7) % 997;

  const taps = () => JSON.parse(sessionStorage.taps ?? "{}");
  addEventListener("pointerdown", () => {
    const prompt = said("prompt");
    if (prompt) sessionStorage.round = /^r(\d+)/.exec(prompt)?.[1] ?? "0";
    const counted = taps();
    counted[sessionStorage.round ?? "0"] = (counted[sessionStorage.round ?? "0"] ?? 0) + 1;
    sessionStorage.taps = JSON.stringify(counted);
  }, true);

  function tap(found) {
    const label = found.closest("label");
    const shown = label?.querySelector(".crew-body") ?? label ?? found;
    shown.scrollIntoView({ block: "center" });
    const box = shown.getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!there || !shown.contains(there)) throw new Error(`cannot be tapped: ${shown.outerHTML.slice(0, 160)}`);
    for (const kind of ["pointerdown", "pointerup"]) there.dispatchEvent(new PointerEvent(kind, { bubbles: true }));
    there.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
  const choose = (field) => { if (field && !field.checked) tap(field); };

  // What is chosen before the button, by the kind of answer.
  const CHOICES = {
    strike(prompt) {
      const targets = all("input[name=pick]");
      const target = targets[luck(prompt) % Math.min(3, targets.length)];
      choose(target);
      const covers = target ? all(`input[name="cover.${target.value}"]`) : [];
      choose(covers[luck(target?.value ?? "") % 2]);
    },
    lay: (prompt) => choose(all("input[name=pick]")[luck(prompt + location.pathname.length) % all("input[name=pick]").length]),
    turn: first,
    activate: first,
    "has-priority": first,
    units: several,
    picked: several,
    // Both sides hold something, so that no game is over too soon.
    places(prompt) {
      const taken = new Set(all("input[name=at]:checked").map((one) => one.value.split(" ")[1]));
      all(".well").forEach((well, number) => {
        if (well.querySelector("input[name=at]:checked")) return;
        choose(well.querySelector("input[name=well]"));
        const side = number % 2 ? "two." : "one.";
        const free = [...well.querySelectorAll("input[name=at]")]
          .filter((one) => !taken.has(one.value.split(" ")[1]) && one.value.split(" ")[1].startsWith(side));
        if (!free.length) return;
        const one = free[luck(prompt + number) % free.length];
        taken.add(one.value.split(" ")[1]);
        choose(one);
      });
    },
  };
  // Where nothing is chosen beforehand, the first there is.
  function first() {
    if (!all("[data-choose] input[name=pick]:checked").length) choose(all("[data-choose] input[name=pick]")[0]);
  }
  function several() {
    first();
    const list = live().querySelector(".tab-now [data-least]");
    const open = all("input[name=unit]:not(:checked)");
    const checked = all("input[name=unit]:checked").length;
    open.slice(0, Math.max(0, Number(list?.dataset.least ?? 0) - checked)).forEach(choose);
  }

  // An action: first a move, then mostly an attack.
  function act(prompt) {
    const tiles = new Map(all("button.act").reverse().map((one) => [one.value.split(" ")[1], one]));
    const second = ["aim", "dodge", "standby"][luck(prompt) % 3];
    const wanted = prompt.endsWith(".act1") ? ["move"] : luck(prompt) % 100 < 65 ? ["attack", second] : [second, "attack"];
    const found = [...wanted, "aim", "dodge", "dash"].find((name) => tiles.has(name));
    return found ? tiles.get(found) : null;
  }

  function typed() {
    const counts = all("input[data-die-count]");
    const dice = live().querySelectorAll(".tab-now > .tray .dice-faces .die").length;
    if (!counts.length || !dice) return;
    const [field] = counts;
    tap(field);
    field.value = String(dice);
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  let reached = () => {};
  let complain = () => {};
  // What either may answer is answered by the one who opened the game.
  const SHARED = /^setup\.(table|terrain|effects)$/;
  const leaves = (prompt) => SHARED.test(prompt) && said("seat") === "two";
  // While a tap is on its way nothing is tapped, whatever is drawn meanwhile.
  let out = 0;
  function answer() {
    const prompt = said("prompt");
    if (live()?.querySelector(".sum-line")) reached("end");
    if (out || complaint || !prompt || !sessionStorage.until || document.getElementById("plea-h")) return;
    if (new RegExp(sessionStorage.until).test(prompt)) { reached(prompt); return; }
    if (leaves(prompt)) return;
    const refused = live().querySelector(".game-refused");
    // What either may answer, the other phone may have answered first: then the page shows the game as it is.
    // Where nothing was chosen it is asked once more.
    if (refused && !/no longer asked|once more/.test(refused.innerText)) {
      throw new Error(`refused at ${prompt}: ${refused.innerText}`);
    }
    const say = said("say");
    const tile = say === "take" ? act(prompt) : null;
    if (tile) { tap(tile); return; }
    CHOICES[say]?.(prompt);
    if (say === "dice") typed();
    const button = live().querySelector('.game-foot [data-main], .game-foot [value="yes"]');
    if (!button || button.disabled) throw new Error(`no button at ${prompt}`);
    tap(button);
  }

  // Who cannot play on says so at once: whoever waits for this phone need not wait any longer.
  let complaint = null;
  function play() {
    try { answer(); } catch (error) { complaint = error; complain(error); }
  }
  let timer = 0;
  const soon = () => { clearTimeout(timer); timer = setTimeout(play, 0); };
  document.addEventListener("tap:sent", () => { out += 1; });
  document.addEventListener("tap:over", () => { out -= 1; soon(); });
  document.addEventListener("live:drawn", soon);
  addEventListener("DOMContentLoaded", soon);
  window.fingers = {
    play(until) { sessionStorage.until = until; soon(); },
    // What it has come to, or nothing once this is over; refused with the complaint of who cannot play on.
    reached: (patience) => new Promise((found, late) => {
      reached = found;
      complain = late;
      if (complaint) late(complaint);
      setTimeout(() => found(""), patience);
      soon();
    }),
    complaint: () => complaint?.message ?? "",
    where: () => said("prompt") || live().querySelector(".turn").innerText,
    taps,
  };
})();
