import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { engine } from "../../../src/flow/engine.ts";
import { blastRadius, explainEndpoint, explainerOf } from "../../../src/gate/explain.ts";
import { componentsOf } from "../../../src/gate/limits/components.ts";
import { structureText } from "../../../src/gate/limits/structure-text.ts";
import type { Completion, Endpoint, Model, Need, Target } from "../../../src/model/model.ts";
import {
  atLeast,
  dependency,
  endpoint,
  fault,
  model,
  parts,
  reached,
  service,
} from "../../availability/models.ts";
import { bruteForce } from "../../availability/oracle.ts";
import { fullModel } from "../../availability/random-models.ts";

const run = {
  path: "availability.yaml",
  engine,
  options: { samples: 100, seed: 1, alpha: 0.05 },
};

function judged(one: Model, asked: Endpoint) {
  const head = engine.estimate({ model: one, endpoint: asked, fault: null }, run.options, []);
  const under = one.faults.map((given) => ({
    fault: given.name,
    head: engine.estimate({ model: one, endpoint: asked, fault: given }, run.options, []).estimate,
  }));
  return { endpoint: asked, head: head.estimate, under };
}

/** By failure and endpoint: what is left of it. */
function rows(one: Model, endpoints: readonly Endpoint[]): ReadonlyMap<string, number> {
  const asked = endpoints.map((each) => judged(one, each));
  const { blasts } = blastRadius(explainerOf(run, one, [], null), asked);
  return new Map(
    blasts.flatMap((blast) =>
      blast.endpoints.map(({ name, availability }) => [`${blast.fault}: ${name}`, availability]),
    ),
  );
}

/** Six services behind a gateway, and endpoints that need each their own few of them. */
function wide(count: number): Model {
  const services = [0, 1, 2, 3, 4, 5, 6].map((at) => service(`s${at}`, [parts(980 + at)]));
  const dependencies = [1, 2, 3, 4, 5, 6].map((to) => dependency(services, 0, to, [parts(990)]));
  const endpoints = Array.from({ length: count }, (_, at): Endpoint => {
    const chosen = [1, 2, 3, 4, 5, 6].filter((one) => (((at % 63) + 1) >> (one - 1)) & 1);
    const k = 1 + (Math.floor(at / 63) % chosen.length);
    const needs = atLeast(k, ...chosen.map(reached));
    return { ...endpoint(0, needs), name: `GET /${at}`, slo: parts(900 + (at % 50)) };
  });
  return model(services, dependencies, endpoints);
}

