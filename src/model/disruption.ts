import type { Allowance, Amount, Disruption, Workload } from "../deployment/workload.ts";
import type { Service } from "./model.ts";
import type { DisruptionOrigin, ServiceOrigin } from "./origin.ts";

/**
 * How many of so many replicas may be gone at once: by the update strategy (else Kubernetes' default,
 * 25% rounded down), and by the disruption budget (else one). Each from 0 to all.
 *
 * @param disruption of its workload; `null`: it has none
 */
export function disruptionOf(
  disruption: Disruption | null,
  replicas: number,
): Service["disruption"] {
  const drain = disruption?.drain ?? null;
  return {
    rollout: disruption === null ? Math.floor(replicas / 4) : missing(disruption.rollout, replicas),
    drain: drain === null ? Math.min(1, replicas) : missing(drain, replicas),
  };
}

/** What one workload of a service has. */
type Part = { readonly workload: Pick<Workload, "disruption">; readonly count: number };

/**
 * How many replicas of several workloads may be gone at once: each loses its own, all at the same time. What
 * one budget covers, it covers together.
 */
export function jointDisruption(parts: readonly Part[]): Service["disruption"] {
  const rollout = parts.map(
    ({ workload, count }) => disruptionOf(workload.disruption, count).rollout,
  );
  const drain = underOneBudget(parts).map(
    ({ workload, count }) => disruptionOf(workload.disruption, count).drain,
  );
  return { rollout: total(rollout), drain: total(drain) };
}

/** The parts, those under the same budget as one: `beside` counts the replicas that are none of theirs. */
function underOneBudget(parts: readonly Part[]): readonly Part[] {
  const joint = new Map<string, Part>();
  for (const [i, { workload, count }] of parts.entries()) {
    const { rollout, drain } = workload.disruption;
    const key = drain === null ? `${i}` : JSON.stringify(drain.place);
    const before = joint.get(key);
    const beside =
      (before?.workload.disruption.drain?.beside ?? drain?.beside ?? 0) -
      (before === undefined ? 0 : count);
    joint.set(key, {
      workload: {
        disruption: {
          rollout,
          drain: drain === null ? null : { ...drain, beside: Math.max(0, beside) },
        },
      },
      count: (before?.count ?? 0) + count,
    });
  }
  return [...joint.values()];
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** What the manifests say of it, and where: of several workloads, at the first that says so. */
export function disruptionOrigin(
  workloads: readonly Pick<Workload, "disruption">[],
): NonNullable<ServiceOrigin["disruption"]> {
  const all = workloads.map(({ disruption }) => disruption);
  return {
    rollout: joined(all.map(({ rollout }) => originOf(rollout))),
    drain: joined(all.map(({ drain }) => originOf(drain))),
  };
}

function joined(origins: readonly (DisruptionOrigin | null)[]): DisruptionOrigin | null {
  const first = origins.find((one) => one !== null);
  if (first == null) return null;
  return { rule: origins.map((one) => one?.rule ?? "none").join(" + "), place: first.place };
}

function originOf(allowance: Allowance | null): DisruptionOrigin | null {
  if (allowance === null) return null;
  const { kind, amount, least, place } = allowance;
  const share = typeof amount === "number" ? `${amount}` : `${amount.percent}% ${amount.rounding}`;
  return { rule: `${kind} ${share} ${least}`, place };
}

/** `null`: nothing takes them away. */
function missing(allowance: Allowance | null, replicas: number): number {
  if (allowance === null) return 0;
  const { kind, amount, least, beside } = allowance;
  const all = replicas + beside;
  const most = kind === "maxUnavailable" ? share(amount, all) : all - share(amount, all);
  return Math.min(replicas, Math.max(least, most));
}

function share(amount: Amount, of: number): number {
  if (typeof amount === "number") return amount;
  // A product of whole numbers: the quotient lies on a whole number only where it is one.
  const exact = (amount.percent * of) / 100;
  return amount.rounding === "up" ? Math.ceil(exact) : Math.floor(exact);
}
