"""`muster mcp`, asked as an assistant asks it: through the client of the protocol's own package."""

import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from muster.cli.assistant.server import make_server
from muster.cli.assistant.tools import event_standings
from muster.rules.violations import Refused
from tests.store.ready_database import put_ready_database
from tests.web.event_table_fixtures import Cup

SIX = {"check_list", "attack_odds", "find_card", "find_keyword", "find_rule", "event_standings"}
Talk = Callable[[Client], Awaitable[Any]]


def talk(talking: Talk, server: Any = None) -> Any:
    """What comes of talking to a server, in this process where no other is given. In a thread of its own: a
    browser test of the same process has left its event loop in this one."""

    async def run() -> Any:
        async with Client(server or make_server()) as client:
            return await talking(client)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(anyio.run, run).result()


def ask(tool: str, **arguments: Any) -> dict[str, Any]:
    answer = talk(lambda client: client.call_tool(tool, arguments))
    assert not answer.is_error, answer.content
    return answer.structured_content


def refusal(tool: str, **arguments: Any) -> str:
    answer = talk(lambda client: client.call_tool(tool, arguments))
    assert answer.is_error
    return answer.content[0].text


def test_a_process_of_its_own_offers_six_tools_that_only_read(tmp_path, django_db_blocker):
    with django_db_blocker.unblock():
        put_ready_database(tmp_path / "muster.sqlite3")

    async def talking(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == SIX
        assert all(tool.annotations.read_only_hint and tool.description for tool in tools)
        attack = next(tool for tool in tools if tool.name == "attack_odds").input_schema["properties"][
            "attack"
        ]
        assert attack["properties"]["pierce"]["type"] == "integer"
        odds = await client.call_tool(
            "attack_odds", {"attack": {"black": 4}, "defence": {"die": "red", "cover": "light"}}
        )
        assert odds.structured_content["mean"] == "7/8"
        events = await client.call_tool("event_standings", {})
        assert events.structured_content == {"events": []}

    command = ["-m", "muster", "mcp", "--data", str(tmp_path)]
    beside = StdioServerParameters(command=sys.executable, args=command)
    talk(talking, stdio_client(beside, errlog=sys.__stderr__))  # the default is what pytest had put there


def test_a_list_is_checked_with_every_reason():
    answer = ask("check_list", text="Rebels\n\nLuke Skywalker\n3x Rebel Troopers\nNobody Known")
    assert (answer["faction"], answer["activations"], answer["legal"]) == ("rebels", 4, False)
    assert all(problem["message"] and problem["source"] for problem in answer["violations"])
    assert "Add" in next(p["fix"] for p in answer["violations"] if p["code"] == "hand.incomplete")
    assert "Nobody Known" in str(answer["unresolved"])


def test_a_card_is_found_with_its_facts():
    card = ask("find_card", name="darth vader dark lord")
    assert (card["name"], card["wounds"], card["rank"]) == ("Darth Vader", 8, "commander")
    assert {"Deflect", "Impact", "Pierce"} <= card["meanings"].keys() and "points_history" not in card
    assert "blocks" in card["meanings"]["Pierce"]["text"] and card["meanings"]["Pierce"]["source"]
    assert "2026-04-21" in refusal("find_card", name="vader", day="yesterday")
    assert "zzzzqqqq" in refusal("find_card", name="zzzzqqqq")


def test_keywords_rules_and_rulings_are_found_with_their_source():
    best = ask("find_keyword", name="pierce")["found"][0]
    assert (best["title"], best["kind"]) == ("Pierce", "keyword") and best["source"] and best["text"]
    rules = ask("find_rule", words="panic")["found"]
    assert rules[0]["title"] == "Panic" and {hit["kind"] for hit in rules} <= {"core", "rule", "ruling"}
    assert [hit["id"] for hit in ask("find_rule", words="A12", kind="ruling")["found"]] == ["A12"]
    assert "No card, keyword, rule" in refusal("find_rule", words="zzzzqqqq")


def test_an_attack_that_no_schema_knows_is_refused_with_its_field():
    assert "blue" in refusal("attack_odds", attack={"blue": 4}, defence={"die": "red"})
    assert "25" in refusal("attack_odds", attack={"red": 25}, defence={"die": "red"})


@pytest.mark.django_db
def test_standings_of_an_event_that_everybody_may_find():
    cup = Cup(public=True).announce()
    assert [event["id"] for event in event_standings()["events"]] == [cup.id]
    lines = event_standings("harrow cup")
    assert lines["event"] == "Harrow Cup"
    assert {line["name"] for line in lines["standings"]} == {"Ann Lee", "Bo Dahl", "Cy Roe", "Di Marr"}
    assert event_standings(f"https://muster.example/event/{cup.id}") == lines


@pytest.mark.django_db
def test_an_event_that_is_not_public_is_not_there():
    cup = Cup(public=False).announce()
    assert event_standings()["events"] == []
    for name in (cup.id, "Harrow Cup"):
        with pytest.raises(Refused):
            event_standings(name)
