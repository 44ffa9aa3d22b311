import {
  formatAvailability,
  formatDowntime,
  formatPercent,
  formatShortfall,
  formatSpent,
} from "../availability/figures.ts";
import type { Blast } from "../gate/explained.ts";
import type { EstimatedEndpoint } from "../gate/result.ts";
import { name, type Phrase, say } from "./phrase.ts";

/** "`GET /cart` is available 99.84%, 1 h 9 min of downtime per 30 days; its SLO of 99.5% leaves …". */
export function explainHeadline({ name: endpoint, head, slo }: EstimatedEndpoint): Phrase {
  const thresholds = slo.head === null ? [] : [slo.head];
  const figure = formatAvailability(head, { thresholds });
  const told = say`${name(endpoint)}: ${figure}, down ${formatDowntime(head.unavailability)} per 30 days`;
  return [...told, promise({ head, slo })];
}

function promise({ head, slo }: Pick<EstimatedEndpoint, "head" | "slo">): string {
  if (slo.head === null) return ", without an SLO";
  const promised = formatPercent(slo.head);
  if (head.availability < slo.head) {
    return `, ${formatShortfall(head, slo.head)} below its SLO of ${promised}`;
  }
  if (slo.head === 1) return `, as its SLO of ${promised} asks`;
  return `, ${formatSpent(head.unavailability, slo.head)} of the error budget of its SLO of ${promised}`;
}

/** "the dependency `a -> b` (99.2%)": what takes the endpoint below its SLO, or may, and what is left of it. */
export function blastWords({
  fault,
  kind,
  endpoints: [own],
  undecided: [open] = [],
}: Blast): Phrase {
  const shown = own ?? open;
  if (shown === undefined || shown.availability <= 0) return say`${kind} ${name(fault)} (down)`;
  const figure = formatAvailability(shown.availability);
  if (shown.interval === undefined) return say`${kind} ${name(fault)} (${figure})`;
  const others = shown.interval;
  const [low = "", high = ""] = others.map((end) => formatAvailability(end, { others }));
  const perhaps = own === undefined ? "perhaps " : "";
  return say`${perhaps}${kind} ${name(fault)} (about ${figure}, ${low} – ${high})`;
}
