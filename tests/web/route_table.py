"""Every address with a method, and who may call it.

A line says the method, a sample address and the status each visitor gets; `{token}`, `{table}`, `{army}`,
`{code}`, `{event}`, `{game}`, `{register}`, `{book}` and `{played}` (the same Register and the same game, as
the API names them) are things of the member's.
"""

from typing import NamedTuple

from muster.rules.cards import catalogue


class Access(NamedTuple):
    """What the five visitors get, in the order of ROLES."""

    method: str
    address: str
    statuses: tuple[int, int, int, int, int]


def everyone(address: str, status: int = 200, method: str = "GET") -> Access:
    return Access(method, address, (status,) * 5)


def members(address: str, method: str = "GET", then: int = 200) -> Access:
    """Others are sent to sign in."""
    return Access(method, address, (302, 302, then, then, then))


def owners(address: str, then: int = 200, method: str = "GET") -> Access:
    """Only the member; for everybody else, guests too, it does not exist."""
    return Access(method, address, (404, 404, then, 404, 404))


def owner(address: str, method: str, then: int) -> Access:
    """Only the member; for other members, staff too, it does not exist."""
    return Access(method, address, (302, 302, then, 404, 404))


def organisers(address: str, then: int = 200, method: str = "GET") -> Access:
    """Only the member, who runs the event; others see the event, but not its desk."""
    return Access(method, address, (403, 403, then, 403, 403))


