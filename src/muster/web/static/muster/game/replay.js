// A replay by keyboard: arrows step, Home and End go to its ends. The page works without this.
(() => {
  const WAYS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    document.querySelector(`.replay-steps a[rel="${way}"]`)?.click();
  });
})();
