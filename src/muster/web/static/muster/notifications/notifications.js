// Asks the browser whether it can be told anything, subscribes it with the server's key, and sends what it answers.
const form = document.querySelector("form[data-push]");
const button = form.querySelector("[data-push-button]");
const status = form.querySelector("[data-push-status]");

const isApple = /iPhone|iPad/.test(navigator.userAgent) || (navigator.maxTouchPoints > 1 && /Macintosh/.test(navigator.userAgent));
const isInstalled = matchMedia("(display-mode: standalone)").matches;

function obstacle() {
  if (!window.isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return isApple && !isInstalled ? "home-screen" : "unsupported";
  return Notification.permission === "denied" ? "blocked" : "";
}

function showObstacle() {
  const found = obstacle();
  for (const card of document.querySelectorAll("[data-push-says]")) card.hidden = card.dataset.pushSays !== found;
  form.hidden = Boolean(found);
}

const bytes = (key) => Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// Which of the devices below is this one: it alone knows its address, the page only a digest of it.
async function markThisDevice() {
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.getSubscription();
  if (!subscription) return;
  const digest = hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint)));
  const row = document.querySelector(`[data-push-device="${digest}"]`);
  if (!row) return;
  row.querySelector("[data-push-here]").hidden = false;
  row.addEventListener("submit", () => subscription.unsubscribe());
  button.textContent = "Save for this device";
}

async function subscribe() {
  const worker = await navigator.serviceWorker.ready;
  const key = bytes(form.dataset.push);
  const known = await worker.pushManager.getSubscription();
  const current = known?.options.applicationServerKey;
  if (known && (!current || hex(current) !== hex(key))) await known.unsubscribe(); // the server has another key now
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  status.textContent = "Asking the browser …";
  try {
    if ((await Notification.requestPermission()) === "granted") {
      const { endpoint, keys } = (await subscribe()).toJSON();
      form.elements.endpoint.value = endpoint;
      form.elements.p256dh.value = keys.p256dh;
      form.elements.auth.value = keys.auth;
      form.submit();
      return;
    }
    status.textContent = "";
    showObstacle();
  } catch {
    status.textContent = "The browser’s push service didn’t answer. Try again later, or in another browser.";
  }
});

showObstacle();
if (!form.hidden) markThisDevice();
