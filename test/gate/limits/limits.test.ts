import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../../src/availability/evaluate.ts";
import { importanceOf } from "../../../src/availability/importance.ts";
import { structureOf } from "../../../src/availability/structure.ts";
import { componentsOf } from "../../../src/gate/limits/components.ts";
import { cutPairsOf } from "../../../src/gate/limits/cuts.ts";
import { limitsOf } from "../../../src/gate/limits/limits.ts";
import { parseProbability } from "../../../src/model/probability.ts";
import {
  atLeast,
  dependency,
  endpoint,
  model,
  parts,
  reached,
  service,
  strict,
  withDomains,
} from "../../availability/models.ts";
import { bruteForce } from "../../availability/oracle.ts";
import { type Case, fullModel, tangledModel } from "../../availability/random-models.ts";
import { perfect, withFallen } from "./by-force.ts";

const models: fc.Arbitrary<Case> = fc.oneof(
  tangledModel(6),
  fullModel(6).map(({ model, endpoint }) => ({ model, endpoint })),
);
const options = { samples: 100, seed: 1, alpha: 0.05 };

function explained({ model, endpoint }: Case) {
  const subject = { model, endpoint, fault: null };
  const structure = structureOf(model, endpoint);
  const components = componentsOf(model);
  const { estimate } = estimateEndpoint(subject, options, []);
  const limits = limitsOf(endpoint, estimate, importanceOf(subject), structure, components);
  const pairs = cutPairsOf(structure, components, structure.reached);
  return { structure, components, limits, pairs };
}

describe("what holds an endpoint back", () => {
  it("is a single point of failure, and bounds it (Proposition 4), as enumeration has it", () => {
    let singles = 0;
    let shared = 0;
    fc.assert(
      fc.property(models, (one) => {
        const { model, endpoint } = one;
        const { components, limits } = explained(one);
        const possible = withFallen(model, endpoint, []);
        for (const { component, kind, ceiling, single } of limits) {
          const found = components.find((other) => other.name === component)!;
          const without = withFallen(model, endpoint, [found.index]);
          expect(single).toBe(without === 0 && possible > 0);
          // All else perfect: A(1) with p, A(0) with q.
          const expected = possible * found.up.p + without * found.up.q;
          expect(Math.abs(ceiling - expected)).toBeLessThan(1e-12);
          if (single) singles++;
          if (kind === "domain") shared++;
        }
        // Nothing without which all fails is left out.
        const named = new Set(limits.map(({ component }) => component));
        for (const { index, name } of components) {
          if (possible > 0 && withFallen(model, endpoint, [index]) === 0) {
            expect([...named]).toContain(name);
          }
        }
      }),
      { seed: 61, numRuns: 150 },
    );
    expect(singles).toBeGreaterThan(150);
    expect(shared).toBeGreaterThan(25);
  });

  it("never lets an endpoint pass its ceiling", () => {
    fc.assert(
      fc.property(tangledModel(6), (one) => {
        const { p } = bruteForce(one.model, one.endpoint);
        for (const { ceiling } of explained(one).limits) {
          expect(p).toBeLessThanOrEqual(ceiling + 1e-12);
        }
      }),
      { seed: 62, numRuns: 100 },
    );
  });

  it("is every pair of components that takes it down together, and no other", () => {
    let found = 0;
    fc.assert(
      fc.property(models, (one) => {
        const { model, endpoint } = one;
        const { components, pairs } = explained(one);
        const fails = (...fallen: number[]) => withFallen(model, endpoint, fallen) === 0;
        const expected = fails()
          ? []
          : components.flatMap((a) =>
              components
                .slice(a.index + 1)
                .filter((b) => !fails(a.index) && !fails(b.index) && fails(a.index, b.index))
                .map((b) => [a.name, b.name].toSorted().join(" + ")),
            );
        const told = pairs.map(({ components: both }) => both.join(" + "));
        expect(told.toSorted()).toEqual(expected.toSorted());
        found += expected.length;
      }),
      { seed: 63, numRuns: 150 },
    );
    expect(found).toBeGreaterThan(150);
  });

  it("is a third party's where a service is, and nothing else is", () => {
    const services = [service("web", [parts(990)]), service("bank", [parts(990)])];
    const bought = services.map((one, at) => ({ ...one, external: at === 1 }));
    const one = withDomains(model(bought, [dependency(bought, 0, 1, [parts(990)])]), [
      [parts(990)],
    ]);
    expect(componentsOf(one).map(({ name, external }) => [name, external])).toEqual([
      ["web", false],
      ["bank", true],
      ["web -> bank", false],
      ["d0/0", false],
    ]);
  });

  it("is the same whether its parts fail or not", () => {
    fc.assert(
      fc.property(tangledModel(5), (one) => {
        const sure = { ...one, model: perfect(one.model) };
        expect(structureOf(sure.model, one.endpoint).alone).toEqual(
          structureOf(one.model, one.endpoint).alone,
        );
      }),
      { seed: 64, numRuns: 100 },
    );
  });
});

