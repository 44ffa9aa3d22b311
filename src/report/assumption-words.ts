import { formatAvailability } from "../availability/figures.ts";
import type { Assumption } from "../gate/explained.ts";
import type { EndpointResult, EstimatedEndpoint } from "../gate/result.ts";

type Told = EndpointResult | EstimatedEndpoint;

/** One assumption, and what it means for each endpoint that rests on it. */
export type SharedAssumption = {
  readonly assumption: Assumption;
  /** The one that it could move the most first. */
  readonly endpoints: readonly {
    readonly name: string;
    /** `99.31% – 99.82%`, or `about 99.31% – 99.82%, within 99.2% – 99.9%`; `null` where nobody evaluated it. */
    readonly range: string | null;
    readonly decisive: boolean;
    /** Whether the SLO lies between is not known: the ends are drawn or bounded. */
    readonly undecided: boolean;
  }[];
};

/** The assumptions of some endpoints, each once; what could change a verdict, then what moves most, first. */
export function sharedAssumptions(endpoints: readonly Told[]): readonly SharedAssumption[] {
  const shared = new Map<string, { readonly one: Assumption; readonly of: Told }[]>();
  for (const of of endpoints) {
    for (const one of of.explained?.assumptions ?? []) {
      const key = JSON.stringify([one.kind, one.subject, one.message]);
      const known = shared.get(key);
      if (known === undefined) shared.set(key, [{ one, of }]);
      else known.push({ one, of });
    }
  }
  return [...shared.values()]
    .map((all) => all.toSorted((a, b) => weight(b.one) - weight(a.one)))
    .toSorted((a, b) => weight(b[0]!.one) - weight(a[0]!.one))
    .map((all) => ({
      assumption: all[0]!.one,
      endpoints: all.map(({ one, of }) => ({
        name: of.name,
        range: rangeText(one, of.slo.head),
        decisive: one.decisive,
        undecided: one.undecided === true,
      })),
    }));
}

/** A width is at most 1: whether it decides weighs more, and whether it may. */
function weight({ range, decisive, undecided }: Assumption): number {
  return (decisive ? 4 : undecided === true ? 2 : 0) + (range === null ? 0 : range[1] - range[0]);
}

/** The figures between which an assumption leaves an endpoint, told apart from one another and from its SLO. */
export function rangeText(
  { range, intervals }: Pick<Assumption, "range" | "intervals">,
  slo: number | null,
): string | null {
  if (range === null) return null;
  const thresholds = slo === null ? [] : [slo];
  const between = (ends: readonly [number, number]) =>
    ends.map((end) => formatAvailability(end, { thresholds, others: ends })).join(" – ");
  if (intervals === undefined) return between(range);
  const [low, high] = range.map((end) => formatAvailability(end, { thresholds }));
  const about = low === high ? low : between(range);
  return `about ${about}, within ${between([intervals[0][0], intervals[1][1]])}`;
}
