import type { Estimate } from "../../availability/estimate.ts";
import type { Probability } from "../../model/model.ts";

/** `open`: the SLO lies within what a figure may be. */
export type Stand = "keeps" | "below" | "open";

/** A figure, and where it is drawn (95%) or bounded (certain) what it may be. */
export type Figure = Pick<Estimate, "availability" | "unavailability" | "interval">;

/** Whether a figure keeps an SLO, as far as its interval lets one say so. */
export function against({ unavailability, interval }: Figure, slo: Probability): Stand {
  if (interval === undefined) return unavailability <= slo.q ? "keeps" : "below";
  if (interval[0] >= slo.p) return "keeps";
  return interval[1] < slo.p ? "below" : "open";
}
