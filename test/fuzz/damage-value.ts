import fc from "fast-check";
import { dump, loadAll } from "js-yaml";

/** One harm to the data that a file holds: it stays well-formed, and means something else. */
export type ValueDamage = {
  readonly kind: ValueDamageKind;
  readonly at: number;
  readonly pick: number;
};

type ValueDamageKind = (typeof VALUE_DAMAGES)[number];

const VALUE_DAMAGES = ["retype", "rekey", "remove", "repeat", "move", "wrap", "swap"] as const;

export const valueDamage: fc.Arbitrary<ValueDamage> = fc.record({
  kind: fc.constantFrom(...VALUE_DAMAGES),
  at: fc.nat(),
  pick: fc.nat(),
});

const OTHERS: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  2.5,
  1e308,
  2 ** 53,
  -0,
  "",
  "x",
  "3",
  "99%",
  "a -> b",
  "__proto__",
  "\ud800",
  "a\nb",
  "\u202egnp.exe",
  "x".repeat(5000),
  [],
  {},
  [null],
  [[]],
  { a: { b: [] } },
  { constructor: 1, toString: "x", hasOwnProperty: null },
];

const KEYS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "length",
  "",
  " ",
  "0",
  "null",
  "<<",
  "replicas",
  "replicаs", // its a is Cyrillic
  "x".repeat(3000),
  "a\nb",
  "a: b",
  "$ref",
];

type Place = {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string;
};

/**
 * The text with its data harmed; `null` where it is neither JSON nor YAML of plain data, or too large
 * for a test to write again. What was JSON stays JSON.
 */
export function damageValue(text: string, damages: readonly ValueDamage[]): string | null {
  const documents = parsed(text);
  if (documents === null) return null;
  for (const damage of damages) applied(documents.values, damage);
  return documents.isJson
    ? documents.values.map((one) => JSON.stringify(one)).join("\n")
    : documents.values.map((one) => dump(one, { noRefs: true })).join("---\n");
}

function parsed(text: string): { values: unknown[]; isJson: boolean } | null {
  if (/^\s*[[{]/.test(text)) {
    const whole = json(text);
    if (whole !== undefined) return { values: [whole], isJson: true };
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    const values = lines.map(json);
    if (!values.includes(undefined)) return { values, isJson: true };
  }
  try {
    return { values: loadAll(text), isJson: false };
  } catch {
    return null;
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function applied(documents: unknown[], { kind, at, pick }: ValueDamage): void {
  const places = placesOf(documents);
  const place = places[at % places.length];
  if (place === undefined) return;
  const { holder, key } = place;
  const value = Reflect.get(holder, key);
  const other = places[pick % places.length]!;
  switch (kind) {
    case "retype":
      define(holder, key, structuredClone(OTHERS[pick % OTHERS.length]));
      break;
    case "rekey":
      remove(holder, key);
      define(holder, KEYS[pick % KEYS.length]!, value);
      break;
    case "remove":
      remove(holder, key);
      break;
    case "repeat":
      if (!Array.isArray(holder)) define(holder, `${key}2`, value);
      else for (let times = pick % 8; times >= 0; times--) holder.push(value);
      break;
    case "move":
      define(other.holder, other.key, structuredClone(value));
      break;
    case "wrap":
      define(holder, key, pick % 2 === 0 ? [value] : { [KEYS[pick % KEYS.length]!]: value });
      break;
    case "swap":
      define(holder, key, structuredClone(Reflect.get(other.holder, other.key)));
      define(other.holder, other.key, structuredClone(value));
      break;
  }
}

/** An own property even where it is called `__proto__`. */
function define(holder: object, key: string, value: unknown): void {
  if (Array.isArray(holder)) {
    const index = Number(key);
    if (Number.isInteger(index) && index >= 0 && index <= holder.length) holder[index] = value;
    else holder.push(value);
    return;
  }
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

function remove(holder: object, key: string): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
}

const MOST_PLACES = 20_000;

/** Each once: what an alias leads to again is passed over. */
function placesOf(documents: unknown[]): readonly Place[] {
  const places: Place[] = [];
  const seen = new Set<object>();
  const queue: unknown[] = [documents];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    for (const key of Object.keys(next)) {
      if (places.length >= MOST_PLACES) return places;
      places.push({ holder: next as Record<string, unknown>, key });
      queue.push(Reflect.get(next, key) ?? null);
    }
  }
  return places;
}
