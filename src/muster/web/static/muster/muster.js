// The little script every page shares. Pages work without it; with it they are quicker and open without a network.
// The demo keeps nothing on the device: `data-root` is where its pages lie.
const root = document.documentElement.dataset.root ?? "";
if (!root && "serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("/sw.js");
}

// Forms marked data-auto send themselves when a choice changes; their button is for browsers without scripts.
document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-auto]");
  if (form && !form.hasAttribute("hx-get")) form.requestSubmit();
});

// Copy the field named by data-copy, and say so for a moment. Browsers give a clipboard to secure pages only: on plain
// http the field is selected and copied the old way, and where that fails too it stays selected for the reader's keys.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  sayCopied(button, await copied(document.getElementById(button.dataset.copy)));
});

function sayCopied(button, done) {
  const said = button.querySelector("span");
  const words = (button.dataset.words ??= said.textContent);
  said.textContent = done ? "Copied" : "Selected: copy it with your keys";
  button.scrollIntoView({ block: "nearest" });
  setTimeout(() => { said.textContent = words; }, 4000);
}

// A button that sends its form copies first, and the page that answers says so.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy-first]");
  if (!button) return;
  event.preventDefault();
  if (await copied(document.getElementById(button.dataset.copyFirst))) button.form.action += "#copied";
  button.form.requestSubmit(button);
});
if (location.hash === "#copied") {
  const button = document.querySelector("[data-copy]");
  if (button) sayCopied(button, true);
}

async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.type = "text"; // a hidden field cannot be selected
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

// A password can be read while its button is pressed in; what is sent is always a password field.
for (const button of document.querySelectorAll("[data-reveal]")) {
  const field = document.getElementById(button.dataset.reveal);
  const show = (shown) => {
    field.type = shown ? "text" : "password";
    button.setAttribute("aria-pressed", String(shown));
    button.firstChild.textContent = shown ? "Hide" : "Show";
  };
  button.hidden = false;
  button.addEventListener("click", () => show(field.type === "password"));
  field.form.addEventListener("submit", () => show(false));
}

// Buttons marked data-share show where the device has a share sheet. Closing the sheet is no error.
document.documentElement.toggleAttribute("data-shares", "share" in navigator);
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  navigator.share({ title: document.title, url: document.getElementById(button.dataset.share).value }).catch(() => {});
});

// Moments on the reader's own clock. What has just happened says how many minutes ago, up to an hour; what the
// server wrote meanwhile, for readers without scripts, is replaced.
function minutesAgo(moment) {
  const minutes = Math.floor((Date.now() - moment) / 60000);
  if (minutes < 0 || minutes >= 60) return "";
  return minutes ? `${minutes} ${minutes === 1 ? "minute" : "minutes"} ago` : "just now";
}
function tellOwnClock(within) {
  for (const place of within.querySelectorAll("time[data-own-moment]")) {
    const moment = new Date(place.dateTime);
    const day = moment.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
    const clock = moment.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    place.textContent = minutesAgo(moment) || `${day}, ${clock}`;
  }
  for (const place of within.querySelectorAll("time[data-own-clock]:empty")) {
    const moment = new Date(place.dateTime);
    const day = moment.toLocaleDateString("en-GB", { day: "numeric", month: "short" });
    const clock = moment.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    place.textContent = `${clock} on ${day} where you are`;
  }
}
tellOwnClock(document);
// A time zone is the browser's own until another is chosen from the list of all; a browser that has no list keeps the field.
for (const field of document.querySelectorAll("[data-own-zone]")) {
  const own = (field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone);
  const zones = Intl.supportedValuesOf?.("timeZone") ?? [];
  if (!zones.length) continue;
  const list = document.createElement("select");
  Object.assign(list, { id: field.id, name: field.name, className: field.className });
  const all = [...new Set([own, ...zones])].sort();
  list.append(...all.map((zone) => new Option(zone.replaceAll("_", " "), zone, zone === own, zone === own)));
  field.replaceWith(list);
}
document.addEventListener("htmx:load", (event) => tellOwnClock(event.target));

// Steppers: the number field works alone; the two buttons are for thumbs.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-stepper] [data-step]");
  if (!button) return;
  const input = button.closest("[data-stepper]").querySelector("input");
  const wanted = Number(input.value || 0) + Number(button.dataset.step);
  input.value = Math.max(Number(input.min || 0), Math.min(Number(input.max || 99), wanted));
  input.dispatchEvent(new Event("change", { bubbles: true }));
});

// Fields that count together, data-together="name least most": boxes ticked, numbers added up, texts, times and files
// filled in; with "or-none" behind it all may be empty. What is missing or too much is said before anything is sent.
function counted(field) {
  if (field.type === "number") return Number(field.value || 0);
  if (field.type === "checkbox" || field.type === "radio") return field.checked ? 1 : 0;
  return field.value.trim() ? 1 : 0;
}
function saidTogether(fields, least, most, mayBeNone) {
  const count = fields.reduce((sum, field) => sum + counted(field), 0);
  if (count > most) return `Choose at most ${most}.`;
  if (count >= least || (mayBeNone && !count)) return "";
  if (mayBeNone) return "Fill in both, or leave both empty.";
  return fields.some((field) => field.matches("textarea")) ? "One of these is needed." : `Choose at least ${least}.`;
}
function countTogether(form) {
  const groups = new Map();
  for (const field of form.querySelectorAll("[data-together]")) {
    const said = field.dataset.together;
    groups.set(said, [...(groups.get(said) ?? []), field]);
  }
  for (const [said, fields] of groups) {
    const [, least, most, none] = said.split(" ");
    fields[0].setCustomValidity(saidTogether(fields, Number(least), Number(most), none === "or-none"));
  }
}
for (const kind of ["input", "change"]) {
  document.addEventListener(kind, (event) => event.target.form && countTogether(event.target.form));
}
const countAllTogether = (within) => within.querySelectorAll("form:has([data-together])").forEach(countTogether);
countAllTogether(document);
document.addEventListener("htmx:load", (event) => countAllTogether(event.target.parentElement ?? document));

