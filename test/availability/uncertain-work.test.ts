import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { evaluatorOf, uncertainWork } from "../../src/availability/uncertain-work.ts";
import type { Endpoint, Model } from "../../src/model/model.ts";
import {
  all,
  atLeast,
  dependency,
  endpoint,
  incident,
  model,
  parts,
  reached,
  service,
} from "./models.ts";
import { ladder } from "./open-models.ts";
import { bruteForce } from "./oracle.ts";

const up = parts(990);
const services = ["web", "a", "b", "db"].map((name) => service(name, [parts(970)]));
/** Two ways to a database: nothing of them is mandatory but the ends. */
const links = [
  dependency(services, 0, 1, [up]),
  dependency(services, 0, 2, [up]),
  dependency(services, 1, 3, [up]),
  dependency(services, 2, 3, [up]),
];
const asked = endpoint(0, reached(3));
/** Of the two middle services, and of one call. */
const PARAMETERS = [
  { component: 1, channel: null },
  { component: 2, channel: null },
  { component: 4, channel: 0 },
];

function changed(one: Model, ups: readonly number[]): Model {
  const [a, b, call] = ups.map((thousandths) => parts(thousandths));
  return {
    ...one,
    services: one.services
      .with(1, { ...one.services[1]!, replicas: [a!] })
      .with(2, { ...one.services[2]!, replicas: [b!] }),
    dependencies: one.dependencies.with(0, {
      ...one.dependencies[0]!,
      channels: [{ ...one.dependencies[0]!.channels[0]!, up: call! }],
    }),
  };
}

/** The figure as it was declared, and at other values, each with what all states sum up to. */
function compared(one: Model, endpoint: Endpoint): void {
  const work = uncertainWork(one, endpoint, PARAMETERS);
  const { values, figure } = evaluatorOf(work);
  const near = (found: { p: number; q: number }, truth: { p: number; q: number }) => {
    expect(found.p).toBeCloseTo(truth.p, 13);
    expect(found.q).toBeCloseTo(truth.q, 13);
  };
  near(figure(), bruteForce(one, endpoint));
  for (const ups of [
    [500, 900, 700],
    [0, 1000, 300],
    [800, 0, 1000],
    [970, 970, 990],
  ]) {
    ups.forEach((thousandths, at) => {
      if (values[at] !== undefined) Object.assign(values[at], parts(thousandths));
    });
    near(figure(), bruteForce(changed(one, ups), endpoint));
  }
}

describe("an endpoint evaluated for many values of what is uncertain", () => {
  it("has the figure of all states, as declared and at each", () => {
    compared(model(services, links), asked);
    compared(model(services, links), endpoint(0, all(reached(1), reached(2))));
  });

  it("leaves what an incident replaces as the incident has it", () => {
    const one = {
      ...model(services, links),
      incidents: [
        incident(parts(200), { overrides: [{ kind: "replicas", service: 1, up: parts(400) }] }),
        incident(parts(100), {
          down: [{ kind: "service", service: 2 }],
          overrides: [{ kind: "dependency", dependency: 0, up: parts(600) }],
        }),
      ],
    };
    compared(one, asked);
    compared(one, endpoint(0, all(reached(1), reached(2))));
  });

  it("fails by the share of what nothing meets, at no cost", () => {
    const mixed = endpoint(0, [
      { share: 0.75, strict: false, need: reached(3) },
      { share: 0.25, strict: false, need: atLeast(2, reached(1)) },
    ]);
    const one = model(services, links);
    compared(one, mixed);
    const alone = uncertainWork(one, asked, PARAMETERS);
    const work = uncertainWork(one, mixed, PARAMETERS);
    expect(work.cost).toBe(alone.cost);
    expect(work.parameters).toEqual(PARAMETERS);
    const never = uncertainWork(one, endpoint(0, atLeast(2, reached(1))), PARAMETERS);
    expect(never).toMatchObject({ parameters: [], cost: 0 });
  });

  it("costs as many evaluations as there are members of the mixture, and without end where one is not exact", () => {
    const one = model(services, links);
    const twice = endpoint(0, [
      { share: 0.5, strict: false, need: reached(3) },
      { share: 0.5, strict: false, need: reached(3) },
    ]);
    const { cost } = uncertainWork(one, asked, PARAMETERS);
    expect(cost).toBeGreaterThan(0);
    expect(uncertainWork(one, twice, PARAMETERS).cost).toBe(2 * cost);
    const drawn = ladder(23);
    expect(estimateEndpoint(drawn, { samples: 10, seed: 1, alpha: 0.05 }, []).estimate.method).toBe(
      "monte-carlo",
    );
    const hard = uncertainWork(drawn.model, drawn.endpoint, [{ component: 5, channel: null }]);
    expect(hard.cost).toBe(Number.POSITIVE_INFINITY);
    expect(hard.parameters).toEqual([]);
  });

  it("rests on nothing that a certain alternative leaves without a part", () => {
    const more = [...services, service("cache", [parts(1000)])];
    const one = model(more, [...links, dependency(more, 0, 4, [parts(1000)])]);
    // Calls come after the services, of which there is one more.
    const parameters = PARAMETERS.map((each) =>
      each.channel === null ? each : { ...each, component: each.component + 1 },
    );
    const either = endpoint(0, atLeast(1, reached(1), reached(4)));
    expect(uncertainWork(one, either, parameters).parameters).toEqual([]);
    const alone = uncertainWork(one, endpoint(0, reached(1)), parameters);
    expect(alone.parameters.map(({ component }) => component)).toEqual([1, 5]);
  });

  it("rests on nothing that incidents replace wherever it matters", () => {
    const always = incident(parts(1000), {
      overrides: [{ kind: "replicas", service: 1, up: parts(400) }],
    });
    const one = { ...model(services, links), incidents: [always] };
    const work = uncertainWork(one, asked, PARAMETERS);
    expect(work.parameters.map(({ component }) => component)).toEqual([2, 4]);
  });

  it("costs as much again for each uncertain component of a series, and no more for the others", () => {
    const one = model(services, links);
    const cost = (parameters: typeof PARAMETERS) =>
      uncertainWork(one, endpoint(0, reached(1)), parameters).cost;
    expect(cost(PARAMETERS)).toBe(3 * cost([]));
  });

  it("rests on nothing that it does not reach", () => {
    const work = uncertainWork(model(services, links), endpoint(0, reached(1)), PARAMETERS);
    expect(work.parameters.map(({ component }) => component)).toEqual([1, 4]);
  });
});
