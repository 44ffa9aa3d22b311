import type { Decision } from "../availability/claim.ts";
import type { Comparison } from "../availability/compare.ts";
import type { Difference, Estimate, Method } from "../availability/estimate.ts";
import type { Estimated } from "../availability/evaluate.ts";
import type { Patterns } from "../availability/patterns.ts";
import { MOST_SAMPLES, MOST_SEED } from "./options.ts";
import { MOST_SHARDS } from "./shard-deal.ts";
import { digestOf, type ShardFile } from "./shard-file.ts";

/** More than any spec asks; and a draw of the most samples has fewer stretches. */
const MOST_ENTRIES = 10_000_000;
/** Patterns are sums of 2^k over at most 50 subjects. */
const MOST_PATTERN = 2 ** 53 - 1;

/** The cause of errors that say what of the file is not as the format has it. */
const UNFIT = Symbol("unfit");
/** An interval may end beyond what is possible by the last digits of a sum. */
const SLACK = 1e-9;

/**
 * A shard file, of which nothing is believed: every value is checked for its type and range, and what the format
 * does not know is an error.
 *
 * @returns what is wrong with it, as the end of a sentence, where it is none
 */
export function parseShard(text: string): ShardFile | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "it is no JSON: it may have been cut short";
  }
  try {
    return shardOf(value);
  } catch (error) {
    if (error instanceof Error && error.cause === UNFIT) return error.message;
    throw error;
  }
}

function shardOf(value: unknown): ShardFile {
  const all = record(value, "", [
    ...["version", "shard", "of", "tool", "base", "head", "seed", "samples", "fingerprint"],
    ...["answers", "tallies", "digest"],
  ]);
  if (all["version"] !== 1)
    throw wrong("its `version` is not 1: another version of the tool made it");
  const of = whole(all["of"], "of", 1, MOST_SHARDS);
  const file: ShardFile = {
    shard: { index: whole(all["shard"], "shard", 1, of), of },
    tool: matching(all["tool"], "tool", /^\d[\w.+-]{0,63}$/),
    base: matching(all["base"], "base", COMMIT),
    head: matching(all["head"], "head", COMMIT),
    seed: whole(all["seed"], "seed", 0, MOST_SEED),
    samples: whole(all["samples"], "samples", 1, MOST_SAMPLES),
    fingerprint: matching(all["fingerprint"], "fingerprint", DIGEST),
    answers: keyed(all["answers"], "answers", "question", answerOf),
    tallies: keyed(all["tallies"], "tallies", "question", (one, at) => {
      const { stretches } = record(one, at, ["question", "stretches"]);
      return keyed(stretches, `${at}.stretches`, "place", patternsOf);
    }),
  };
  const { digest, ...body } = all;
  if (digestOf(body) !== matching(digest, "digest", DIGEST)) {
    throw wrong("its `digest` is that of other contents: it was edited or damaged");
  }
  return file;
}

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64}|WORKTREE)$/;
const DIGEST = /^[0-9a-f]{64}$/;

function answerOf(value: unknown, at: string): Comparison | Estimated {
  const isAlone = typeof value === "object" && value !== null && "estimate" in value;
  if (isAlone) {
    const one = record(value, at, ["question", "estimate", "decisions"]);
    return {
      estimate: estimateOf(one["estimate"], `${at}.estimate`),
      decisions: decisionsOf(one["decisions"], `${at}.decisions`),
    };
  }
  const two = record(value, at, ["question", "base", "head", "difference", "decisions"]);
  return {
    base: estimateOf(two["base"], `${at}.base`),
    head: estimateOf(two["head"], `${at}.head`),
    difference: differenceOf(two["difference"], `${at}.difference`),
    decisions: decisionsOf(two["decisions"], `${at}.decisions`),
  };
}

const METHODS: readonly Method[] = ["exact", "bounded", "monte-carlo"];

