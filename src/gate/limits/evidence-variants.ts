import { formatProbability } from "../../availability/figures.ts";
import type { Model, Probability } from "../../model/model.ts";
import type { Evidence } from "../../model/origin.ts";
import { quote } from "../../model/wording.ts";
import { jeffreysInterval } from "../../numbers/jeffreys.ts";
import { type Variant, withChannels, withServices } from "./variant.ts";

/** Days after which a system may well be another than the one that was observed. */
const OLD = 90;

const DAY = 86_400_000;

/**
 * θ and ρ that rest on what was observed, each within its 95% interval. What a person set rests on nothing
 * that could be weighed.
 *
 * @param today `2026-11-30`; `null`: no evidence counts as old
 */
export function evidenceVariants(model: Model, today: string | null): readonly Variant[] {
  const { services, dependencies } = model;
  return [
    ...services.flatMap(({ name, external, origin }, index): Variant[] => {
      const { evidence, replicaAvailabilityFrom } = origin;
      if (external || evidence === undefined || replicaAvailabilityFrom === "spec") return [];
      const given = (up: Probability) => () =>
        withServices(model, (one, at) =>
          at === index ? { ...one, replicas: one.replicas.map(() => up) } : one,
        );
      return [variant(name, `a replica of ${quote(name)}`, index, evidence, today, given)];
    }),
    ...dependencies.flatMap(({ name, channels }, index) =>
      channels.flatMap(({ evidence, availabilityFrom }, channel): Variant[] => {
        if (evidence === undefined || availabilityFrom === "spec") return [];
        const given = (up: Probability) => () =>
          withChannels(model, (dependency, at) =>
            dependency === index && at === channel ? up : null,
          );
        return [variant(name, quote(name), services.length + index, evidence, today, given)];
      }),
    ),
  ];
}

function variant(
  subject: string,
  whose: string,
  component: number,
  evidence: Evidence,
  today: string | null,
  having: (up: Probability) => () => Model,
): Variant {
  const { good, total, until, place } = evidence;
  const { low, high } = jeffreysInterval(good, total);
  const days = ageOf(until, today);
  const old = days !== null && days > OLD ? `, ${days} days old` : "";
  const between = `${formatProbability(low)} and ${formatProbability(high)}`;
  return {
    kind: old === "" ? "evidence-amount" : "evidence-age",
    subject,
    message: `the availability of ${whose} rests on ${total} observations, ${total - good} of them failures${old}: it is between ${between} (95%)`,
    place,
    moves: [component],
    worse: having(low),
    better: having(high),
  };
}

/** Whole days since; `null`: not told. */
function ageOf(until: string | null, today: string | null): number | null {
  if (until === null || today === null) return null;
  const days = (Date.parse(today) - Date.parse(until.slice(0, 10))) / DAY;
  return Number.isFinite(days) ? Math.floor(days) : null;
}
