import type { Place } from "../yaml/diagnostic.ts";

/** Where a spec and what the traces show are at odds. */
export type Finding = {
  readonly kind: FindingKind;
  /** A service, a dependency or an endpoint. */
  readonly subject: string;
  /** One line with its remedy; names of the repository and of traces stand between backticks. */
  readonly message: string;
  /** In the spec, or in the manifest that states it. */
  readonly place: Place;
  /** What to write instead; `null`: no text can tell. */
  readonly snippet: string | null;
  /** What was counted, by name. */
  readonly counts: Readonly<Record<string, number>>;
};

/** In the order of reports: what a gate misses first. */
export const FINDING_KINDS = [
  "missing-dependency",
  "mode-conflict",
  "missing-call",
  "missing-endpoint",
  "replica-conflict",
  "drift",
  "optional",
  "unseen-dependency",
  "unseen-endpoint",
] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** What one run could have missed by chance alone: 5%. */
const MISS = 0.05;

/** The most that a thing's share can be, in [0, 1], when it was in none of so many traces (95%): 1 - 0.05^{1/n}. */
export function mostUnseen(traces: number): number {
  return traces <= 0 ? 1 : -Math.expm1(Math.log(MISS) / traces);
}

/**
 * How many traces it takes to see, in 95 of 100 cases, what a share of them shows:
 * the least n with (1 - share)^n ≤ 0.05, about 3/share.
 */
export function tracesNeeded(share: number): number {
  if (share <= 0) return Number.POSITIVE_INFINITY;
  return share >= 1 ? 1 : Math.ceil(Math.log(MISS) / Math.log1p(-share));
}

/** A share in [0, 1] as a percentage of two significant digits, rounded up: `0.25%`. */
export function shareText(share: number): string {
  if (share >= 1) return "100%";
  if (share <= 0) return "0%";
  const digits = Math.max(0, 1 - Math.floor(Math.log10(100 * share)));
  const unit = 10 ** digits;
  // Not up from what only the double is above.
  return `${Math.ceil(100 * share * unit - 1e-9) / unit}%`;
}
