import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../src/availability/estimate.ts";
import { engine } from "../../../src/flow/engine.ts";
import type { Engine } from "../../../src/gate/engine.ts";
import type { Limit } from "../../../src/gate/explained.ts";
import { remediesOf } from "../../../src/gate/remedies/remedies.ts";
import type { Endpoint, Model } from "../../../src/model/model.ts";
import {
  all,
  dependency,
  endpoint,
  fault,
  model,
  parts,
  service,
  strict,
} from "../../availability/models.ts";

/** Figures as given: exact in the steady state, and drawn under each fault, which are counted. */
const figures = (
  steady: (one: Model) => number,
  drawn: (one: Model) => number,
  alike: Engine["alike"] = () => null,
) => {
  let count = 0;
  const estimate: Engine["estimate"] = ({ model: one, fault: under }) => {
    if (under !== null) count++;
    const q = under === null ? steady(one) : drawn(one);
    const exact: Estimate = { availability: 1 - q, unavailability: q, method: "exact" };
    const found: Estimate =
      under === null
        ? exact
        : { ...exact, method: "monte-carlo", samples: 100, interval: [1 - q, 1 - q] };
    return { estimate: found, decisions: [] };
  };
  const run = {
    path: "availability.yaml",
    engine: { ...engine, estimate, alike },
    options: { samples: 100, seed: 1, alpha: 0.05 },
  };
  return { run, drawn: () => count };
};

/** The services of an endpoint as what limits it. */
const limiting = (...names: readonly string[]): readonly Limit[] =>
  names.map((component) => ({ component, kind: "service", birnbaum: 1 }) as Limit);

/** An endpoint that promises so much in the steady state, and half under so many faults. */
const promised = (plain: Endpoint, count: number, of: Model): Model => {
  const faults = Array.from({ length: count }, (_, at) => fault({ name: `f${at}` }));
  const under = faults.map(({ place }, at) => ({ fault: at, minimum: parts(500), place }));
  return { ...of, faults, endpoints: [{ ...plain, slo: parts(900), under }] };
};

const changesOf = (run: ReturnType<typeof figures>["run"], one: Model, ...names: string[]) => {
  const { remedies, isWhole } = remediesOf(run, one, one.endpoints[0]!, limiting(...names));
  return { found: remedies.map(({ change }) => change), isWhole };
};

describe("a way back where figures are drawn", () => {
  // The steepest way takes three of `a`, and then twenty of `b`, with which none of `a` is needed.
  const steady = ({ services: [a, b] }: Model) => {
    const [first, second] = [a!.replicas.length - 1, b!.replicas.length - 1];
    return second >= 20 ? 0 : 0.5 - 0.004 * Math.min(first, 3) - 0.003 * second;
  };
  const services = ["a", "b"].map((name) => service(name, [parts(990)]));
  const plain = endpoint(0, all());

  test("is offered once it is sure that it is minimal", () => {
    const { run, drawn } = figures(steady, () => 0);
    const one = promised(plain, 2, model(services, []));
    expect(changesOf(run, one, "a", "b")).toEqual({
      found: ["replicas of b 1 -> 21"],
      isWhole: true,
    });
    expect(drawn()).toBeLessThan(150);
  });

  test("is not offered where the last that may be drawn is drawn before that", () => {
    const { run } = figures(steady, () => 0);
    const one = promised(plain, 3, model(services, []));
    expect(changesOf(run, one, "a", "b")).toEqual({ found: [], isWhole: false });
  });

  test("that gives up a need is paid for like any other", () => {
    const names = ["web", "shop", "pay"].map((name) => service(name, [parts(990)]));
    const up = [parts(1000)];
    const lines = [dependency(names, 0, 1, up), dependency(names, 1, 2, up)];
    const asked = endpoint(0, [strict(lines, 0, "immediate")]);
    const isGiven = ({ endpoints }: Model) =>
      endpoints[0]!.mixture.every(({ need }) => need.kind === "atLeast" && need.of.length < 2);
    const replicas = ({ services }: Model) => services[2]!.replicas.length;
    // With one replica more the faults decide, which want all twenty.
    const { run } = figures(
      (one) => (isGiven(one) || replicas(one) > 1 ? 0 : 0.5),
      (one) => (isGiven(one) || replicas(one) > 20 ? 0 : 1),
    );
    const changesWith = (faults: number) =>
      changesOf(run, promised(asked, faults, model(names, lines)), "pay");
    const found = ["replicas of pay 1 -> 21", "make pay optional"];
    // Whether any is enough, nineteen that are not, one that is, and what is given up.
    expect(30 + 19 + 30 + 30).toBeLessThan(150);
    expect(changesWith(30)).toEqual({ found, isWhole: true });
    expect(changesWith(60)).toEqual({ found: found.slice(0, 1), isWhole: false });
  });
});

test("what its own evaluation does not confirm is no way back", () => {
  const known = { availability: 1, unavailability: 0, cost: 1 };
  const { run } = figures(
    () => 0.5,
    () => 0,
    () => known,
  );
  const one = promised(endpoint(0, all()), 0, model([service("a", [parts(990)])], []));
  expect(changesOf(run, one, "a")).toEqual({ found: [], isWhole: true });
});
