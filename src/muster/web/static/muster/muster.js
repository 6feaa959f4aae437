// The little script every page shares. Pages work without it; with it they are quicker and open without a network.
if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("/sw.js");
}

// Forms marked data-auto send themselves when a choice changes; their button is for browsers without scripts.
document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-auto]");
  if (form && !form.hasAttribute("hx-get")) form.requestSubmit();
});

// Copy the text of the element named by data-copy, and say so.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button || !navigator.clipboard) return;
  const source = document.getElementById(button.dataset.copy);
  await navigator.clipboard.writeText(source.value ?? source.textContent);
  button.setAttribute("data-copied", "");
});

// Steppers: the number field works alone; the two buttons are for thumbs.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-stepper] [data-step]");
  if (!button) return;
  const input = button.closest("[data-stepper]").querySelector("input");
  const wanted = Number(input.value || 0) + Number(button.dataset.step);
  input.value = Math.max(Number(input.min || 0), Math.min(Number(input.max || 99), wanted));
  input.dispatchEvent(new Event("change", { bubbles: true }));
});

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
  else location.assign("/search");
});
