// Events on open pages: clocks count down. Pages work without it, they only have to be reloaded.
(() => {
  const two = (number) => String(number).padStart(2, "0");

  // The server says when time is up; a device whose clock is wrong is put right by the page's own first text.
  const drift = new WeakMap();
  function left(element) {
    const ends = Date.parse(element.dataset.ends);
    if (!drift.has(element)) {
      const [minutes, seconds] = element.textContent.split(":").map(Number);
      const off = ends - Date.now() - (minutes * 60 + seconds) * 1000;
      drift.set(element, Math.abs(off) > 90000 ? off : 0);
    }
    return Math.max(0, Math.round((ends - Date.now() - drift.get(element)) / 1000));
  }
  function tick() {
    document.querySelectorAll("time[data-ends]").forEach((element) => {
      const seconds = left(element);
      element.textContent = `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
      if (seconds === 0 && !element.dataset.asked) {
        element.dataset.asked = "1";
        document.dispatchEvent(new Event("muster:follow"));
      }
    });
  }
  setInterval(tick, 1000);
})();
