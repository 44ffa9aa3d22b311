import { NEGLIGIBLE } from "../availability/estimate.ts";
import type { Structure } from "../availability/structure.ts";
import type { Endpoint, Model, Probability } from "../model/model.ts";
import type { GateRun } from "./engine.ts";
import { crossingOf } from "./sweep-crossing.ts";
import { dependencyLimited, dominanceOf } from "./sweep-dominance.ts";
import { falling } from "./sweep-falling.ts";
import { figuresOver, levelAt } from "./sweep-figures.ts";
import { movedBy, type Swept } from "./swept.ts";

/** How an endpoint's availability falls as θ, ρ or one component gets worse: the failure-tolerance curve. */
export type SweepResult = {
  readonly endpoint: string;
  readonly swept: SweptKind;
  /** `payment`, `checkout -> payment`, `zone/eu-west-1a`, `zone`; `null` for all θ or all ρ. */
  readonly component: string | null;
  /** How many states of their own (replicas, channels, members) take the level, of those that the endpoint reaches. */
  readonly units: number;
  /** What these are as it is, from the worst to the best; `null`: there are none. */
  readonly now: { readonly low: Level; readonly high: Level } | null;
  /** The endpoint as it is. */
  readonly current: SweepFigure;
  /** Promised of it; `null`: nothing is. */
  readonly slo: number | null;
  /** From a level of 100% down to 0%. */
  readonly points: readonly SweepPoint[];
  /** `null`: nothing is promised. */
  readonly crossing: Crossing | null;
  readonly dominance: Dominance;
  /** `false`: at least one figure is drawn or bounded. */
  readonly exact: boolean;
};

export type SweptKind = "theta" | "rho" | "service" | "dependency" | "domain";

/** An availability and its complement, each with its own digits. */
export type Level = { readonly level: number; readonly failing: number };

export type SweepFigure = {
  readonly availability: number;
  readonly unavailability: number;
  /** Of the availability, where it is drawn (95%) or bounded (certain); absent where it is exact. */
  readonly interval?: readonly [number, number];
};

/** `level`: what every swept state is set to; `limited`: dependencies that limit what their callees can. */
export type SweepPoint = Level & SweepFigure & { readonly limited: number };

/** Down to which level an endpoint keeps its SLO. */
export type Crossing =
  | ({ readonly kind: "at" } & Level)
  /** Even at 0%, or not even at 100%. */
  | { readonly kind: "always" | "never" }
  /**
   * Figures are drawn or bounded: the lowest level at which it surely keeps it, and the highest at which it surely
   * does not, with all that is told of levels wrong one time in twenty at the most; `null`: there is none.
   */
  | { readonly kind: "between"; readonly kept: Level | null; readonly missed: Level | null }
  /** Figures tell of no level, or do not fall steadily. */
  | { readonly kind: "unknown" };

/**
 * Whether nodes or dependencies are what an endpoint lacks. Of the study's sensitivity: a dependency limits
 * where ρ < 1-(1-θ)^R, so that replicas behind it are in vain.
 */
export type Dominance = {
  /** Dependencies that the endpoint reaches, and those among them that limit. */
  readonly dependencies: number;
  readonly limited: number;
  /** What it would be if no replica or third party failed, and if no dependency did. */
  readonly perfectNodes: SweepFigure;
  readonly perfectDependencies: SweepFigure;
  /** What would gain the most if it were perfect; `undecided`: what was drawn does not tell. */
  readonly dominant: "nodes" | "dependencies" | "neither" | "undecided";
};

/**
 * Set what is swept to one level after another, all else as it is.
 *
 * @param structure of the endpoint in the model
 */
export function sweepEndpoint(
  run: GateRun,
  model: Model,
  endpoint: Endpoint,
  structure: Structure,
  swept: Swept,
): SweepResult {
  const figures = figuresOver(run, model, endpoint);
  const moved = movedBy(model, structure, swept);
  const { slo } = endpoint;
  const at = (up: Probability) => figures.against(swept.having(up), slo);
  const asked = figures.levels.map((failing) => {
    const up = levelAt(failing);
    const limited = dependencyLimited(swept.having(up), structure).limited;
    const { figure, stand } = at(up);
    return { level: up.p, failing, ...figure, limited, stand };
  });
  const dominance = dominanceOf(model, structure, figures.between);
  const current = figures.of(model);
  return {
    endpoint: endpoint.name,
    swept: swept.kind,
    component: swept.component,
    units: moved.length,
    now: rangeOf(moved),
    current,
    slo: slo?.p ?? null,
    points: falling(asked.map(({ stand: _, ...point }) => point)),
    crossing:
      slo === null
        ? null
        : crossingOf({
            points: asked,
            slo,
            at,
            isAffine: moved.length <= 1,
            steady: isFalling(asked),
            fine: figures.isCheap,
          }),
    dominance,
    exact: figures.isExact(),
  };
}

function rangeOf(moved: readonly Probability[]): SweepResult["now"] {
  const [first] = moved;
  if (first === undefined) return null;
  const low = moved.reduce((a, b) => (b.q > a.q ? b : a), first);
  const high = moved.reduce((a, b) => (b.q < a.q ? b : a), first);
  return {
    low: { level: low.p, failing: low.q },
    high: { level: high.p, failing: high.q },
  };
}

/** A worse part never makes a coherent system better. */
function isFalling(points: readonly SweepPoint[]): boolean {
  return points.every(
    ({ unavailability }, at) =>
      at === 0 || unavailability >= points[at - 1]!.unavailability - NEGLIGIBLE,
  );
}
