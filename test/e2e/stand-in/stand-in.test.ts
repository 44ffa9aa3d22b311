import { afterEach, describe, expect, it } from "vitest";
import type { Scenario, StandIn } from "./stand-in.ts";
import { startStandIn } from "./stand-in.ts";

let standIn: StandIn | null = null;

afterEach(async () => {
  await standIn?.close();
});

async function ask(scenario: Scenario, method: string, path: string, body?: unknown) {
  standIn = await startStandIn(scenario);
  const reply = await fetch(standIn.url + path, {
    method,
    headers: { authorization: `token ${standIn.state.token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: reply.status, problems: standIn.problems };
}

const COMMENTS = "/repos/acme/shop/issues/7/comments";

describe("the stand-in is strict", () => {
  it.each<[string, string, string, unknown, RegExp]>([
    ["an unknown call", "GET", "/user", undefined, /unexpected request/],
    ["a method that is not used", "PUT", "/repos/acme/shop/pulls/7", {}, /unexpected request/],
    ["an unknown parameter", "GET", `${COMMENTS}?perpage=100`, undefined, /no parameter perpage/],
    ["a parameter of another type", "GET", `${COMMENTS}?page=x`, undefined, /page must be integer/],
    ["a number that is none", "GET", "/repos/acme/shop/pulls/x", undefined, /must be integer/],
    ["a body without its text", "POST", COMMENTS, {}, /required property 'body'/],
    ["more than belongs in a body", "POST", COMMENTS, { body: "x", to: 1 }, /no to in the body/],
    ["another GraphQL query", "POST", "/graphql", { query: "{ user }" }, /another query/],
  ])("about %s", async (_name, method, path, body, problem) => {
    const { problems } = await ask({}, method, path, body);
    expect(problems.join()).toMatch(problem);
  });

  it("about its own replies", async () => {
    const odd = { id: 1.5, issue: 7, author: null, body: "x" };
    const { problems } = await ask({ comments: [odd] }, "GET", COMMENTS);
    expect(problems.join()).toMatch(/reply\/0\/id must be integer/);
  });

  it("about the token", async () => {
    standIn = await startStandIn();
    const reply = await fetch(`${standIn.url}/repos/acme/shop/pulls/7`);
    expect(reply.status).toBe(401);
    expect(standIn.problems.join()).toMatch(/the token is not that/);
  });
});

describe("the stand-in does as GitHub does", () => {
  it.each([
    [65_536, 201],
    [65_537, 422],
  ])("with a comment of %d characters: %d", async (length, status) => {
    const reply = await ask({}, "POST", COMMENTS, { body: "x".repeat(length) });
    expect(reply).toEqual({ status, problems: [] });
  });
});
