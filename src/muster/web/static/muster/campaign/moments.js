// The other side's fate comes with the live strip, as a card over the head of the page. Each is seen once on a phone;
// a tap on it, or any key, puts it away. The line in the strip says the same, so nothing is lost without this script.
(() => {
  const SEEN = "muster-fates";
  const seen = () => (sessionStorage.getItem(SEEN) ?? "").split(" ");
  const markOf = (card) => `${location.pathname}#${card.dataset.fate}`;

  function putAway(card) {
    sessionStorage.setItem(SEEN, [...seen().slice(-40), markOf(card)].join(" "));
    card.hidden = true;
  }

  function showFresh() {
    document.querySelectorAll("[data-fate]").forEach((card) => { card.hidden = seen().includes(markOf(card)); });
  }

  const open = () => document.querySelectorAll("[data-fate]:not([hidden])");
  document.addEventListener("click", (event) => {
    const card = event.target.closest("[data-fate]");
    if (card) putAway(card);
  });
  document.addEventListener("keydown", () => open().forEach(putAway));
  document.addEventListener("htmx:load", (event) => { if (event.target.closest("[data-live]")) showFresh(); });
  showFresh();
})();
