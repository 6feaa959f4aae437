"""Every address of the site with a method, and what each role gets there (`route_rows`)."""

from muster.rules.cards import catalogue
from tests.web import routes_of_api, routes_of_events
from tests.web.access_world import (
    CANARY,
    HER_CARDS,
    HER_DEVICE,
    HER_NOTICES,
    HER_PASSKEY,
    HER_REGISTER,
    HER_TOKEN,
    THEIR_HOOK,
)
from tests.web.route_rows import FIGURES, NONE, NOTHING, Access, members, row

GAME = r"^game/(?P<game>[0-9a-f]{32})"
TABLE = r"^table/(?P<table>[0-9a-f]{32})"
REGISTER = r"^tours/register/(?P<register>[0-9a-f]{32})"
PICTURE = r"(?P<picture>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
STORY = r"^chronicle/(?P<token>[A-Za-z0-9_-]{10,40})"
CLUB = r"^tours/club/(?P<club>[0-9a-f]{32})"
KEYWORD = next(iter(catalogue().keywords))
UNIT = next(iter(catalogue().units.values())).slug
ROUTES: dict[str, list[Access]] = {
    **routes_of_api.ROUTES,
    **routes_of_events.ROUTES,
    "": [row("GET /", 200)],
    "about": [row("GET /about", 200)],
    "privacy": [row("GET /privacy", 200)],
    "help": [row("GET /help", 200)],
    "help/<slug:guide>": [row("GET /help/armies", 200), row("GET /help/nothing", 404)],
    "hint": [row("GET /hint", 405), row("POST /hint", 404)],
    "health": [row("GET /health", 200)],
    "metrics": [
        row("GET /metrics", 200),
        row("GET /metrics", 403)._replace(how="by a proxy"),  # where anybody may have asked
        row("GET /metrics", 403)._replace(how="figures have a token"),
        row("GET /metrics", 200)._replace(how="figures have a token", bearer=FIGURES),
    ],
    "robots.txt": [row("GET /robots.txt", 200)],
    ".well-known/security.txt": [row("GET /.well-known/security.txt", 404)],  # nobody is named here
    "favicon.ico": [row("GET /favicon.ico", 200)],
    "manifest.webmanifest": [row("GET /manifest.webmanifest", 200)],
    "sw.js": [row("GET /sw.js", 200)],
    "offline": [row("GET /offline", 200)],
    "preview/<str:token>.png": [row("GET /preview/nothing.png", 404)],
    "picture/<slug:kind>/<str:token>.png": [
        row("GET /picture/battle/nothing.png", 404),
        row("POST /picture/game/nothing.png", 405),
    ],
    r"^j/(?P<code>[0-9A-Za-z]{13})$": [
        row("GET /j/{short}", 302),
        row("GET /j/2222222222222", 404),
        row("POST /j/{short}", 405),
    ],
    r"^webhooks/(?P<kind>event|campaign)/(?P<id>[0-9a-f]{32})$": [
        row("GET /webhooks/event/{event}", 404, {200: "organiser"}, shows=THEIR_HOOK, to="organiser"),
        row("POST /webhooks/event/{event}", 404, {422: "organiser"}, given={"do": "add", "address": "x"}),
        row("GET /webhooks/campaign/{club}", 404, {200: "arbitrator"}, shows=THEIR_HOOK),  # an event's
        row("POST /webhooks/campaign/{club}", 404, {302: "arbitrator"}, given={"do": "remove", "hook": "1"}),
    ],
    "docs": [row("GET /docs", 302)],
    r"^docs/(?P<path>[\w./-]*)$": [row("GET /docs/nothing/here", 404), row("POST /docs/", 405)],
    "admin": [
        row("GET /admin", 404, {200: "owner"}, shows="Failing webhooks", to="owner"),
        row("POST /admin", 404, {302: "owner"}, given={"do": "announcement", "announcement": "x"}),
    ],
    "admin/accounts": [row("GET /admin/accounts", 404, {200: "owner"})],
    "admin/accounts/<uuid:account>": [
        row("GET /admin/accounts/{player_id}", 404, {200: "owner"}),
        row("POST /admin/accounts/{player_id}", 404, {302: "owner"}, given={"do": "unblock"}),
    ],
    "admin/reports": [
        row("GET /admin/reports", 404, {200: "owner"}),
        row("POST /admin/reports", 404, {302: "owner"}, given={"report": "x"}),
    ],
    "report": [
        row("GET /report?about=/a/x", 200),
        row("POST /report", 302, given={"about": "/a/x", "reason": "spam"}),
        row("POST /report", 422, given={"about": "/you", "reason": "spam"}),
    ],
    "theme": [row("GET /theme", 405), row("POST /theme", 302)],
    # cards and rules
    "cards": [row("GET /cards", 200)],
    "cards/effect/<slug:card>": [row("GET /cards/effect/tw", 200), row("GET /cards/effect/nobody", 404)],
    "cards/compare": [row("GET /cards/compare?a=ay&b=ah", 200), row("GET /cards/compare?a=nobody", 404)],
    "cards/<slug:kind>/<slug:slug>": [row(f"GET /cards/{UNIT}", 200), row("GET /cards/unit/nobody", 404)],
    "keywords": [row("GET /keywords", 200)],
    "keywords/<slug:keyword_id>": [row(f"GET /keywords/{KEYWORD}", 200), row("GET /keywords/nothing", 404)],
    "squads": [row("GET /squads", 200), row("GET /squads?edition=v9", 400)],
    "squads/print/<slug:sheet>.pdf": [
        row("GET /squads/print/transmitter.pdf", 200),
        row("GET /squads/print/x.pdf", 404),
    ],
    "squads/<slug:squad>/print/<slug:sheet>.pdf": [
        row("GET /squads/infantry/print/loadouts.pdf", 200),
        row("GET /squads/infantry/print/x.pdf", 404),
    ],
    "squads/missions": [row("GET /squads/missions", 200), row("GET /squads/missions?edition=v9", 400)],
    "squads/<slug:squad>": [row("GET /squads/infantry", 200), row("GET /squads/nobody", 404)],
    "squads/<slug:kind>/<slug:card>": [
        row("GET /squads/unit/fx-9", 200),
        row("GET /squads/unit/nobody", 404),
    ],
    "search": [
        row("GET /search", 200),
        row("GET /search?q=Blizzard", 200, shows=CANARY, to="player"),
        row("POST /search", 405),
    ],
    "rules": [row("GET /rules", 200), row("GET /rules?document=nothing", 404)],
    "rules/<int:number>": [row("GET /rules/1", 200), row("GET /rules/9999", 404)],
    "why": [
        row("GET /why", 200),
        row(f"GET /why?card={UNIT}", 200),
        row("GET /why?keyword=nothing", 404),
        row("POST /why", 405),
    ],
    "rules/core": [row("GET /rules/core", 200), row("POST /rules/core", 405)],
    "rules/core/<slug:rule_id>": [row("GET /rules/core/panic", 200), row("GET /rules/core/no-rule", 404)],
    "rulings": [row("GET /rulings", 200)],
    "rulings/<slug:ruling_id>": [row("GET /rulings/A21", 200), row("GET /rulings/A999", 404)],
    # dice: whoever has the link to a table plays there; only who opened it may close it
    "odds": [row("GET /odds", 200)],
    "dice": [row("GET /dice", 200)],
    "dice/roll": [row("POST /dice/roll", 422), row("GET /dice/roll", 405)],
    "dice/pool": [
        row("GET /dice/pool", 200),
        row("GET /dice/pool?attack-red=x", 422),
        row("POST /dice/pool", 405),
    ],
    "dice/table": [row("POST /dice/table", 302), row("GET /dice/table", 405)],
    f"{TABLE}$": [row("GET /table/{table}", 200), row(f"GET /table/{NONE}", 404)],
    f"{TABLE}/live$": [row("GET /table/{table}/live", 200)],
    f"{TABLE}/roll$": [row("POST /table/{table}/roll", 422)],
    f"{TABLE}/type$": [row("POST /table/{table}/type", 422)],
    f"{TABLE}/undo$": [row("POST /table/{table}/undo", 422)],
    f"{TABLE}/close$": [row("POST /table/{table}/close", 422, {302: "player"})],
    # games: whoever has the link watches, and sits down while a seat is free; the rest is for who sits there
    "play": [row("GET /play", 200), row("POST /play", 302)],
    "play/help": [row("GET /play/help", 200)],
    "g": [row("GET /g", 200), row("POST /g", 422)],
    f"{GAME}$": [
        row("GET /game/{game}", 404, {200: "player opponent"}),
        row("GET /game/{operation}", 404, {200: "player opponent"}),
        row("GET /game/{table_game}", 404, {200: "player opponent judge organiser"}),
        row("GET /game/{battle_game}", 404, {200: "player opponent arbitrator"}),
        row("GET /game/{lobby}", 200),
        row(f"GET /game/{NONE}", 404),
    ],
    f"{GAME}/live$": [
        row("GET /game/{game}/live", 404, {200: "player opponent"}),
        row("GET /game/{operation}/live", 404, {200: "player opponent"}),
        row("GET /game/{lobby}/live", 200),
    ],
    f"{GAME}/log$": [
        row("GET /game/{game}/log", 404, {200: "player opponent"}),
        row("GET /game/{operation}/log", 404, {200: "player opponent"}),
        row(f"GET /game/{NONE}/log", 404),
    ],
    f"{GAME}/replay$": [
        row("GET /game/{game}/replay?step=99999", 404, {200: "player opponent"}),
        row("GET /game/{operation}/replay", 404, {200: "player opponent"}),
        row(f"GET /game/{NONE}/replay", 404),
    ],
    rf"{GAME}/tools/(?P<unit>(?:one|two)\.\d{{1,3}})$": [
        row("GET /game/{game}/tools/one.1", 404),  # in setup; who has them in a round: test_unit_tools
        row("GET /game/{operation}/tools/one.1", 404),
        row(f"GET /game/{NONE}/tools/one.1", 404),
    ],
    f"{GAME}/remind$": [
        row("GET /game/{game}/remind", 404, {200: "player opponent"}),
        row("GET /game/{operation}/remind", 404),
        row(f"GET /game/{NONE}/remind", 404),
    ],
    f"{GAME}/overlay$": [row("GET /game/{game}/overlay", 404), row(f"GET /game/{NONE}/overlay", 404)],
    f"{GAME}/hall$": [row("GET /game/{game}/hall", 404), row(f"GET /game/{NONE}/hall", 404)],
    f"{GAME}/act$": [
        row(
            "POST /game/{game}/act",
            404,
            {403: "opponent", 422: "player"},
            given={"do": "concede", "seat": "one"},
        ),
        row("POST /game/{operation}/act", 404, {422: "player opponent"}, given={"do": "concede"}),
        row("POST /game/{lobby}/act", 302, given={"do": "sit", "seat": "two"}),
        row("POST /game/{game}/act", 404, given={"do": "nothing"}),
        row(f"POST /game/{NONE}/act", 404, given={"do": "begin"}),
        row("GET /game/{game}/act", 405),
    ],
    f"{GAME}/as/(?P<seat>one|two)$": [
        row("GET /game/{game}/as/one", 404, {200: "player"}),
        row("POST /game/{game}/as/one", 404, {302: "player"}),
        row("POST /game/{game}/as/two", 404, {302: "opponent"}),
        row("GET /game/{operation}/as/two", 404, {200: "opponent"}),
    ],
    # armies: a draft is its owner's alone until it is shared; to everybody else it does not exist
    "armies": [row("GET /armies", 200, shows=CANARY, to="player")],
    "armies/new": [row("GET /armies/new", 200), row("POST /armies/new", 422)],
    "armies/import": [row("GET /armies/import", 200), row("POST /armies/import", 422)],
    "armies/copy": [
        row("POST /armies/copy", 404, {302: "player"}, given={"code": "{code}"}),
        row("POST /armies/copy", 302, given={"code": "{shared}"}),
        row("GET /armies/copy", 405),
    ],
    "armies/compare": [
        row("GET /armies/compare", 200),
        row("GET /armies/compare?a={army}", 404, {200: "player"}),
        row("GET /armies/compare?a={army}&b={shared}", 404, {200: "player"}),
        row("GET /armies/compare?a={shared}&b={army}.1", 404, {200: "player"}),
        row("GET /armies/compare?a={shared}&b={army}.99", 404),
        row("GET /armies/compare?a={shared}&b={code}", 404, {200: "player"}),
        row("GET /armies/compare?a={shared}&b={shared}", 200),
    ],
    "armies/<uuid:army_id>": [row("GET /armies/{army}", 404, {200: "player"})],
    "armies/<uuid:army_id>/act": [
        row("POST /armies/{army}/act", 404, {302: "player"}, given={"do": "name", "name": "x", "seen": "1"})
    ],
    "armies/<uuid:army_id>/details": [row("POST /armies/{army}/details", 404, {302: "player"})],
    "armies/<uuid:army_id>/away": [row("POST /armies/{army}/away", 404, {302: "player"})],
    "armies/<uuid:army_id>/odds": [row("GET /armies/{army}/odds?unit=u1", 404, {422: "player"})],
    "armies/<uuid:army_id>/points": [row("GET /armies/{army}/points", 404, {200: "player"})],
    "armies/<uuid:army_id>/history": [
        row("GET /armies/{army}/history", 404, {200: "player"}),
        row("POST /armies/{army}/history", 404, {302: "player"}, given={"version": "1", "seen": "1"}),
    ],
    "armies/<uuid:army_id>/brings": [row("GET /armies/{army}/brings", 404, {200: "player"})],
    "armies/<uuid:army_id>/book": [
        row("GET /armies/{army}/book", 404, {200: "player"}),
        row("GET /armies/{army}/book?against=typical-empire", 404, {200: "player"}),
    ],
    "armies/<uuid:army_id>/book.pdf": [
        row("GET /armies/{army}/book.pdf?against=typical-empire", 404, {200: "player"})
    ],
    "armies/<uuid:army_id>/share": [
        row("GET /armies/{army}/share", 404, {200: "player"}),
        row("POST /armies/{army}/share", 404, {302: "player"}, given={"shared": "public"}),
    ],
    "armies/<uuid:army_id>/export/<slug:format_id>": [
        row("GET /armies/{army}/export/text", 404, {200: "player"}),
        row("GET /armies/{army}/export/nothing", 404, {422: "player"}),
    ],
    "armies/<uuid:army_id>/print/<sheet:sheet>.pdf": [
        row("GET /armies/{army}/print/play.pdf", 404, {200: "player"})
    ],
    "a/<slug:code>": [row("GET /a/{code}", 404, {200: "player"}), row("GET /a/{shared}", 200)],
    "a/<slug:code>/brings": [
        row("GET /a/{code}/brings", 404, {200: "player"}),
        row("GET /a/{shared}/brings", 200),
    ],
    "a/<slug:code>/export/<slug:format_id>": [
        row("GET /a/{code}/export/text", 404, {200: "player"}),
        row("GET /a/{shared}/export/text", 200),
    ],
    "a/<slug:code>/picture.png": [row("GET /a/{code}/picture.png", 404)],
    "a/<slug:code>/print/<sheet:sheet>.pdf": [
        row("GET /a/{code}/print/opponent.pdf", 404, {200: "player"}),
        row("GET /a/{shared}/print/opponent.pdf", 200),
    ],
    # Registers: everybody their own; another's does not exist
    "tours": [row("GET /tours", 200, shows=HER_REGISTER, to="player opponent"), row("POST /tours", 405)],
    "tours/new": [row("GET /tours/new", 200), row("POST /tours/new", 422)],
    f"{REGISTER}$": [
        row("GET /tours/register/{register}", 404, {200: "player"}),
        row(f"GET /tours/register/{NONE}", 404),
    ],
    f"{REGISTER}/act$": [
        row("POST /tours/register/{register}/act", 404, {302: "player"}, given={"do": "name", "name": "x"}),
        row("GET /tours/register/{register}/act", 405),
    ],
    f"{REGISTER}/undo$": [
        row("POST /tours/register/{register}/undo", 404, {422: "player"}, given={"batch": "x"}),
        row("GET /tours/register/{register}/undo", 405),
    ],
    f"{REGISTER}/recruit$": [
        row("GET /tours/register/{register}/recruit", 404, {200: "player"}),
        row("POST /tours/register/{register}/recruit", 404, {422: "player"}, given={"unit": "Cb"}),
    ],
    f"{REGISTER}/chronicle$": [row("GET /tours/register/{register}/chronicle", 404, {200: "player"})],
    "tours/arcs": [row("GET /tours/arcs", 200), row("POST /tours/arcs", 422)],
    "tours/arcs/example.json": [row("GET /tours/arcs/example.json", 200)],
    f"{REGISTER}/redo$": [
        row("POST /tours/register/{register}/redo", 404, {422: "player"}, given={"batch": "x"})
    ],
    f"{REGISTER}/points$": [
        row("GET /tours/register/{register}/points", 404, {422: "player"}),
        row("POST /tours/register/{register}/points", 404, {422: "player"}, given={"day": "2026-05-01"}),
    ],
    f"{REGISTER}/copy$": [
        row("POST /tours/register/{register}/copy", 404, {422: "player"}),
        row("GET /tours/register/{register}/copy", 405),
    ],
    f"{REGISTER}/story/(?P<battle>[A-Za-z0-9_.-]{{1,90}})$": [
        row("GET /tours/register/{register}/story/x", 404),
        row("GET /tours/register/{register}/story/{battle}", 404, {200: "player"}),
    ],
    f"{REGISTER}/plan$": [row("GET /tours/register/{register}/plan", 404, {200: "player"})],
    REGISTER + r"/after/(?P<battle>[A-Za-z0-9_.-]{1,90})$": [
        row("GET /tours/register/{register}/after/{battle}", 404, {422: "player"})
    ],
    REGISTER + r"/report/(?P<battle>[A-Za-z0-9_.-]{1,90})$": [
        row("GET /tours/register/{register}/report/x", 404),
        row("GET /tours/register/{register}/report/{battle}", 404, {200: "player"}),
        row("POST /tours/register/{register}/report/{battle}", 404, {302: "player"}, given={"title": "x"}),
    ],
    f"{REGISTER}/picture$": [
        row("POST /tours/register/{register}/picture", 404, {422: "player"}, given={"dossier": "d1"}),
        row("GET /tours/register/{register}/picture", 405),
    ],
    REGISTER + rf"/picture/{PICTURE}\.jpg$": [
        row("GET /tours/register/{register}/picture/{picture}.jpg", 404, {200: "player"}),
        row("GET /tours/register/{his_register}/picture/{picture}.jpg", 404),
    ],
    REGISTER + rf"/picture/{PICTURE}/erase$": [
        row("POST /tours/register/{register}/picture/{picture}/erase", 404, {302: "player"}),
        row("GET /tours/register/{register}/picture/{picture}/erase", 405),
    ],
    f"{REGISTER}/share$": [
        row("GET /tours/register/{register}/share", 404, {200: "player"}),
        row("POST /tours/register/{register}/share", 404, {302: "player"}, given={"shared": "off"}),
    ],
    rf"{STORY}/battle/(?P<battle>[A-Za-z0-9_.-]{{1,90}})$": [
        row("GET /chronicle/{story}/battle/{battle}", 200),
        row("GET /chronicle/nobody-knows-this/battle/{battle}", 404),
    ],
    rf"{STORY}$": [row("GET /chronicle/{story}", 200), row("GET /chronicle/nobody-knows-this", 404)],
    rf"{STORY}/picture/{PICTURE}\.jpg$": [
        row("GET /chronicle/{story}/picture/{picture}.jpg", 200),
        row("GET /chronicle/nobody-knows-this/picture/{picture}.jpg", 404),
        row("GET /chronicle/{story}/picture/00000000-0000-4000-8000-000000000000.jpg", 404),
    ],
    REGISTER + r"/print/(?P<sheet>[a-z]+)\.pdf$": [
        row("GET /tours/register/{register}/print/register.pdf", 404, {200: "player"}),
        row("GET /tours/register/{register}/print/charts.pdf", 404, {200: "player"}),
        row("GET /tours/register/{register}/print/nothing.pdf", 404),
    ],
    # campaigns: their members' own; what the arbitrator alone may do, the member may here
    "tours/clubs/new": [row("GET /tours/clubs/new", 200), row("POST /tours/clubs/new", 422)],
    "tours/orphans": [row("GET /tours/orphans", 404, {200: "owner"})],
    "tours/join/<str:token>": [
        row("GET /tours/join/{invitation}", 200, {302: "player opponent member arbitrator"}),
        row("POST /tours/join/{invitation}", 302, given={"key": "j"}),
        row("GET /tours/join/nothing", 404),
        row("POST /tours/join/nothing", 404),
    ],
    f"{CLUB}$": [
        row("GET /tours/club/{club}", 404, {200: "player opponent member arbitrator"}),
        row(f"GET /tours/club/{NONE}", 404),
    ],
    f"{CLUB}/act$": [
        row(
            "POST /tours/club/{club}/act",
            404,
            {302: "arbitrator", 403: "player opponent member"},
            given={"do": "rename", "name": "x"},
        ),
        row(
            "POST /tours/club/{club}/act",
            404,
            {422: "player"},
            given={"do": "enter", "register": "{register}"},
        ),
        row(
            "POST /tours/club/{club}/act",
            404,
            {302: "player arbitrator", 403: "opponent member"},
            given={"do": "withdraw", "register": "{register}"},
        ),
        row("POST /tours/club/{club}/act", 404, {422: "owner"}, given={"do": "adopt", "handle": "eve"}),
        row(
            "POST /tours/club/{club}/act",
            404,
            {404: "member"},  # whose battle it is, but not one of this campaign
            given={"do": "call-off", "battle": "{solo}"},
        ),
        row(
            "POST /tours/club/{club}/act",
            404,
            {403: "member", 422: "player opponent arbitrator"},
            given={"do": "call-off", "battle": "{battle}"},
        ),
        row("GET /tours/club/{club}/act", 405),
    ],
    f"{CLUB}/members$": [
        row("GET /tours/club/{club}/members", 404, {200: "player opponent member arbitrator"})
    ],
    f"{CLUB}/leave$": [
        row("GET /tours/club/{club}/leave", 404, {200: "player opponent member arbitrator"}),
        row(
            "GET /tours/club/{club}/leave?person={member_id}",
            404,
            {200: "member arbitrator", 403: "player opponent"},
        ),
    ],
    f"{CLUB}/readings$": [
        row("GET /tours/club/{club}/readings", 404, {200: "player opponent member arbitrator"})
    ],
    CLUB + r"/register/(?P<register>[0-9a-f]{32})$": [
        row("GET /tours/club/{club}/register/{register}", 404, {200: "player opponent member arbitrator"}),
        row("GET /tours/club/{club}/register/{mias_book}", 404, {404: "member"}),  # hers, and not in there
        row(f"GET /tours/club/{{club}}/register/{NONE}", 404),
    ],
    f"{CLUB}/summary$": [
        row("GET /tours/club/{club}/summary", 404, {200: "player opponent member arbitrator"})
    ],
    f"{CLUB}/book$": [
        row("GET /tours/club/{club}/book", 404, {200: "player opponent member arbitrator"}),
        row("POST /tours/club/{club}/book", 404, {302: "player opponent member arbitrator"}),
    ],
    rf"{CLUB}/book\.pdf$": [
        row("GET /tours/club/{club}/book.pdf", 404, {302: "player opponent member arbitrator"})
    ],
    f"{CLUB}/end$": [
        row("GET /tours/club/{club}/end", 404, {200: "arbitrator", 403: "player opponent member"})
    ],
    "tours/feed/<str:token>.xml": [
        row("GET /tours/feed/x.y.xml", 404),
        row("GET /tours/feed/{feed}.xml", 200),
        row("GET /tours/feed/{feed}x.xml", 404),  # signed by nobody
        row("GET /tours/feed/{eves_feed}.xml", 404),  # no member
        row("GET /tours/feed/{gone_feed}.xml", 404),  # an account that was closed
    ],
    CLUB + r"/dates\.ics$": [
        row("GET /tours/club/{club}/dates.ics", 404, {200: "player opponent member arbitrator"})
    ],
    f"{CLUB}/export$": [
        row("GET /tours/club/{club}/export", 404, {200: "player opponent member arbitrator"})
    ],
    f"{REGISTER}/correct$": [
        row(
            "GET /tours/register/{register}/correct", 404, {200: "arbitrator", 403: "player opponent member"}
        ),
        row(
            "GET /tours/register/{register}/correct?what=experience",
            404,
            {200: "arbitrator", 403: "player opponent member"},
        ),
        row(
            "POST /tours/register/{register}/correct", 404, {200: "arbitrator", 403: "player opponent member"}
        ),
    ],
    "tables": [row("GET /tables", 200)],
    "tables/terrain": [row("GET /tables/terrain", 200), row("POST /tables/terrain", 405)],
    "tables/components": [row("GET /tables/components", 200), row("POST /tables/components", 405)],
    "tables/regulations": [row("GET /tables/regulations", 200)],
    "tables/setup": [row("GET /tables/setup", 200), row("POST /tables/setup", 422)],
    r"^tables/setup/(?P<table>[0-9a-f]{32})$": [
        row("GET /tables/setup/{setup}", 200),
        row("POST /tables/setup/{setup}", 422, given={"do": "undo", "batch": "x"}),
        row(f"GET /tables/setup/{NONE}", 404),
    ],
    r"^tables/setup/(?P<table>[0-9a-f]{32})/body$": [
        row("GET /tables/setup/{setup}/body", 200),
        row(f"GET /tables/setup/{NONE}/body", 404),
    ],
    # the collection: everybody counts their own
    "collection": [row("GET /collection?faction=rebels", 200, shows=f"{HER_CARDS:,}", to="player")],
    "collection/count": [row("POST /collection/count", 302), row("GET /collection/count", 405)],
    "collection/product": [row("POST /collection/product", 422)],
    "armies/public": [row("GET /armies/public", 200, shows=CANARY), row("POST /armies/public", 405)],
    # battles of Tours of Duty: of whoever owns the Register; here nobody has one
    r"^tours/register/(?P<register>[0-9a-f]{32})/battle$": [
        row("GET /tours/register/{register}/battle", 404, {200: "player"}),
        row(
            "POST /tours/register/{register}/battle",
            404,
            given={"points": "800", "opponent": "{eves_book}"},
        ),
        row("POST /tours/register/{register}/battle", 404, {422: "player"}, given={"points": "800"}),
    ],
    "battle/<slug:battle>": [
        row("GET /battle/{battle}", 404, {200: "player opponent member arbitrator"}),
        row("GET /battle/{battle}_red", 404, {200: "opponent"}),
        row(f"GET /battle/{NOTHING}", 404),
        row("POST /battle/{battle}", 405),
    ],
    "battle/<slug:battle>/live": [
        row("GET /battle/{battle}/live", 404, {200: "player opponent member arbitrator"}),
        row(f"GET /battle/{NOTHING}/live", 404),
    ],
    "battle/<slug:battle>/brings": [
        row("GET /battle/{battle}/brings", 404, {200: "player opponent"}),
        row(f"GET /battle/{NOTHING}/brings", 404),
    ],
    "battle/<slug:battle>/story": [
        row("GET /battle/{battle}/story", 404, {200: "player opponent member arbitrator"}),
        row(f"GET /battle/{NOTHING}/story", 404),
    ],
    "battle/<slug:battle>/evidence": [
        row("GET /battle/{battle}/evidence", 404, {200: "player opponent member arbitrator"}),
        row(f"GET /battle/{NOTHING}/evidence", 404),
    ],
    "battle/<slug:battle>/<slug:what>": [
        row(
            "POST /battle/{battle}/dispute",
            404,
            {302: "player opponent", 403: "member arbitrator"},
            given={"words": "x"},
        ),
        row("POST /battle/{battle}_red/dispute", 404, {302: "opponent"}, given={"words": "x"}),
        row("POST /battle/{battle}/call-off", 404, {403: "member", 422: "player opponent arbitrator"}),
        row("POST /battle/{battle}/undo", 404, {422: "player opponent"}, given={"batch": "x"}),
        row("POST /battle/{battle}/count", 404, {200: "player opponent member arbitrator"}),
        row("POST /battle/{battle}/nothing", 404),
        row("GET /battle/{battle}/muster", 405),
    ],
    # accounts
    "you": [row("GET /you", 200, shows="1 token", to="player"), row("POST /you", 302, given={"name": "x"})],
    "you/password": [
        members("GET /you/password", 200),
        members("POST /you/password", 422, given={"password": "x", "new_password": "y"}),
    ],
    "you/data": [row("GET /you/data", 200, {302: "nobody"}), row("POST /you/data", 302)],
    "you/data.zip": [row("GET /you/data.zip", 302, {200: "player"}), row("POST /you/data.zip", 405)],
    "you/guest-work": [
        members("GET /you/guest-work", 302),
        members("POST /you/guest-work", 404, given={"do": "bring"}),
    ],
    "you/delete": [
        row("GET /you/delete", 200, {302: "nobody"}),
        row("POST /you/delete", 422, {302: "nobody"}),
    ],
    "you/second-step": [
        members("GET /you/second-step", 200),
        members("POST /you/second-step", 422, given={"do": "begin"}),
        members(
            "POST /you/second-step",
            302,
            {422: "scorekeeper owner"},
            given={"do": "confirm", "code": "000000"},
        ),
    ],
    "you/passkeys": [
        members("GET /you/passkeys", 200, shows=HER_PASSKEY, to="player"),
        members("POST /you/passkeys", 422, given={"do": "confirm", "password": "x"}),
        members("POST /you/passkeys", 422, given={"do": "add", "label": "x", "credential": "{}"}),
        members(  # who keeps scores has not given the password just now
            "POST /you/passkeys",
            404,
            {302: "player", 422: "scorekeeper"},
            given={"do": "remove", "passkey": "{passkey}"},
        ),
    ],
    "you/passkeys/options": [
        row("GET /you/passkeys/options", 405),
        members("POST /you/passkeys/options", 422, given={"label": "x"}),
    ],
    "notifications": [
        row("GET /notifications", 200, shows=HER_NOTICES, to="player"),
        row("POST /notifications", 422, given={"kind": "turn"}),
    ],
    "notifications/<int:subscription>/stop": [
        row("GET /notifications/{push}/stop", 405),
        row("POST /notifications/{push}/stop", 404, {302: "player"}),
    ],
    "you/devices": [
        members("GET /you/devices", 200, shows=HER_DEVICE, to="player"),
        members("POST /you/devices", 302, given={"do": "others"}),
    ],
    "you/devices/<uuid:device>/sign-out": [
        row("GET /you/devices/{device}/sign-out", 405),
        row("POST /you/devices/{device}/sign-out", 404, {302: "nobody guest player"}),
    ],
    "you/tokens": [
        members("GET /you/tokens", 200, shows=HER_TOKEN, to="player"),
        members("POST /you/tokens", 201, given={"label": "x"}),
    ],
    "you/tokens/<uuid:token>/revoke": [
        row("GET /you/tokens/{token}/revoke", 405),
        row("POST /you/tokens/{token}/revoke", 404, {302: "nobody guest player"}),
    ],
    "sign-up": [
        row("GET /sign-up", 302, {200: "nobody guest"}),
        row("POST /sign-up", 302, {422: "nobody guest"}),
    ],
    "sign-in": [row("GET /sign-in", 302, {200: "nobody guest"}), row("POST /sign-in", 422)],
    "sign-in/code": [row("GET /sign-in/code", 302), row("POST /sign-in/code", 302, given={"code": "123456"})],
    "sign-in/passkey": [
        row("GET /sign-in/passkey", 302),
        row("POST /sign-in/passkey", 422, given={"credential": "{}"}),
    ],
    "sign-in/passkey/options": [
        row("GET /sign-in/passkey/options", 405),
        row("POST /sign-in/passkey/options", 422),
    ],
    "sign-out": [row("GET /sign-out", 405), row("POST /sign-out", 302)],
    "forgotten": [row("GET /forgotten", 200), row("POST /forgotten", 200)],
    "forgotten/<str:uid>/<str:token>": [row("GET /forgotten/x/y", 410), row("POST /forgotten/x/y", 410)],
}
