import type { Probability } from "../model/model.ts";
import type { PartId, Values } from "./expression.ts";
import { liveGiven } from "./liveness.ts";
import type { Measure } from "./measure.ts";
import type { NodeSource, PartSource } from "./plan.ts";
import { CERTAIN } from "./probability.ts";

/** The figures of one run of a plan: a measure, with some of its members known to be up or down. */
export type Run = {
  readonly measure: Measure;
  /** Of the members that are conditioned on; others are asked about as up, bit by bit. */
  readonly isUp: (member: number) => boolean;
  readonly values: Values;
  /** Of a component by the states of its open members: one value for each pattern of their bits. */
  readonly given: (component: number, members: readonly number[]) => readonly Probability[];
};

/** ∂U/∂p of everything that a run uses: summed up by the backward pass. */
export type Slopes = {
  /** By part. */
  readonly parts: Float64Array;
  /** By component, for each pattern of its open members. */
  readonly open: Map<number, Float64Array>;
  /** By member. */
  readonly members: Map<number, number>;
  /** By component of the urn: U(lives) - U(does not). */
  readonly drawn: Map<number, number>;
};

export function runOf(measure: Measure, isUp: (member: number) => boolean, values: Values): Run {
  const known = new Map<number, readonly Probability[]>();
  return {
    measure,
    isUp,
    values,
    given: (component, members) => {
      const before = known.get(component);
      if (before !== undefined) return before;
      const one = measure.components[component]!;
      const found = Array.from({ length: 2 ** members.length }, (_, pattern) =>
        liveGiven(one, upIn(members, pattern, isUp), one.victims),
      );
      known.set(component, found);
      return found;
    },
  };
}

/** The state of a member: by its bit where it is open. */
export function upIn(
  members: readonly number[],
  pattern: number,
  otherwise: (member: number) => boolean,
): (member: number) => boolean {
  return (member) => {
    const at = members.indexOf(member);
    return at === -1 ? otherwise(member) : ((pattern >> at) & 1) === 1;
  };
}

export function slopesFor(parts: number): Slopes {
  return {
    parts: new Float64Array(parts),
    open: new Map(),
    members: new Map(),
    drawn: new Map(),
  };
}

/** The value of a part in a situation. */
export function sourceValue(run: Run, source: NodeSource, situation: number): Probability {
  switch (source.kind) {
    case "part":
      return partValue(run, source.part);
    case "drawn":
      return ((situation >> source.bit) & 1) === 1 ? CERTAIN : { p: 0, q: 1 };
    case "open": {
      const members = source.members.map(({ member }) => member);
      return run.given(source.component, members)[patternOf(source, situation)]!;
    }
  }
}

function partValue({ values }: Run, part: PartId): Probability {
  return part === -1 ? CERTAIN : { p: values.p[part]!, q: values.q[part]! };
}

/** Add to the slope of a part in a situation. A drawn one has none: its draw has. */
export function addSlope(
  slopes: Slopes,
  source: NodeSource,
  situation: number,
  slope: number,
): void {
  if (source.kind === "part") {
    if (source.part !== -1) slopes.parts[source.part]! += slope;
  } else if (source.kind === "open") {
    let table = slopes.open.get(source.component);
    if (table === undefined) {
      table = new Float64Array(2 ** source.members.length);
      slopes.open.set(source.component, table);
    }
    table[patternOf(source, situation)]! += slope;
  }
}

type Open = Extract<PartSource, { readonly kind: "open" }>;

/** The states of its members, as the situation has them. */
function patternOf({ members }: Open, situation: number): number {
  return members.reduce((sum, { bit }, at) => sum + (((situation >> bit) & 1) << at), 0);
}
