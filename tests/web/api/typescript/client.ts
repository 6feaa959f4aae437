// Builds an army, runs an event of eight and plays a game with types made from Muster's OpenAPI document.
// Run by test_typescript_client.py: node client.js ADDRESS TOKEN TOKEN ARMY
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Schemas = components["schemas"];
const [address, mine, theirs, army] = process.argv.slice(2) as [string, string, string, string];
const client = (token: string) =>
  createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${token}` } });
const ann = client(mine);
const bob = client(theirs);

function got<Data>(answer: { data?: Data; error?: unknown }): Data {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

async function buildArmy(): Promise<number> {
  const body = { name: "Patrol", faction: "empire", points_date: "2026-05-01" } as const;
  const made = got(await ann.POST("/api/v1/armies", { body }));
  const changed = got(
    await ann.POST("/api/v1/armies/{army}/acts", {
      params: { path: { army: made.id }, query: { seen: made.version } },
      body: { act: "add-unit", unit: "ay" },
    }),
  );
  if (!("army" in changed)) throw new Error("not an army");
  return changed.army.units?.length ?? 0;
}

async function runEvent(): Promise<number> {
  const begun = got(
    await ann.POST("/api/v1/tournaments", { body: { act: "begin", name: "Hoth Open", plan: {} } }),
  );
  const act = async (body: Schemas["EventAct"]): Promise<Schemas["EventOut"]> => {
    const params = { path: { id: begun.id }, query: { whole: true } };
    const done = got(await ann.POST("/api/v1/tournaments/{id}/acts", { params, body }));
    if (!("state" in done)) throw new Error("not the whole event");
    return done;
  };
  const names = Array.from({ length: 8 }, (_, number) => `Player ${number + 1}`);
  await act({ act: "enter", names, present: true });
  await act({ act: "announce" });
  const tallies: Schemas["Slip"]["tallies"] = [
    { victory: 4, score: 300 },
    { victory: 2, score: 100 },
  ];
  for (const number of [1, 2]) {
    const drafted = await act({ act: "draft" });
    const paired = await act({ act: "publish", draft: drafted.state.draft?.number ?? 0 });
    for (const game of paired.state.rounds?.at(-1)?.round.games ?? []) {
      await act({ act: "enter-result", number, table: game.table, slip: { how: "rounds", tallies } });
    }
    await act({ act: "close-round" });
  }
  await act({ act: "end" });
  const params = { path: { id: begun.id } };
  return got(await ann.GET("/api/v1/tournaments/{id}/standings", { params })).length;
}

async function playGame(): Promise<boolean> {
  const opened = got(
    await ann.POST("/api/v1/games", { body: { act: "open-game", player: "Ann", level: "score" } }),
  );
  const params = { path: { game: opened.id } };
  const act = async (who: typeof ann, body: Schemas["GameAct"]): Promise<Schemas["GameOut"]> => {
    const done = got(await who.POST("/api/v1/games/{game}/acts", { params, body }));
    if (!("table" in done)) throw new Error("not a game");
    return done;
  };
  await act(bob, { act: "take-seat", seat: "two", player: "Bob" });
  await act(ann, { act: "bring-army", seat: "one", army: JSON.parse(army) as Schemas["Army"] });
  await act(bob, { act: "bring-army", seat: "two", army: JSON.parse(army) as Schemas["Army"] });
  let seen = await act(ann, { act: "begin-game" });
  for (let turn = 0; turn < 60 && !seen.table.ended; turn++) {
    const who = seen.waiting[0] === "one" ? ann : bob;
    const [said] = got(await who.GET("/api/v1/games/{game}", { params })).options;
    if (said === undefined) throw new Error("nothing to say");
    seen = await act(who, { act: "speak", said });
  }
  return Boolean((await act(bob, { act: "close-game" })).table.closed);
}

console.log(JSON.stringify([await buildArmy(), await runEvent(), await playGame()]));
