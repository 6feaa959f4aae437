"""Every call of the API, and what each role gets there (`route_rows`)."""

from muster.rules.cards import catalogue
from tests.web.access_world import CANARY, HER_NOTICES, HER_REGISTER, HER_TOKEN
from tests.web.route_rows import NOTHING, Access, api, row

UNIT = next(iter(catalogue().units.values())).slug
SLIP = {"how": "rounds", "tallies": [{"victory": 1}, {"victory": 0}]}
ROUTES: dict[str, list[Access]] = {
    "api/v1/openapi.json": [row("GET /api/v1/openapi.json", 200)],
    "api/v1/docs": [row("GET /api/v1/docs", 200)],
    "api/v1/health": [row("GET /api/v1/health", 200), row("POST /api/v1/health", 405)],
    "api/v1/me": [
        row("GET /api/v1/me", 401)._replace(bearer="muster_of-nobody"),  # whatever cookies say
        row("GET /api/v1/me", 401)._replace(bearer="{gone_token}"),  # of an account that was closed
        api("PATCH /api/v1/me", 403, given={"name": "x"})._replace(how="without form token"),
        api("GET /api/v1/me", 200),
        api("PATCH /api/v1/me", 200, given={"name": "x"}),
    ],
    "api/v1/tokens": [
        api("GET /api/v1/tokens", 200, shows=HER_TOKEN, to="player"),
        api("POST /api/v1/tokens", 201, given={"label": "x"}),
    ],
    "api/v1/tokens/<uuidstr:token>": [api("DELETE /api/v1/tokens/{token}", 404, {204: "player"})],
    "api/v1/armies": [
        api("GET /api/v1/armies", 200, shows=CANARY, to="player"),
        api(
            "POST /api/v1/armies", 201, given={"name": "x", "faction": "empire", "points_date": "2026-05-01"}
        ),
    ],
    "api/v1/armies/check": [row("POST /api/v1/armies/check", 422)],
    "api/v1/armies/compare": [
        api("GET /api/v1/armies/compare?a={army}&b={shared}", 404, {200: "player"}),
        api("GET /api/v1/armies/compare?a={shared}&b={code}", 404, {200: "player"}),
        api("GET /api/v1/armies/compare?a={shared}&b={shared}", 200),
    ],
    "api/v1/armies/import": [api("POST /api/v1/armies/import", 201, given={"text": "Stormtroopers"})],
    "api/v1/armies/<uuidstr:army>": [
        api("GET /api/v1/armies/{army}", 404, {200: "player"}),
        api(
            "PUT /api/v1/armies/{army}",
            404,
            {200: "player"},
            given={"seen": 1, "army": {"schema": 1, "faction": "empire", "points_date": "2026-05-01"}},
        ),
        api("DELETE /api/v1/armies/{army}", 404, {204: "player"}),
    ],
    "api/v1/armies/<uuidstr:army>/brings": [api("GET /api/v1/armies/{army}/brings", 404, {200: "player"})],
    "api/v1/armies/<uuidstr:army>/book": [
        api("GET /api/v1/armies/{army}/book?against=typical-empire", 404, {200: "player"})
    ],
    "api/v1/armies/<uuidstr:army>/check": [api("GET /api/v1/armies/{army}/check", 404, {200: "player"})],
    "api/v1/armies/<uuidstr:army>/export/<format>": [
        api("GET /api/v1/armies/{army}/export/nothing", 404),
        api("GET /api/v1/armies/{army}/export/json", 404, {200: "player"}),
    ],
    "api/v1/armies/<uuidstr:army>/acts": [
        api("POST /api/v1/armies/{army}/acts?seen=1", 404, {422: "player"}, given={"act": "undo"}),
        api("POST /api/v1/armies/{army}/acts?seen=1&dry_run=true", 200, given={"act": "undo"}),
    ],
    "api/v1/armies/<uuidstr:army>/undo": [
        api("POST /api/v1/armies/{army}/undo?seen=1", 404, {422: "player"})
    ],
    "api/v1/armies/<uuidstr:army>/redo": [
        api("POST /api/v1/armies/{army}/redo?seen=1", 404, {422: "player"})
    ],
    "api/v1/armies/<uuidstr:army>/sharing": [
        api("PUT /api/v1/armies/{army}/sharing", 404, {200: "player"}, given={"shared": "public"})
    ],
    "api/v1/armies/shared/<code>": [
        row("GET /api/v1/armies/shared/{code}", 404),
        row("GET /api/v1/armies/shared/{shared}", 200),
    ],
    "api/v1/armies/shared/<code>/brings": [
        row("GET /api/v1/armies/shared/{code}/brings", 404),
        row("GET /api/v1/armies/shared/{shared}/brings", 200),
    ],
    "api/v1/registers": [
        api("GET /api/v1/registers", 200, shows=HER_REGISTER, to="player"),
        api("POST /api/v1/registers", 201, given={"faction": "empire"}),
    ],
    "api/v1/registers/<uuidstr:id>": [
        api("GET /api/v1/registers/{book}", 404, {200: "player opponent member arbitrator"})
    ],
    "api/v1/registers/<uuidstr:id>/log": [api("GET /api/v1/registers/{book}/log", 404, {200: "player"})],
    "api/v1/registers/<uuidstr:id>/after/<uuidstr:battle>": [
        api("GET /api/v1/registers/{book}/after/{battle}", 404, {422: "player"})
    ],
    "api/v1/registers/<uuidstr:id>/copy": [api("POST /api/v1/registers/{book}/copy", 404, {422: "player"})],
    "api/v1/registers/<uuidstr:id>/acts": [
        api(
            "POST /api/v1/registers/{book}/acts",
            404,
            {200: "player"},
            given={"act": "name-register", "name": "x"},
        ),
        api("POST /api/v1/registers/{book}/acts?dry_run=true", 200, given={"act": "retire"}),
    ],
    "api/v1/campaigns": [
        api("GET /api/v1/campaigns", 200, shows="Endor Winter", to="player opponent member arbitrator"),
        api("POST /api/v1/campaigns", 201, given={"name": "x"}),
    ],
    "api/v1/campaigns/join": [api("POST /api/v1/campaigns/join", 200, given={"token": "{invitation}"})],
    "api/v1/campaigns/<uuidstr:campaign>": [
        api("GET /api/v1/campaigns/{campaign}", 404, {200: "player opponent member arbitrator"}),
        api(f"GET /api/v1/campaigns/{NOTHING}", 404),
    ],
    "api/v1/campaigns/<uuidstr:campaign>/registers": [
        api("GET /api/v1/campaigns/{campaign}/registers", 404, {200: "player opponent member arbitrator"})
    ],
    "api/v1/campaigns/<uuidstr:campaign>/export": [
        api("GET /api/v1/campaigns/{campaign}/export", 404, {200: "player opponent member arbitrator"})
    ],
    "api/v1/campaigns/<uuidstr:campaign>/book.pdf": [
        api("GET /api/v1/campaigns/{campaign}/book.pdf", 404, {200: "player opponent member arbitrator"})
    ],
    "api/v1/campaigns/<uuidstr:campaign>/acts": [
        api(
            "POST /api/v1/campaigns/{campaign}/acts",
            404,
            {200: "arbitrator", 403: "player opponent member"},
            given={"act": "rename", "name": "x"},
        ),
        api(
            "POST /api/v1/campaigns/{campaign}/acts",
            404,
            {200: "player opponent member", 422: "arbitrator"},
            given={"act": "leave"},
        ),
        api(f"POST /api/v1/campaigns/{NOTHING}/acts", 404, given={"act": "leave"}),
    ],
    "api/v1/campaigns/corrections/<uuidstr:id>": [
        api(
            "POST /api/v1/campaigns/corrections/{book}",
            404,
            {403: "player opponent member", 422: "arbitrator"},
            given={"fixes": [], "reason": "x"},
        ),
        api(
            "POST /api/v1/campaigns/corrections/{book}?dry_run=true", 200, given={"fixes": [], "reason": "x"}
        ),
    ],
    "api/v1/campaigns/corrections/<uuidstr:id>/preview": [
        api(
            "POST /api/v1/campaigns/corrections/{book}/preview",
            404,
            {403: "player opponent member", 422: "arbitrator"},
            given={"fixes": [], "reason": "x"},
        )
    ],
    "api/v1/battles": [
        api("GET /api/v1/battles", 200),
        api("POST /api/v1/battles", 404, {422: "player"}, given={"own": "{book}"}),
        api(
            "POST /api/v1/battles",
            404,
            {422: "player opponent"},
            given={"own": "{his_book}", "opponent": "{book}"},
        ),
    ],
    "api/v1/battles/<uuidstr:battle>": [
        api("GET /api/v1/battles/{battle}", 404, {200: "player opponent member arbitrator"}),
        api("GET /api/v1/battles/{battle}?side=red", 404, {200: "opponent", 403: "player member arbitrator"}),
        api(f"GET /api/v1/battles/{NOTHING}", 404),
    ],
    "api/v1/battles/<uuidstr:battle>/live": [
        api("GET /api/v1/battles/{battle}/live", 404, {200: "player opponent member arbitrator"}),
        api(f"GET /api/v1/battles/{NOTHING}/live", 404),
    ],
    "api/v1/battles/<uuidstr:battle>/acts": [
        api(
            "POST /api/v1/battles/{battle}/acts",
            404,
            {200: "player opponent", 403: "member arbitrator"},
            given={"act": "dispute", "words": "x"},
        ),
        api(
            "POST /api/v1/battles/{battle}/acts?side=blue&dry_run=true",
            404,
            {200: "player", 403: "opponent member arbitrator"},
            given={"act": "confirm"},
        ),
    ],
    "api/v1/battles/<uuidstr:battle>/arbitration": [
        api(
            "POST /api/v1/battles/{battle}/arbitration",
            404,
            {403: "player opponent member", 422: "arbitrator"},
            given={"act": "confirm-for", "side": "blue"},
        ),
        api("POST /api/v1/battles/{battle}/arbitration?dry_run=true", 200, given={"act": "call-off"}),
    ],
    "api/v1/battles/<uuidstr:battle>/evidence": [
        api("GET /api/v1/battles/{battle}/evidence", 404, {200: "player opponent member arbitrator"})
    ],
    "api/v1/battles/<uuidstr:battle>/muster": [
        api(
            "POST /api/v1/battles/{battle}/muster",
            404,
            {200: "player opponent", 403: "member arbitrator"},
            given={"units": []},
        )
    ],
    "api/v1/tournaments": [
        row("GET /api/v1/tournaments", 200, shows="Nobody Knows", to=""),
        api("POST /api/v1/tournaments", 201, given={"act": "begin", "name": "x", "plan": {}}),
    ],
    "api/v1/tournaments/mine": [
        api(
            "GET /api/v1/tournaments/mine",
            200,
            shows="Autumn Cup",
            to="player opponent judge scorekeeper organiser",
        )
    ],
    "api/v1/tournaments/<uuidstr:id>": [
        row("GET /api/v1/tournaments/{tour}", 200),
        row("GET /api/v1/tournaments/{hidden_tour}", 404, {200: "organiser"}),
        row(f"GET /api/v1/tournaments/{NOTHING}", 404),
    ],
    "api/v1/tournaments/<uuidstr:id>/live": [
        row("GET /api/v1/tournaments/{tour}/live", 200),
        row("GET /api/v1/tournaments/{hidden_tour}/live", 404, {200: "organiser"}),
    ],
    "api/v1/tournaments/<uuidstr:id>/acts": [
        api("POST /api/v1/tournaments/{tour}/acts", 403, {422: "organiser"}, given={"act": "announce"}),
        api("POST /api/v1/tournaments/{tour}/acts?dry_run=true", 200, given={"act": "draft"}),
        api(
            "POST /api/v1/tournaments/{hidden_tour}/acts", 404, {422: "organiser"}, given={"act": "announce"}
        ),
    ],
    "api/v1/tournaments/<uuidstr:id>/standings": [
        row("GET /api/v1/tournaments/{tour}/standings", 200),
        row("GET /api/v1/tournaments/{hidden_tour}/standings", 404, {200: "organiser"}),
    ],
    "api/v1/tournaments/<uuidstr:id>/standings/<player>/<figure>": [
        row("GET /api/v1/tournaments/{tour}/standings/p1/points", 200),
        row("GET /api/v1/tournaments/{tour}/standings/p1/nothing", 404),
        row("GET /api/v1/tournaments/{hidden_tour}/standings/p1/points", 404),
    ],
    "api/v1/tournaments/<uuidstr:id>/score": [
        api(
            "POST /api/v1/tournaments/{tour}/score",
            403,
            {422: "player opponent judge organiser"},
            given={"player": "p1"},
        ),
        api("POST /api/v1/tournaments/{hidden_tour}/score", 404, {422: "organiser"}, given={"player": "p1"}),
    ],
    "api/v1/tournaments/<uuidstr:id>/corrections/preview": [
        api(
            "POST /api/v1/tournaments/{tour}/corrections/preview",
            403,
            {422: "judge scorekeeper organiser"},
            given={"number": 1, "table": 1, "slip": SLIP},
        ),
        api(
            "POST /api/v1/tournaments/{hidden_tour}/corrections/preview",
            404,
            {422: "organiser"},
            given={"number": 1, "table": 1, "slip": SLIP},
        ),
    ],
    "api/v1/squads": [row("GET /api/v1/squads", 200), row("GET /api/v1/squads?edition=v9", 422)],
    "api/v1/squads/<kind>/<card>": [
        row("GET /api/v1/squads/unit/fx-9", 200),
        row("GET /api/v1/squads/unit/nobody", 404),
    ],
    "api/v1/cards": [row("GET /api/v1/cards", 200)],
    "api/v1/cards/compare": [
        row("GET /api/v1/cards/compare?a=ay&b=ah", 200),
        row("GET /api/v1/cards/compare?a=ay&b=nothing", 404),
    ],
    "api/v1/cards/<path:card>": [
        row(f"GET /api/v1/cards/{UNIT}", 200),
        row("GET /api/v1/cards/nothing", 404),
    ],
    "api/v1/games": [
        api("GET /api/v1/games", 200),
        api("POST /api/v1/games", 201, given={"act": "open-game"}),
        api(
            "POST /api/v1/games",
            404,
            {201: "player opponent"},
            given={"act": "play-table", "tournament": "tournament:{event}"},
        ),
        api(
            "POST /api/v1/games",
            404,
            given={"act": "play-battle", "battle": "{at_table}"},
        ),
        api(
            "POST /api/v1/games",
            404,
            {422: "player opponent"},
            given={"act": "play-battle", "battle": "battle:{battle}"},
        ),
        api("POST /api/v1/games", 404, {201: "player"}, given={"act": "open-game", "army": "{army}"}),
    ],
    "api/v1/games/<uuidstr:game>": [
        api("GET /api/v1/games/{game_id}", 404, {200: "player opponent"}),
        api("GET /api/v1/games/{operation_id}", 404, {200: "player opponent"}),
        api("GET /api/v1/games/{game_id}?seat=one", 404, {200: "player", 403: "opponent"}),
        api("GET /api/v1/games/{game_id}?seat=two", 404, {200: "opponent", 403: "player"}),
        api("GET /api/v1/games/{lobby_id}", 200),
        api("GET /api/v1/games/{table_game_id}", 404, {200: "player opponent judge organiser"}),
        api("GET /api/v1/games/{battle_game_id}", 404, {200: "player opponent arbitrator"}),
        api(f"GET /api/v1/games/{NOTHING}", 404),
    ],
    "api/v1/games/<uuidstr:game>/live": [
        row("GET /api/v1/games/{game_id}/live", 404, {200: "player opponent"}),
        row("GET /api/v1/games/{table_game_id}/live", 404, {200: "player opponent judge organiser"}),
        row("GET /api/v1/games/{battle_game_id}/live", 404, {200: "player opponent arbitrator"}),
        row(f"GET /api/v1/games/{NOTHING}/live", 404),
    ],
    "api/v1/games/<uuidstr:game>/acts": [
        api(
            "POST /api/v1/games/{game_id}/acts",
            404,
            {200: "player opponent"},
            given={"act": "let-watch", "watched": True},
        ),
        api(
            "POST /api/v1/games/{game_id}/acts",
            404,
            {403: "opponent", 422: "player"},
            given={"act": "speak", "seat": "one", "said": {"say": "concede"}},
        ),
        api(
            "POST /api/v1/games/{operation_id}/acts",
            404,
            {422: "player opponent"},
            given={"act": "speak", "said": {"say": "concede"}},
        ),
        api("POST /api/v1/games/{lobby_id}/acts?dry_run=true", 200, given={"act": "begin-game"}),
        api(f"POST /api/v1/games/{NOTHING}/acts", 404, given={"act": "begin-game"}),
    ],
    "api/v1/games/<uuidstr:game>/handover": [
        api("GET /api/v1/games/{game_id}/handover", 404, {422: "player opponent"})
    ],
    "api/v1/games/<uuidstr:game>/log": [
        api("GET /api/v1/games/{game_id}/log", 404, {200: "player opponent"}),
        api("GET /api/v1/games/{operation_id}/log", 404, {200: "player opponent"}),
    ],
    "api/v1/tables": [
        api("POST /api/v1/tables", 201, given={"act": "sit-down", "points": [800, 800], "names": ["A", "B"]})
    ],
    "api/v1/tables/<uuidstr:table>": [
        row("GET /api/v1/tables/{setup_id}", 200),
        row("GET /api/v1/tables/{event_setup_id}", 404),
        row(f"GET /api/v1/tables/{NOTHING}", 404),
    ],
    "api/v1/tables/<uuidstr:table>/acts": [
        api("POST /api/v1/tables/{setup_id}/acts", 422, given={"act": "undo-step", "batch": "x"}),
        api("POST /api/v1/tables/{setup_id}/acts?dry_run=true", 200, given={"act": "draw-step", "seen": 1}),
        api("POST /api/v1/tables/{event_setup_id}/acts", 404, given={"act": "draw-step", "seen": 1}),
    ],
    "api/v1/notifications": [api("GET /api/v1/notifications", 200, shows=HER_NOTICES, to="player")],
    "api/v1/notifications/acts": [
        api("POST /api/v1/notifications/acts", 422, given={"act": "subscribe", "endpoint": "x"}),
        api("POST /api/v1/notifications/acts", 200, given={"act": "unsubscribe", "subscription": 2**40}),
    ],
    "api/v1/webhooks/<kind>/<uuidstr:id>": [
        api("GET /api/v1/webhooks/event/{tour}", 404, {200: "organiser"}),
        api("GET /api/v1/webhooks/campaign/{campaign}", 404, {200: "arbitrator"}),
    ],
    "api/v1/webhooks/<kind>/<uuidstr:id>/acts": [
        api(
            "POST /api/v1/webhooks/event/{tour}/acts",
            404,
            {422: "organiser"},
            given={"act": "add-webhook", "address": "x", "topics": []},
        ),
        api(
            "POST /api/v1/webhooks/campaign/{campaign}/acts",
            404,
            {200: "arbitrator"},
            given={"act": "remove-webhook", "hook": 1},
        ),
    ],
    "api/v1/dice/odds": [row("GET /api/v1/dice/odds?black=1", 200)],
    "api/v1/dice/pool": [
        row("GET /api/v1/dice/pool?black=1", 200),
        row("GET /api/v1/dice/pool?black=1&defence_red=1", 422),
    ],
    "api/v1/dice/roll": [row("POST /api/v1/dice/roll", 422), row("GET /api/v1/dice/roll", 405)],
    "api/v1/dice/tables": [api("POST /api/v1/dice/tables", 201)],
    "api/v1/dice/tables/<table>": [
        row("GET /api/v1/dice/tables/{table}", 200),
        row("GET /api/v1/dice/tables/nothing", 404),
    ],
    "api/v1/dice/tables/<table>/acts": [
        api("POST /api/v1/dice/tables/{table}/acts", 422, {200: "player"}, given={"act": "close-table"}),
        api("POST /api/v1/dice/tables/{table}/acts", 422, given={"act": "roll-dice", "dice": {"red": 1}}),
    ],
    "api/v1/search": [
        row("GET /api/v1/search?q=pierce", 200),
        row("GET /api/v1/search?q=Blizzard", 200, shows=CANARY, to="player"),
    ],
    "api/v1/rules": [row("GET /api/v1/rules", 200)],
    "api/v1/why": [
        row("GET /api/v1/why?keyword=pierce", 200),
        row("GET /api/v1/why?keyword=nothing", 404),
        row("GET /api/v1/why", 422),
    ],
    "api/v1/rules/core": [row("GET /api/v1/rules/core", 200)],
    "api/v1/rules/core/<slug:rule_id>": [
        row("GET /api/v1/rules/core/panic", 200),
        row("GET /api/v1/rules/core/no-rule", 404),
    ],
    "api/v1/rules/<int:number>": [row("GET /api/v1/rules/1", 200), row("GET /api/v1/rules/9999", 404)],
}
