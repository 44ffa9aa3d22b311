/**
 * Random words by counter, not by sequence: what a component draws depends on the seed and on its
 * name alone, so that base and head draw the same for what they have in common. Threefry-2x32 with
 * 20 rounds (Salmon, Moraes, Dror and Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3", 2011):
 * additions, rotations and exclusive ors, the same on every machine.
 */
export type Key = readonly [number, number];

const PARITY = 0x1bd11bda;

/** Encrypt the counter (two 32-bit words) into `out`. */
export function threefry(key: Key, first: number, second: number, out: Int32Array): void {
  let [a, b] = key;
  let c = PARITY ^ a ^ b;
  let x = (first + a) | 0;
  let y = (second + b) | 0;
  for (let group = 1; group <= 5; group++) {
    if (group % 2 === 1) {
      x = (x + y) | 0;
      y = ((y << 13) | (y >>> 19)) ^ x;
      x = (x + y) | 0;
      y = ((y << 15) | (y >>> 17)) ^ x;
      x = (x + y) | 0;
      y = ((y << 26) | (y >>> 6)) ^ x;
      x = (x + y) | 0;
      y = ((y << 6) | (y >>> 26)) ^ x;
    } else {
      x = (x + y) | 0;
      y = ((y << 17) | (y >>> 15)) ^ x;
      x = (x + y) | 0;
      y = ((y << 29) | (y >>> 3)) ^ x;
      x = (x + y) | 0;
      y = ((y << 16) | (y >>> 16)) ^ x;
      x = (x + y) | 0;
      y = ((y << 24) | (y >>> 8)) ^ x;
    }
    const turned = a;
    a = b;
    b = c;
    c = turned;
    x = (x + a) | 0;
    y = (y + b + group) | 0;
  }
  out[0] = x;
  out[1] = y;
}

/**
 * A short sequence of random words, quicker than encrypting a counter for each: xoroshiro64** 1.0
 * (Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators", 2021; public domain).
 */
export type Stream = Int32Array;

export function newStream(): Stream {
  return new Int32Array(2);
}

/** Begin at a place that Threefry gives: streams of other keys, blocks or indices have others. */
export function openStream(stream: Stream, key: Key, block: number, index: number): void {
  threefry(key, block, index, stream);
  if ((stream[0]! | stream[1]!) === 0) stream[0] = 1;
}

/** The next word, of 32 bits with sign. */
export function nextWord(stream: Stream): number {
  const first = stream[0]!;
  const second = stream[1]! ^ first;
  const scrambled = Math.imul(first, 0x9e3779bb);
  stream[0] = ((first << 26) | (first >>> 6)) ^ second ^ (second << 9);
  stream[1] = (second << 13) | (second >>> 19);
  return Math.imul((scrambled << 5) | (scrambled >>> 27), 5);
}

/** The next words into an array. Much quicker than one by one: the state stays in registers. */
export function nextWords(stream: Stream, out: Int32Array): void {
  let first = stream[0]!;
  let second = stream[1]!;
  for (let at = 0; at < out.length; at++) {
    const scrambled = Math.imul(first, 0x9e3779bb);
    second ^= first;
    first = ((first << 26) | (first >>> 6)) ^ second ^ (second << 9);
    second = (second << 13) | (second >>> 19);
    out[at] = Math.imul((scrambled << 5) | (scrambled >>> 27), 5);
  }
  stream[0] = first;
  stream[1] = second;
}

/** A multiple of 2^-53 in [0, 1), each as likely as any other. */
export function nextUniform(stream: Stream): number {
  const high = nextWord(stream) >>> 5;
  const low = nextWord(stream) >>> 6;
  return (high * 0x4000000 + low) / 2 ** 53;
}

/** The key of a component's draws, from its kind and name. */
export function keyOf(seed: number, name: string): Key {
  const words = new Int32Array([seed % 2 ** 32, Math.floor(seed / 2 ** 32)]);
  for (let at = 0; at < name.length; at++) {
    threefry([words[0]!, words[1]!], name.charCodeAt(at), at, words);
  }
  return [words[0]!, words[1]!];
}

/** The binary digits of a probability below 1 after the point. Exact: doubling loses nothing. */
export function binaryDigits(probability: number): Uint8Array {
  const digits: number[] = [];
  for (let rest = probability; rest > 0; ) {
    rest *= 2;
    digits.push(rest >= 1 ? 1 : 0);
    if (rest >= 1) rest -= 1;
  }
  return Uint8Array.from(digits);
}
