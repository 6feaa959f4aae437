"""axe, which finds what stands in a reader's way, as the site of these tests serves it.

A script that a browser fetches is compiled once and kept; half a megabyte sent along with every look takes
longer than many a look. And most of a look are colours, so they are made quicker here; what is found is the
same.
"""

from importlib.resources import files
from typing import Any, Final

ADDRESS: Final = "/axe.js"
# axe is written for browsers without private fields and keeps those of every colour in weak maps: as many and
# as slow as they are, a name of its own on the colour saves a quarter. And a page has few colours.
QUICKER: Final = """(() => {
  class Kept {
    #name = Symbol();
    has(one) { return Object.hasOwn(one, this.#name); }
    get(one) { return one[this.#name]; }
    set(one, value) { one[this.#name] = value; return this; }
    add(one) { return this.set(one, true); }
    delete(one) { return this.has(one) && delete one[this.#name]; }
  }
  const WeakMap = Kept, WeakSet = Kept;
  %s
  const { Color } = axe.commons.color, read = Color.prototype.parseString, known = new Map();
  Color.prototype.parseString = function (text) {
    if (!known.has(text)) {
      read.call(this, text);
      known.set(text, [this.r, this.g, this.b, this.alpha]);
    }
    [this.r, this.g, this.b, this.alpha] = known.get(text);
    return this;
  };
})();"""
# axe writes out what it finds wrong, not the thousands of things that are right; and the rest of its answer
# stays in the browser: to carry it over takes as long as to find it.
# Where the site keeps pages on the device, or there is no network, nothing is fetched: then it answers null.
LINES: Final = f"""async (options) => {{
  if (!window.axe && !navigator.serviceWorker?.controller) await new Promise((done) => {{
    const script = document.createElement("script");
    document.head.append(Object.assign(script, {{ src: "{ADDRESS}", onload: done, onerror: done }}));
    script.remove();
  }});
  if (!window.axe) return null;
  const found = await axe.run({{ resultTypes: ["violations"], ...options }});
  return found.violations.flatMap(
    (one) => one.nodes.map((node) => `${{one.id}}: ${{node.html.slice(0, 160)}}`));
}}"""


def script() -> str:
    """axe's own words between ours."""
    return QUICKER.replace("%s", files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))


async def serve(send: Any) -> None:
    """Answers with the script, which never changes while a site runs."""
    headers = [(b"content-type", b"text/javascript; charset=utf-8"), (b"cache-control", b"max-age=86400")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": script().encode()})