describe("how critical a component is", () => {
  it("is told in the same order everywhere where it is the same", () => {
    const services = ["web", "b", "B", "a"].map((name) => service(name, [parts(990)]));
    const dependencies = [1, 2, 3].map((to) => dependency(services, 0, to, [parts(1000)]));
    const asked = endpoint(0, [strict(dependencies, 0, "immediate")]);
    const one = model(services, dependencies, [asked]);
    const { estimate } = estimateEndpoint(
      { model: one, endpoint: asked, fault: null },
      options,
      [],
    );
    const structure = structureOf(one, asked);
    const limits = limitsOf(asked, estimate, null, structure, componentsOf(one));
    const names = limits.map(({ component }) => component);
    expect(names.slice(0, 4)).toEqual(["B", "a", "b", "web"]);
    // Exactly, though 0.7 + 0.2 + 0.1 is not.
    const need = strict(dependencies, 0, "immediate");
    const mixed = endpoint(
      0,
      [0.7, 0.2, 0.1].map((share) => ({ ...need, share })),
    );
    const mixture = structureOf(one, mixed);
    const [first] = limitsOf(mixed, estimate, null, mixture, componentsOf(one));
    expect(first).toMatchObject({ component: "B", single: true, ceiling: 0.99 });
  });

  it("is what enumeration finds where no importances are in reach, of single points of failure", () => {
    let singles = 0;
    fc.assert(
      fc.property(tangledModel(5), ({ model: one, endpoint: asked }) => {
        const subject = { model: one, endpoint: asked, fault: null };
        const { estimate } = estimateEndpoint(subject, options, []);
        const structure = structureOf(one, asked);
        const components = componentsOf(one);
        const { p, q } = bruteForce(one, asked);
        for (const limit of limitsOf(asked, estimate, null, structure, components)) {
          expect(limit.single).toBe(true);
          const { up } = components.find(({ name }) => name === limit.component)!;
          // What never holds by itself tells nothing of what the others leave.
          if (up.p === 0) expect([limit.birnbaum, limit.criticality]).toEqual([0, 0]);
          else {
            expect(Math.abs(limit.birnbaum - p / up.p)).toBeLessThan(1e-12);
            const share = q === 0 ? 0 : ((p / up.p) * up.q) / q;
            expect(Math.abs(limit.criticality - share)).toBeLessThan(1e-9);
            expect(limit.criticality).toBeLessThanOrEqual(1);
          }
          singles++;
        }
      }),
      { seed: 68, numRuns: 60 },
    );
    expect(singles).toBeGreaterThan(60);
  });

  it("is told of what another stands in for, where importances exist", () => {
    const services = ["web", "a", "b"].map((name, at) => service(name, [parts(990 - 10 * at)]));
    const up = [parts(1000)];
    const dependencies = [1, 2].map((to) => dependency(services, 0, to, up));
    const asked = endpoint(0, atLeast(1, reached(1), reached(2)));
    const { limits } = explained({ model: model(services, dependencies), endpoint: asked });
    const found = new Map(limits.map((limit) => [limit.component, limit]));
    for (const [name, other] of [
      ["a", 0.97],
      ["b", 0.98],
    ] as const) {
      const { birnbaum, single } = found.get(name)!;
      expect(single).toBe(false);
      expect(Math.abs(birnbaum - 0.99 * (1 - other))).toBeLessThan(1e-12);
    }
  });

  it("is by what is exact, where the figure itself was not worked out", () => {
    const services = ["web", "pay"].map((name, at) => service(name, [parts(990 - 10 * at)]));
    const dependencies = [dependency(services, 0, 1, [parts(1000)])];
    const asked = endpoint(0, [strict(dependencies, 0, "immediate")]);
    const one = model(services, dependencies, [asked]);
    const importance = importanceOf({ model: one, endpoint: asked, fault: null });
    const unknown = { availability: 0.5, unavailability: 0.5, method: "bounded" } as const;
    const structure = structureOf(one, asked);
    const [first] = limitsOf(asked, unknown, importance, structure, componentsOf(one));
    const share = (0.99 * 0.02) / (1 - 0.99 * 0.98);
    expect(first!.component).toBe("pay");
    expect(Math.abs(first!.criticality - share)).toBeLessThan(1e-12);
  });

  it("says which of them is a third party's", () => {
    const own = service("web", [parts(990)]);
    const services = [own, { ...service("bank", [parts(980)]), external: true }];
    const dependencies = [dependency(services, 0, 1, [parts(970)])];
    const asked = endpoint(0, [strict(dependencies, 0, "immediate")]);
    const { limits } = explained({ model: model(services, dependencies), endpoint: asked });
    expect(limits.map(({ component, external }) => [component, external])).toEqual([
      ["web -> bank", undefined],
      ["bank", true],
      ["web", undefined],
    ]);
  });

  it("is its share of the downtime", () => {
    const read = (text: string) => {
      const parsed = parseProbability(text);
      if ("problem" in parsed) throw new Error(parsed.problem);
      return parsed;
    };
    const services = [service("web", [read("99.9%")]), service("pay", [read("99%")])];
    const dependencies = [dependency(services, 0, 1, [read("99.99%")])];
    const asked = endpoint(0, [strict(dependencies, 0, "immediate")]);
    const { limits } = explained({ model: model(services, dependencies), endpoint: asked });
    const unavailability = 1 - 0.999 * 0.99 * 0.9999;
    const expected = [
      ["pay", 0.999 * 0.9999, 0.01],
      ["web", 0.99 * 0.9999, 0.001],
      ["web -> pay", 0.999 * 0.99, 0.0001],
    ] as const;
    expect(limits.map(({ component }) => component)).toEqual(expected.map(([name]) => name));
    limits.forEach(({ birnbaum, criticality }, at) => {
      const [, b, q] = expected[at]!;
      expect(Math.abs(birnbaum - b)).toBeLessThan(1e-12);
      expect(Math.abs(criticality - (b * q) / unavailability)).toBeLessThan(1e-12);
    });
  });
});
