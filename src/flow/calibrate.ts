import {
  type Calibrated,
  calibrate,
  canCalibrate,
  type Defaults,
  type Observation,
} from "../availability/calibrate.ts";
import type { AskOptions, Estimate } from "../availability/estimate.ts";
import { formatProbability } from "../availability/figures.ts";
import type { CalibratedDefaults, Calibration } from "../gate/calibration.ts";
import { buildModel } from "../model/build.ts";
import type { Endpoint, Model, Probability } from "../model/model.ts";
import { isProblem, parseProbability } from "../model/probability.ts";
import type { Spec } from "../model/spec.ts";
import { exponential } from "../numbers/exponential.ts";
import { log } from "../numbers/logarithm.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import { engine } from "./engine.ts";
import type { Seen } from "./told-changes.ts";

export type CalibrationOutcome = {
  /** `null` where there is nothing to calibrate by. */
  readonly calibration: Calibration | null;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * The default θ and ρ of a spec under which the `observed` of its endpoints come out best, and how well. The
 * misfit is that of the spec with the figures to be written, built and evaluated anew.
 */
export function calibrateSpec(
  { spec, deployment }: Pick<Seen, "spec" | "deployment">,
  model: Model,
  options: AskOptions,
): CalibrationOutcome {
  const found = observationsOf(spec, model);
  const { observations, diagnostics } = found;
  if (observations.length === 0) {
    const message =
      "no endpoint says what was observed, and there is nothing to calibrate by; add `observed: 99.9%`, as monitoring has it, to an endpoint";
    const missing = diagnostics.length > 0 ? [] : [message];
    return {
      calibration: null,
      diagnostics: [
        ...diagnostics,
        ...missing.map((one) => diagnostic("warning", "nothing-observed", one, spec.place)),
      ],
    };
  }
  const calibrated = calibrate(model, observations);
  const rounded = { theta: written(calibrated.after.theta), rho: written(calibrated.after.rho) };
  const context = { matchedAtBase: null, carriedFrom: null };
  const built = buildModel(withDefaults(spec, rounded), deployment, context).model ?? model;
  const figures = (of: Model, { name }: Endpoint): Estimate => {
    const endpoint = of.endpoints.find((one) => one.name === name)!;
    return engine.estimate({ model: of, endpoint, fault: null }, options, []).estimate;
  };
  const endpoints = observations.map(({ endpoint, observed }) => {
    const [before, after] = [figures(model, endpoint), figures(built, endpoint)];
    return {
      name: endpoint.name,
      observed: observed.p,
      current: before.availability,
      calibrated: after.availability,
      misfit: after.unavailability / observed.q,
    };
  });
  const squares = endpoints.reduce((sum, { misfit }) => sum + log(misfit) ** 2, 0);
  return {
    calibration: {
      defaults: toldDefaults(rounded),
      current: toldDefaults(calibrated.before),
      told: calibrated.told,
      others: othersOf(calibrated),
      endpoints,
      misfit: exponential(Math.sqrt(squares / endpoints.length)),
    },
    diagnostics,
  };
}

function observationsOf(
  spec: Spec,
  model: Model,
): { readonly observations: readonly Observation[]; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const observations = model.endpoints.flatMap((endpoint): readonly Observation[] => {
    const observed = spec.endpoints.get(endpoint.name)?.observed ?? null;
    if (observed === null) return [];
    const why = unusable(model, endpoint, observed.value);
    if (why === null) return [{ endpoint, observed: observed.value }];
    const message = `\`observed\` of \`${endpoint.name}\` is left out of the calibration: ${why}`;
    diagnostics.push(diagnostic("warning", "not-calibrated", message, observed.place));
    return [];
  });
  return { observations, diagnostics };
}

function unusable(model: Model, endpoint: Endpoint, { p, q }: Probability): string | null {
  if (q === 0) return "where nothing failed, no default is too good; give it more time";
  if (p === 0) return "where nothing worked, no default is too bad";
  if (!canCalibrate(model, endpoint)) return "its figure takes too long to evaluate so often";
  const { estimate } = engine.estimate(
    { model, endpoint, fault: null },
    { samples: 1, seed: 1, alpha: 1 },
    [],
  );
  return estimate.availability > 0 ? null : "in the model it never works";
}

/** Three digits of what fails: more than monitoring knows. */
function written(probability: Probability | null): Probability | null {
  if (probability === null) return null;
  const q = Number(probability.q.toPrecision(3));
  const parsed = parseProbability(formatProbability({ p: 1 - q, q }));
  return isProblem(parsed) ? probability : parsed;
}

function withDefaults(spec: Spec, { theta, rho }: Defaults): Spec {
  const { replicaAvailability, dependencyAvailability } = spec.defaults;
  const place = spec.place;
  return {
    ...spec,
    defaults: {
      ...spec.defaults,
      replicaAvailability:
        theta === null
          ? replicaAvailability
          : { value: theta, place: replicaAvailability?.place ?? place },
      dependencyAvailability:
        rho === null
          ? dependencyAvailability
          : { value: rho, place: dependencyAvailability?.place ?? place },
    },
  };
}

function othersOf({ ends }: Calibrated): readonly CalibratedDefaults[] {
  return ends.map(({ theta, rho }) => toldDefaults({ theta: written(theta), rho: written(rho) }));
}

function toldDefaults({ theta, rho }: Defaults): CalibratedDefaults {
  return {
    replicaAvailability: theta?.p ?? null,
    dependencyAvailability: rho?.p ?? null,
  };
}
