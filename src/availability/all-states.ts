import type { Probability } from "../model/model.ts";
import type { Sampled } from "./sampler.ts";
import { courseOf, failuresOf } from "./sampler-reach.ts";
import { list, newRows, ROW, STATES, WORDS } from "./sampler-rows.ts";
import { livenessAtBest, membersOf } from "./standing.ts";

/** Up to so many uncertain components an answer is exact: they have 2^20 states. */
const MOST_UNCERTAIN = 20;

/**
 * P(need) over every state of the uncertain components, 32 to a word, `p` and `q` as sums of positive
 * terms: for what has few of them and yet cannot be laid out as a frontier. `null` where there are more
 * than twenty, or where they are not independent.
 */
export function allStates({ network, measure }: Sampled): Probability | null {
  const named = [...network.nodes, ...network.links].flatMap(({ component }) => component ?? []);
  const isIndependent = (component: number) =>
    membersOf(measure.components[component]!).length === 0 && !measure.components[component]!.inUrn;
  if (!named.every(isIndependent)) return null;
  const figureOf = (component: number) => livenessAtBest(measure.components[component]!);
  // What was prepared for another measure may name what is certain under this one.
  const used = named.filter((component) => figureOf(component).q > 0);
  if (used.length > MOST_UNCERTAIN) return null;
  const figures = used.map(figureOf);
  const rowOf = new Int32Array(measure.components.length).fill(-1);
  used.forEach((component, row) => {
    rowOf[component] = row;
  });
  const rows = newRows(used.length);
  const course = courseOf(network, rowOf);
  const inBlock = Math.min(used.length, Math.log2(STATES));
  const weights = weightsOf(figures.slice(0, inBlock));
  let p = 0;
  let q = 0;
  for (let block = 0; block < 2 ** (used.length - inBlock); block++) {
    let weight = 1;
    for (let row = 0; row < used.length; row++) {
      const isDown = ((block >> (row - inBlock)) & 1) === 1;
      if (row >= inBlock) weight *= isDown ? figures[row]!.q : figures[row]!.p;
      for (let word = 0; word < WORDS; word++) {
        rows.words[row * ROW + word] = row < inBlock ? patternOf(row, word) : isDown ? -1 : 0;
      }
      list(rows, row);
    }
    const [held, failed] = massesOf(weights, failuresOf(course, rows));
    p += weight * held;
    q += weight * failed;
  }
  return { p, q };
}

/**
 * Of the states that hold and of those that fail. Summed up word by word: a million terms one by one would
 * cost four digits.
 */
function massesOf(weights: Float64Array, failures: Int32Array): readonly [number, number] {
  let [held, failed] = [0, 0];
  for (let start = 0; start < weights.length; start += 32) {
    let [up, down] = [0, 0];
    for (let state = start; state < Math.min(start + 32, weights.length); state++) {
      if (((failures[state >> 5]! >>> (state & 31)) & 1) === 1) down += weights[state]!;
      else up += weights[state]!;
    }
    held += up;
    failed += down;
  }
  return [held, failed];
}

/** The states of a word in which bit `row` of the number of the state is set: the component is down. */
function patternOf(row: number, word: number): number {
  if (row >= 5) return ((word >> (row - 5)) & 1) === 1 ? -1 : 0;
  return [0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000][row]!;
}

/** By the set of those that are down. */
function weightsOf(figures: readonly Probability[]): Float64Array {
  const weights = new Float64Array(2 ** figures.length);
  weights[0] = 1;
  figures.forEach(({ p, q }, at) => {
    for (let state = 2 ** at; state < 2 ** (at + 1); state++) {
      weights[state] = weights[state - 2 ** at]! * q;
      weights[state - 2 ** at]! *= p;
    }
  });
  return weights;
}
