import type { Random } from "./generate-random.ts";

/** Values that no format expects where it gets them. */
const ODD: readonly string[] = [
  "null",
  "-1",
  "1e999",
  "9007199254740993",
  '"18446744073709551616"',
  '""',
  '"\\u0000\\u202e"',
  '"../../etc/passwd"',
  '"a -> b"',
  "[]",
  "{}",
  '{"__proto__":{"service":"x"}}',
  "[[[[[[[[]]]]]]]]",
  "true",
  `"${"x".repeat(5000)}"`,
  '"\\ud800"',
  '"constructor"',
  '"NaN"',
];

/** A file with a few things wrong in it. */
export function damaged(file: Buffer, other: Buffer, random: Random): Buffer {
  let bytes = file;
  for (let left = 1 + random.below(4); left > 0; left -= 1) {
    bytes = random.pick(DAMAGES)(bytes, other, random);
  }
  return bytes;
}

type Damage = (bytes: Buffer, other: Buffer, random: Random) => Buffer;

const DAMAGES: readonly Damage[] = [
  // Cut short.
  (bytes, _, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  // A bit wrong.
  (bytes, _, random) => {
    const copy = Buffer.from(bytes);
    for (let left = 1 + random.below(8); left > 0 && copy.length > 0; left -= 1) {
      copy[random.below(copy.length)]! ^= 1 << random.below(8);
    }
    return copy;
  },
  // A piece missing, doubled, or of another file.
  (bytes, _, random) => {
    const [from, to] = range(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  (bytes, _, random) => {
    const [from, to] = range(bytes, random);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  (bytes, other, random) => {
    const [from, to] = range(other, random);
    const at = random.below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), other.subarray(from, to), bytes.subarray(at)]);
  },
  // One value for another: the rest stays JSON.
  valueChanged,
  valueChanged,
  valueChanged,
  valueChanged,
  keyChanged,
  keyChanged,
];

function valueChanged(bytes: Buffer, _: Buffer, random: Random): Buffer {
  const text = bytes.toString("latin1");
  const found = [...text.matchAll(/(?<=":)(?:"[^"\\]*"|-?\d+|true|false|null)/g)];
  if (found.length === 0) return bytes;
  const { 0: old, index } = random.pick(found);
  const fresh = random.chance(0.2) ? random.pick(found)[0] : random.pick(ODD);
  return Buffer.from(text.slice(0, index) + fresh + text.slice(index + old.length), "latin1");
}

function keyChanged(bytes: Buffer, _: Buffer, random: Random): Buffer {
  const text = bytes.toString("latin1");
  const found = [...text.matchAll(/"[A-Za-z]+"(?=:)/g)];
  if (found.length === 0) return bytes;
  const { 0: old, index } = random.pick(found);
  const fresh = random.pick(['"__proto__"', '"toString"', '""', random.pick(found)[0]]);
  return Buffer.from(text.slice(0, index) + fresh + text.slice(index + old.length), "latin1");
}

function range(bytes: Buffer, random: Random): readonly [number, number] {
  const from = random.below(bytes.length + 1);
  return [from, Math.min(bytes.length, from + random.below(200))];
}
