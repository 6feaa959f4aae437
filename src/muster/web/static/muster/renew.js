// Draws a fragment into what is there already. What has not changed stays: most of what is drawn again, and a phone that
// draws all of it is slow and gets warm. What has changed is replaced in its smallest part, and in the end the page has
// the fragment to the last word.
(() => {
  // What can be tapped or filled in stays or goes as a whole.
  const WHOLE = "a, button, details, form, input, label, select, textarea";
  const same = (one) => (other) => one.isEqualNode(other);
  const alike = (old, fresh) => (
    old.nodeType === Node.ELEMENT_NODE && old.nodeName === fresh.nodeName && !old.matches(WHOLE));

  function rewrite(old, fresh, added) {
    for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    rewriteInside(old, fresh, added);
  }
  function rewriteInside(old, fresh, added) {
    const was = [...old.childNodes];
    const now = [...fresh.childNodes];
    let end = null;
    while (was.length && now.length && was[0].isEqualNode(now[0])) { was.shift(); now.shift(); }
    while (was.length && now.length && was.at(-1).isEqualNode(now.at(-1))) { end = was.pop(); now.pop(); }
    while (now.length) {
      const one = now.shift();
      const kept = was.findIndex(same(one));
      if (kept >= 0) {
        was.splice(0, kept + 1).slice(0, -1).forEach((gone) => gone.remove());
      } else if (was.length && !now.some(same(was[0])) && alike(was[0], one)) {
        rewrite(was.shift(), one, added);
      } else {
        added.push(one);
        if (!was.length || now.some(same(was[0]))) old.insertBefore(one, was[0] ?? end);
        else was.shift().replaceWith(one);
      }
    }
    was.forEach((gone) => gone.remove());
  }
  // Nobody has chosen or typed anything in a fragment that is new; the page puts back what is still asked for.
  function untouched(field) {
    if (field.type === "checkbox" || field.type === "radio") field.checked = field.defaultChecked;
    else if (field.options) for (const option of field.options) option.selected = option.defaultSelected;
    else if (field.value !== field.defaultValue) field.value = field.defaultValue;
  }
  function drawn(element, draw) {
    const added = [];
    draw(added);
    element.querySelectorAll("input, select, textarea").forEach(untouched);
    return added;
  }

  // What is inside an element, and the element itself; both tell what is new.
  window.renew = (element, fresh) => drawn(element, (added) => rewriteInside(element, fresh, added));
  window.renewWhole = (element, fresh) => drawn(element, (added) => rewrite(element, fresh, added));
})();
