// A folded line asks for what its card does when it is opened first.
document.addEventListener("toggle", async ({ target }) => {
  const card = target.dataset?.does;
  if (!card || !target.open || target.childElementCount > 1) return;
  const answer = await fetch(`/cards/effect/${card}`).catch(() => null);
  const text = answer?.ok ? await answer.text() : "";
  if (text && target.childElementCount < 2) target.insertAdjacentHTML("beforeend", text);
  else if (!text) target.open = false;
}, true);
