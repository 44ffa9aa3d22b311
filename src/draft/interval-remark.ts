import type { Pair } from "../numbers/beta.ts";
import { jeffreysInterval } from "../numbers/jeffreys.ts";

type Counts = { readonly good: number; readonly total: number };

/**
 * What a spec's comment says beside counts: Jeffreys' 95% interval of the probability behind them, of both
 * ends two digits of what is missing to all, or of what there is where that is less. The same counts give
 * the same text, by which a merge knows its own words again.
 */
export function intervalRemark({ good, total }: Counts): string {
  const { low, high } = jeffreysInterval(good, total);
  return `95% interval: ${percentOf(low)} to ${percentOf(high)}`;
}

function percentOf({ p, q }: Pair): string {
  const few = 100 * Math.min(p, q);
  if (few === 0) return p === 0 ? "0%" : "100%";
  const [digits = "0", power = "0"] = few.toExponential(1).split("e");
  const places = Math.min(100, Math.max(0, 1 - Number(power)));
  const rounded = Number(`${digits}e${power}`);
  const text = (p < q ? rounded : 100 - rounded).toFixed(places);
  return `${places === 0 ? text : text.replace(/\.?0+$/, "")}%`;
}

/** A remark with the interval in front of it; of no counts there is none. */
export function withInterval(evidence: Counts | null, remark: string): string {
  if (evidence === null || evidence.total === 0) return remark;
  const interval = intervalRemark(evidence);
  return remark === "" ? interval : `${interval}; ${remark}`;
}
