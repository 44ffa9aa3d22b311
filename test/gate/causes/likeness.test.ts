import { expect, test } from "vitest";
import { drawTogether, type JointSubject } from "../../../src/availability/joint.ts";
import { engine } from "../../../src/flow/engine.ts";
import { divided, modelOf, type SpecData } from "./scene.ts";

type Shop = {
  readonly replicas: number;
  readonly theta: string;
  readonly spread?: boolean;
  readonly cache?: boolean;
};

const shop = ({ replicas, theta, spread, cache }: Shop): SpecData => ({
  defaults: { replicaAvailability: "90%", dependencyAvailability: "97%" },
  domains: { zone: { members: ["a", "b"], availability: "95%" } },
  services: {
    web: { replicas: 2 },
    cart: { replicas, placement: spread ? { zone: "spread" } : { zone: "packed" } },
    mail: { replicas: 3 - replicas, replicaAvailability: theta, placement: { zone: ["b"] } },
    ...(cache ? { cache: { replicas: 1 } } : {}),
  },
  dependencies: ["web -> cart", "web -> mail", ...(cache ? ["web -> cache"] : [])],
  endpoints: {
    "GET /": { entry: "web", needs: [{ anyOf: ["cart", "mail"] }, ...(cache ? ["cache"] : [])] },
  },
  faults: { trouble: { down: ["zone/a"] } },
});

/** What is asked to be drawn of the changes of a shop, each with whose preparation may serve it. */
async function asked(base: Shop, head: Shop, isFaulty: boolean): Promise<readonly JointSubject[]> {
  let found: readonly JointSubject[] = [];
  const by = {
    ...engine,
    price: () => Number.POSITIVE_INFINITY,
    alike: () => null,
    together: (subjects: readonly JointSubject[]) => {
      if (found.length === 0) found = subjects;
      return null;
    },
  };
  const [from, to] = [await modelOf(shop(base)), await modelOf(shop(head))];
  const steady = (model: typeof from) => (isFaulty ? model : { ...model, faults: [] });
  divided(steady(from), steady(to), by);
  return found;
}

const FEW = { replicas: 2, theta: "90%" };
const CASES: readonly (readonly [string, Shop, Shop, boolean, number])[] = [
  ["numbers of replicas and θ", FEW, { replicas: 1, theta: "80%" }, false, 1],
  ["what never fails", FEW, { replicas: 1, theta: "100%" }, false, 2],
  ["where replicas sit", FEW, { replicas: 1, theta: "80%", spread: true }, false, 2],
  ["what there is", FEW, { replicas: 1, theta: "80%", cache: true }, false, 5],
  ["numbers under a fault", FEW, { replicas: 1, theta: "80%" }, true, 4],
];

test.each(CASES)(
  "mixtures that differ in %s share what is prepared, and no figure",
  async (_, base, head, isFaulty, distinct) => {
    const subjects = await asked(base, head, isFaulty);
    expect(subjects.length).toBeGreaterThanOrEqual(8);
    expect(new Set(subjects.map(({ like }) => like)).size).toBe(distinct);
    const options = { seed: 1, states: 1, most: 1e6 };
    for (const { like, ...own } of subjects) {
      const [shared, alone] = [{ ...own, like: like! }, own].map(
        (one) => drawTogether([one], options)!.figures[0]!.known,
      );
      expect(Math.abs(shared!.low - alone!.low)).toBeLessThan(1e-14);
      expect(Math.abs(shared!.high - alone!.high)).toBeLessThan(1e-14);
      expect(shared!.low).toBe(shared!.high);
    }
    const figures = subjects.map((one) => drawTogether([one], options)!.figures[0]!.known.low);
    expect(new Set(figures).size).toBeGreaterThan(3);
  },
);
