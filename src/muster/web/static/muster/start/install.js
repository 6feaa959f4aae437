// Says once on a device that Muster can stand on its home screen, with the browser's own button where it has one. What it
// says is written here: most who open the start page never see it.
const SAID = "muster-install-said";
const isApple = /iPhone|iPad/.test(navigator.userAgent);
const icons = document.querySelector(".icon use")?.getAttribute("href").split("#")[0];
const ADD = '<button class="btn" data-size="small" data-kind="primary" data-install-now>Add it</button> ';
const notice = (offer) => [
  '<div class="notice" data-install>',
  `<svg class="icon" aria-hidden="true"><use href="${icons}#ui-plus"/></svg> `,
  '<span class="grow">Muster can stand on this device’s home screen, and opens without a network there.',
  offer ? "" : " Tap Share, then <b>Add to Home Screen</b>.",
  `<span class="row">${offer ? ADD : ""}`,
  '<button class="btn" data-size="small" data-install-close>Not now</button></span></span></div>',
].join("");

function show(offer) {
  document.querySelector("[data-install]")?.remove();
  document.querySelector("#tools-h").closest("section").insertAdjacentHTML("afterend", notice(offer));
  const said = document.querySelector("[data-install]");
  const close = () => { said.remove(); localStorage.setItem(SAID, "1"); };
  said.querySelector("[data-install-now]")?.addEventListener("click", () => { offer.prompt(); close(); });
  said.querySelector("[data-install-close]").addEventListener("click", close);
}

if (!localStorage.getItem(SAID) && !matchMedia("(display-mode: standalone)").matches) {
  if (isApple) show(null);
  addEventListener("beforeinstallprompt", (event) => { event.preventDefault(); show(event); });
}
