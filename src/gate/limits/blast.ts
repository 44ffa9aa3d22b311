import type { Estimate } from "../../availability/estimate.ts";
import type { Endpoint, Model } from "../../model/model.ts";
import type { GateRun } from "../engine.ts";
import type { Blast } from "../explained.ts";
import { isUnknown } from "../ration.ts";
import type { Figure } from "./against.ts";
import type { ModelComponent } from "./components.ts";
import { type Fallout, falloutOf, listed, type Told } from "./fallout.ts";
import type { Look } from "./look.ts";
import { lossesIn } from "./losses.ts";
import type { Purse } from "./purse.ts";

/** One endpoint with an SLO, and what is known of it. */
export type Watched = {
  readonly endpoint: Endpoint;
  readonly estimate: Estimate;
  /** Under each fault of the spec, by its name. */
  readonly under: ReadonlyMap<string, Estimate>;
  /** `null`: too dear. */
  readonly look: () => Look | null;
};

export type Blasts = {
  readonly blasts: readonly Blast[];
  readonly unknown: UnknownLosses;
};

export type UnknownLosses = {
  /** Losses that were not worked out, and of how many endpoints. */
  readonly losses: number;
  readonly endpoints: number;
  /** Endpoints of which no loss was, besides. */
  readonly unseen: number;
};

/**
 * For each fault and each component that is lost, the endpoints that it takes below their SLO; what takes
 * down the most comes first. Endpoints that are below it as they are do not count, and those whose interval
 * does not tell count apart.
 */
export function blastsOf(
  run: GateRun,
  model: Model,
  components: readonly ModelComponent[],
  watched: readonly Watched[],
  purse: Purse,
): Blasts {
  const standing = watched.filter(({ endpoint: { slo }, estimate }) =>
    slo === null ? false : estimate.unavailability <= slo.q,
  );
  const faults = model.faults.map(({ name }): Told => {
    const fallout = falloutOf();
    for (const { endpoint, under } of standing) {
      const found = under.get(name);
      if (found !== undefined && !isUnknown(found)) fallout.add(endpoint, found);
    }
    return { fault: name, kind: "fault", fallout };
  });
  const { fallouts, unknown } = lost(run, model, components, standing, purse);
  const losses = components.map(
    ({ name, kind }, at): Told => ({ fault: name, kind, fallout: fallouts[at]! }),
  );
  return { blasts: listed([...faults, ...losses]), unknown };
}

/** Endpoint by endpoint, each by what it reaches: with thousands of them most reach little of the whole. */
function lost(
  run: GateRun,
  model: Model,
  components: readonly ModelComponent[],
  standing: readonly Watched[],
  purse: Purse,
): { readonly fallouts: readonly Fallout[]; readonly unknown: UnknownLosses } {
  const loss = lossesIn(run, model, components, purse);
  const fallouts = components.map(falloutOf);
  let [losses, endpoints, unseen] = [0, 0, 0];
  for (const { endpoint, estimate, look } of standing) {
    const seen = look();
    if (seen === null) {
      unseen++;
      continue;
    }
    const lossy = { endpoint, estimate, ...seen };
    let missing = 0;
    for (const index of seen.structure.reached) {
      const found: Figure | null = loss(lossy, components[index]!);
      if (found === null) missing++;
      else fallouts[index]!.add(endpoint, found);
    }
    losses += missing;
    if (missing > 0) endpoints++;
  }
  return { fallouts, unknown: { losses, endpoints, unseen } };
}
