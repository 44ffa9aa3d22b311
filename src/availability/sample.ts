import { compile, type Program } from "./program.ts";
import { binaryDigits, eventWord, type Key, keyOf } from "./random.ts";
import type { Component, System } from "./system.ts";

/** One bit a drawn state, set where the need fails. Bits beyond `total` are clear. */
export type Failures = { readonly words: Int32Array; readonly total: number };

/**
 * Draw states of a system, 32 at a time in the bits of a word, and test each by reachability over
 * the graph. States of equal number share their draws for components of equal name, in whatever
 * system they stand.
 */
export function sampleFailures(system: System, seed: number, total: number): Failures {
  const program = compile(system);
  const services = sourcesOf(system.services, "service", seed);
  const links = sourcesOf(system.links, "dependency", seed);
  const live = new Int32Array(services.length).fill(-1);
  const up = new Int32Array(links.length).fill(-1);
  const reached = new Int32Array(services.length);
  const scratch = new Int32Array(2);
  const words = new Int32Array(Math.ceil(total / 32));
  for (let block = 0; block < words.length; block++) {
    draw(services, block, live, scratch);
    draw(links, block, up, scratch);
    spread(program, live, up, reached);
    words[block] = ~gateWord(program, live, up, reached);
  }
  if (total % 32 !== 0) words[words.length - 1]! &= -1 >>> (32 - (total % 32));
  return { words, total };
}

/** Where an uncertain component's draws come from; `null` for one that is certain. */
type Source = { readonly key: Key; readonly digits: Uint8Array } | null;

function sourcesOf(
  components: readonly Component[],
  kind: "service" | "dependency",
  seed: number,
): readonly Source[] {
  return components.map(({ name, q }) =>
    q === 0 ? null : { key: keyOf(seed, `${kind} ${name}`), digits: binaryDigits(q) },
  );
}

function draw(
  sources: readonly Source[],
  block: number,
  up: Int32Array,
  scratch: Int32Array,
): void {
  sources.forEach((source, index) => {
    if (source !== null) up[index] = ~eventWord(source.key, block, source.digits, scratch);
  });
}

/** Eq. (12, 13): the least fixed point. Links stand in reverse postorder, so one pass mostly does. */
function spread({ system }: Program, live: Int32Array, up: Int32Array, reached: Int32Array): void {
  reached.fill(0);
  reached[0] = live[0]!;
  for (let changed = true; changed; ) {
    changed = false;
    for (let link = 0; link < system.links.length; link++) {
      const { from, to } = system.links[link]!;
      const gained = reached[from]! & up[link]! & live[to]! & ~reached[to]!;
      if (gained === 0) continue;
      reached[to]! |= gained;
      changed = true;
    }
  }
}

/** Where the top gate holds. */
function gateWord(program: Program, live: Int32Array, up: Int32Array, reached: Int32Array): number {
  // atLeastOf[gate][j]: where at least j inputs hold so far.
  const atLeastOf = program.gates.map(({ k }) => {
    const atLeast = new Int32Array(k + 1);
    atLeast[0] = -1;
    return atLeast;
  });
  const add = (gate: number, word: number) => {
    const atLeast = atLeastOf[gate]!;
    for (let j = atLeast.length - 1; j > 0; j--) atLeast[j]! |= atLeast[j - 1]! & word;
  };
  program.gatesOfService.forEach((gates, service) => {
    for (const gate of gates) add(gate, reached[service]!);
  });
  program.gatesOfLink.forEach((gates, link) => {
    const { from, to } = program.system.links[link]!;
    for (const gate of gates) add(gate, reached[from]! & up[link]! & live[to]!);
  });
  for (let gate = program.gates.length - 1; gate > 0; gate--) {
    add(program.gates[gate]!.parent, atLeastOf[gate]!.at(-1)!);
  }
  return atLeastOf[0]!.at(-1)!;
}

export function countFailures({ words }: Failures): number {
  return words.reduce((sum, word) => sum + bitCount(word), 0);
}

/** How many states fail in the first and hold in the second. */
export function countOnlyIn(one: Failures, other: Failures): number {
  return one.words.reduce((sum, word, block) => sum + bitCount(word & ~other.words[block]!), 0);
}

/** Bits set in a 32-bit word: Warren, "Hacker's Delight", 5-1. */
function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
