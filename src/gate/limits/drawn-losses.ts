import type { Estimate } from "../../availability/estimate.ts";
import type { Structure } from "../../availability/structure.ts";
import type { Endpoint, Fault, Model, Probability } from "../../model/model.ts";
import type { GateRun } from "../engine.ts";
import { isUnknown } from "../ration.ts";
import type { Figure } from "./against.ts";
import type { ModelComponent } from "./components.ts";
import { leastLoss } from "./cuts.ts";
import type { Purse } from "./purse.ts";

/** Losses among which the worst are looked for; the rest follow by how often they happen. */
const MOST_RANKED = 400;
/** States in which a loss is drawn: the fewer failures are still to come, the fewer tell. */
const MOST_STATES = 2 ** 16;
const LEAST_STATES = 2 ** 14;
/** Of what a loss may cost: what it may take to find out whether it need be drawn. */
const SOLVING = 1 / 4;
/** What it costs to look for what is mandatory, for each component there is, in transitions. */
const LOOKING = 50;

/** One endpoint whose figure is drawn or bounded. */
export type Lossy = {
  readonly endpoint: Endpoint;
  readonly estimate: Estimate;
  readonly structure: Structure;
};

/** What is asked of it. */
export type Asked = {
  /** None of which takes it down by itself, numbered as in `Structure`. */
  readonly losses: readonly number[];
  /** Whether the state of a component goes with that of no other. */
  readonly isIndependent: (component: number) => boolean;
  readonly faultOf: (component: ModelComponent) => Fault;
};

/** Whose loss the endpoint certainly survives, and whose is to be drawn. */
type Sorted = { readonly sure: ReadonlyMap<number, Figure>; readonly drawn: readonly number[] };

/**
 * What an endpoint is without each of its components, as far as there is work for it: what may cost it the most
 * is drawn first.
 *
 * @returns by component; those that were not worked out are not in it
 */
export function drawnLosses(
  run: GateRun,
  model: Model,
  lossy: Lossy,
  components: readonly ModelComponent[],
  asked: Asked,
  purse: Purse,
): ReadonlyMap<number, Figure> {
  const { spent } = run.engine;
  const { endpoint, estimate } = lossy;
  const { losses } = asked;
  if (spent === undefined || isUnknown(estimate) || losses.length === 0) return new Map();
  const share = purse.share();
  const looking = LOOKING * components.length * Math.min(MOST_RANKED, losses.length);
  if (share < looking) return new Map();
  purse.pay(looking);
  const { sure, drawn } = sorted(lossy, components, asked);
  const lost = new Map(sure);
  const priceOf = (samples: number, most: number) =>
    spent({ model, endpoint, fault: null }, { ...estimate, samples }, most);
  const least = priceOf(LEAST_STATES, 0);
  const paid = Math.floor(((1 - SOLVING) * (share - looking)) / least);
  const count = Math.min(drawn.length, paid);
  const most = (SOLVING * (share - looking)) / count;
  const samples = Math.min(run.options.samples, MOST_STATES);
  const options = { ...run.options, samples, most };
  for (const index of drawn.slice(0, count)) {
    const subject = { model, endpoint, fault: asked.faultOf(components[index]!) };
    const found = run.engine.estimate(subject, options, []).estimate;
    purse.pay(spent(subject, found, most));
    lost.set(index, found);
  }
  return lost;
}

function sorted(
  lossy: Lossy,
  components: readonly ModelComponent[],
  { losses, isIndependent }: Asked,
): Sorted {
  const { endpoint, estimate, structure } = lossy;
  const { slo } = endpoint;
  const sure = new Map<number, Figure>();
  const most = estimate.interval === undefined ? estimate.unavailability : 1 - estimate.interval[0];
  const least = leastLoss(structure, components, null);
  for (const index of losses) {
    const worst = mostLoss(most, least, components[index]!.up);
    if (slo === null || worst > slo.q || !isIndependent(index)) continue;
    sure.set(index, { ...estimate, interval: [1 - worst, 1 - least] });
  }
  const often = losses
    .filter((index) => !sure.has(index))
    .toSorted((a, b) => components[b]!.up.q - components[a]!.up.q);
  const ranked = often
    .slice(0, MOST_RANKED)
    .map((index) => ({ index, loss: leastLoss(structure, components, index) }))
    .sort((a, b) => b.loss - a.loss);
  return { sure, drawn: [...ranked.map(({ index }) => index), ...often.slice(MOST_RANKED)] };
}

/**
 * U(0) of a component at the most: U = qU(0) + pU(1), where U(1) is not less than what the failures of others
 * alone cost. Of one that is independent of all others, and that others can stand in for.
 *
 * @param unavailability U, or more
 * @param least U(1), or less
 */
export function mostLoss(unavailability: number, least: number, { p, q }: Probability): number {
  return q === 0 ? 1 : Math.min(1, (unavailability - p * least) / q);
}
