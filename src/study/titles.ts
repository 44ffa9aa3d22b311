import type { FamilyName } from "./row.ts";

/** The families as the published tables and our reports print them. */
export const TITLES: Readonly<Record<FamilyName, string>> = {
  chain: "Synchronous chain",
  fanout: "Fan-out",
  "replicated-bottleneck": "Replicated bottleneck",
  sensitivity: "Node vs. edge sensitivity",
  "async-side-effect": "Async side effect",
  "single-point-of-failure": "Single point of failure",
  "failure-domain": "Failure domain",
  timeout: "Timeout/hang",
  "trace-incompleteness": "Trace incompleteness",
  "large-chain": "Large chain",
  "large-fanout": "Large fan-out",
  "large-bottleneck": "Large replicated bottleneck",
};
