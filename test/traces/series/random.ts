import { newStream, nextUniform, openStream } from "../../../src/availability/random.ts";

/** Uniform draws from [0, 1) that are the same everywhere. */
export function draws(seed: number): () => number {
  const stream = newStream();
  openStream(stream, [seed, 0], 0, 0);
  return () => nextUniform(stream);
}

/** How long a spell lasts, of a mean. */
export type Duration = (random: () => number, mean: number) => number;

export const exponential: Duration = (random, mean) => -mean * Math.log(1 - random());

/** Repairs that take as long every time, and ones of which few take most of the time. */
export const fixed: Duration = (_, mean) => mean;
export const logNormal: Duration = (random, mean) => {
  const z = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return mean * Math.exp(z - 0.5);
};

/** When a replica is down within [0, end): it has been running since long before. Any unit. */
export function downtimes(
  random: () => number,
  {
    up,
    down,
    end,
    repair = exponential,
  }: { up: number; down: number; end: number; repair?: Duration },
): readonly (readonly [number, number])[] {
  const spells: (readonly [number, number])[] = [];
  for (let at = -5 * (up + down) * (1 + random()); at < end; ) {
    at += exponential(random, up);
    const from = at;
    at += repair(random, down);
    if (at > 0 && from < end) spells.push([from, at]);
  }
  return spells;
}

/** 1 where up, at 0, step, 2 step, … below the end. */
export function sampled(
  spells: readonly (readonly [number, number])[],
  step: number,
  end: number,
): number[] {
  const values: number[] = [];
  let next = 0;
  for (let time = 0; time < end; time += step) {
    while (next < spells.length && spells[next]![1] <= time) next += 1;
    values.push(next < spells.length && spells[next]![0] <= time ? 0 : 1);
  }
  return values;
}
