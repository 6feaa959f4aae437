// What a waiting player sees: the screen after a scored round, once on each phone, and the newest act, said once to a
// screen reader. Without this the screen stays out of the way; the Score tab has all of it.
(() => {
  const place = `muster.scene.${location.pathname.split("/").slice(0, 3).join("/")}`;
  const SOON = 500;
  const live = () => document.getElementById("live");
  const dialog = document.getElementById("scene");
  if (!dialog) return;

  // A scene that was undone and came otherwise has another name; one that is read stays until it is closed.
  function show() {
    const scene = live()?.querySelector("[data-scene]");
    if (!scene || localStorage.getItem(place) === scene.dataset.scene) return;
    dialog.replaceChildren(...[...scene.childNodes].map((node) => node.cloneNode(true)));
    dialog.dataset.shows = scene.dataset.scene;
    dialog.ariaLabel = scene.dataset.title;
    if (dialog.open) return;
    delete dialog.dataset.ready;
    setTimeout(() => { dialog.dataset.ready = ""; }, SOON);
    dialog.showModal();
  }
  dialog.addEventListener("close", () => {
    localStorage.setItem(place, dialog.dataset.shows);
    dialog.replaceChildren();
  });
  // A finger that meant the last question does not close the screen drawn under it; keys have no such aim.
  dialog.addEventListener("click", (event) => {
    if (event.detail > 0 && !("ready" in dialog.dataset)) { event.preventDefault(); return; }
    if (event.target.closest("[data-close]")) setTimeout(() => dialog.close());
  });

  // Several acts may come in one frame: the newest is said. An undo goes back to what was said before, and is silent.
  const said = new Set();
  function tell(aloud) {
    const line = live()?.querySelector("[data-heard]");
    if (!line || said.has(line.dataset.heard)) return;
    said.add(line.dataset.heard);
    if (aloud) document.getElementById("game-heard").textContent = line.textContent;
  }

  document.addEventListener("live:drawn", () => { tell(true); show(); });
  addEventListener("DOMContentLoaded", () => { tell(false); show(); });
})();
