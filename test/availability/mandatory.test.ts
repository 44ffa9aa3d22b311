import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mandatoryComponents } from "../../src/availability/mandatory.ts";
import { reduce } from "../../src/availability/reduce.ts";
import type { System } from "../../src/availability/system.ts";
import type { Need } from "../../src/model/model.ts";
import { tangledModel } from "./random-models.ts";

/** Φ with every component up but one, by the definitions. */
function holdsWithout(system: System, without: { service?: number; link?: number }): boolean {
  const reached = new Set(without.service === 0 ? [] : [0]);
  const isUp = (link: number) =>
    link !== without.link && system.links[link]!.to !== without.service;
  for (const from of reached) {
    system.links.forEach((link, index) => {
      if (link.from === from && isUp(index)) reached.add(link.to);
    });
  }
  const holds = (need: Need): boolean => {
    if (need.kind === "service") return reached.has(need.service);
    if (need.kind === "atLeast") return need.of.filter(holds).length >= need.k;
    return isUp(need.dependency) && reached.has(system.links[need.dependency]!.from);
  };
  return holds(system.need);
}

describe("mandatory components", () => {
  it("are those without which the need is false, and none is left in the rest", () => {
    let rests = 0;
    fc.assert(
      fc.property(tangledModel(12), ({ model, endpoint }) => {
        for (const { need } of endpoint.mixture) {
          const { rest } = reduce(model, endpoint, need);
          if (rest === null) continue;
          rests++;
          const components = [
            ...rest.services.slice(1).map((_, index) => ({ service: index + 1 })),
            ...rest.links.map((_, link) => ({ link })),
          ];
          // A certain link may stay, and the need may hang on it.
          const uncertain = components.filter((one) =>
            "link" in one ? rest.links[one.link]!.q > 0 : rest.services[one.service]!.q > 0,
          );
          expect(uncertain.every((one) => holdsWithout(rest, one))).toBe(true);
          const found = mandatoryComponents(rest);
          for (const one of components) {
            const isMandatory =
              "link" in one ? found.links.has(one.link) : found.services.has(one.service);
            expect(isMandatory).toBe(!holdsWithout(rest, one));
          }
        }
      }),
      { numRuns: 3000, seed: 20260605 },
    );
    expect(rests).toBeGreaterThan(1000);
  });
});
