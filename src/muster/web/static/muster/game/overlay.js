// The overlay of a caster: each JSON stream that tells of a change has the page fetch itself again, once at a time.
(() => {
  const overlay = document.getElementById("overlay");
  if (!overlay) return;
  let busy = false;
  let again = false;

  async function fetchAgain() {
    if (busy) { again = true; return; }
    busy = true;
    try {
      const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
      if (answer.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const fresh = page.getElementById("overlay");
        if (fresh) overlay.replaceChildren(...fresh.children);
      }
    } catch {
      // The line broke; its next event asks again.
    }
    busy = false;
    if (again) { again = false; fetchAgain(); }
  }

  // The first event is the present, which the page shows already. EventSource resumes by Last-Event-ID itself.
  for (const address of overlay.dataset.streams.split(" ")) {
    let first = true;
    new EventSource(address).addEventListener("state", () => {
      if (!first) fetchAgain();
      first = false;
    });
  }
})();
