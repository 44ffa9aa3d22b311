import type { Endpoint, Model, Probability } from "../model/model.ts";
import { betaQuantiles, type Quantiles } from "../numbers/beta-draws.ts";
import { JEFFREYS } from "../numbers/jeffreys.ts";
import { once } from "./once.ts";
import { type Parameter, parametersOf } from "./parameters.ts";
import { POINTS, scrambledCoordinate } from "./sobol.ts";
import { evaluatorOf, type UncertainWork, uncertainWork } from "./uncertain-work.ts";

/** The figure of an endpoint at each point of what its parameters may be. */
export type Draws = {
  readonly p: Float64Array;
  readonly q: Float64Array;
  /** What it rests on of what is uncertain. */
  readonly parameters: readonly Parameter[];
  /** The values of a parameter, point by point. */
  readonly valuesOf: (parameter: Parameter) => Quantiles;
  /** The figure with one parameter at a value, and all else as declared. */
  readonly at: (parameter: Parameter, up: Probability) => Probability;
};

/** `certain`: it rests on nothing uncertain; `dear`: it takes too long to evaluate so often, or is not exact. */
export type Uncertain =
  | { readonly kind: "certain" | "dear" }
  | { readonly kind: "drawn"; readonly draws: Draws };

/** Of the models that it was opened for, in the steady state. */
export type Uncertainty = (model: Model, endpoint: Endpoint) => Uncertain;

/** Transitions that all endpoints of a comparison may take together: a second or two. */
const BUDGET = 1.5e8;
/** Where 1,024 points are too dear, the first of them: they fill the space evenly as well. */
const FEWER_POINTS = 256;

/**
 * What figures may be by what was observed: 1,024 scrambled Sobol points through the inverse of
 * Beta(s + ½, f + ½) (semantics, "Parameter uncertainty"), one dimension for each distinct parameter.
 * Models share those of one name and the same counts, so that their difference shows what changed.
 *
 * @param isAsked of which endpoints it will be asked; by default of all
 * @returns `null` where nothing is uncertain
 */
export function uncertaintyOf(
  models: readonly Model[],
  seed: number,
  isAsked: (endpoint: Endpoint) => boolean = () => true,
): Uncertainty | null {
  const parameters = new Map(models.map((model) => [model, parametersOf(model)]));
  const all = [...parameters.values()].flat();
  if (all.length === 0) return null;
  const valuesOf = drawnValues(all, seed);
  const works = new Map(
    [...parameters].map(([model, own]) => [
      model,
      new Map(model.endpoints.filter(isAsked).map((one) => [one, uncertainWork(model, one, own)])),
    ]),
  );
  const points = pointsOf([...works.values()].flatMap((one) => [...one.values()]));
  const answer = once((work: UncertainWork<Parameter>): Uncertain => {
    if (work.parameters.length === 0) return { kind: "certain" };
    const count = points.get(work) ?? 0;
    if (count === 0) return { kind: "dear" };
    return { kind: "drawn", draws: drawsOf(work, count, valuesOf) };
  });
  return (model, endpoint) => {
    const work = works.get(model)?.get(endpoint);
    return work === undefined ? { kind: "certain" } : answer(work);
  };
}

/** Each parameter has a dimension of its own. The first fill the space best: for what is least known. */
function drawnValues(
  parameters: readonly Parameter[],
  seed: number,
): (parameter: Parameter) => Quantiles {
  const distinct = new Map(parameters.map((one) => [one.key, one]));
  const order = [...distinct.values()].sort(
    (a, b) => varianceOf(b) - varianceOf(a) || (a.key < b.key ? -1 : 1),
  );
  const dimensions = new Map(order.map(({ key }, dimension) => [key, dimension]));
  const known = new Map<string, Quantiles>();
  return (parameter) => {
    const { key } = parameter;
    const before = known.get(key);
    if (before !== undefined) return before;
    const chances = scrambledCoordinate(dimensions.get(key)!, seed, key);
    const [a, b] = shapesOf(parameter);
    const values = betaQuantiles(chances, a, b);
    known.set(key, values);
    return values;
  };
}

/** s + ½ and f + ½. */
export function shapesOf({ evidence: { good, total } }: Parameter): readonly [number, number] {
  return [good + JEFFREYS, total - good + JEFFREYS];
}

function varianceOf(parameter: Parameter): number {
  const [a, b] = shapesOf(parameter);
  return ((a / (a + b)) * (b / (a + b))) / (a + b + 1);
}

/** How often each is evaluated: first all a few times, then more often, the cheapest first, as far as the budget goes. */
function pointsOf(
  works: readonly UncertainWork<Parameter>[],
): ReadonlyMap<UncertainWork<Parameter>, number> {
  const points = new Map<UncertainWork<Parameter>, number>();
  const uncertain = works.filter(({ parameters }) => parameters.length > 0);
  const cheapest = uncertain.toSorted((a, b) => a.cost - b.cost);
  let left = BUDGET;
  for (const count of [FEWER_POINTS, POINTS]) {
    for (const work of cheapest) {
      const before = points.get(work) ?? 0;
      if (before === 0 && count === POINTS) break;
      const cost = (count - before) * work.cost;
      if (cost > left) break;
      left -= cost;
      points.set(work, count);
    }
  }
  return points;
}

function drawsOf(
  work: UncertainWork<Parameter>,
  count: number,
  valuesOf: (one: Parameter) => Quantiles,
): Draws {
  const drawn = work.parameters.map(valuesOf);
  const { values, figure } = evaluatorOf(work);
  const p = new Float64Array(count);
  const q = new Float64Array(count);
  for (let point = 0; point < count; point++) {
    values.forEach((value, at) => {
      value.p = drawn[at]!.p[point]!;
      value.q = drawn[at]!.q[point]!;
    });
    const found = figure();
    p[point] = found.p;
    q[point] = found.q;
  }
  return { p, q, parameters: work.parameters, valuesOf, at: alone(work) };
}

/** The figure with one parameter at a value, and all else as declared. */
function alone(work: UncertainWork<Parameter>): Draws["at"] {
  const { values, figure } = evaluatorOf(work);
  return (parameter, up) => {
    const value = values[work.parameters.indexOf(parameter)]!;
    const before = { ...value };
    Object.assign(value, up);
    const found = figure();
    Object.assign(value, before);
    return found;
  };
}
