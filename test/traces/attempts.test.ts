import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attemptsOf } from "../../src/traces/attempts.ts";
import type { Call, Outcome } from "../../src/traces/calls.ts";
import { call, span } from "./views.ts";

/** Calls of one caller to one callee, each ten microseconds long and one after the other. */
function row(outcomes: readonly Outcome[], parts: Partial<Call> = {}): Call[] {
  return outcomes.map((outcome, at) =>
    call({ from: "a", to: "b", outcome, start: at * 20, end: at * 20 + 10, ...parts }),
  );
}

const firsts = (calls: readonly Call[], spans = [span()]) =>
  attemptsOf(spans, calls).map(({ first }) => first);
const attempts = (calls: readonly Call[], spans = [span()]) =>
  attemptsOf(spans, calls).map(({ attempt }) => attempt);

const T = "timed-out";
const U = "usable";
const X = "unusable";

describe("attempts", () => {
  it.each<[string, Outcome[], number[]]>([
    ["one that timed out and one that came through", [T, U], [0, 0]],
    ["all of them failing", [X, T, "undecided"], [0, 0, 0]],
    ["one by itself", [T], [0]],
  ])("are of one call: %s", (_, outcomes, expected) => {
    expect(firsts(row(outcomes))).toEqual(expected);
    expect(attempts(row(outcomes))).toEqual(outcomes.map((_, at) => at));
  });

  it.each<[string, Outcome[]]>([
    ["each came through", [U, U]],
    ["a loop that went on after a failure", [U, T, U]],
    ["a loop whose last failed", [U, U, T]],
    ["a caller that polls", Array.from({ length: 17 }, () => X)],
  ])("are calls of their own: %s", (_, outcomes) => {
    expect(firsts(row(outcomes))).toEqual(outcomes.map((_, at) => at));
  });

  it("follow one another: hedged requests, and calls at unknown times, are calls of their own", () => {
    const [first, second] = row([T, U]);
    expect(firsts([first!, { ...second!, start: 5 }])).toEqual([0, 1]);
    expect(firsts([{ ...first!, end: null }, second!])).toEqual([0, 1]);
    expect(firsts([{ ...first!, start: null }, second!])).toEqual([0, 1]);
  });

  it("have one caller, target, mode, protocol and operation", () => {
    const [first, second] = row([T, U]);
    const others: Partial<Call>[] = [
      { caller: 1 },
      { to: "c" },
      { mode: "async" },
      { protocol: "grpc" },
      { operation: "GET /x" },
    ];
    for (const other of others) expect(firsts([first!, { ...second!, ...other }])).toEqual([0, 1]);
    expect(firsts(row([T, U], { caller: -1 }))).toEqual([0, 1]);
  });

  it("are asked for in the same words, wherever they arrive", () => {
    const asking = (path: string) => span({ kind: "client", meaning: { method: "GET", path } });
    const spans = [asking("/a/{id}"), asking("/a/{id}"), asking("/b")];
    const told = (clients: readonly number[]) =>
      firsts(
        row([T, U]).map((one, at) => ({
          ...one,
          client: clients[at]!,
          operation: at === 0 ? null : "GET /a/:a",
        })),
        spans,
      );
    expect([told([0, 1]), told([0, 2])]).toEqual([
      [0, 0],
      [0, 1],
    ]);
  });

  it("are counted by the client where it counts, whatever happened between", () => {
    const spans = [null, 1, 2, null].map((resend) => span({ kind: "client", meaning: { resend } }));
    const calls = row([U, T, U, X]).map((one, client) => ({ ...one, client }));
    expect(firsts(calls, spans)).toEqual([0, 0, 0, 3]);
    expect(attempts(calls, spans)).toEqual([0, 1, 2, 0]);
    // Two calls at once, each tried again.
    const twice = [null, null, 1, 1].map((resend) => span({ kind: "client", meaning: { resend } }));
    expect(firsts(calls, twice)).toEqual([0, 1, 1, 0]);
    // The first was lost on the way: what is left begins a call.
    expect(firsts(calls.slice(1), spans)).toEqual([0, 0, 2]);
  });

  it("are repeated after an answer that was the server's failure, and not after a client's error", () => {
    const spans = [500, 200, 404, 429].map((status) =>
      span({ kind: "client", meaning: { status } }),
    );
    const following = (client: number) =>
      firsts(
        [
          call({ from: "a", to: "b", start: 0, end: 1, refused: true, client }),
          call({ from: "a", to: "b", start: 2, end: 3, client: 1 }),
        ],
        spans,
      );
    expect([following(0), following(2), following(3)]).toEqual([
      [0, 0],
      [0, 1],
      [0, 0],
    ]);
  });

  it("are the same calls in whatever order they stand", () => {
    const outcome = fc.constantFrom<Outcome>(U, T, X, "undecided");
    const arbitrary = fc.record({
      from: fc.constant("a"),
      to: fc.constantFrom("b", "c"),
      outcome,
      caller: fc.constantFrom(0, 1),
    });
    fc.assert(
      fc.property(fc.array(arbitrary, { maxLength: 12 }), fc.nat(), (parts, turn) => {
        const calls = parts.map((one, at) => call({ ...one, start: at * 10, end: at * 10 + 5 }));
        const groups = (list: readonly Call[]) => {
          const found = attemptsOf([span()], list);
          return list
            .map(({ start }, at) => [start!, list[found[at]!.first]!.start!, found[at]!.attempt])
            .sort(([a], [b]) => a! - b!);
        };
        const at = calls.length === 0 ? 0 : turn % calls.length;
        const turned = [...calls.slice(at), ...calls.slice(0, at)].reverse();
        expect(groups(turned)).toEqual(groups(calls));
      }),
      { seed: 3, numRuns: 300 },
    );
  });
});
