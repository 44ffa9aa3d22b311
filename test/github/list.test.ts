import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { listAll } from "../../src/github/list.ts";
import type { Spoil } from "../e2e/stand-in/state.ts";
import { AUTHOR, type CommentState, type FaultAnswer } from "../e2e/stand-in/state.ts";
import { harness } from "./harness.ts";

const PATH = "/repos/acme/shop/issues/7/comments";
const ROUTE = "/repos/{owner}/{repo}/issues/{issue_number}/comments";

function talk(count: number): CommentState[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    issue: 7,
    author: AUTHOR,
    body: "Hm.",
  }));
}

/** A list of so many comments from a GitHub that answers so. */
async function listed(count: number, answer?: FaultAnswer, times?: number) {
  const fault = { method: "GET", path: PATH, ...(times === undefined ? {} : { times }) };
  const faults = answer === undefined ? [] : [{ ...fault, answer }];
  const run = await harness({ comments: talk(count), faults });
  const outcome = await listAll(run.client, "list", ROUTE, { issue_number: 7 });
  const said = outcome.ok ? outcome.value.length : outcome.failure.message;
  return { said, requests: run.lines().length, problems: run.standIn.problems };
}

describe("a list", () => {
  it.each([0, 1, 100, 101, 250])("of %d is read page by page", async (count) => {
    const { said, requests, problems } = await listed(count);
    expect([said, requests]).toEqual([count, Math.max(1, Math.ceil(count / 100))]);
    expect(problems).toEqual([]);
  });

  it.each<[Spoil, number, RegExp]>([
    ["endless", 100, /more than 100 pages; run the job again/],
    ["circling", 1, /its pages lead back to one of them/],
    ["elsewhere", 1, /its next page is on another server/],
  ])("has an end, though its pages are %s", async (spoil, most, message) => {
    const { said, requests } = await listed(3, { spoil });
    expect(said).toMatch(message);
    expect(requests).toBe(most);
  });

  it.each<[string, FaultAnswer]>([
    ["an object", { status: 200, body: {} }],
    ["an object that counts", { status: 200, body: { total_count: 0, items: [] } }],
    ["null", { status: 200, body: "null" }],
    ["nothing", { status: 200, body: "" }],
    [
      "a page of a proxy",
      { status: 200, body: "<html>", headers: { "content-type": "text/html" } },
    ],
    ["items without an id", { status: 200, body: [{ body: "x" }] }],
    ["a conflict", { status: 409 }],
    ["half of it", { spoil: "truncated" }],
    ["what was cut off", { spoil: "cut" }],
  ])("is not empty where the reply is %s", async (_name, answer) => {
    expect((await listed(3, answer)).said).toMatch(/^could not list.*; .+/);
  });

  it.each<[string, FaultAnswer]>([
    ["half of it", { spoil: "truncated" }],
    ["what was cut off", { spoil: "cut" }],
    ["nothing", "drop"],
  ])("is asked for again where the first reply is %s", async (_name, answer) => {
    expect(await listed(3, answer, 1)).toMatchObject({ said: 3, requests: 2 });
  });

  it("holds once what two pages hold", async () => {
    // A page that says that there is another one, which holds the same.
    const next = `<http://HOST${PATH}?per_page=100&page=1>; rel="next"`;
    const server = createServer((request, response) => {
      const link = next.replace("HOST", request.headers.host ?? "");
      const isFirst = !(request.url ?? "").includes("&page=");
      response.writeHead(200, {
        "content-type": "application/json",
        ...(isFirst ? { link } : {}),
      });
      response.end(JSON.stringify([{ id: 1 }, { id: 2 }]));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { client } = await harness({}, { apiUrl: `http://127.0.0.1:${port}` });
    const outcome = await listAll(client, "list", ROUTE, { issue_number: 7 });
    expect(outcome).toEqual({ ok: true, value: [{ id: 1 }, { id: 2 }] });
    server.close();
    server.closeAllConnections();
  });
});
