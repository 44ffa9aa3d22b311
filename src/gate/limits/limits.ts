import type { Estimate } from "../../availability/estimate.ts";
import type { Structure } from "../../availability/structure.ts";
import type { Endpoint } from "../../model/model.ts";
import type { Limit } from "../explained.ts";
import { type Birnbaums, birnbaumOf, type ModelComponent, placeOf } from "./components.ts";

/**
 * How much an endpoint rests on each component that matters to it, the most critical first.
 *
 * @param importance `null` where no exact one is in reach: then what the endpoint cannot do without alone
 */
export function limitsOf(
  endpoint: Endpoint,
  estimate: Estimate,
  importance: Birnbaums | null,
  structure: Structure,
  components: readonly ModelComponent[],
): readonly Limit[] {
  const whole = structure.alone;
  const shares = endpoint.mixture.map(({ share }) => share);
  const possible = total(shares, (at) => whole[at] !== null);
  const unavailability = importance === null ? estimate.unavailability : importance.up.q;
  return structure.reached
    .map((index): Limit => {
      const component = components[index]!;
      const { up } = component;
      const lost = total(shares, (at) => whole[at]?.has(index) ?? false);
      const birnbaum =
        importance === null
          ? singleBirnbaum(estimate, up.p, lost === possible)
          : birnbaumOf(importance, structure, index);
      return {
        component: component.name,
        kind: component.kind,
        ...(component.external ? { external: true } : {}),
        birnbaum,
        criticality: unavailability === 0 ? 0 : Math.min(1, (birnbaum * up.q) / unavailability),
        // Proposition 4: all else being perfect, what it is mandatory for holds while it does.
        ceiling: possible - lost + lost * up.p,
        single: possible > 0 && lost === possible,
        ...placeOf(component.place),
      };
    })
    .filter(({ birnbaum, single }) => birnbaum > 0 || single)
    .sort((a, b) => b.criticality - a.criticality || byName(a.component, b.component));
}

/** A = pA(1) where A(0) = 0, so that B = A(1) is A/p. */
function singleBirnbaum({ availability }: Estimate, p: number, isSingle: boolean): number {
  return isSingle && p > 0 ? Math.min(1, availability / p) : 0;
}

/** In order of code units: the same everywhere, whatever the locale. No two have one name. */
function byName(a: string, b: string): number {
  return a < b ? -1 : 1;
}

/** Of the shares of a mixture; all of them are 1, and not nearly. */
function total(shares: readonly number[], counts: (at: number) => boolean): number {
  if (shares.every((_, at) => counts(at))) return 1;
  return shares.reduce((sum, share, at) => (counts(at) ? sum + share : sum), 0);
}
