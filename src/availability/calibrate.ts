import type { Endpoint, Model, Probability } from "../model/model.ts";
import { exponential } from "../numbers/exponential.ts";
import { log } from "../numbers/logarithm.ts";
import { type Fit, fitLeastSquares, type Residuals } from "./least-squares.ts";
import { type Adjustable, alone, declaredValue } from "./parameters.ts";
import { evaluatorOf, uncertainWork } from "./uncertain-work.ts";

/** What monitoring measured of an endpoint. */
export type Observation = { readonly endpoint: Endpoint; readonly observed: Probability };

/** The default θ and ρ; `null` where nothing follows it. */
export type Defaults = { readonly theta: Probability | null; readonly rho: Probability | null };

export type Calibrated = {
  /** As the model has them. */
  readonly before: Defaults;
  readonly after: Defaults;
  /**
   * `both`: what was observed tells them apart; `curve`: of two only what they do together, and `after` is
   * the pair nearest to `before`; `none`: no endpoint that was observed depends on them.
   */
  readonly told: "both" | "curve" | "none";
  /** Of a curve its ends, one default being left as it is, where it can be reached so. */
  readonly ends: readonly Defaults[];
};

/** Evaluations of an endpoint beyond this take too long to fit anything; in transitions. */
export const MOST_COST = 2e6;
/** ln of 1e-10, and of a half. */
const LIMITS = [-23.02585092994046, -Math.LN2] as const;
/** An end of a curve that misses what was observed by more is none. */
const REACHED = 1e-3;

/**
 * The defaults under which what was observed of endpoints comes out best: the sum of the squares of
 * ln(U/U_observed) is least. In logarithms, since downtimes of endpoints differ by magnitudes, and twice
 * as much is as wrong as half.
 *
 * @param observations of endpoints that `canCalibrate`
 */
export function calibrate(model: Model, observations: readonly Observation[]): Calibrated {
  const follow = followers(model);
  const before: Defaults = {
    theta: follow.theta.length === 0 ? null : declaredValue(model, follow.theta[0]!),
    rho: follow.rho.length === 0 ? null : declaredValue(model, follow.rho[0]!),
  };
  const all = [...follow.theta, ...follow.rho];
  const isTheta = new Set<Adjustable>(follow.theta);
  const works = observations.map(({ endpoint }) => {
    const work = uncertainWork(model, endpoint, all);
    return { ...evaluatorOf(work), parameters: work.parameters };
  });
  const residuals = ({ theta, rho }: Defaults): readonly number[] =>
    works.map(({ values, figure, parameters }, at) => {
      values.forEach((value, i) => {
        Object.assign(value, isTheta.has(parameters[i]!) ? theta : rho);
      });
      return log(figure().q) - log(observations[at]!.observed.q);
    });
  const free = (["theta", "rho"] as const).filter((one) => before[one] !== null);
  const fit = fitDefaults(residuals, before, free);
  const after = defaultsAt(before, free, fit.unknowns);
  if (fit.rank === 0) return { before, after: before, told: "none", ends: [] };
  if (fit.rank === free.length) return { before, after, told: "both", ends: [] };
  const ends = free.flatMap((one) => {
    const alone = fitDefaults(residuals, before, [one]);
    const misses = alone.residuals.some(
      (residual, at) => Math.abs(residual - fit.residuals[at]!) > REACHED,
    );
    return misses ? [] : [defaultsAt(before, [one], alone.unknowns)];
  });
  return { before, after, told: "curve", ends };
}

/** Whether an endpoint can be evaluated as often as fitting takes. */
export function canCalibrate(model: Model, endpoint: Endpoint): boolean {
  const { theta, rho } = followers(model);
  return uncertainWork(model, endpoint, [...theta, ...rho]).cost <= MOST_COST;
}

type Free = readonly ("theta" | "rho")[];

function fitDefaults(
  residuals: (defaults: Defaults) => readonly number[],
  before: Defaults,
  free: Free,
): Fit {
  if (free.length === 0) return { unknowns: [], residuals: residuals(before), rank: 0 };
  const of: Residuals = (unknowns) => residuals(defaultsAt(before, free, unknowns));
  return fitLeastSquares(
    of,
    free.map((one) => log(before[one]!.q)),
    LIMITS,
  );
}

/** Unknowns are ln(1 - θ) and ln(1 - ρ). */
function defaultsAt(before: Defaults, free: Free, unknowns: readonly number[]): Defaults {
  const moved = { ...before };
  free.forEach((one, at) => {
    const q = exponential(unknowns[at]!);
    Object.assign(moved, { [one]: { p: 1 - q, q } });
  });
  return moved;
}

/** What has the value of a default, and no other. A default of 100% is none to fit from. */
function followers({ services, dependencies }: Model): {
  readonly theta: readonly Adjustable[];
  readonly rho: readonly Adjustable[];
} {
  const theta = services.flatMap(({ external, replicas, origin }, component) =>
    !external && origin.replicaAvailabilityFrom === "default" && (replicas[0]?.q ?? 0) > 0
      ? [{ component, channel: null }]
      : [],
  );
  const rho = dependencies.flatMap(({ channels }, index) =>
    channels.flatMap((one, channel) =>
      one.availabilityFrom === "default" && alone(one).q > 0
        ? [{ component: services.length + index, channel }]
        : [],
    ),
  );
  return { theta, rho };
}
