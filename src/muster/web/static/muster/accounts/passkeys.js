// Passkeys: the server gives a challenge, the device answers it, and the form carries the answer like any other field.
// Where the browser has none, the forms stay hidden.
const has = window.PublicKeyCredential?.parseRequestOptionsFromJSON && PublicKeyCredential.parseCreationOptionsFromJSON;
const asks = {
  create: (options) => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  get: (options) => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
};
const SENTENCES = {
  NotAllowedError: "No passkey was used: the device said no, or it took too long.",
  InvalidStateError: "This device already has a passkey for your account.",
};

if (has) {
  for (const note of document.querySelectorAll("[data-passkey-missing]")) note.hidden = true;
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => { event.preventDefault(); ask(form); });
  }
}

async function ask(form) {
  const button = form.querySelector("button");
  say(form, "");
  button.disabled = true;
  try {
    const credential = await asks[form.dataset.passkey](await challenge(form));
    form.elements.credential.value = JSON.stringify(credential);
    form.submit();
  } catch (problem) {
    say(form, problem instanceof DOMException ? SENTENCES[problem.name] ?? "This passkey didn’t work." : problem.message);
  }
  button.disabled = false;
}

async function challenge(form) {
  const token = form.elements.csrfmiddlewaretoken.value;
  const body = new URLSearchParams(new FormData(form));
  const response = await fetch(form.dataset.options, { method: "POST", body, headers: { "X-CSRFToken": token } })
    .catch(() => { throw new Error("The server doesn’t answer. Try again."); });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.message ?? "That didn’t work. Reload the page and try again.");
  return answer;
}

function say(form, sentence) {
  const line = form.querySelector("[role=alert]");
  line.querySelector("span").textContent = sentence;
  line.hidden = !sentence;
}