EVENT = r"^event/(?P<event>[0-9a-f]{32})"
GAME = r"^game/(?P<game>[0-9a-f]{32})"
TABLE = r"^table/(?P<table>[0-9a-f]{32})"
REGISTER = r"^tours/register/(?P<register>[0-9a-f]{32})"
PICTURE = r"(?P<picture>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
NO_PICTURE = "00000000-0000-4000-8000-000000000000"
STORY = r"^chronicle/(?P<token>[A-Za-z0-9_-]{10,40})"
CLUB = r"^tours/club/(?P<club>[0-9a-f]{32})"
KEYWORD = next(iter(catalogue().keywords))
UNIT = next(iter(catalogue().units.values())).slug
NOTHING = "00000000-0000-7000-8000-000000000000"
ROUTES: dict[str, list[Access]] = {
    "": [everyone("/")],
    "about": [everyone("/about")],
    "health": [everyone("/health")],
    "metrics": [everyone("/metrics")],
    "robots.txt": [everyone("/robots.txt")],
    "favicon.ico": [everyone("/favicon.ico")],
    "manifest.webmanifest": [everyone("/manifest.webmanifest")],
    "sw.js": [everyone("/sw.js")],
    "offline": [everyone("/offline")],
    "theme": [everyone("/theme", 405), everyone("/theme", 302, "POST")],
    # cards and rules
    "cards": [everyone("/cards")],
    "cards/<slug:kind>/<slug:slug>": [everyone(f"/cards/{UNIT}"), everyone("/cards/unit/nobody", 404)],
    "keywords": [everyone("/keywords")],
    "keywords/<slug:keyword_id>": [everyone(f"/keywords/{KEYWORD}"), everyone("/keywords/nothing", 404)],
    "squads": [everyone("/squads"), everyone("/squads?edition=v9", 400)],
    "squads/print/<slug:sheet>.pdf": [
        everyone("/squads/print/transmitter.pdf"),
        everyone("/squads/print/x.pdf", 404),
    ],
    "squads/<slug:squad>/print/<slug:sheet>.pdf": [everyone("/squads/infantry/print/loadouts.pdf")],
    "squads/missions": [everyone("/squads/missions"), everyone("/squads/missions?edition=v9", 400)],
    "squads/<slug:squad>": [everyone("/squads/infantry"), everyone("/squads/nobody", 404)],
    "squads/<slug:kind>/<slug:card>": [everyone("/squads/unit/fx-9"), everyone("/squads/unit/nobody", 404)],
    "search": [everyone("/search"), everyone("/search?q=pierce"), everyone("/search", 405, "POST")],
    "rules": [everyone("/rules")],
    "rules/<int:number>": [everyone("/rules/1"), everyone("/rules/9999", 404)],
    "rulings": [everyone("/rulings")],
    # dice: whoever has the link to a table plays there; only who opened it may close it
    "odds": [everyone("/odds")],
    "dice": [everyone("/dice")],
    "dice/roll": [everyone("/dice/roll", 422, "POST"), everyone("/dice/roll", 405)],
    "dice/table": [everyone("/dice/table", 302, "POST"), everyone("/dice/table", 405)],
    f"{TABLE}$": [everyone("/table/{table}"), everyone(f"/table/{'0' * 32}", 404)],
    f"{TABLE}/live$": [everyone("/table/{table}/live")],
    f"{TABLE}/roll$": [everyone("/table/{table}/roll", 422, "POST")],
    f"{TABLE}/type$": [everyone("/table/{table}/type", 422, "POST")],
    f"{TABLE}/undo$": [everyone("/table/{table}/undo", 422, "POST")],
    f"{TABLE}/close$": [Access("POST", "/table/{table}/close", (422, 422, 302, 422, 422))],
    # games: whoever has the link watches, and sits down while a seat is free; the rest is for who sits there
    "play": [everyone("/play"), everyone("/play", 302, "POST")],
    "play/help": [everyone("/play/help")],
    f"{GAME}$": [everyone("/game/{game}"), everyone(f"/game/{'0' * 32}", 404)],
    f"{GAME}/live$": [everyone("/game/{game}/live")],
    f"{GAME}/log$": [everyone("/game/{game}/log"), everyone(f"/game/{'0' * 32}/log", 404)],
    f"{GAME}/replay$": [
        everyone("/game/{game}/replay?step=99999"),
        everyone(f"/game/{'0' * 32}/replay", 404),
    ],
    f"{GAME}/hall$": [everyone("/game/{game}/hall", 404)],
    f"{GAME}/act$": [
        everyone("/game/{game}/act", 422, "POST"),
        everyone("/game/{game}/act", 405),
    ],
    f"{GAME}/as/(?P<seat>one|two)$": [
        owners("/game/{game}/as/one"),
        everyone("/game/{game}/as/two", 404),
    ],
    # armies: a draft is its owner's alone until it is shared; to everybody else it does not exist
    "armies": [everyone("/armies")],
    "armies/new": [everyone("/armies/new"), everyone("/armies/new", 422, "POST")],
    "armies/import": [everyone("/armies/import"), everyone("/armies/import", 422, "POST")],
    "armies/copy": [everyone("/armies/copy", 404, "POST"), everyone("/armies/copy", 405)],
    "armies/<uuid:army_id>": [owners("/armies/{army}")],
    "armies/<uuid:army_id>/act": [owners("/armies/{army}/act", 422, "POST")],
    "armies/<uuid:army_id>/details": [owners("/armies/{army}/details", 302, "POST")],
    "armies/<uuid:army_id>/away": [owners("/armies/{army}/away", 302, "POST")],
    "armies/<uuid:army_id>/odds": [owners("/armies/{army}/odds", 422)],
    "armies/<uuid:army_id>/points": [owners("/armies/{army}/points")],
    "armies/<uuid:army_id>/history": [
        owners("/armies/{army}/history"),
        owners("/armies/{army}/history", 422, "POST"),
    ],
    "armies/<uuid:army_id>/share": [
        owners("/armies/{army}/share"),
        owners("/armies/{army}/share", 422, "POST"),
    ],
    "armies/<uuid:army_id>/export/<slug:format_id>": [
        owners("/armies/{army}/export/text"),
        owners("/armies/{army}/export/nothing", 422),
    ],
    "armies/<uuid:army_id>/print/<sheet:sheet>.pdf": [owners("/armies/{army}/print/play.pdf")],
    "a/<slug:code>": [owners("/a/{code}")],
    "a/<slug:code>/export/<slug:format_id>": [owners("/a/{code}/export/text")],
    "a/<slug:code>/picture.png": [everyone("/a/{code}/picture.png", 404)],
    "a/<slug:code>/print/<sheet:sheet>.pdf": [owners("/a/{code}/print/opponent.pdf")],
    # Registers: everybody their own; another's does not exist
    "tours": [everyone("/tours"), everyone("/tours", 405, "POST")],
    "tours/new": [everyone("/tours/new"), everyone("/tours/new", 422, "POST")],
    f"{REGISTER}$": [owners("/tours/register/{register}"), everyone(f"/tours/register/{'0' * 32}", 404)],
    f"{REGISTER}/act$": [
        owners("/tours/register/{register}/act", 422, "POST"),
        everyone("/tours/register/{register}/act", 405),
    ],
    f"{REGISTER}/undo$": [
        owners("/tours/register/{register}/undo", 422, "POST"),
        everyone("/tours/register/{register}/undo", 405),
    ],
    f"{REGISTER}/recruit$": [
        owners("/tours/register/{register}/recruit"),
        owners("/tours/register/{register}/recruit?unit=Cb"),
        owners("/tours/register/{register}/recruit", 404, "POST"),
    ],
    f"{REGISTER}/chronicle$": [owners("/tours/register/{register}/chronicle")],
    "tours/arcs": [everyone("/tours/arcs"), everyone("/tours/arcs", 422, "POST")],
    "tours/arcs/example.json": [everyone("/tours/arcs/example.json")],
    f"{REGISTER}/redo$": [owners("/tours/register/{register}/redo", 422, "POST")],
    f"{REGISTER}/points$": [
        owners("/tours/register/{register}/points"),
        owners("/tours/register/{register}/points?day=tomorrow", 422),
        owners("/tours/register/{register}/points", 302, "POST"),
    ],
    f"{REGISTER}/copy$": [
        owners("/tours/register/{register}/copy", 302, "POST"),
        everyone("/tours/register/{register}/copy", 405),
    ],
    f"{REGISTER}/plan$": [owners("/tours/register/{register}/plan")],
    REGISTER + r"/after/(?P<battle>[A-Za-z0-9_.-]{1,90})$": [
        owners("/tours/register/{register}/after/x", 422)
    ],
    REGISTER + r"/report/(?P<battle>[A-Za-z0-9_.-]{1,90})$": [
        everyone("/tours/register/{register}/report/x", 404),
        everyone("/tours/register/{register}/report/x", 404, "POST"),
    ],
    f"{REGISTER}/picture$": [
        owners("/tours/register/{register}/picture", 422, "POST"),
        everyone("/tours/register/{register}/picture", 405),
    ],
    REGISTER + rf"/picture/{PICTURE}\.jpg$": [
        everyone(f"/tours/register/{{register}}/picture/{NO_PICTURE}.jpg", 404)
    ],
    REGISTER + rf"/picture/{PICTURE}/erase$": [
        owners(f"/tours/register/{{register}}/picture/{NO_PICTURE}/erase", 302, "POST")
    ],
    f"{REGISTER}/share$": [
        owners("/tours/register/{register}/share"),
        owners("/tours/register/{register}/share", 422, "POST"),
    ],
    rf"{STORY}$": [everyone("/chronicle/nobody-knows-this", 404)],
    rf"{STORY}/picture/{PICTURE}\.jpg$": [
        everyone(f"/chronicle/nobody-knows-this/picture/{NO_PICTURE}.jpg", 404)
    ],
    REGISTER + r"/print/(?P<sheet>[a-z]+)\.pdf$": [
        owners("/tours/register/{register}/print/register.pdf"),
        owners("/tours/register/{register}/print/charts.pdf"),
        everyone("/tours/register/{register}/print/nothing.pdf", 404),
    ],
    # campaigns: their members' own; what the arbitrator alone may do, the member may here
    "tours/clubs/new": [everyone("/tours/clubs/new"), everyone("/tours/clubs/new", 422, "POST")],
    "tours/orphans": [Access("GET", "/tours/orphans", (404, 404, 404, 404, 200))],
    "tours/join/<str:token>": [
        everyone("/tours/join/nothing", 404),
        everyone("/tours/join/nothing", 404, "POST"),
    ],
    f"{CLUB}$": [owners("/tours/club/{club}"), everyone(f"/tours/club/{'0' * 32}", 404)],
    f"{CLUB}/act$": [owners("/tours/club/{club}/act", 422, "POST"), everyone("/tours/club/{club}/act", 405)],
    f"{CLUB}/members$": [owners("/tours/club/{club}/members")],
    f"{CLUB}/leave$": [owners("/tours/club/{club}/leave")],
    f"{CLUB}/readings$": [owners("/tours/club/{club}/readings")],
    CLUB + r"/register/(?P<register>[0-9a-f]{32})$": [
        everyone("/tours/club/{club}/register/{register}", 404)
    ],
    f"{CLUB}/summary$": [owners("/tours/club/{club}/summary")],
    f"{CLUB}/end$": [owners("/tours/club/{club}/end")],
    f"{CLUB}/export$": [owners("/tours/club/{club}/export")],
    f"{REGISTER}/correct$": [
        owners("/tours/register/{register}/correct"),
        owners("/tours/register/{register}/correct?what=experience"),
        owners("/tours/register/{register}/correct", 200, "POST"),
    ],
    # at the table: lists and setup are for those who play or work there; the tools are for everybody
    f"{EVENT}/lists$": [
        organisers("/event/{event}/lists"),
        organisers("/event/{event}/lists", 422, "POST"),
        everyone(f"/event/{'0' * 32}/lists", 404),
    ],
    f"{EVENT}/list/(?P<player>p[0-9]{{1,6}})$": [organisers("/event/{event}/list/p1", 422)],
    f"{EVENT}/list/(?P<player>p[0-9]{{1,6}})/release$": [
        organisers("/event/{event}/list/p1/release", 422, "POST"),
        everyone("/event/{event}/list/p1/release", 405),
    ],
    f"{EVENT}/list/(?P<player>p[0-9]{{1,6}})/review$": [
        organisers("/event/{event}/list/p1/review", 422, "POST"),
        everyone("/event/{event}/list/p1/review", 405),
    ],
    f"{EVENT}/list/(?P<player>p[0-9]{{1,6}})/(?P<sheet>tournament|opponent|play)\\.pdf$": [
        organisers("/event/{event}/list/p1/play.pdf", 422),
    ],
    f"{EVENT}/setup$": [
        organisers("/event/{event}/setup", 404),
        organisers("/event/{event}/setup", 404, "POST"),
    ],
    f"{EVENT}/setup/body$": [organisers("/event/{event}/setup/body", 404)],
    "tables": [everyone("/tables")],
    "tables/terrain": [everyone("/tables/terrain"), everyone("/tables/terrain", 405, "POST")],
    "tables/components": [everyone("/tables/components"), everyone("/tables/components", 405, "POST")],
    "tables/regulations": [everyone("/tables/regulations")],
    "tables/setup": [everyone("/tables/setup"), everyone("/tables/setup", 422, "POST")],
    r"^tables/setup/(?P<table>[0-9a-f]{32})$": [everyone(f"/tables/setup/{'0' * 32}", 404)],
    r"^tables/setup/(?P<table>[0-9a-f]{32})/body$": [everyone(f"/tables/setup/{'0' * 32}/body", 404)],
    # the collection: everybody counts their own
    "collection": [everyone("/collection")],
    "collection/count": [everyone("/collection/count", 302, "POST"), everyone("/collection/count", 405)],
    "collection/product": [everyone("/collection/product", 422, "POST")],
    "armies/public": [everyone("/armies/public"), everyone("/armies/public", 405, "POST")],
    # battles of Tours of Duty: of whoever owns the Register; here nobody has one
    r"^tours/register/(?P<register>[0-9a-f]{32})/battle$": [
        everyone(f"/tours/register/{'0' * 32}/battle", 404),
        everyone(f"/tours/register/{'0' * 32}/battle", 404, "POST"),
    ],
    "battle/<slug:battle>": [everyone("/battle/nothing", 404), everyone("/battle/nothing", 405, "POST")],
    "battle/<slug:battle>/live": [everyone("/battle/nothing/live", 404)],
    "battle/<slug:battle>/evidence": [everyone("/battle/nothing/evidence", 404)],
    "battle/<slug:battle>/<slug:what>": [
        everyone("/battle/nothing/muster", 404, "POST"),
        everyone("/battle/nothing/muster", 405),
    ],
    # events: the desk is for those who run them; more roles in test_events_desk.py
    "events": [everyone("/events"), everyone("/events", 405, "POST")],
    "events/new": [everyone("/events/new"), everyone("/events/new", 422, "POST")],
    f"{EVENT}/join$": [everyone("/event/{event}/join"), everyone("/event/{event}/join", 422, "POST")],
    f"{EVENT}/desk$": [organisers("/event/{event}/desk"), everyone(f"/event/{'0' * 32}/desk", 404)],
    f"{EVENT}/desk/act$": [
        organisers("/event/{event}/desk/act", 422, "POST"),
        everyone("/event/{event}/desk/act", 405),
    ],
    f"{EVENT}/desk/copy$": [organisers("/event/{event}/desk/copy", 302, "POST")],
    f"{EVENT}/desk/players$": [organisers("/event/{event}/desk/players")],
    f"{EVENT}/desk/players/add$": [organisers("/event/{event}/desk/players/add", 422, "POST")],
    f"{EVENT}/desk/player/(?P<player>p[0-9]{{1,6}})$": [organisers("/event/{event}/desk/player/p1", 404)],
    f"{EVENT}/desk/pairing$": [organisers("/event/{event}/desk/pairing")],
    f"{EVENT}/desk/results$": [
        organisers("/event/{event}/desk/results"),
        organisers("/event/{event}/desk/results", 422, "POST"),
    ],
    f"{EVENT}/desk/clock$": [organisers("/event/{event}/desk/clock")],
    f"{EVENT}/desk/bracket$": [organisers("/event/{event}/desk/bracket")],
    f"{EVENT}/desk/correct$": [
        organisers("/event/{event}/desk/correct"),
        organisers("/event/{event}/desk/correct", 422, "POST"),
    ],
    f"{EVENT}/desk/roles$": [organisers("/event/{event}/desk/roles")],
    f"{EVENT}/desk/settings$": [organisers("/event/{event}/desk/settings")],
    # looking is free, playing asks for a place first, judging is for officials
    f"{EVENT}$": [
        everyone("/event/{event}"),
        everyone("/event/{event}?show=about"),
        everyone(f"/event/{'0' * 32}", 404),
    ],
    f"{EVENT}/part$": [everyone("/event/{event}/part")],
    f"{EVENT}/live/(?P<place>event|me|judge)$": [
        everyone("/event/{event}/live/event"),
        everyone("/event/{event}/live/me", 404),
        Access("GET", "/event/{event}/live/judge", (404, 404, 200, 404, 404)),
    ],
    f"{EVENT}/screen$": [everyone("/event/{event}/screen")],
    f"{EVENT}/player/(?P<player>p[0-9]{{1,6}})$": [everyone("/event/{event}/player/p1", 404)],
    f"{EVENT}/me$": [everyone("/event/{event}/me", 302), everyone(f"/event/{'0' * 32}/me", 404)],
    f"{EVENT}/me/part$": [everyone("/event/{event}/me/part", 404)],
    f"{EVENT}/me/report$": [
        everyone("/event/{event}/me/report", 302),
        everyone("/event/{event}/me/report", 302, "POST"),
    ],
    f"{EVENT}/me/act/(?P<what>[a-z-]{{1,20}})$": [
        everyone("/event/{event}/me/act/confirm", 403, "POST"),
        everyone("/event/{event}/me/act/nothing", 404, "POST"),
        everyone("/event/{event}/me/act/confirm", 405),
    ],
    f"{EVENT}/judge$": [organisers("/event/{event}/judge")],
    f"{EVENT}/judge/part$": [organisers("/event/{event}/judge/part")],
    f"{EVENT}/judge/player/(?P<player>p[0-9]{{1,6}})$": [organisers("/event/{event}/judge/player/p1", 404)],
    f"{EVENT}/judge/act/(?P<what>[a-z-]{{1,20}})$": [
        organisers("/event/{event}/judge/act/claim", 422, "POST"),
        everyone("/event/{event}/judge/act/nothing", 404, "POST"),
        everyone("/event/{event}/judge/act/claim", 405),
    ],
    # events on paper and as files; more roles in test_events_print.py
    f"{EVENT}/print$": [everyone("/event/{event}/print"), everyone(f"/event/{'0' * 32}/print", 404)],
    EVENT + r"/print/(?P<sheet>[a-z-]{3,20})\.pdf$": [
        everyone("/event/{event}/print/numbers.pdf"),
        everyone("/event/{event}/print/pairings.pdf", 422),
        Access("GET", "/event/{event}/print/slips.pdf", (403, 403, 422, 403, 403)),
        Access("GET", "/event/{event}/print/check-in.pdf", (403, 403, 422, 403, 403)),
        Access("GET", "/event/{event}/print/armies.pdf", (403, 403, 422, 403, 403)),
        everyone("/event/{event}/print/nothing.pdf", 404),
    ],
    EVENT + r"/export\.csv$": [
        everyone("/event/{event}/export.csv"),
        everyone("/event/{event}/export.csv?of=secrets", 422),
        everyone(f"/event/{'0' * 32}/export.csv", 404),
    ],
    EVENT + r"/export\.json$": [
        everyone("/event/{event}/export.json"),
        everyone(f"/event/{'0' * 32}/export.json", 404),
    ],
    "tables/silhouette.pdf": [everyone("/tables/silhouette.pdf")],
    # accounts
    "you": [everyone("/you"), Access("POST", "/you", (302, 302, 422, 422, 422))],
    "you/password": [members("/you/password"), members("/you/password", "POST", 422)],
    "you/delete": [
        Access("GET", "/you/delete", (302, 200, 200, 200, 200)),
        Access("POST", "/you/delete", (302, 422, 422, 422, 422)),
    ],
    "you/tokens": [members("/you/tokens"), members("/you/tokens", "POST", 422)],
    "you/tokens/<uuid:token>/revoke": [
        everyone("/you/tokens/{token}/revoke", 405),
        owner("/you/tokens/{token}/revoke", "POST", 302),
    ],
    "sign-up": [
        Access("GET", "/sign-up", (200, 200, 302, 302, 302)),
        Access("POST", "/sign-up", (422, 422, 302, 302, 302)),
    ],
    "sign-in": [Access("GET", "/sign-in", (200, 200, 302, 302, 302)), everyone("/sign-in", 422, "POST")],
    "sign-out": [everyone("/sign-out", 405), everyone("/sign-out", 302, "POST")],
    "forgotten": [everyone("/forgotten")],
    "forgotten/<str:uid>/<str:token>": [everyone("/forgotten/x/y", 410)],
    # the API
    "api/v1/openapi.json": [everyone("/api/v1/openapi.json")],
    "api/v1/docs": [everyone("/api/v1/docs")],
    "api/v1/health": [everyone("/api/v1/health"), everyone("/api/v1/health", 405, "POST")],
    "api/v1/me": [
        Access("GET", "/api/v1/me", (401, 200, 200, 200, 200)),
        Access("PATCH", "/api/v1/me", (401, 422, 422, 422, 422)),
    ],
    "api/v1/tokens": [
        Access("GET", "/api/v1/tokens", (401, 200, 200, 200, 200)),
        Access("POST", "/api/v1/tokens", (401, 422, 422, 422, 422)),
    ],
    "api/v1/tokens/<uuidstr:token>": [
        Access("DELETE", "/api/v1/tokens/{token}", (401, 404, 204, 404, 404)),
    ],
    "api/v1/armies": [
        Access("GET", "/api/v1/armies", (401, 200, 200, 200, 200)),
        Access("POST", "/api/v1/armies", (401, 422, 422, 422, 422)),
    ],
    "api/v1/armies/check": [everyone("/api/v1/armies/check", 422, "POST")],
    "api/v1/armies/import": [Access("POST", "/api/v1/armies/import", (401, 422, 422, 422, 422))],
    "api/v1/armies/<uuidstr:army>": [
        Access("GET", "/api/v1/armies/{army}", (401, 404, 200, 404, 404)),
        Access("PUT", "/api/v1/armies/{army}", (401, 422, 422, 422, 422)),
        Access("DELETE", "/api/v1/armies/{army}", (401, 404, 204, 404, 404)),
    ],
    "api/v1/armies/<uuidstr:army>/check": [
        Access("GET", "/api/v1/armies/{army}/check", (401, 404, 200, 404, 404))
    ],
    "api/v1/armies/<uuidstr:army>/export/<format>": [
        Access("GET", "/api/v1/armies/{army}/export/json", (401, 404, 200, 404, 404))
    ],
    "api/v1/armies/<uuidstr:army>/acts": [
        Access("POST", "/api/v1/armies/{army}/acts?seen=1", (401, 422, 422, 422, 422))
    ],
    "api/v1/armies/<uuidstr:army>/undo": [
        Access("POST", "/api/v1/armies/{army}/undo?seen=1", (401, 404, 422, 404, 404))
    ],
    "api/v1/armies/<uuidstr:army>/redo": [
        Access("POST", "/api/v1/armies/{army}/redo?seen=1", (401, 404, 422, 404, 404))
    ],
    "api/v1/armies/<uuidstr:army>/sharing": [
        Access("PUT", "/api/v1/armies/{army}/sharing", (401, 422, 422, 422, 422))
    ],
    "api/v1/armies/shared/<code>": [everyone("/api/v1/armies/shared/{code}", 404)],
    "api/v1/registers": [
        Access("GET", "/api/v1/registers", (401, 200, 200, 200, 200)),
        Access("POST", "/api/v1/registers", (401, 422, 422, 422, 422)),
    ],
    "api/v1/registers/<uuidstr:id>": [
        Access("GET", "/api/v1/registers/{book}", (401, 404, 200, 404, 404)),
    ],
    "api/v1/registers/<uuidstr:id>/log": [
        Access("GET", "/api/v1/registers/{book}/log", (401, 404, 200, 404, 404)),
    ],
    "api/v1/registers/<uuidstr:id>/after/<uuidstr:battle>": [
        Access("GET", f"/api/v1/registers/{{book}}/after/{NOTHING}", (401, 404, 422, 404, 404)),
    ],
    "api/v1/registers/<uuidstr:id>/copy": [
        Access("POST", "/api/v1/registers/{book}/copy", (401, 404, 201, 404, 404)),
    ],
    "api/v1/registers/<uuidstr:id>/acts": [
        Access("POST", "/api/v1/registers/{book}/acts", (401, 422, 422, 422, 422)),
    ],
    "api/v1/campaigns": [
        Access("GET", "/api/v1/campaigns", (401, 200, 200, 200, 200)),
        Access("POST", "/api/v1/campaigns", (401, 422, 422, 422, 422)),
    ],
    "api/v1/campaigns/join": [Access("POST", "/api/v1/campaigns/join", (401, 422, 422, 422, 422))],
    "api/v1/campaigns/<uuidstr:campaign>": [
        Access("GET", f"/api/v1/campaigns/{NOTHING}", (401, 404, 404, 404, 404)),
    ],
    "api/v1/campaigns/<uuidstr:campaign>/registers": [
        Access("GET", f"/api/v1/campaigns/{NOTHING}/registers", (401, 404, 404, 404, 404)),
    ],
    "api/v1/campaigns/<uuidstr:campaign>/export": [
        Access("GET", f"/api/v1/campaigns/{NOTHING}/export", (401, 404, 404, 404, 404)),
    ],
    "api/v1/campaigns/<uuidstr:campaign>/acts": [
        Access("POST", f"/api/v1/campaigns/{NOTHING}/acts", (401, 422, 422, 422, 422)),
    ],
    "api/v1/campaigns/corrections/<uuidstr:id>": [
        Access("POST", "/api/v1/campaigns/corrections/{book}", (401, 422, 422, 422, 422)),
    ],
    "api/v1/campaigns/corrections/<uuidstr:id>/preview": [
        Access("POST", "/api/v1/campaigns/corrections/{book}/preview", (401, 422, 422, 422, 422)),
    ],
    "api/v1/battles": [Access("POST", "/api/v1/battles", (401, 422, 422, 422, 422))],
    "api/v1/battles/<uuidstr:battle>": [
        Access("GET", f"/api/v1/battles/{NOTHING}", (401, 404, 404, 404, 404)),
    ],
    "api/v1/battles/<uuidstr:battle>/acts": [
        Access("POST", f"/api/v1/battles/{NOTHING}/acts", (401, 404, 404, 404, 404)),
    ],
    "api/v1/battles/<uuidstr:battle>/arbitration": [
        Access("POST", f"/api/v1/battles/{NOTHING}/arbitration", (401, 422, 422, 422, 422)),
    ],
    "api/v1/battles/<uuidstr:battle>/evidence": [
        Access("GET", f"/api/v1/battles/{NOTHING}/evidence", (401, 404, 404, 404, 404)),
    ],
    "api/v1/battles/<uuidstr:battle>/muster": [
        Access("POST", f"/api/v1/battles/{NOTHING}/muster", (401, 404, 404, 404, 404)),
    ],
    "api/v1/tournaments": [
        everyone("/api/v1/tournaments"),
        Access("POST", "/api/v1/tournaments", (401, 422, 422, 422, 422)),
    ],
    "api/v1/tournaments/mine": [Access("GET", "/api/v1/tournaments/mine", (401, 200, 200, 200, 200))],
    "api/v1/tournaments/<uuidstr:id>": [everyone(f"/api/v1/tournaments/{NOTHING}", 404)],
    "api/v1/tournaments/<uuidstr:id>/acts": [
        Access("POST", f"/api/v1/tournaments/{NOTHING}/acts", (401, 422, 422, 422, 422)),
    ],
    "api/v1/tournaments/<uuidstr:id>/standings": [
        everyone(f"/api/v1/tournaments/{NOTHING}/standings", 404),
    ],
    "api/v1/tournaments/<uuidstr:id>/standings/<player>/<figure>": [
        everyone(f"/api/v1/tournaments/{NOTHING}/standings/p1/points", 404),
    ],
    "api/v1/tournaments/<uuidstr:id>/score": [
        Access("POST", f"/api/v1/tournaments/{NOTHING}/score", (401, 422, 422, 422, 422)),
    ],
    "api/v1/tournaments/<uuidstr:id>/corrections/preview": [
        Access("POST", f"/api/v1/tournaments/{NOTHING}/corrections/preview", (401, 422, 422, 422, 422)),
    ],
    "api/v1/squads": [everyone("/api/v1/squads"), everyone("/api/v1/squads?edition=v9", 422)],
    "api/v1/squads/<kind>/<card>": [
        everyone("/api/v1/squads/unit/fx-9"),
        everyone("/api/v1/squads/unit/nobody", 404),
    ],
    "api/v1/cards": [everyone("/api/v1/cards")],
    "api/v1/cards/<path:card>": [everyone(f"/api/v1/cards/{UNIT}"), everyone("/api/v1/cards/nothing", 404)],
    "api/v1/games": [Access("POST", "/api/v1/games", (401, 422, 422, 422, 422))],
    "api/v1/games/<uuidstr:game>": [
        Access("GET", "/api/v1/games/{played}", (401, 200, 200, 200, 200)),
        Access("GET", f"/api/v1/games/{NOTHING}", (401, 404, 404, 404, 404)),
    ],
    "api/v1/games/<uuidstr:game>/acts": [
        Access("POST", "/api/v1/games/{played}/acts", (401, 422, 422, 422, 422)),
    ],
    "api/v1/games/<uuidstr:game>/handover": [
        Access("GET", "/api/v1/games/{played}/handover", (401, 422, 422, 422, 422)),
    ],
    "api/v1/games/<uuidstr:game>/log": [
        Access("GET", "/api/v1/games/{played}/log", (401, 200, 200, 200, 200))
    ],
    "api/v1/dice/odds": [everyone("/api/v1/dice/odds?black=1")],
    "api/v1/dice/roll": [everyone("/api/v1/dice/roll", 422, "POST"), everyone("/api/v1/dice/roll", 405)],
    "api/v1/dice/tables": [Access("POST", "/api/v1/dice/tables", (401, 201, 201, 201, 201))],
    "api/v1/dice/tables/<table>": [
        everyone("/api/v1/dice/tables/{table}"),
        everyone("/api/v1/dice/tables/nothing", 404),
    ],
    "api/v1/dice/tables/<table>/acts": [
        Access("POST", "/api/v1/dice/tables/{table}/acts", (401, 422, 422, 422, 422)),
    ],
    "api/v1/search": [everyone("/api/v1/search?q=pierce")],
    "api/v1/rules": [everyone("/api/v1/rules")],
    "api/v1/rules/<int:number>": [everyone("/api/v1/rules/1")],
}
