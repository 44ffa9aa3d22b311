import type { Lever } from "./options.ts";

/** How far each lever is turned: 0 not at all, n its nth step. */
export type Setting = readonly number[];

export type Trial = {
  readonly met: boolean;
  /** How far from being met: falls towards 0. Infinite where nobody knows. */
  readonly excess: number;
};

/** @param whole whether the excess is asked for, too */
type Try = (setting: Setting, whole: boolean) => Trial;

/** Trials of one search: each is an evaluation of the endpoint under all that it promises. */
const MOST_TRIALS = 160;

/** Trials for others, once the cheapest is found. */
const FURTHER_TRIALS = 40;

/**
 * The cheapest settings that meet what is asked, each minimal: none of its levers can be turned back, and
 * none holds another. Cost is the replicas added, then the number of levers turned. All settings are tried
 * in the order of their cost while the trials last; then one is looked for by the steepest way, and pared.
 *
 * @param most how many are wanted
 * @param isKnown whether nothing that was tried so far had to stay unknown
 */
export function search(
  levers: readonly Lever[],
  most: number,
  trial: Try,
  isKnown: () => boolean = () => true,
): readonly Setting[] {
  const found: Setting[] = [];
  const budget = { left: MOST_TRIALS };
  const tried = remembered(trial, budget);
  for (const setting of byCost(levers, budget)) {
    if (found.length === most) return found;
    if (found.some((one) => one.every((step, at) => step <= setting[at]!))) continue;
    if (!tried(setting)?.met) continue;
    budget.left = Math.min(budget.left, FURTHER_TRIALS);
    found.push(setting);
  }
  if (found.length > 0) return found;
  const steep = steepest(levers, trial);
  if (steep === null) return [];
  const minimal = pared(steep, trial);
  return isKnown() ? [minimal] : [];
}

function remembered(trial: Try, budget: { left: number }) {
  return (setting: Setting): Trial | null => {
    if (budget.left === 0) return null;
    budget.left--;
    return trial(setting, false);
  };
}

/** Every setting but the one that turns nothing, the cheapest first, while the budget lasts. */
function* byCost(
  levers: readonly Lever[],
  budget: { readonly left: number },
): Generator<Setting, void, void> {
  const most = levers.reduce((sum, { added }) => sum + (added.at(-1) ?? 0), 0);
  const kinds = levers.length;
  for (let replicas = 0; replicas <= most && budget.left > 0; replicas++) {
    for (let turned = 1; turned <= kinds && budget.left > 0; turned++) {
      yield* settingsOf(levers, replicas, turned, []);
    }
  }
}

/** Settings that add just so many replicas by turning just so many levers, behind those chosen. */
function* settingsOf(
  levers: readonly Lever[],
  replicas: number,
  turned: number,
  chosen: readonly number[],
): Generator<Setting, void, void> {
  const lever = levers[chosen.length];
  if (turned > levers.length - chosen.length) return;
  if (lever === undefined || turned === 0) {
    if (replicas === 0 && turned === 0) {
      yield [...chosen, ...Array<number>(levers.length - chosen.length).fill(0)];
    }
    return;
  }
  for (const [at, added] of lever.added.entries()) {
    if (added > replicas) break;
    yield* settingsOf(levers, replicas - added, turned - 1, [...chosen, at + 1]);
  }
  yield* settingsOf(levers, replicas, turned, [...chosen, 0]);
}

/** Always the next step that helps the most for its replicas, until all is met; `null` where none helps. */
function steepest(levers: readonly Lever[], trial: Try): Setting | null {
  let setting: Setting = levers.map(() => 0);
  let now = trial(setting, true);
  for (let left = MOST_TRIALS; left > 0 && !now.met; ) {
    let best: { readonly setting: Setting; readonly trial: Trial; readonly gain: number } | null =
      null;
    for (const [at, { steps, added }] of levers.entries()) {
      const step = setting[at]!;
      if (step === steps.length) continue;
      const next = setting.with(at, step + 1);
      const result = trial(next, true);
      left--;
      const cost = added[step]! - (step === 0 ? 0 : added[step - 1]!);
      const gain = (now.excess - result.excess) / Math.max(cost, 0.5);
      if (gain > 0 && (best === null || gain > best.gain))
        best = { setting: next, trial: result, gain };
    }
    if (best === null) return null;
    setting = best.setting;
    now = best.trial;
  }
  return now.met ? setting : null;
}

/** Each lever turned back as far as what is asked stays met. */
function pared(setting: Setting, trial: Try): Setting {
  return setting.reduce((kept: Setting, _, at) => {
    let best = kept;
    while (best[at]! > 0) {
      const less = best.with(at, best[at]! - 1);
      if (!trial(less, false).met) break;
      best = less;
    }
    return best;
  }, setting);
}
