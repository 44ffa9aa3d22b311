import type { Allowance, Amount, Disruption } from "../deployment/workload.ts";
import type { DisruptionOrigin, Service, ServiceOrigin } from "./model.ts";

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

/** What the manifests say of it, and where. */
export function disruptionOrigin({ rollout, drain }: Disruption): ServiceOrigin["disruption"] {
  return { rollout: originOf(rollout), drain: originOf(drain) };
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
