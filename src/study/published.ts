import type { FamilyConfig, StudyConfig } from "./config.ts";
import type { FamilyName } from "./row.ts";

/**
 * What the paper and the results of its companion artifact state, digit by digit as they print it, in
 * the order in which `findings.ts` finds the same quantities. `null`: the paper has no such figure.
 */
export const PUBLISHED: Readonly<Record<FamilyName, readonly (string | null)[]>> = {
  chain: ["0.1668", "0.9703"],
  fanout: ["0.894", "0.364", "0.530178022559"],
  "replicated-bottleneck": ["0.738", "0.820", "8.20010725988e-13"],
  sensitivity: ["0.373125", "0.94", "0.155", "0.319"],
  "async-side-effect": ["0.9033", "0", "0.6140", "0.289224906984"],
  "single-point-of-failure": [],
  "failure-domain": ["0.94905", "0.8550", "0.09405"],
  timeout: ["0.88557", "0.39850539876", "0.318"],
  "trace-incompleteness": ["0.594418594978", "0.118", "0.069"],
  "large-chain": ["0.00576573700098"],
  "large-fanout": ["0.0755518340675"],
  "large-bottleneck": ["0.95"],
};

/** The largest Monte Carlo error that the paper reports: of its own draws, so no match is expected. */
export const PUBLISHED_ERRORS: Readonly<Partial<Record<FamilyName, string>>> = {
  chain: "0.001355",
  fanout: "0.0011780225588",
  "replicated-bottleneck": "0.0007050082",
  "async-side-effect": "0.000759",
};

/** The families of a configuration whose systems are those of the paper's: only there it has figures for ours. */
export function asPublished(config: StudyConfig, paper: StudyConfig): ReadonlySet<FamilyName> {
  const systems = new Map(paper.families.map((family) => [family.family, systemsOf(family)]));
  const same = config.families.filter((one) => systems.get(one.family) === systemsOf(one));
  return new Set(same.filter(({ metrics }) => metrics.includes("exact")).map((one) => one.family));
}

/** What a family sweeps, as text; how often it draws makes no other system of it. */
function systemsOf(family: FamilyConfig): string {
  return JSON.stringify({ ...family, samples: null, metrics: null, sentinels: null });
}

/** How exactly a printed figure is known: half a unit of its last digit, and never better than 1e-12. */
export function printedTo(text: string): number {
  const [mantissa = "", exponent = "0"] = text.split("e");
  const decimals = (mantissa.split(".")[1]?.length ?? 0) - Number(exponent);
  // `0` and the like state a figure that is exact.
  return mantissa.includes(".") ? Math.max(1e-12, Number(`5e-${decimals + 1}`)) : 1e-12;
}
