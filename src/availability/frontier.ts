import type { Probability } from "../model/model.ts";
import type { Plan, Step } from "./plan.ts";
import type { Run, Slopes } from "./run.ts";
import { offsetsOf } from "./step.ts";
import { addSlopes, weigh } from "./weigh.ts";

/**
 * T1: the mass of every state of a plan, one step after the other in one array. What fails leaves it.
 * Both sides are sums of products of positive terms.
 */
export function runFrontier(plan: Plan, run: Run): Probability {
  const states = initialStates(plan);
  let failed = 0;
  for (const step of plan.steps) failed += advance(stepperOf(step, run), states);
  return { p: heldMass(plan, states), q: failed };
}

/** Masses that are kept at a time for the way back: 32 MB of them. */
const LONGEST_TAPE = 2 ** 22;

/**
 * The same, and ∂U/∂p of all parts: by one pass backwards on the failure that follows each state. Where
 * keeping all states would take too much memory it goes back segment by segment, each run once more.
 */
export function runFrontierWithSlopes(
  plan: Plan,
  run: Run,
  slopes: Slopes,
  longestTape = LONGEST_TAPE,
): Probability {
  const segments = segmentsOf(
    plan.steps.map((step) => stepperOf(step, run)),
    longestTape,
  );
  const states = initialStates(plan);
  const starts: Float64Array[] = [];
  let failed = 0;
  for (const [at, segment] of segments.entries()) {
    if (segments.length > 1) starts.push(states.slice());
    if (at === segments.length - 1) break;
    for (const stepper of segment) failed += advance(stepper, states);
  }
  const failures = new Float64Array(states.length);
  let held: number | null = null;
  for (let segment = segments.pop(); segment !== undefined; segment = segments.pop()) {
    const start = starts.pop();
    if (start !== undefined) states.set(start);
    const tape = tapeOf(segment.reduce((sum, { step }) => sum + tapeLength(step), 0));
    let end = 0;
    for (const stepper of segment) {
      record(stepper, states, tape, end);
      end += tapeLength(stepper.step);
      const lost = advance(stepper, states);
      if (held === null) failed += lost;
    }
    held ??= heldMass(plan, states);
    for (const stepper of segment.reverse()) {
      end -= tapeLength(stepper.step);
      const gains = new Float64Array(stepper.step.weights);
      retreat(stepper, failures, tape, end, gains);
      addSlopes(stepper.step, run, gains, slopes);
    }
  }
  return { p: held ?? heldMass(plan, states), q: failed };
}

/** Kept from run to run: fresh memory costs more than what is written to it. */
const kept = { tape: new Float64Array(0) };

/** What was on it before does not matter. One step alone may need more than is kept. */
function tapeOf(length: number): Float64Array {
  if (length > LONGEST_TAPE) return new Float64Array(length);
  if (kept.tape.length < length) kept.tape = new Float64Array(length);
  return kept.tape;
}

/** Steps whose states fit on the tape together; one at least. */
function segmentsOf(steppers: readonly Stepper[], longestTape: number): Stepper[][] {
  const segments: Stepper[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const stepper of steppers) {
    const more = tapeLength(stepper.step);
    if (length + more > longestTape) {
      segments.push([]);
      length = 0;
    }
    segments.at(-1)!.push(stepper);
    length += more;
  }
  return segments;
}

/** A step in one run, ready to go over the states. */
type Stepper = {
  readonly step: Step;
  readonly rest: number;
  /** By transition, as they stand by source and by target. */
  readonly weights: Float64Array;
  readonly forward: Float64Array;
  readonly before: Float64Array;
  readonly after: Float64Array;
};

function stepperOf(step: Step, run: Run): Stepper {
  const byCode = new Float64Array(step.weights);
  weigh(step, run, byCode);
  return {
    step,
    rest: step.restBits.reduce((sum, bit) => sum | (1 << bit), 0),
    weights: pick(byCode, step.code),
    forward: pick(byCode, step.byTarget.code),
    before: new Float64Array(2 ** step.inBits.length),
    after: new Float64Array(2 ** step.outBits.length + 1),
  };
}

function pick(byCode: Float64Array, codes: Int32Array): Float64Array {
  const weights = new Float64Array(codes.length);
  for (let at = 0; at < codes.length; at++) weights[at] = byCode[codes[at]!]!;
  return weights;
}

function initialStates({ bits }: Plan): Float64Array {
  const states = new Float64Array(2 ** bits);
  states[0] = 1;
  return states;
}

/** Whatever is left after the last step holds. */
function heldMass({ lastBits }: Plan, states: Float64Array): number {
  return offsetsOf(lastBits).reduce((sum, offset) => sum + states[offset]!, 0);
}

/** One step forward, in place. Returns the mass that fails in it. */
function advance(stepper: Stepper, states: Float64Array): number {
  const { rest, forward, before } = stepper;
  const { inOffsets, outOffsets, byTarget } = stepper.step;
  const { start, source } = byTarget;
  const fails = outOffsets.length;
  let failed = 0;
  for (let base = 0; ; base = (base - rest) & rest) {
    for (let at = 0; at < inOffsets.length; at++) before[at] = states[base + inOffsets[at]!]!;
    let from = 0;
    for (let to = 0; to <= fails; to++) {
      const end = start[to + 1]!;
      let mass = 0;
      for (; from < end; from++) mass += before[source[from]!]! * forward[from]!;
      if (to === fails) failed += mass;
      else states[base + outOffsets[to]!] = mass;
    }
    if (base === rest) return failed;
  }
}

function tapeLength({ inBits, restBits }: Step): number {
  return 2 ** (inBits.length + restBits.length);
}

/** Keep the states that a step is about to change. */
function record(
  { step: { inOffsets }, rest }: Stepper,
  states: Float64Array,
  tape: Float64Array,
  from: number,
) {
  let next = from;
  for (let base = 0; ; base = (base - rest) & rest) {
    for (let at = 0; at < inOffsets.length; at++) tape[next++] = states[base + inOffsets[at]!]!;
    if (base === rest) return;
  }
}

/** One step back, in place: from the failure that follows each state after the step to that before it. */
function retreat(
  stepper: Stepper,
  failures: Float64Array,
  tape: Float64Array,
  from: number,
  gains: Float64Array,
): void {
  const { rest, weights, after } = stepper;
  const { inOffsets, outOffsets, start, target, code } = stepper.step;
  after[outOffsets.length] = 1;
  let next = from;
  for (let base = 0; ; base = (base - rest) & rest) {
    for (let at = 0; at < outOffsets.length; at++) after[at] = failures[base + outOffsets[at]!]!;
    for (let at = 0; at < inOffsets.length; at++) {
      const mass = tape[next++]!;
      let failure = 0;
      for (let to = start[at]!; to < start[at + 1]!; to++) {
        const follows = after[target[to]!]!;
        gains[code[to]!]! += mass * follows;
        failure += weights[to]! * follows;
      }
      failures[base + inOffsets[at]!] = failure;
    }
    if (base === rest) return;
  }
}
