import { compile } from "./program.ts";
import { binaryDigits, eventWord, type Key, keyOf } from "./random.ts";
import type { Component, System } from "./system.ts";
import { countersFor, gateWord, spread } from "./words.ts";

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
  const counters = countersFor(program);
  const scratch = new Int32Array(2);
  const words = new Int32Array(Math.ceil(total / 32));
  for (let block = 0; block < words.length; block++) {
    draw(services, block, live, scratch);
    draw(links, block, up, scratch);
    spread(program, live, up, reached);
    words[block] = ~gateWord(program, live, up, reached, counters);
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
