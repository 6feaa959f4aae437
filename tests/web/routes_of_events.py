"""Every page of events, and what each role gets there (`route_rows`)."""

from tests.web.route_rows import NONE, Access, row

EVENT = r"^event/(?P<event>[0-9a-f]{32})"
ROUTES: dict[str, list[Access]] = {
    # events: the desk is for those who run them; more roles in test_events_desk.py
    "events": [row("GET /events", 200, shows="Nobody Knows", to="organiser"), row("POST /events", 405)],
    "events/new": [row("GET /events/new", 200), row("POST /events/new", 422)],
    f"{EVENT}/join$": [
        row("GET /event/{event}/join", 200, {302: "player opponent"}),
        row("POST /event/{event}/join", 302, {422: "player opponent"}, given={"name": "New One"}),
        row("GET /event/{hidden}/join", 404, {200: "organiser"}),
    ],
    f"{EVENT}/desk$": [
        row("GET /event/{event}/desk", 403, {200: "judge scorekeeper organiser"}),
        row("GET /event/{hidden}/desk", 404, {200: "organiser"}),
        row(f"GET /event/{NONE}/desk", 404),
    ],
    f"{EVENT}/desk/act$": [
        row("POST /event/{event}/desk/act", 403, {302: "organiser"}, given={"do": "tell", "words": "x"}),
        row(
            "POST /event/{event}/desk/act",
            403,
            {302: "scorekeeper organiser"},
            given={"do": "rename", "player": "p1", "name": "x"},
        ),
        row(
            "POST /event/{event}/desk/act", 403, {422: "judge scorekeeper organiser"}, given={"do": "nothing"}
        ),
        row("GET /event/{event}/desk/act", 405),
    ],
    f"{EVENT}/desk/copy$": [
        row("POST /event/{event}/desk/copy", 403, {302: "organiser"}, given={"key": "c"})
    ],
    f"{EVENT}/desk/players$": [row("GET /event/{event}/desk/players", 403, {200: "scorekeeper organiser"})],
    f"{EVENT}/desk/players/add$": [
        row(
            "POST /event/{event}/desk/players/add",
            403,
            {302: "scorekeeper organiser"},
            given={"names": "Zed"},
        )
    ],
    f"{EVENT}/desk/player/(?P<player>p[0-9]{{1,6}})$": [
        row("GET /event/{event}/desk/player/p1", 403, {200: "scorekeeper organiser"}),
        row("GET /event/{event}/desk/player/p99", 403, {404: "scorekeeper organiser"}),
    ],
    f"{EVENT}/desk/pairing$": [row("GET /event/{event}/desk/pairing", 403, {200: "organiser"})],
    f"{EVENT}/desk/results$": [
        row("GET /event/{event}/desk/results", 403, {200: "judge scorekeeper organiser"}),
        row(
            "POST /event/{event}/desk/results",
            403,
            {422: "judge scorekeeper organiser"},
            given={"table": "1", "how": "rounds", "victory-0": "5", "victory-1": "2", "blue": "p1"},
        ),
    ],
    f"{EVENT}/desk/clock$": [row("GET /event/{event}/desk/clock", 403, {200: "judge organiser"})],
    f"{EVENT}/desk/bracket$": [row("GET /event/{event}/desk/bracket", 403, {200: "organiser"})],
    f"{EVENT}/desk/correct$": [
        row("GET /event/{event}/desk/correct", 403, {200: "judge scorekeeper organiser"}),
        row(
            "POST /event/{event}/desk/correct",
            403,
            {422: "judge scorekeeper organiser"},
            given={"round": "1", "table": "1"},
        ),
    ],
    f"{EVENT}/desk/roles$": [row("GET /event/{event}/desk/roles", 403, {200: "organiser"})],
    f"{EVENT}/desk/settings$": [row("GET /event/{event}/desk/settings", 403, {200: "organiser"})],
    # looking is free, playing asks for a place first, judging is for officials
    f"{EVENT}$": [
        row("GET /event/{event}", 200),
        row("GET /event/{event}?show=about", 200),
        row("GET /event/{hidden}", 404, {200: "organiser"}),
        row(f"GET /event/{NONE}", 404),
    ],
    f"{EVENT}/part$": [
        row("GET /event/{event}/part", 200),
        row("GET /event/{hidden}/part", 404, {200: "organiser"}),
    ],
    f"{EVENT}/live/(?P<place>event|me|judge)$": [
        row("GET /event/{event}/live/event", 200),
        row("GET /event/{event}/live/me", 404, {200: "player opponent"}),
        row("GET /event/{event}/live/judge", 404, {200: "judge organiser"}),
        row("GET /event/{hidden}/live/event", 404, {200: "organiser"}),
    ],
    f"{EVENT}/screen$": [
        row("GET /event/{event}/screen", 200),
        row("GET /event/{hidden}/screen", 404, {200: "organiser"}),
    ],
    f"{EVENT}/player/(?P<player>p[0-9]{{1,6}})$": [
        row("GET /event/{event}/player/p1", 200),
        row("GET /event/{event}/player/p99", 404),
        row("GET /event/{hidden}/player/p1", 404),
    ],
    f"{EVENT}/me$": [
        row("GET /event/{event}/me", 302, {200: "player opponent"}),
        row("GET /event/{hidden}/me", 404, {302: "organiser"}),
        row(f"GET /event/{NONE}/me", 404),
    ],
    f"{EVENT}/me/part$": [row("GET /event/{event}/me/part", 404, {200: "player opponent"})],
    f"{EVENT}/me/report$": [
        row("GET /event/{event}/me/report", 302, {200: "player opponent"}),
        row(
            "POST /event/{event}/me/report",
            302,
            given={"how": "rounds", "victory-0": "5", "victory-1": "2", "blue": "p1"},
        ),
    ],
    f"{EVENT}/me/act/(?P<what>[a-z-]{{1,20}})$": [
        row("POST /event/{event}/me/act/confirm", 403, {422: "player opponent"}, given={"round": "1"}),
        row("POST /event/{event}/me/act/judge", 403, {302: "opponent", 422: "player"}, given={"words": "x"}),
        row(
            "POST /event/{event}/me/act/club",
            403,
            {422: "player scorekeeper organiser"},
            given={"player": "p1", "club": "x"},
        ),
        row("POST /event/{event}/me/act/nothing", 404),
        row("GET /event/{event}/me/act/confirm", 405),
    ],
    f"{EVENT}/judge$": [row("GET /event/{event}/judge", 403, {200: "judge organiser"})],
    f"{EVENT}/judge/part$": [row("GET /event/{event}/judge/part", 403, {200: "judge organiser"})],
    f"{EVENT}/judge/player/(?P<player>p[0-9]{{1,6}})$": [
        row("GET /event/{event}/judge/player/p1", 403, {200: "judge organiser"}),
        row("GET /event/{event}/judge/player/p99", 403, {404: "judge organiser"}),
    ],
    f"{EVENT}/judge/act/(?P<what>[a-z-]{{1,20}})$": [
        row("POST /event/{event}/judge/act/claim", 403, {302: "judge organiser"}, given={"call": "1"}),
        row(
            "POST /event/{event}/judge/act/penalty",
            403,
            {302: "judge organiser"},
            given={"player": "p1", "kind": "caution", "words": "x"},
        ),
        row("POST /event/{hidden}/judge/act/claim", 404, {422: "organiser"}, given={"call": "1"}),
        row("POST /event/{event}/judge/act/nothing", 404),
        row("GET /event/{event}/judge/act/claim", 405),
    ],
    # events on paper and as files; more roles in test_events_print.py
    f"{EVENT}/print$": [
        row("GET /event/{event}/print", 200),
        row("GET /event/{hidden}/print", 404, {200: "organiser"}),
    ],
    EVENT + r"/print/(?P<sheet>[a-z-]{3,20})\.pdf$": [
        row("GET /event/{event}/print/numbers.pdf", 200),
        row("GET /event/{event}/print/pairings.pdf", 200),
        row("GET /event/{event}/print/slips.pdf", 403, {200: "judge scorekeeper organiser"}),
        row("GET /event/{event}/print/check-in.pdf", 403, {200: "scorekeeper organiser"}),
        row("GET /event/{event}/print/armies.pdf", 403, {200: "judge organiser"}),
        row("GET /event/{hidden}/print/numbers.pdf", 404, {200: "organiser"}),
        row("GET /event/{event}/print/nothing.pdf", 404),
    ],
    EVENT + r"/export\.csv$": [
        row("GET /event/{event}/export.csv", 200),
        row("GET /event/{event}/export.csv?of=secrets", 422),
        row("GET /event/{hidden}/export.csv", 404, {200: "organiser"}),
    ],
    EVENT + r"/event\.ics$": [
        row("GET /event/{event}/event.ics", 404),  # no day is set
        row(f"GET /event/{NONE}/event.ics", 404),
        row("GET /event/{hidden}/event.ics", 404),
    ],
    EVENT + r"/export\.json$": [
        row("GET /event/{event}/export.json", 200),
        row("GET /event/{hidden}/export.json", 404, {200: "organiser"}),
    ],
    "tables/silhouette.pdf": [row("GET /tables/silhouette.pdf", 200)],
    # at the table: lists and setup are for those who play or work there; the tools are for everybody
    f"{EVENT}/lists$": [
        row("GET /event/{event}/lists", 403, {200: "player opponent judge scorekeeper organiser"}),
        row(
            "POST /event/{event}/lists",
            403,
            {404: "player opponent judge scorekeeper organiser"},
            given={"player": "p1", "army": "nobodys"},
        ),
        row(
            "POST /event/{event}/lists",
            403,
            {404: "opponent judge scorekeeper organiser", 422: "player"},
            given={"player": "p1", "army": "{army}"},
        ),
        row(
            "POST /event/{event}/lists",
            403,
            {422: "player opponent judge organiser"},
            given={"player": "p1", "text": "x", "do": "submit"},
        ),
        row(f"GET /event/{NONE}/lists", 404),
    ],
    f"{EVENT}/list/(?P<player>p[0-9]{{1,6}})$": [
        row("GET /event/{event}/list/p1", 403, {200: "player opponent judge organiser"}),
        row("GET /event/{event}/list/p2", 403, {422: "player opponent judge organiser"}),
    ],
    f"{EVENT}/list/(?P<player>p[0-9]{{1,6}})/release$": [
        row(
            "POST /event/{event}/list/p1/release",
            403,
            {302: "organiser"},
            given={"card": "ax", "released": "2026-01-01"},
        ),
        row("GET /event/{event}/list/p1/release", 405),
    ],
    f"{EVENT}/list/(?P<player>p[0-9]{{1,6}})/review$": [
        row("POST /event/{event}/list/p1/review", 403, {302: "judge organiser"}, given={"fine": "on"}),
        row("GET /event/{event}/list/p1/review", 405),
    ],
    f"{EVENT}/list/(?P<player>p[0-9]{{1,6}})/(?P<sheet>tournament|opponent|play)\\.pdf$": [
        row("GET /event/{event}/list/p1/play.pdf", 403, {422: "player opponent judge organiser"}),
        row("GET /event/{event}/list/p1/opponent.pdf", 403, {422: "player opponent judge organiser"}),
    ],
    f"{EVENT}/setup$": [
        row("GET /event/{event}/setup?table={their_table}", 403, {200: "player opponent judge organiser"}),
        row(  # players sit at their own table whatever the address says; whoever may look does not sit down
            "POST /event/{event}/setup?table={other_table}",
            403,
            {422: "player opponent"},
            given={"do": "sit-down", "points1": "800", "points2": "800"},
        ),
        row(
            "POST /event/{event}/setup?table={their_table}",
            403,
            {409: "player opponent"},
            given={"do": "begin", "seen": "0"},
        ),
        row(
            "POST /event/{event}/setup?table={their_table}",
            403,
            {422: "player opponent"},
            given={"do": "undo", "batch": "x"},
        ),
        row(
            "POST /event/{event}/setup?table={their_table}",
            403,
            {409: "player opponent"},
            given={"do": "terrain", "seen": "0"},
        ),
        row(
            "POST /event/{event}/setup?table={their_table}",
            403,
            {409: "player opponent"},
            given={"do": "draw", "seen": "0"},
        ),
        row(f"GET /event/{NONE}/setup", 404),
    ],
    f"{EVENT}/setup/body$": [
        row(
            "GET /event/{event}/setup/body?table={their_table}", 403, {200: "player opponent judge organiser"}
        )
    ],
}
