import type { Claim, Decision } from "../availability/claim.ts";
import { type Estimate, NEGLIGIBLE } from "../availability/estimate.ts";
import type { Endpoint, Model, Probability } from "../model/model.ts";
import { sharedAmong } from "./drawn-share.ts";
import type { GateRun } from "./engine.ts";
import type { Stand } from "./limits/against.ts";
import type { Dominance, SweepFigure } from "./sweep.ts";
import { ASKED } from "./sweep-bracket.ts";

/** Of one decade, as people write them: 99.9%, 99.85%, 99.8%, 99.7%, 99.5%, 99.3%. */
const STEPS = [1, 1.5, 2, 3, 5, 7] as const;

/** The best level below 100% is six nines. */
const DECADES = 6;

/** Transitions of one figure up to which a curve is drawn finely, and beyond which none is exact. */
const CHEAP = 1e6;
const DEAR = 2e7;

/** The probability that anything is told of the levels that is not so, where figures are drawn; and of what dominates. */
const MISS = 0.05;

/** A figure, and how it stands to what is promised. */
export type Standing = { readonly figure: SweepFigure; readonly stand: Stand };

/** Figures of one endpoint in variants of its model: prepared once, and evaluated for each. */
export type FiguresOver = {
  readonly of: (variant: Model) => SweepFigure;
  /** `open`: what was drawn, or is certain, does not tell, or nothing is promised. */
  readonly against: (variant: Model, slo: Probability | null) => Standing;
  /** What would be gained the most by. */
  readonly between: (
    perfectNodes: Model,
    perfectDependencies: Model,
  ) => Omit<Dominance, "dependencies" | "limited">;
  /** How often what is swept fails, from 0 to 1. */
  readonly levels: readonly number[];
  readonly isCheap: boolean;
  /** Whether all figures asked for so far are. */
  readonly isExact: () => boolean;
};

/** @param model its variants have the same services, dependencies and members in the same order */
export function figuresOver(run: GateRun, model: Model, endpoint: Endpoint): FiguresOver {
  const { engine } = run;
  const like = { model, endpoint, fault: null };
  const isCheap = (engine.price?.(like) ?? 0) <= CHEAP;
  const levels = levelsOf(isCheap ? STEPS : [1]);
  // The levels, what is asked between them, the endpoint as it is, and what dominates.
  const options = sharedAmong(run, like, levels.length + ASKED + 3);
  const subjectOf = (variant: Model) => ({ model: variant, endpoint, fault: null });
  let exact = true;
  const told = ({ availability, unavailability, method, interval }: Estimate): SweepFigure => {
    if (method !== "exact") exact = false;
    return { ...clamped({ availability, unavailability }), ...(interval && { interval }) };
  };
  const alike = (variant: Model) => {
    const found = engine.alike?.(subjectOf(variant), like, DEAR) ?? null;
    return found && clamped(found);
  };
  return {
    of: (variant) =>
      alike(variant) ?? told(engine.estimate(subjectOf(variant), run.options, []).estimate),
    against: (variant, slo) => {
      const known = alike(variant);
      if (known !== null) return { figure: known, stand: standOf(known, slo) };
      const alpha = MISS / (levels.length + ASKED);
      const claims: readonly Claim[] = slo === null ? [] : [{ base: 0, head: 1, beyond: slo.q }];
      const found = engine.estimate(subjectOf(variant), { ...options, alpha }, claims);
      const figure = told(found.estimate);
      const isExact = figure.interval === undefined;
      return {
        figure,
        stand: isExact ? standOf(figure, slo) : STANDS[found.decisions[0] ?? "open"],
      };
    },
    between: (nodes, dependencies) => {
      const [perfectNodes, perfectDependencies] = [alike(nodes), alike(dependencies)];
      if (perfectNodes !== null && perfectDependencies !== null) {
        const dominant = dominantOf(perfectNodes, perfectDependencies);
        return { perfectNodes, perfectDependencies, dominant };
      }
      const claims = [MORE, LESS];
      const asked = { ...options, alpha: MISS / claims.length };
      const found = engine.compare(subjectOf(nodes), subjectOf(dependencies), asked, claims);
      return {
        perfectNodes: told(found.base),
        perfectDependencies: told(found.head),
        dominant: dominantBy(found.decisions),
      };
    },
    levels,
    isCheap,
    isExact: () => exact,
  };
}

/** Of the claim that it is below. */
const STANDS: Readonly<Record<Decision, Stand>> = { yes: "below", no: "keeps", open: "open" };

function standOf({ unavailability }: SweepFigure, slo: Probability | null): Stand {
  if (slo === null) return "open";
  return unavailability <= slo.q ? "keeps" : "below";
}

/** With perfect nodes it fails more, and less, than with perfect dependencies. */
const MORE: Claim = { base: 1, head: -1, beyond: 0 };
const LESS: Claim = { base: -1, head: 1, beyond: 0 };

function dominantBy([more, less]: readonly Decision[]): Dominance["dominant"] {
  if (more === "yes") return "dependencies";
  if (less === "yes") return "nodes";
  return more === "no" && less === "no" ? "neither" : "undecided";
}

/** What is left with perfect nodes is what dependencies do. */
function dominantOf(nodes: SweepFigure, dependencies: SweepFigure): Dominance["dominant"] {
  const apart = nodes.unavailability - dependencies.unavailability;
  if (Math.abs(apart) <= NEGLIGIBLE) return "neither";
  return apart > 0 ? "dependencies" : "nodes";
}

function clamped({ availability, unavailability }: SweepFigure): SweepFigure {
  return {
    availability: Math.min(1, availability),
    unavailability: Math.min(1, unavailability),
  };
}

function levelsOf(steps: readonly number[]): readonly number[] {
  const levels = [0];
  for (let decade = DECADES; decade > 0; decade--) {
    // A quotient of whole numbers is the double nearest to what is written.
    for (const step of steps) levels.push((step * 10) / 10 ** (decade + 1));
  }
  return [...levels, 1];
}

export function levelAt(failing: number): Probability {
  return { p: 1 - failing, q: failing };
}
