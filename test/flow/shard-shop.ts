import fc from "fast-check";
import type { DiffRequest } from "../../src/flow/diff.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

/** A shop whose figures are of every kind, by what is drawn for it. */
export type Dice = {
  readonly replicas: readonly number[];
  /** Calls from a service to a later one. */
  readonly calls: readonly (readonly [number, number])[];
  /** Needs of the endpoints: two services of which one must be there, and one that must. */
  readonly needs: readonly (readonly [number, number, number])[];
  readonly killed: readonly number[];
  readonly edited: boolean;
  /** Whether there are faults at all. */
  readonly calm: boolean;
};

const SERVICES = 7;
const place = fc.nat({ max: SERVICES - 1 });

export const dice: fc.Arbitrary<Dice> = fc.record({
  replicas: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: SERVICES, maxLength: SERVICES }),
  calls: fc.array(fc.tuple(place, place), { minLength: 6, maxLength: 14 }),
  needs: fc.array(fc.tuple(place, place, place), { minLength: 1, maxLength: 3 }),
  killed: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
  edited: fc.boolean(),
  calm: fc.constant(false),
});

/** Cycles that no frontier holds, of more services than can be enumerated: what needs the last is drawn. */
const RUNGS = 22;

function deployment(name: string, replicas: number): string {
  return JSON.stringify({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name },
    spec: { replicas },
  });
}

function specOf({ calls, needs, killed, calm }: Dice, theta: string): string {
  const tree = AMONG.slice(1).map((name, at) => `a${at >> 1} -> ${name}`);
  const own = new Set([
    ...tree,
    ...calls.flatMap(([from, to]) => (from < to ? [`a${from} -> a${to}`] : [])),
  ]);
  const ladder = Array.from({ length: RUNGS }, (_, from) =>
    [from - 2, from - 1, from + 1, from + 2]
      .filter((to) => to >= 0 && to < RUNGS)
      .map((to) => `r${from} -> r${to}`),
  ).flat();
  const faults = {
    first: { down: ["a1"] },
    rollout: { rollout: "each" },
    ...Object.fromEntries(
      killed.map((count, at) => [
        `kill${at}`,
        { kill: { fraction: `${count * 5}%`, among: AMONG } },
      ]),
    ),
  };
  const endpoints = Object.fromEntries(
    needs.map(([one, other, must], at) => [
      `GET /${at}`,
      {
        entry: "a0",
        needs: [`a${must}`, ...(one === other ? [] : [{ anyOf: [`a${one}`, `a${other}`] }])],
        slo: "97%",
        under: calm ? {} : { first: "20%" },
      },
    ]),
  );
  return JSON.stringify({
    version: 1,
    manifests: ["deploy/*.yaml"],
    defaults: { replicaAvailability: theta, dependencyAvailability: "99.9%" },
    dependencies: [...own, ...ladder],
    faults: calm ? {} : faults,
    endpoints: {
      ...endpoints,
      "GET /ladder": {
        entry: "r0",
        needs: [{ anyOf: [`r${RUNGS - 1}`, `r${RUNGS - 2}`] }],
        slo: "80%",
      },
    },
  });
}

const AMONG = Array.from({ length: SERVICES }, (_, at) => `a${at}`);

/** Two commits of the shop: head has fewer replicas, and says otherwise of some where the spec is edited. */
export function shopOf(drawn: Dice): readonly [base: Files, head: Files] {
  const files = (replicas: readonly number[], theta: string, rung: number): Files => ({
    "availability.yaml": specOf(drawn, theta),
    ...Object.fromEntries(
      replicas.map((count, at) => [`deploy/a${at}.yaml`, deployment(`a${at}`, count)]),
    ),
    ...Object.fromEntries(
      Array.from({ length: RUNGS }, (_, at) => [
        `deploy/r${at}.yaml`,
        deployment(`r${at}`, at === 9 ? rung : 1),
      ]),
    ),
  });
  const fewer = drawn.replicas.map((count, at) => (at % 3 === 1 ? Math.max(1, count - 1) : count));
  return [files(drawn.replicas, "90%", 2), files(fewer, drawn.edited ? "91%" : "90%", 1)];
}

export function requestOf(
  [base, head]: readonly [Files, Files],
  options: DiffRequest["options"],
): DiffRequest {
  return {
    base: { tree: memoryTree(base), rendered: null },
    head: { tree: memoryTree(head), rendered: null },
    models: ["availability.yaml"],
    options,
  };
}
