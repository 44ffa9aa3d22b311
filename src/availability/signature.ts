import type { Need } from "../model/model.ts";
import type { Component, System } from "./system.ts";

/**
 * A text that is equal for systems of equal components, links and need, by name and whatever their
 * order: such systems fail in the same states, draw for draw.
 */
export function signatureOf({ services, links, need }: System): string {
  const numbers = ({ name, p, q }: Component) => [name, p, q];
  const serviceName = (index: number) => services[index]!.name;
  return JSON.stringify([
    serviceName(0),
    sorted(services.map(numbers)),
    sorted(links.map((link) => [...numbers(link), serviceName(link.from), serviceName(link.to)])),
    needText(need, serviceName, (index) => links[index]!.name),
  ]);
}

function needText(
  need: Need,
  serviceName: (index: number) => string,
  linkName: (index: number) => string,
): string {
  if (need.kind === "service") return JSON.stringify(["service", serviceName(need.service)]);
  if (need.kind === "dependency") return JSON.stringify(["link", linkName(need.dependency)]);
  const inputs = need.of.map((input) => needText(input, serviceName, linkName));
  return JSON.stringify(["atLeast", need.k, inputs.sort()]);
}

function sorted(rows: readonly unknown[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
