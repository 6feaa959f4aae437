// On a wide screen a card opens beside the list; elsewhere, and without this script, on its own page.
const wide = window.matchMedia("(min-width: 60rem)");

document.addEventListener("click", (event) => {
  const row = event.target.closest("a.unit-card");
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!row || !plain || !wide.matches) return;
  event.preventDefault();
  const address = new URL(location.href);
  address.searchParams.delete("page");
  address.searchParams.set("card", row.pathname.split("/").slice(-2).join("/"));
  htmx.ajax("GET", address.pathname + address.search, { target: "#pane", swap: "innerHTML show:#pane:top" });
  for (const other of document.querySelectorAll("a.unit-card[aria-current]")) other.removeAttribute("aria-current");
  row.setAttribute("aria-current", "true");
});
