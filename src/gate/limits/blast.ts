import type { Estimate } from "../../availability/estimate.ts";
import type { Importance } from "../../availability/importance.ts";
import type { Structure } from "../../availability/structure.ts";
import type { Endpoint, Model } from "../../model/model.ts";
import type { GateRun } from "../engine.ts";
import type { Blast, Fallen } from "../explained.ts";
import { isUnknown } from "../ration.ts";
import { against, type Figure } from "./against.ts";
import type { ModelComponent } from "./components.ts";
import { lossesIn } from "./losses.ts";
import type { Purse } from "./purse.ts";

/** One endpoint with an SLO, and what is known of it. */
export type Watched = {
  readonly endpoint: Endpoint;
  readonly estimate: Estimate;
  readonly importance: Importance | null;
  readonly structure: Structure;
  /** Under each fault of the spec, by its name. */
  readonly under: ReadonlyMap<string, Estimate>;
};

export type Blasts = {
  readonly blasts: readonly Blast[];
  /** Losses that were not worked out, and of how many endpoints. */
  readonly unknown: { readonly losses: number; readonly endpoints: number };
};

/** What each of some faults or losses makes of the endpoints; `null`: not worked out. */
type Outcome = readonly [Endpoint, Figure | null];

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
  const faults = model.faults.map(({ name }): Blast => {
    const outcomes = standing.map(({ endpoint, under }): Outcome => {
      const found = under.get(name);
      return [endpoint, found === undefined || isUnknown(found) ? null : found];
    });
    return { fault: name, kind: "fault", ...fallen(outcomes) };
  });
  const loss = lossesIn(run, model, components, purse);
  const unknown = new Map<Endpoint, number>();
  const losses = components.map((component): Blast => {
    const outcomes = standing
      .filter(({ structure }) => structure.reached.includes(component.index))
      .map((one): Outcome => [one.endpoint, loss(one, component)]);
    for (const [endpoint, found] of outcomes) {
      if (found === null) unknown.set(endpoint, (unknown.get(endpoint) ?? 0) + 1);
    }
    return { fault: component.name, kind: component.kind, ...fallen(outcomes) };
  });
  const blasts = [...faults, ...losses]
    .filter(({ endpoints, undecided = [] }) => endpoints.length + undecided.length > 0)
    .sort(
      (a, b) =>
        b.endpoints.length - a.endpoints.length ||
        (b.undecided?.length ?? 0) - (a.undecided?.length ?? 0),
    );
  const all = [...unknown.values()].reduce((sum, one) => sum + one, 0);
  return { blasts, unknown: { losses: all, endpoints: unknown.size } };
}

function fallen(outcomes: readonly Outcome[]): Pick<Blast, "endpoints" | "undecided"> {
  const told = (wanted: "below" | "open") =>
    outcomes.flatMap(([{ name, slo }, figure]): Fallen[] => {
      if (figure === null || slo === null || against(figure, slo) !== wanted) return [];
      const { unavailability, interval } = figure;
      const within = interval === undefined ? {} : { interval };
      return [{ name, availability: 1 - unavailability, ...within }];
    });
  const undecided = told("open");
  return { endpoints: told("below"), ...(undecided.length === 0 ? {} : { undecided }) };
}