describe("of hundreds of endpoints", () => {
  test("each is watched: what takes down the 500th, and the last, is what enumeration finds", () => {
    const one = wide(600);
    const found = rows(one, one.endpoints);
    let down = 0;
    for (const at of [0, 150, 199, 200, 201, 499, 599]) {
      const asked = one.endpoints[at]!;
      if (bruteForce(one, asked).q > asked.slo!.q) continue;
      for (const { name, index } of componentsOf(one)) {
        const target: Target =
          index < 7
            ? { kind: "service", service: index }
            : { kind: "dependency", dependency: index - 7 };
        const { p, q } = bruteForce(one, asked, fault({ down: [target] }));
        const told = found.get(`${name}: ${asked.name}`);
        if (q <= asked.slo!.q) expect([at, name, told]).toEqual([at, name, undefined]);
        else {
          expect(Math.abs(told! - p)).toBeLessThan(1e-12);
          if (at >= 200) down++;
        }
      }
    }
    expect(down).toBeGreaterThan(5);
  });

  test("those that ask for the same are told the same as each by itself, to the last bit", () => {
    let [shared, explained] = [0, 0];
    fc.assert(
      fc.property(
        fullModel(5),
        fc.array(fc.nat({ max: 999 }), { minLength: 3, maxLength: 3 }),
        (drawn, dice) => {
          const plain = bruteForce(drawn.model, drawn.endpoint);
          const { mixture, completion } = drawn.endpoint;
          const other: Completion = completion === "immediate" ? "eventual" : "immediate";
          const endpoints = dice.flatMap((one, at) =>
            [completion, other].map((mode, way): Endpoint => {
              const q = Math.min(1, plain.q + plain.p * (one / 1000) + 1e-9);
              const name = `GET /${at}${way}`;
              // Strict members are lowered by the mode; needs that are written are not.
              const own = { ...drawn.endpoint, name, completion: mode, slo: { p: 1 - q, q } };
              return { ...own, mixture: mixture.map((each) => ({ ...each })) };
            }),
          );
          const whole = { ...drawn.model, endpoints };
          const all = rows(whole, endpoints);
          const alone = endpoints.flatMap((one) => [...rows(whole, [one])]);
          expect(new Map([...all].toSorted())).toStrictEqual(new Map(alone.toSorted()));
          shared += all.size;
          const together = explainerOf(run, whole, [], null);
          for (const one of endpoints) {
            const { head } = judged(whole, one);
            const told = explainEndpoint(together, one, head, false);
            const fresh = explainEndpoint(explainerOf(run, whole, [], null), one, head, false);
            expect(told).toStrictEqual(fresh);
            explained += told.limits.length;
          }
        },
      ),
      { seed: 91, numRuns: 40 },
    );
    expect(shared).toBeGreaterThan(200);
    expect(explained).toBeGreaterThan(300);
  });

  test("those that ask for anything else do not share", () => {
    const needs: readonly Need[] = [
      reached(1),
      { kind: "dependency", dependency: 1 },
      { kind: "dependency", dependency: 2 },
      atLeast(1, reached(1), reached(2)),
      atLeast(2, reached(1), reached(2)),
      atLeast(1, reached(12)),
      atLeast(1, atLeast(1, reached(1)), reached(2)),
      atLeast(1, atLeast(1, reached(1), reached(2))),
    ];
    const halves = (share: number) =>
      endpoint(0, [
        { share, strict: false, need: reached(1) },
        { share: 1 - share, strict: false, need: reached(2) },
      ]);
    const all = [
      ...needs.flatMap((need) => [
        endpoint(0, need),
        endpoint(1, need),
        endpoint(0, need, "eventual"),
      ]),
      halves(0.5),
      halves(0.25),
    ];
    expect(new Set(all.map(structureText)).size).toBe(all.length);
    const [first] = all;
    expect(structureText({ ...first!, name: "GET /other", slo: parts(1) })).toBe(
      structureText(first!),
    );
  });
});

describe("an assumption that makes another graph", () => {
  test("is worked out for each endpoint: what was alike may ask for different things then", () => {
    const services = [0, 1, 2].map((at) => service(`s${at}`, [parts(900)]));
    const dependencies = [1, 2].map((to) => dependency(services, 0, to, [parts(990)]));
    const [strict, lax] = ["GET /strict", "GET /lax"].map((name) => ({
      ...endpoint(0, reached(1)),
      name,
      slo: parts(500),
    }));
    const one = model(services, dependencies, [strict!, lax!]);
    // With one more dependency the strict one needs what it leads to.
    const more = {
      ...one,
      dependencies: [...dependencies, dependency(services, 1, 2, [parts(1000)])],
    };
    const worse = () => ({
      ...more,
      endpoints: [
        { ...strict!, mixture: endpoint(0, atLeast(2, reached(1), reached(2))).mixture },
        lax!,
      ],
    });
    const place = { file: "deploy.yaml", line: 1, column: 1 };
    const hint = { kind: "hint", subject: "s1 -> s2", message: "hint", place } as const;
    const explainer = explainerOf(run, one, [{ ...hint, moves: [1], worse, better: null }], null);
    const lows = [strict!, lax!].map((asked) => {
      const { assumptions } = explainEndpoint(explainer, asked, judged(one, asked).head, false);
      return assumptions.find(({ kind }) => kind === "hint")?.range?.[0];
    });
    const plain = bruteForce(one, lax!).p;
    expect(lows[0]).toBeLessThan(plain - 0.01);
    // Nothing moves it.
    expect(lows[1]).toBeUndefined();
  });
});
