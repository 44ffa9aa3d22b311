import type { Range } from "./claim.ts";
import { type DrawnFigure, drawnPart, knownPart, sumOfParts } from "./drawn-figure.ts";
import type { AskOptions, Estimate } from "./estimate.ts";
import { openSampler, type Sampled, type Sampler } from "./sampler.ts";
import { type Part, rangeOfPart, type Solved } from "./solve.ts";

/** The situation in which an endpoint's figure is the least, and what is certain of that figure. */
export type Figure = {
  readonly parts: readonly Part[];
  /** Of U, over all situations. */
  readonly range: Range;
};

export type OpenPart = Extract<Part, { readonly kind: "open" }>;

/** Predicates that are drawn side by side, by the signature of their parts. */
export type Draw = {
  readonly sampler: Sampler;
  readonly subjects: ReadonlyMap<string, number>;
  /** What a state costs, in transitions. */
  readonly price: number;
};

/** What one part of a network costs in one state, in transitions: 32 states go at once. */
export const DRAWING = 0.25;

/** So many predicates are told apart in one draw. More: the lightest stay bounded. */
const MOST_SUBJECTS = 50;

export function openParts({ parts }: Pick<Figure, "parts">): readonly OpenPart[] {
  return parts.filter((part): part is OpenPart => part.kind === "open");
}

/**
 * The worst of all situations. Where some are drawn a first block of each tells which it is: the one
 * that the others are not told apart from within it may be taken.
 */
export function worstOf(solved: Solved, seed: number): Figure {
  const [only] = solved;
  if (only !== undefined && solved.length === 1) return { parts: only, range: rangeOfParts(only) };
  const ranges = solved.map(rangeOfParts);
  const isDrawn = solved.some((parts) => openParts({ parts }).length > 0);
  const means = solved.map((parts, at) => (isDrawn ? firstMean(parts, seed) : middle(ranges[at]!)));
  let worst = 0;
  for (let at = 1; at < means.length; at++) if (means[at]! > means[worst]!) worst = at;
  const parts = solved[worst]!;
  if (isDrawn) return { parts, range: ranges[worst]! };
  const range = {
    low: Math.max(...ranges.map(({ low }) => low)),
    high: Math.max(...ranges.map(({ high }) => high)),
  };
  return { parts, range };
}

function firstMean(parts: readonly Part[], seed: number): number {
  const open = openParts({ parts });
  if (open.length === 0) return middle(rangeOfParts(parts));
  const draw = drawOf([{ parts }], seed);
  const failed = draw.sampler.block(0).map((words) => shareOf(words, draw.sampler.blockSize));
  const { known, weights } = drawnFigure({ parts, range: rangeOfParts(parts) }, draw);
  return middle(known) + weights.reduce((sum, weight, at) => sum + weight * failed[at]!, 0);
}

function shareOf(words: Int32Array, states: number): number {
  let count = 0;
  for (const word of words) for (let left = word; left !== 0; left &= left - 1) count++;
  return count / states;
}

function middle({ low, high }: Range): number {
  return (low + high) / 2;
}

function rangeOfParts(parts: readonly Part[]): Range {
  let low = 0;
  let high = 0;
  for (const part of parts) {
    const range = rangeOfPart(part);
    low += part.share * range.low;
    high += part.share * range.high;
  }
  return { low, high };
}

export function drawOf(
  figures: readonly Pick<Figure, "parts">[],
  seed: number,
  most = MOST_SUBJECTS,
): Draw {
  const heaviest = figures
    .flatMap(openParts)
    .toSorted((one, other) => other.share * other.factor.p - one.share * one.factor.p);
  const subjects = new Map<string, number>();
  const sampled: Sampled[] = [];
  for (const { signature, rest } of heaviest) {
    if (subjects.has(signature) || subjects.size === most) continue;
    subjects.set(signature, sampled.push(rest) - 1);
  }
  const parts = sampled.reduce((sum, { network }) => sum + partsOf(network), 0);
  return { sampler: openSampler(sampled, seed), subjects, price: DRAWING * parts };
}

export function partsOf({ nodes, links }: Sampled["network"]): number {
  return nodes.length + links.length;
}

/** With as many states as both sides may cost, a block at least. */
export function affordable(options: AskOptions, { sampler, price }: Draw): AskOptions {
  if (options.most === undefined) return options;
  const states = Math.max(sampler.blockSize, Math.floor((2 * options.most) / price));
  return { ...options, samples: Math.min(options.samples, states) };
}

/** U in terms of what is drawn. */
export function drawnFigure({ parts, range }: Figure, draw: Draw | null): DrawnFigure {
  if (draw === null) return { known: range, weights: [], within: range };
  return sumOfParts(
    parts.map((part) => {
      const within = rangeOfPart(part);
      const known = knownPart(part.share, within);
      if (part.kind !== "open") return known;
      const subject = draw.subjects.get(part.signature);
      if (subject === undefined) return known;
      return drawnPart(part.share, part.factor, draw.sampler.stratum.p, subject, within);
    }),
  );
}

/** The figure where nothing of it is drawn. */
export function certainEstimate({ parts, range }: Figure): Estimate {
  // The worst of several situations may be exact, and another one nearly as bad only bounded.
  if (parts.every(({ kind }) => kind === "exact") && range.low === range.high) {
    let availability = 0;
    let unavailability = 0;
    for (const { share, up } of parts) {
      availability += share * up.p;
      unavailability += share * up.q;
    }
    return {
      availability: Math.min(1, availability),
      unavailability: Math.min(1, unavailability),
      method: "exact",
    };
  }
  const unavailability = middle(range);
  return {
    availability: 1 - unavailability,
    unavailability,
    method: "bounded",
    interval: [Math.max(0, 1 - range.high), 1 - range.low],
  };
}

/** Whether two figures are the same weighted sum of the same solutions: then they do not differ at all. */
export function isSameFigure(one: Figure, other: Figure): boolean {
  return (
    one.parts.length === other.parts.length &&
    one.parts.every((part, at) => {
      const match = other.parts[at]!;
      if (part.share !== match.share || part.kind !== match.kind) return false;
      if (part.kind === "open" || match.kind === "open") {
        return part.kind === "open" && match.kind === "open" && isSameOpen(part, match);
      }
      return part.up.p === match.up.p && part.up.q === match.up.q;
    }) &&
    one.range.low === other.range.low &&
    one.range.high === other.range.high
  );
}

function isSameOpen(one: OpenPart, other: OpenPart): boolean {
  const isSameFactor = one.factor.p === other.factor.p && one.factor.q === other.factor.q;
  return isSameFactor && one.signature === other.signature;
}
