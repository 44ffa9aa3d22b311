import type { Probability } from "../../src/model/model.ts";
import { nameOf, type System } from "../../src/study/system.ts";

/** The same system as a person would write it. */
export function specTextOf(given: System): string {
  const { services, dependencies, domains, entry, completion, needs } = given;
  const lines = [
    "version: 1",
    "manifests: []",
    ...(domains.length === 0 ? [] : ["domains:"]),
    ...domains.map(({ name, up }) => `  ${name}: { availability: ${decimal(up)} }`),
    "services:",
    ...services.map(({ name, replicas, theta, domain }) => {
      const seat = domain === null ? "" : `, placement: { ${domain}: packed }`;
      return `  ${name}: { replicas: ${replicas}, replicaAvailability: ${decimal(theta)}${seat} }`;
    }),
    ...(dependencies.length === 0 ? [] : ["dependencies:"]),
    ...dependencies.map((one) => {
      const timeout =
        one.timeout === null
          ? ""
          : `, timeout: { onTime: ${decimal(one.timeout.onTime)}, retries: ${one.timeout.retries} }`;
      return `  - ${nameOf(one)}: { availability: ${decimal(one.rho)}${timeout} }`;
    }),
    "endpoints:",
    "  endpoint:",
    `    entry: ${entry}`,
    `    completion: ${completion}`,
    ...(needs === null ? [] : [`    needs: [${needs.join(", ")}]`]),
  ];
  return `${lines.join("\n")}\n`;
}

function decimal({ p }: Probability): string {
  return String(p);
}
