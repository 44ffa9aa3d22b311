import type { Endpoint } from "../../model/model.ts";
import type { Blast, Fallen } from "../explained.ts";
import { against, type Figure } from "./against.ts";

/** Rows of fallen endpoints that the result of a spec carries: about ten megabytes. */
const MOST_FALLEN = 100_000;

/** What one fault or loss makes of the endpoints; rows are made of it when it is known how many there are. */
export type Fallout = {
  readonly add: (endpoint: Endpoint, figure: Figure) => void;
  readonly below: readonly Fell[];
  readonly open: readonly Fell[];
};

type Fell = { readonly endpoint: Endpoint; readonly figure: Figure };

export function falloutOf(): Fallout {
  const below: Fell[] = [];
  const open: Fell[] = [];
  return {
    add: (endpoint, figure) => {
      if (endpoint.slo === null) return;
      const stand = against(figure, endpoint.slo);
      if (stand !== "keeps") (stand === "below" ? below : open).push({ endpoint, figure });
    },
    below,
    open,
  };
}

export type Told = Pick<Blast, "fault" | "kind"> & { readonly fallout: Fallout };

/**
 * Faults and losses that take something down, what takes down the most first, and as many endpoints of each
 * as a result can carry: the long lists are cut to one length, and how many more there are is told.
 */
export function listed(told: readonly Told[], most = MOST_FALLEN): readonly Blast[] {
  const some = told
    .filter(({ fallout: { below, open } }) => below.length + open.length > 0)
    .sort(
      (a, b) =>
        b.fallout.below.length - a.fallout.below.length ||
        b.fallout.open.length - a.fallout.open.length,
    );
  const lists = some.flatMap(({ fallout: { below, open } }) => [below.length, open.length]);
  const length = commonLength(lists, most);
  return some.map(({ fault, kind, fallout: { below, open } }): Blast => {
    const moreEndpoints = below.length - length;
    const moreUndecided = open.length - length;
    return {
      fault,
      kind,
      endpoints: below.slice(0, length).map(row),
      ...(moreEndpoints > 0 ? { moreEndpoints } : {}),
      ...(open.length === 0 ? {} : { undecided: open.slice(0, length).map(row) }),
      ...(moreUndecided > 0 ? { moreUndecided } : {}),
    };
  });
}

function row({ endpoint: { name }, figure }: Fell): Fallen {
  const { unavailability, interval } = figure;
  const within = interval === undefined ? {} : { interval };
  return { name, availability: 1 - unavailability, ...within };
}

/** The greatest length to which lists may be cut so that together they are no longer than `most`; 1 at least. */
export function commonLength(lengths: readonly number[], most: number): number {
  let left = most;
  const ascending = lengths.filter((one) => one > 0).toSorted((a, b) => a - b);
  for (const [at, one] of ascending.entries()) {
    const fair = Math.floor(left / (ascending.length - at));
    if (one > fair) return Math.max(1, fair);
    left -= one;
  }
  return Number.POSITIVE_INFINITY;
}
