import { describe, expect, test } from "vitest";
import { engine } from "../../src/flow/engine.ts";
import { estimateModel } from "../../src/gate/assemble.ts";
import type { Engine } from "../../src/gate/engine.ts";
import { explainEstimate } from "../../src/gate/explain-results.ts";
import type { Endpoint, Model, Probability } from "../../src/model/model.ts";
import {
  atLeast,
  dependency,
  endpoint,
  model,
  parts,
  reached,
  service,
} from "../availability/models.ts";

const options = { samples: 100, seed: 1, alpha: 0.05 };

/** Endpoints behind one gateway, each of which needs other services; `copies` of each. */
function fleet(kinds: number, copies: number, slo: Probability): Model {
  const services = Array.from({ length: 7 }, (_, at) => service(`s${at}`, [parts(980)]));
  const dependencies = [1, 2, 3, 4, 5, 6].map((to) => dependency(services, 0, to, [parts(1000)]));
  const endpoints = Array.from({ length: kinds * copies }, (_, at): Endpoint => {
    const bits = (at % kinds) + 1;
    const chosen = [1, 2, 3, 4, 5, 6].filter((one) => (bits >> (one - 1)) & 1);
    const needs = atLeast(chosen.length, ...chosen.map(reached));
    return { ...endpoint(0, needs), name: `GET /${at}`, slo };
  });
  return model(services, dependencies, endpoints);
}

function explained(one: Model, by: Engine = engine) {
  const input = { path: "availability.yaml", model: one, diagnostics: [] };
  const context = { engine: by, options, told: [], today: null };
  const { model: found } = explainEstimate(estimateModel(input, engine, options), input, context);
  const why = found.endpoints.filter((each) => each.explained !== undefined);
  const notices = new Map(found.diagnostics.map(({ code, message }) => [code, message]));
  return { found, why, notices };
}

/** To prepare anything costs a tenth of what there is. */
const dear: Engine = { ...engine, spent: () => 4e8 };

describe("a spec of many endpoints", () => {
  test("has each explained, and none is told to be left out", () => {
    const { why, notices, found } = explained(fleet(63, 2, parts(500)));
    expect(why).toHaveLength(126);
    expect([...notices]).toEqual([]);
    const gateway = found.blast!.find(({ fault }) => fault === "s0")!;
    expect(gateway.endpoints).toHaveLength(126);
  });

  test("has the worst explained where there is no work for all, and the rest is counted", () => {
    const { why, notices, found } = explained(fleet(63, 1, parts(500)), dear);
    expect(why).toHaveLength(20);
    expect(notices.get("unexplained")).toContain("43 more endpoints");
    expect(notices.get("unexplained")).toContain("ask about one of them with `explain NAME`");
    const worst = found.endpoints.toSorted((a, b) => b.head.unavailability - a.head.unavailability);
    const least = Math.min(...why.map(({ head }) => head.unavailability));
    expect(least).toBeGreaterThanOrEqual(worst[19]!.head.unavailability);
    // Of those that were explained it is known what takes them down.
    const gateway = found.blast!.find(({ fault }) => fault === "s0")!;
    expect(gateway.endpoints.map(({ name }) => name)).toEqual(why.map(({ name }) => name));
    expect(notices.get("unknown-losses")).toContain("what any loss would do to 43 endpoints");
  });

  test("has what fails explained before what is down more", () => {
    const whole = fleet(63, 1, parts(500));
    // It needs one service alone, which no other is surer than.
    const endpoints = whole.endpoints.with(31, { ...whole.endpoints[31]!, slo: parts(990) });
    const { why } = explained({ ...whole, endpoints }, dear);
    expect(why).toHaveLength(20);
    expect(why.filter(({ verdict }) => verdict === "fail").map(({ name }) => name)).toEqual([
      "GET /31",
    ]);
  });

  test("has work for all of those that ask for the same, where there is for one", () => {
    const { why, notices } = explained(fleet(9, 30, parts(500)), dear);
    expect(why).toHaveLength(270);
    expect([...notices]).toEqual([]);
  });

  test("has no more explained than a file has room for, though one Φ costs nothing twice", () => {
    const { why, notices } = explained(fleet(2, 505, parts(500)));
    expect(why).toHaveLength(1000);
    expect(notices.get("unexplained")).toContain("10 more endpoints");
  });

  test("says how many endpoints below their SLO no way back was looked for", () => {
    const { why, notices } = explained(fleet(31, 1, parts(970)));
    expect(why).toHaveLength(31);
    const sought = why.filter(({ explained: told }) => {
      const { remedies, requirements } = told!;
      return remedies.length + requirements.length > 0;
    });
    expect(sought).toHaveLength(20);
    expect(notices.get("ways-not-sought")).toContain("worst 20 endpoints, and not at 11 more");
  });

  test("does not count those that keep what they promise among them", () => {
    const whole = fleet(31, 1, parts(970));
    const endpoints = whole.endpoints.map((one, at) =>
      at % 3 === 0 ? { ...one, slo: parts(500) } : one,
    );
    const { notices } = explained({ ...whole, endpoints });
    expect([...notices]).toEqual([]);
  });
});
