import { describe, expect, it } from "vitest";
import { readViewer } from "../../src/github/author.ts";
import { readPullRequest } from "../../src/github/pull-request.ts";
import type { FaultAnswer } from "../e2e/stand-in/state.ts";
import { pullState } from "../e2e/stand-in/state.ts";
import { harness } from "./harness.ts";

const PATH = "/repos/acme/shop/pulls/7";

/** A GitHub that answers the same call wrongly so many times. */
function failing(answer: FaultAnswer, times?: number) {
  const faults = [{ method: "GET", path: PATH, answer, ...(times === undefined ? {} : { times }) }];
  return { pulls: [pullState({ number: 7 })], faults };
}

const SECONDARY = {
  status: 403,
  message: "You have exceeded a secondary rate limit. Please wait a few minutes.",
};

describe("what goes wrong is a value", () => {
  it.each([
    [401, "unauthorised", 1],
    [403, "forbidden", 1],
    [404, "missing", 1],
    [410, "missing", 1],
    [422, "invalid", 1],
    [429, "limited", 1],
    [500, "unavailable", 3],
    [503, "unavailable", 3],
  ])("%d is %s after %d requests", async (status, reason, requests) => {
    const { client, lines } = await harness(failing({ status }));
    const outcome = await readPullRequest(client, 7);
    expect(outcome).toMatchObject({ ok: false, failure: { reason, status } });
    expect(lines()).toHaveLength(requests);
  });

  it("mends a server error by itself", async () => {
    const { client, lines } = await harness(failing({ status: 502 }, 1));
    expect((await readPullRequest(client, 7)).ok).toBe(true);
    expect(lines()).toHaveLength(2);
  });

  it("gives one line without the token, whatever the other side says", async () => {
    const token = "secret-of-the-test";
    const message = `no ${token}\n::error::injected ${"x".repeat(5000)}`;
    const { client } = await harness({ ...failing({ status: 403, message }), token });
    const outcome = await readPullRequest(client, 7);
    const text = outcome.ok ? "" : outcome.failure.message;
    expect(text).toContain("could not read pull request #7 (HTTP 403): no *** ::error::injected");
    expect(text).not.toContain(token);
    expect(text).not.toContain("\n");
    expect(text.length).toBeLessThan(600);
  });
});

describe("a run never hangs", () => {
  it("on a server that does not answer", async () => {
    const started = performance.now();
    const { client, lines } = await harness(failing("hang"), { requestTimeout: 100 });
    expect(await readPullRequest(client, 7)).toMatchObject({ failure: { reason: "unreachable" } });
    expect(lines()).toHaveLength(3);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it("on a connection that is cut, nor asks again once GitHub is out of reach", async () => {
    const { client, lines } = await harness(failing("drop"));
    expect(await readPullRequest(client, 7)).toMatchObject({ failure: { reason: "unreachable" } });
    expect(await readViewer(client)).toMatchObject({ failure: { reason: "unreachable" } });
    expect(lines()).toHaveLength(3);
  });

  it.each<FaultAnswer>(["hang", { spoil: "drip" }, { spoil: "mute" }])(
    "longer than it may in all, whatever a request may take: %j",
    async (answer) => {
      const { client, lines } = await harness(failing(answer), { deadline: 300 });
      const first = await readPullRequest(client, 7);
      expect(first).toMatchObject({ failure: { reason: "unreachable" } });
      expect(!first.ok && first.failure.message).toMatch(/the most that a run waits for it; check/);
      expect(await readViewer(client)).toMatchObject({ failure: { reason: "unreachable" } });
      expect(lines()).toHaveLength(1);
    },
  );

  it("on a rate limit that ends after the deadline", async () => {
    const headers = { "retry-after": "50" };
    const options = { second: 1000, deadline: 20_000 };
    const { client, lines } = await harness(failing({ ...SECONDARY, headers }), options);
    expect(await readPullRequest(client, 7)).toMatchObject({ failure: { reason: "limited" } });
    expect(lines()).toHaveLength(1);
  });

  it("on a rate limit that ends too late", async () => {
    const headers = { "retry-after": "3600" };
    const { client, lines } = await harness(failing({ ...SECONDARY, headers }));
    expect(await readPullRequest(client, 7)).toMatchObject({ failure: { reason: "limited" } });
    expect(lines()).toHaveLength(1);
  });

  it("on rate limits that end soon, again and again", async () => {
    const headers = { "retry-after": "25" };
    const { client, lines } = await harness(failing({ ...SECONDARY, headers }), { second: 1 });
    expect(await readPullRequest(client, 7)).toMatchObject({ failure: { reason: "limited" } });
    expect(lines()).toHaveLength(3);
  });
});

describe("a rate limit that ended already, by a clock that is ahead of GitHub's", () => {
  it.each([
    ["primary", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1000" }, "API rate limit."],
    ["secondary", { "retry-after": "-5" }, SECONDARY.message],
  ])("is not asked about again and again: %s", async (_name, headers, message) => {
    const { client, lines } = await harness(failing({ status: 403, message, headers }));
    expect(await readPullRequest(client, 7)).toMatchObject({ failure: { reason: "limited" } });
    expect(lines().length).toBeLessThanOrEqual(3);
  });
});

describe("rate limits that end soon are waited for", () => {
  it("a secondary one", async () => {
    const headers = { "retry-after": "5" };
    const { client, lines } = await harness(failing({ ...SECONDARY, headers }, 1));
    expect((await readPullRequest(client, 7)).ok).toBe(true);
    expect(lines()).toHaveLength(2);
  });

  it("the primary one", async () => {
    const reset = Math.floor(Date.now() / 1000) + 3;
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) };
    const message = "API rate limit exceeded for installation.";
    const { client, lines } = await harness(failing({ status: 403, message, headers }, 1));
    expect((await readPullRequest(client, 7)).ok).toBe(true);
    expect(lines()).toHaveLength(2);
  });
});

describe("GitHub Enterprise Server", () => {
  it("is asked where its addresses say", async () => {
    const scenario = { enterprise: true, pulls: [pullState({ number: 7 })] };
    const { client, standIn, lines } = await harness(scenario);
    expect((await readPullRequest(client, 7)).ok).toBe(true);
    expect(await readViewer(client)).toEqual({
      ok: true,
      value: { login: "github-actions", id: 41898282 },
    });
    expect(standIn.url).toMatch(/\/api\/v3$/);
    expect(lines()).toEqual([`GET ${PATH}`, "POST /graphql"]);
    expect(standIn.problems).toEqual([]);
  });
});