// A field left empty or a choice not made says so in the page, beside it; the browser's own bubble stays away.
const fieldsPlace = (field) => field.closest("fieldset, [role=radiogroup], .field, .check, .switch") ?? field.parentElement;
const forgetWrong = (field) => {
  document.getElementById(`wrong-${fieldsPlace(field).dataset.wrong}`)?.remove();
  delete fieldsPlace(field).dataset.wrong;
};
let wrongs = 0;
document.addEventListener("invalid", (event) => {
  event.preventDefault();
  const field = event.target;
  const place = fieldsPlace(field);
  if (!place.dataset.wrong) {
    place.dataset.wrong = wrongs += 1;
    const said = document.createElement("p");
    Object.assign(said, { id: `wrong-${wrongs}`, className: "error field-wrong", textContent: field.validationMessage });
    said.setAttribute("role", "alert");
    place.after(said);
  }
  if (field.form?.querySelector("input:invalid, select:invalid, textarea:invalid") !== field) return;
  field.focus({ preventScroll: true });
  place.scrollIntoView({ block: "center" });
}, true);
for (const kind of ["input", "change"]) {
  document.addEventListener(kind, (event) => { if (event.target.form && fieldsPlace(event.target)?.dataset.wrong) forgetWrong(event.target); });
}

// On a slow line a tap shows at once that it was taken: the button or link is marked until the answer is there.
// What is sent by htmx is mostly answered before anyone could see the mark, which makes the browser style and lay out
// the page twice: it waits a moment that nobody notices.
const UNNOTICED = 60;
let taken = null;
let soon = 0;
function take(element) {
  release();
  taken = element;
  element.setAttribute("data-busy", "");
  document.documentElement.setAttribute("data-busy", "");
}
function release() {
  clearTimeout(soon);
  taken?.removeAttribute("data-busy");
  taken = null;
  document.documentElement.removeAttribute("data-busy");
}
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const away = link.origin !== location.origin || link.target || link.hasAttribute("download");
  if (!away && (link.pathname !== location.pathname || link.search !== location.search)) takeUnlessPrevented(event, link);
});
document.addEventListener("submit", (event) => {
  if (event.target.method !== "dialog") takeUnlessPrevented(event, event.submitter ?? event.target);
});
// Others who listen may still keep it from being sent: without a network nothing is on its way.
function takeUnlessPrevented(event, element) {
  setTimeout(() => { if (!event.defaultPrevented && element.isConnected) take(element); });
}
document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig } = event.detail;
  const tapped = requestConfig.triggeringEvent?.submitter ?? requestConfig.triggeringEvent?.target?.closest?.("a, button");
  clearTimeout(soon);
  if (tapped) soon = setTimeout(() => { if (elt.isConnected && tapped.isConnected) take(tapped); }, UNNOTICED);
});
for (const over of ["htmx:beforeSwap", "htmx:afterRequest", "htmx:sendError"]) document.addEventListener(over, release);
navigator.serviceWorker?.addEventListener("message", release);
addEventListener("pageshow", release);

// Why? opens beside where it was asked, in a game as in a list: nobody loses the prompt they are at. A second tap folds
// it. Out of reach it is a page like any other.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a.why-link");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  const shown = link.nextElementSibling;
  if (shown?.matches(".why-here")) { shown.open = !shown.open; return; }
  if (link.hasAttribute("data-busy")) return;
  take(link);
  const answer = await fetch(link.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  const part = answer?.ok ? await answer.text() : "";
  release();
  if (part.includes("why-here")) link.insertAdjacentHTML("afterend", part);
  else location.assign(link.href);
}, true);

// Running totals: the form's own number and the points of all that is ticked; what is left of `data-of`.
document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-sum]");
  if (!form) return;
  const ticked = [...form.querySelectorAll("[data-points]:checked")];
  const sum = ticked.reduce((points, one) => points + Number(one.dataset.points), Number(form.dataset.sum));
  const shows = { sum, left: Number(form.dataset.of) - sum };
  for (const place of form.querySelectorAll("[data-shows]")) {
    place.textContent = String(shows[place.dataset.shows]).replace("-", "−");
  }
});

// The key / goes to the search: the field on this page, else the page of its own. A game, a wizard or a screen,
// which have no bar, are not left by it.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable], dialog")) return;
  const field = document.querySelector("[data-slash]");
  if (!field && !document.querySelector(".tab-bar")) return;
  event.preventDefault();
  if (field) field.select();
  else location.assign(`${root}/search`);
});
