// Draws a fragment into what is there already. What has not changed stays: most of what is drawn again, and a phone that
// draws all of it is slow and gets warm. What has changed is replaced in its smallest part, and in the end the page has
// the fragment to the last word. What the server knows to be there it only names.
(() => {
  // What can be tapped or filled in stays or goes as a whole.
  const WHOLE = "a, button, details, form, input, label, select, textarea";
  // Parts that are there already are only named by the server: <template data-parts="…"> stands for the elements with
  // these names. `held` are those that are named, until they have their place.
  const NAMED = "template[data-parts]";
  let held = new Map();
  const partsOf = (element) => [...element.querySelectorAll("[data-part]")];
  const namesIn = (fresh) => [...fresh.querySelectorAll(NAMED)].flatMap((one) => one.dataset.parts.split(" "));
  function hold(element, fresh) {
    held = new Map(namesIn(fresh).map((name) => [name, []]));
    if (held.size) for (const part of partsOf(element)) held.get(part.dataset.part)?.push(part);
  }
  const isHeld = (node) => {
    const left = held.get(node.dataset?.part);
    return left && !left.taken && left.includes(node);
  };
  function claimed(node, parent) {
    if (node.nodeName !== "TEMPLATE" || !node.dataset.parts) return [node];
    return node.dataset.parts.split(" ").map((name) => {
      const left = held.get(name);
      const near = left.findIndex((part) => part.parentNode === parent);
      return left.length > 1 ? left.splice(Math.max(near, 0), 1)[0] : taken(left);
    });
  }
  // Of two alike there may have been one: then the second is its likeness.
  function taken(left) {
    if (left.taken) return left[0].cloneNode(true);
    left.taken = true;
    return left[0];
  }
  function filled(node) {
    if (node.nodeType === Node.ELEMENT_NODE) node.querySelectorAll(NAMED).forEach((one) => one.replaceWith(...claimed(one)));
    return node;
  }

  // Of several alike each stands for itself: what has its place in the fragment by name is not taken for its likeness.
  const sameIn = (placed) => (one) => (other) => (
    one === other || (!placed.has(one) && !placed.has(other) && one.isEqualNode(other)));
  // A button or link that does the same as before stays, with other words on it: it keeps the focus, and the browser
  // does not have to work out the page again to find out who has it now.
  const leadsTo = (node) => node.nodeName === "A" && node.getAttribute("href");
  const doesTheSame = (old, fresh) => (
    old.nodeName === "BUTTON" ? old.value && old.name === fresh.name && old.value === fresh.value : leadsTo(old) && leadsTo(old) === leadsTo(fresh));
  const alike = (old, fresh) => (
    old.nodeType === Node.ELEMENT_NODE && old.nodeName === fresh.nodeName && (!old.matches(WHOLE) || doesTheSame(old, fresh)));

  // No fragment has these, only the page sets them: taken away and set again they would cost the page's styles twice.
  const OF_THE_PAGE = ["inert", "data-still"];
  function rewrite(old, fresh, added) {
    for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name) && !OF_THE_PAGE.includes(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    rewriteInside(old, fresh, added);
  }
  // What the page has put there itself stays where it is: a finger may be on it.
  const isOwn = (node) => node.dataset?.own !== undefined;
  function rewriteInside(old, fresh, added) {
    const was = [...old.childNodes].filter((node) => !isOwn(node));
    const now = [...fresh.childNodes].flatMap((one) => claimed(one, old));
    const isThere = new Set(was); // and stays, wherever it goes
    const same = sameIn(new Set(now.filter((one) => isThere.has(one))));
    let end = null;
    while (was.length && now.length && same(was[0])(now[0])) { was.shift(); now.shift(); }
    while (was.length && now.length && same(was.at(-1))(now.at(-1))) { end = was.pop(); now.pop(); }
    const leave = (gone) => { if (gone.parentNode === old && !now.includes(gone)) gone.remove(); };
    while (now.length) {
      const one = now.shift();
      while (was.length && was[0].parentNode !== old) was.shift(); // it has its place elsewhere now
      const kept = was.findIndex(same(one));
      if (kept >= 0) {
        was.splice(0, kept + 1).slice(0, -1).forEach(leave);
      } else if (was.length && !isThere.has(one) && !isHeld(was[0]) && !now.some(same(was[0])) && alike(was[0], one)) {
        rewrite(was.shift(), one, added);
      } else {
        if (!isThere.has(one)) added.push(filled(one));
        if (!was.length || now.some(same(was[0]))) old.insertBefore(one, was[0] ?? end);
        else was.shift().replaceWith(one);
      }
    }
    was.forEach(leave);
  }
  // Nobody has chosen or typed anything in a fragment that is new; the page puts back what is still asked for. What the
  // page has put there itself (data-own) is none of the fragment's.
  function untouched(field) {
    if (field.type === "checkbox" || field.type === "radio") {
      if (field.checked !== field.defaultChecked) field.checked = field.defaultChecked;
    } else if (field.options) for (const option of field.options) option.selected = option.defaultSelected;
    else if (field.value !== field.defaultValue) field.value = field.defaultValue;
  }
  function drawn(element, fresh, draw) {
    const added = [];
    hold(element, fresh);
    draw(added);
    held = new Map();
    for (const field of element.querySelectorAll("input, select, textarea")) if (!field.closest("[data-own]")) untouched(field);
    return added;
  }

  // The names of the parts of an element; and whether a fragment names one that is not there.
  window.partNames = (element) => partsOf(element).map((part) => part.dataset.part).join(" ");
  window.lacksParts = (element, fresh) => {
    const names = new Set(partsOf(element).map((part) => part.dataset.part));
    return namesIn(fresh).some((name) => !names.has(name));
  };

  // What is inside an element, and the element itself; both tell what is new.
  window.renew = (element, fresh) => drawn(element, fresh, (added) => rewriteInside(element, fresh, added));
  window.renewWhole = (element, fresh) => drawn(element, fresh, (added) => rewrite(element, fresh, added));
})();
