import type { Endpoint, Model } from "../../model/model.ts";
import type { GateRun } from "../engine.ts";
import type { Limit, Remedy } from "../explained.ts";
import { placeOf } from "../limits/components.ts";
import { conditionsOf, type Purse, type Standing, standingOf } from "./conditions.ts";
import { type Lever, leversOf, optionalSteps } from "./options.ts";
import { type Setting, search } from "./search.ts";
import { applyStep, namedStep, type Step, stepPlace, stepText } from "./step.ts";

/** Remedies that are looked for. */
const MOST = 3;

/**
 * Figures that may be drawn while they are looked for: under faults that kill at random each takes as long as
 * a hundred exact ones.
 */
const MOST_DRAWN = 150;

export type FoundRemedies = {
  readonly remedies: readonly Remedy[];
  /** False where more would have to be drawn than is paid for: what was not found may be there all the same. */
  readonly isWhole: boolean;
};

/**
 * The cheapest changes after which an endpoint keeps its SLO and all that it promises under faults, each
 * evaluated and minimal: by replicas added, then by the number of changes. What an endpoint would do
 * without comes last: it gives up something that users see.
 *
 * @param limits of the endpoint: what stands first is tried first among what costs the same
 * @returns none where all is kept as it is, and where nothing helps
 */
export function remediesOf(
  run: GateRun,
  model: Model,
  endpoint: Endpoint,
  limits: readonly Limit[],
): FoundRemedies {
  const purse: Purse = { left: MOST_DRAWN };
  const remedies = foundWith(purse, run, model, endpoint, limits);
  return { remedies, isWhole: purse.left > 0 };
}

function foundWith(
  purse: Purse,
  run: GateRun,
  model: Model,
  endpoint: Endpoint,
  limits: readonly Limit[],
): readonly Remedy[] {
  const conditions = conditionsOf(model, endpoint);
  const standing = (changed: Model) =>
    standingOf(run, changed, endpoint.name, conditions, { purse });
  if (standing(model).met) return [];
  // No lever changes the graph, so that one preparation serves all trials.
  const trial = (changed: Model, all: boolean) =>
    standingOf(run, changed, endpoint.name, conditions, { like: model, purse, all });
  const levers = leversOf(model, limits);
  const unmoved = levers.filter(({ steps }) => steps[0]?.kind !== "spread");
  // Spread harms who needs all of its replicas.
  const reachable = [levers, unmoved].some(
    (some) => some.length > 0 && trial(best(model, some), false).met,
  );
  const settings = reachable
    ? search(
        levers,
        MOST,
        (setting, whole) => trial(applied(model, stepsOf(levers, setting)), whole),
        () => purse.left > 0,
      )
    : [];
  const found = settings.flatMap((setting) => {
    const steps = stepsOf(levers, setting);
    const result = standingOf(run, applied(model, steps), endpoint.name, conditions);
    if (!result.met) return [];
    const added = levers.reduce(
      (sum, lever, at) => sum + (setting[at] === 0 ? 0 : lever.added[setting[at]! - 1]!),
      0,
    );
    return [remedy(model, steps, added, result)];
  });
  if (found.length === MOST) return found;
  return [
    ...found,
    ...relaxations(model, endpoint, limits, standing).slice(0, MOST - found.length),
  ];
}

/** All levers turned as far as they go: what is not met then is met by no setting. */
export function best(model: Model, levers: readonly Lever[]): Model {
  return applied(
    model,
    levers.map(({ steps }) => steps.at(-1)!),
  );
}

function relaxations(
  model: Model,
  endpoint: Endpoint,
  limits: readonly Limit[],
  standing: (changed: Model) => Standing,
): readonly Remedy[] {
  return optionalSteps(model, endpoint, limits).flatMap((step) => {
    const changed = applyStep(model, step);
    // What does without most of its way is another endpoint.
    if (2 * demandsOf(changed, endpoint) < demandsOf(model, endpoint)) return [];
    const result = standing(changed);
    return result.met ? [remedy(model, [step], 0, result)] : [];
  });
}

/** Dependencies that the strict members of an endpoint demand. */
function demandsOf({ endpoints }: Model, { name }: Endpoint): number {
  const { mixture } = endpoints.find((one) => one.name === name)!;
  return mixture.reduce(
    (sum, { strict, need }) => (strict && need.kind === "atLeast" ? sum + need.of.length : sum),
    0,
  );
}

function remedy(
  model: Model,
  steps: readonly Step[],
  replicasAdded: number,
  { availability }: Standing,
): Remedy {
  const named = steps.map((step) => namedStep(model, step));
  return {
    change: named.map(stepText).join(", "),
    availability,
    replicasAdded,
    ...placeOf(stepPlace(model, steps[0]!)),
    steps,
    named,
  };
}

function stepsOf(levers: readonly Lever[], setting: Setting): readonly Step[] {
  return levers.flatMap(({ steps }, at) => (setting[at] === 0 ? [] : [steps[setting[at]! - 1]!]));
}

function applied(model: Model, steps: readonly Step[]): Model {
  // Replicas first: where they sit follows.
  const order = [...steps].sort(
    (a, b) => Number(b.kind === "replicas") - Number(a.kind === "replicas"),
  );
  return order.reduce(applyStep, model);
}
