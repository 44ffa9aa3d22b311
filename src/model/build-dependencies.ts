import type { Channel, Dependency, Probability } from "./model.ts";
import type { Spec, SpecLine } from "./spec.ts";

/** ρ where the spec sets none: 99.99%. */
const defaultDependencyAvailability: Probability = { p: 0.9999, q: 0.0001 };

/**
 * E, τ and ρ. All lines of one pair and arrow share a channel, up with the lowest of their
 * availabilities (a line that says none has the default); a line with `independent: true` is a channel
 * of its own.
 *
 * @param indexOf the index of a service
 */
export function buildDependencies(
  spec: Spec,
  indexOf: ReadonlyMap<string, number>,
): readonly Dependency[] {
  const lines = new Map<string, SpecLine[]>();
  for (const line of spec.dependencies) {
    const before = lines.get(line.name);
    if (before === undefined) lines.set(line.name, [line]);
    else before.push(line);
  }
  return [...lines.values()].flatMap((all) => {
    const first = all[0]!;
    const from = indexOf.get(first.from);
    const to = indexOf.get(first.to);
    if (from === undefined || to === undefined) return [];
    const { name, mode, place } = first;
    return { name, from, to, mode, channels: channelsOf(all, spec), place };
  });
}

function channelsOf(lines: readonly SpecLine[], spec: Spec): readonly Channel[] {
  const channels = lines.map((line) => channelOf(line, spec));
  const shared = channels.filter((_, i) => !lines[i]!.independent);
  const own = channels.filter((_, i) => lines[i]!.independent);
  if (shared.length === 0) return own;
  return [shared.reduce((lowest, one) => (isLower(one.up, lowest.up) ? one : lowest)), ...own];
}

function channelOf({ availability, place }: SpecLine, { defaults }: Spec): Channel {
  if (availability !== null) {
    return {
      up: availability.value,
      timeout: null,
      members: [],
      availabilityFrom: "spec",
      place: availability.place,
    };
  }
  const stated = defaults.dependencyAvailability;
  const up = stated?.value ?? defaultDependencyAvailability;
  return {
    up,
    timeout: null,
    members: [],
    availabilityFrom: "default",
    place: stated?.place ?? place,
  };
}

/** By q where the doubles of p are equal: near 1 it tells more. */
function isLower(a: Probability, b: Probability): boolean {
  return a.p < b.p || (a.p === b.p && a.q > b.q);
}
