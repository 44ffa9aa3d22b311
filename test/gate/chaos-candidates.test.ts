import { describe, expect, it } from "vitest";
import { engine } from "../../src/flow/engine.ts";
import { injectionsFor } from "../../src/gate/chaos.ts";
import type { Engine } from "../../src/gate/engine.ts";
import { explainerOf } from "../../src/gate/explain.ts";
import type { Service } from "../../src/model/model.ts";
import { dependency, endpoint, model, parts, service, strict } from "../availability/models.ts";
import { drawingExplainer, runWith } from "./limits/hard.ts";

/** So many that not all are weighed where figures are drawn. */
const MANY = 17;

/** Of which the same is told whatever is down. */
const quick: Engine = {
  ...engine,
  together: () => null,
  compare: (base, head, options) => ({
    ...engine.compare(base, head, options, []),
    difference: { delta: 0.5, interval: [0.4, 0.6] },
  }),
};

function byDefault(name: string, replicas = 1): Service {
  const one = service(name, Array(replicas).fill(parts(990)));
  return { ...one, origin: { ...one.origin, replicaAvailabilityFrom: "default" } };
}

/** An entry that cannot do without any of the services behind it. */
function star(behind: readonly Service[], apart: readonly Service[] = []) {
  const services = [service("web", [parts(1000)]), ...behind, ...apart];
  const lines = behind.map((_, at) => dependency(services, 0, at + 1, [parts(1000)]));
  return model(services, lines, [endpoint(0, [strict(lines, 0, "immediate")])]);
}

function candidates(one: ReturnType<typeof star>, isExact: boolean) {
  const asked = one.endpoints[0]!;
  const by = isExact ? engine : quick;
  const run = runWith(by);
  const { estimate } = by.estimate({ model: one, endpoint: asked, fault: null }, run.options, []);
  const explainer = isExact ? explainerOf(run, one, [], null) : drawingExplainer(one, 1, by);
  const { injections, unweighed } = injectionsFor(explainer, asked, estimate, () => false);
  return { told: injections.map(({ component }) => component), unweighed };
}

const many = (replicas: (at: number) => number = () => 1) =>
  Array.from({ length: MANY }, (_, at) => byDefault(`s${at}`, replicas(at)));

describe("the components whose injection may tell something", () => {
  it("are all weighed by exact importances, however many they are", () => {
    expect(candidates(star(many()), true).unweighed).toEqual([]);
  });

  it("are left unweighed, where figures are drawn, from the narrowest range on", () => {
    // The first has two replicas, of which one may fail: whatever θ is, it does not fail often.
    const found = candidates(star(many((at) => (at === 0 ? 2 : 1))), false);
    expect(found.unweighed).toEqual(["s0"]);
  });

  it("are none of which the figure is the same whatever is assumed", () => {
    const sure = service("sure", [parts(1000)]);
    const guessed: Service = { ...sure, origin: { ...sure.origin, replicasFrom: "default" } };
    const found = candidates(star([byDefault("pay"), guessed]), false);
    expect(found).toEqual({ told: ["pay"], unweighed: [] });
  });

  it("are none that the entry does not reach", () => {
    const found = candidates(star([byDefault("pay")], [byDefault("apart")]), false);
    expect(found).toEqual({ told: ["pay"], unweighed: [] });
  });
});
