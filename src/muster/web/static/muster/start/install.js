// Says once on a device that Muster can stand on its home screen, with the browser's own button where it has one.
const hint = document.querySelector("[data-install]");
const SAID = "muster-install-said";
const isApple = /iPhone|iPad/.test(navigator.userAgent);

function show(offer) {
  hint.hidden = false;
  hint.querySelector("[data-install-apple]").hidden = Boolean(offer);
  const button = hint.querySelector("[data-install-now]");
  button.hidden = !offer;
  button.addEventListener("click", () => { offer.prompt(); close(); });
  hint.querySelector("[data-install-close]").addEventListener("click", close);
}

function close() {
  hint.hidden = true;
  localStorage.setItem(SAID, "1");
}

if (hint && !localStorage.getItem(SAID) && !matchMedia("(display-mode: standalone)").matches) {
  if (isApple) show(null);
  addEventListener("beforeinstallprompt", (event) => { event.preventDefault(); show(event); });
}
