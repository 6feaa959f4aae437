// A folded line asks for what its card does when it is opened first; without a network it says so and asks again.
document.addEventListener("toggle", async ({ target }) => {
  const card = target.dataset?.does;
  if (!card || !target.open || target.querySelector(":scope > p:not([data-late])")) return;
  const root = document.documentElement.dataset.root ?? "";
  const answer = await fetch(`${root}/cards/effect/${card}`).catch(() => null);
  const text = answer?.ok ? await answer.text() : "<p data-late>No network. Open it again once you’re online.</p>";
  target.querySelectorAll(":scope > p").forEach((old) => old.remove());
  target.insertAdjacentHTML("beforeend", text);
}, true);
