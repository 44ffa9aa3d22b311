import type { Claim, Decision } from "../availability/claim.ts";
import { compareEndpoint, type Subject } from "../availability/compare.ts";
import { type Estimate, NEGLIGIBLE } from "../availability/estimate.ts";
import { estimateEndpoint } from "../availability/evaluate.ts";
import type { Engine } from "../gate/engine.ts";

/**
 * The engine that the gate asks; the gate takes it as a parameter, so that its rules test without one.
 * For now claims are decided from the figures here, and no fault is evaluated: both move into the engine.
 */
export const engine: Engine = {
  estimate: (subject, options, claims) => {
    const { model, endpoint } = steady(subject);
    const estimate = estimateEndpoint(model, endpoint, options);
    return { estimate, decisions: claims.map((claim) => decide(claim, estimate, estimate)) };
  },
  compare: (base, head, options, claims) => {
    const compared = compareEndpoint(steady(base), steady(head), options);
    const [low, high] = compared.difference.interval ?? [
      compared.difference.delta,
      compared.difference.delta,
    ];
    const decisions = claims.map((claim) =>
      claim.base === 0 || claim.head === 0
        ? decide(claim, compared.base, compared.head)
        : decideBetween(
            (claim.base + claim.head) * compared.base.unavailability - claim.head * high,
            (claim.base + claim.head) * compared.base.unavailability - claim.head * low,
            claim.beyond,
          ),
    );
    return { ...compared, decisions };
  },
};

function steady(subject: Subject): Subject {
  if (subject.fault !== null) throw new Error("faults are not evaluated yet");
  return subject;
}

/** A claim about one side. */
function decide({ base, head, beyond }: Claim, before: Estimate, after: Estimate): Decision {
  const figure = head === 0 ? before : after;
  const weight = base + head;
  if (figure.interval === undefined) {
    return decideBetween(weight * figure.unavailability, weight * figure.unavailability, beyond);
  }
  const ends = figure.interval.map((end) => weight * (1 - end));
  return decideBetween(Math.min(...ends), Math.max(...ends), beyond);
}

function decideBetween(low: number, high: number, beyond: number): Decision {
  if (low - beyond > NEGLIGIBLE) return "yes";
  return high - beyond > NEGLIGIBLE ? "open" : "no";
}
