import { type SystemFile, valueAt } from "./system-file.ts";

/** The generated counterpart of a reference system: of the same kind, about as hard. */
export function generated(name: string): SystemFile {
  const make = GENERATED[name];
  if (make === undefined) throw new Error(`there is no generated system ${name}`);
  return { ...make(), name };
}

// The seeds are those, of a dozen, that come nearest to the reference in what lies between the entry
// and the needs and in the width of the frontier.
const GENERATED: Readonly<Record<string, () => SystemFile>> = {
  dag30: () => dag(30, 6),
  "dag30-three-nines": () => rarer(dag(30, 6), 10),
  "dag30-four-nines": () => rarer(dag(30, 6), 100),
  "grid-10": () => grid(10),
  "grid-16": () => grid(16),
  "grid-20": () => grid(20),
  "grid-4-both-ways": () => grid(4, true),
  "layered-100x10": () => layered(100, 10, 1),
  "layered-1000x10": () => layered(1000, 10, 1),
  "layered-1000x30": () => layered(1000, 30, 1),
  "layered-1000x100": () => layered(1000, 100, 1),
  "tree-1000": () => tree(1000, 9),
  "tree-3000": () => tree(3000, 12),
  "tree-10000": () => tree(10_000, 11),
};

/**
 * Layers with alternatives: each service is called by about two of the eight before it, has one to
 * three replicas, and fails by percents.
 */
export function dag(services: number, seed: number): SystemFile {
  const random = randomFrom(seed);
  const dependencies: [number, number, number][] = [];
  for (let to = 1; to < services; to++) {
    const callers = pick(random, Math.max(0, to - 8), to, to % 7 === 1 ? 3 : to < 3 ? 1 : 2);
    for (const from of callers) dependencies.push([from, to, parts(random, 985, 1000, 10)]);
  }
  const needs = pick(random, Math.floor(services / 3), services, 8);
  return {
    name: `dag${services}`,
    services,
    replicas: Array.from({ length: services }, () => 1 + Math.floor(random() * 3)),
    quorum: 1,
    replicaAvailability: Array.from({ length: services }, () => parts(random, 950, 995, 10)),
    dependencies,
    entry: 0,
    needs,
  };
}

/** Every failure probability divided by `by`. */
export function rarer(file: SystemFile, by: number): SystemFile {
  const rare = (p: number) => 1 - (1 - p) / by;
  const { availability: _, ...rest } = file;
  return {
    ...rest,
    name: `${file.name}-${by}-times-rarer`,
    replicaAvailability: Array.from({ length: file.services }, (_, index) =>
      rare(valueAt(file.replicaAvailability, index)),
    ),
    dependencies: file.dependencies.map(([from, to, up]) => [
      from,
      to,
      rare(up ?? file.dependencyAvailability!),
    ]),
  };
}

/** A square grid, corner to corner: to the right and down, or both ways. */
export function grid(side: number, bothWays = false): SystemFile {
  const dependencies: [number, number][] = [];
  const between = (one: number, other: number) => {
    dependencies.push([one, other]);
    if (bothWays) dependencies.push([other, one]);
  };
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const here = row * side + column;
      if (column < side - 1) between(here, here + 1);
      if (row < side - 1) between(here, here + side);
    }
  }
  return {
    name: bothWays ? `grid-${side}-both-ways` : `grid-${side}`,
    services: side * side,
    replicas: 1,
    quorum: 1,
    replicaAvailability: bothWays ? 0.99 : 0.999,
    dependencies,
    dependencyAvailability: bothWays ? 0.95 : 0.99,
    entry: 0,
    needs: [side * side - 1],
  };
}

/**
 * An entry before layers of equal size; each service calls some of the next layer, from `least` to
 * `most`, and the needs are eight of the last.
 */
export function layered(
  services: number,
  layers: number,
  seed: number,
  [least, most]: readonly [number, number] = [2, 4],
): SystemFile {
  const random = randomFrom(seed);
  const width = Math.floor(services / layers);
  const dependencies: [number, number][] = [];
  for (let from = 0; from < services; from++) {
    const next = from === 0 ? 1 : Math.ceil(from / width) * width + 1;
    if (next >= services) break;
    const count = least + Math.floor(random() * (most - least + 1));
    const callees = pick(random, next, Math.min(services, next + width), count);
    for (const to of callees) dependencies.push([from, to]);
  }
  const last = reachedFrom(0, dependencies).filter((one) => one > services - width);
  return {
    name: `layered-${services}x${layers}`,
    services,
    replicas: 1,
    quorum: 1,
    replicaAvailability: 0.999,
    dependencies,
    dependencyAvailability: 0.9995,
    entry: 0,
    needs: pick(random, 0, last.length, 8).map((index) => last[index]!),
  };
}

/** A call tree of depth 7, half of whose services have a second caller among those before them. */
export function tree(services: number, seed: number): SystemFile {
  const random = randomFrom(seed);
  const depth = [0];
  const dependencies: [number, number][] = [];
  for (let to = 1; to < services; to++) {
    const caller = () => {
      for (;;) {
        const from = Math.floor(random() * to);
        if (depth[from]! < 7) return from;
      }
    };
    const from = caller();
    depth.push(depth[from]! + 1);
    dependencies.push([from, to]);
    const other = caller();
    if (random() < 0.5 && other !== from) dependencies.push([other, to]);
  }
  const needs = pick(random, Math.floor(services / 4), services, 8);
  return {
    name: `tree-${services}`,
    services,
    replicas: 2,
    quorum: 1,
    replicaAvailability: 0.99,
    dependencies,
    dependencyAvailability: 0.999,
    entry: 0,
    needs,
  };
}

/** Services reached from one when all is up, in rising order. */
export function reachedFrom(
  entry: number,
  dependencies: SystemFile["dependencies"],
): readonly number[] {
  const outgoing = new Map<number, number[]>();
  for (const [from, to] of dependencies) outgoing.set(from, [...(outgoing.get(from) ?? []), to]);
  const reached = new Set([entry]);
  for (const from of reached) for (const to of outgoing.get(from) ?? []) reached.add(to);
  return [...reached].sort((a, b) => a - b);
}

/** Numbers in [0, 1), the same for a seed on every machine: Ettinger's mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** So many different whole numbers of [from, to), or all of them, in rising order. */
export function pick(
  random: () => number,
  from: number,
  to: number,
  count: number,
): readonly number[] {
  const found = new Set<number>();
  while (found.size < Math.min(count, to - from)) {
    found.add(from + Math.floor(random() * (to - from)));
  }
  return [...found].sort((a, b) => a - b);
}

/** A fraction between two thousandths, in steps of a thousandth's part. */
function parts(random: () => number, least: number, most: number, steps: number): number {
  const step = Math.floor(random() * (most - least) * steps);
  return (least * steps + step) / (1000 * steps);
}