/** Its keys in the order in which the engine sets them: reports write them so. */
function estimateOf(value: unknown, at: string): Estimate {
  const one = record(
    value,
    at,
    ["availability", "unavailability", "method"],
    ["interval", "samples"],
  );
  const { interval, samples } = one;
  return {
    availability: within(one["availability"], `${at}.availability`, 0, 1),
    unavailability: within(one["unavailability"], `${at}.unavailability`, 0, 1),
    method: oneOf(one["method"], `${at}.method`, METHODS),
    ...(interval === undefined ? {} : { interval: ends(interval, `${at}.interval`, 0) }),
    ...(samples === undefined ? {} : { samples: whole(samples, `${at}.samples`, 1, MOST_SAMPLES) }),
  };
}

function differenceOf(value: unknown, at: string): Difference {
  const { delta, interval } = record(value, at, ["delta"], ["interval"]);
  return {
    delta: within(delta, `${at}.delta`, -1, 1),
    ...(interval === undefined ? {} : { interval: ends(interval, `${at}.interval`, -1) }),
  };
}

function decisionsOf(value: unknown, at: string): readonly Decision[] {
  return list(value, at).map((one) => oneOf(one, at, ["yes", "no", "open"] as const));
}

function patternsOf(value: unknown, at: string): Patterns {
  const { patterns } = record(value, at, ["place", "patterns"]);
  const found = new Map<number, number>();
  for (const one of list(patterns, `${at}.patterns`)) {
    const [pattern, count, ...more] = list(one, `${at}.patterns`);
    if (more.length > 0) throw unfit(`${at}.patterns`, "a list of pairs");
    const key = whole(pattern, `${at}.patterns`, 0, MOST_PATTERN);
    if (found.has(key)) throw unfit(`${at}.patterns`, "each pattern once");
    found.set(key, whole(count, `${at}.patterns`, 1, MOST_SAMPLES));
  }
  return found;
}

/** A list of records by a whole number of theirs, each number once. */
function keyed<T>(
  value: unknown,
  at: string,
  key: string,
  read: (one: unknown, at: string) => T,
): ReadonlyMap<number, T> {
  const found = new Map<number, T>();
  for (const [index, one] of list(value, at).entries()) {
    const place = `${at}[${index}]`;
    const own: unknown = typeof one === "object" && one !== null ? Reflect.get(one, key) : null;
    const number = whole(own, `${place}.${key}`, 0, MOST_ENTRIES);
    if (found.has(number)) throw unfit(`${place}.${key}`, "a number of its own");
    found.set(number, read(one, place));
  }
  return found;
}

function record(
  value: unknown,
  at: string,
  keys: readonly string[],
  more: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  const where = at === "" ? "the file" : at;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw unfit(where, "an object");
  }
  const own = Object.keys(value);
  const missing = keys.find((key) => !own.includes(key));
  if (missing !== undefined) throw unfit(where, `an object with \`${missing}\``);
  const known = new Set([...keys, ...more]);
  if (own.some((key) => !known.has(key)))
    throw unfit(where, `an object of ${[...known].join(", ")} alone`);
  return Object.fromEntries(Object.entries(value));
}

function list(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value) || value.length > MOST_ENTRIES) throw unfit(at, "a list");
  return value;
}

function whole(value: unknown, at: string, least: number, most: number): number {
  if (!Number.isSafeInteger(value)) throw unfit(at, "a whole number");
  return within(value, at, least, most);
}

function within(value: unknown, at: string, least: number, most: number): number {
  if (typeof value !== "number" || !(value >= least && value <= most)) {
    throw unfit(at, `a number from ${least} to ${most}`);
  }
  return value;
}

function ends(value: unknown, at: string, least: number): readonly [number, number] {
  const [low, high, ...more] = list(value, at);
  if (more.length > 0) throw unfit(at, "a list of two numbers");
  return [within(low, at, least - SLACK, 1 + SLACK), within(high, at, least - SLACK, 1 + SLACK)];
}

function matching(value: unknown, at: string, pattern: RegExp): string {
  if (typeof value !== "string" || !pattern.test(value))
    throw unfit(at, `a text like ${pattern.source}`);
  return value;
}

function oneOf<T extends string>(value: unknown, at: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw unfit(at, `one of ${choices.join(", ")}`);
  return found;
}

/** Names the place and what belongs there, and nothing of what stands there instead. */
function unfit(at: string, expected: string): Error {
  return wrong(`\`${at}\` is not ${expected}`);
}

function wrong(message: string): Error {
  return new Error(message, { cause: UNFIT });
}
