import type { Contracted } from "./contract.ts";
import type { PartId } from "./expression.ts";

/**
 * A frontier program: a state is a set of bits (reached nodes that are still needed, counts of open
 * gates, open domain members, how many of an urn are dead), and each step replaces some of them.
 */
export type Plan = {
  readonly network: Contracted;
  readonly steps: readonly Step[];
  /** Bits of a state, over all steps. */
  readonly bits: number;
  /** Positions of the bits that are in use after the last step. */
  readonly lastBits: readonly number[];
  /** Σ over the steps of transitions times states: known before anything runs. */
  readonly cost: number;
};

export type Step = {
  readonly work: Work;
  /** Positions of the bits that are read, and of those that stand in their place afterwards. */
  readonly inBits: readonly number[];
  readonly outBits: readonly number[];
  /** All other positions in use. */
  readonly restBits: readonly number[];
  /** What each pattern of the bits read, and written, adds to a state of up to 31 bits. */
  readonly inOffsets: Int32Array;
  readonly outOffsets: Int32Array;
  /** Transitions by their source: those of pattern i of the read bits are from `start[i]` to `start[i + 1]`. */
  readonly start: Int32Array;
  /** Pattern of the bits written, or 2^outBits where the need fails. */
  readonly target: Int32Array;
  /** Which of the step's weights. */
  readonly code: Int32Array;
  readonly weights: number;
  /** The same transitions by their target, those that fail last. */
  readonly byTarget: ByTarget;
};

export type ByTarget = {
  readonly start: Int32Array;
  readonly source: Int32Array;
  readonly code: Int32Array;
};

/** What a step decides. A situation is the pattern of its relevant bits; `bit` and `caller` count among these. */
export type Work =
  /** Weights: up, down. */
  | { readonly kind: "member"; readonly member: number }
  /** How many units of a component are dead, and whether it lives: live, not, for each number. */
  | DrawWork
  | JoinWork
  | ClusterWork;

export type DrawWork = {
  readonly kind: "draw";
  readonly component: number;
  /** Units that were drawn before, and units of this component. */
  readonly before: number;
  readonly units: number;
  /** Members that its units sit on and that are open, in the order of their bits. */
  readonly members: readonly number[];
};

/** r_v of one node, or that a guard is up. Weights: joined, missed; for each situation. */
export type JoinWork = {
  readonly kind: "join";
  /** Positions, in the pattern of the bits read, of those that make a situation. */
  readonly relevant: readonly number[];
  readonly node: NodeSource;
  /** The component of a guard: it is reached for sure. */
  readonly guard: number | null;
  readonly links: readonly LinkSource[];
};

/** The set of reached nodes of a cycle: 2^nodes weights for each situation. */
export type ClusterWork = {
  readonly kind: "cluster";
  readonly relevant: readonly number[];
  readonly nodes: readonly NodeSource[];
  /** By node: from outside, and within (`caller` is then a node of the cycle). */
  readonly entering: readonly (readonly LinkSource[])[];
  readonly inside: readonly (readonly LinkSource[])[];
};

/** Where a part's value comes from: fixed in a run, by the members that are open, or drawn before. */
export type PartSource =
  | { readonly kind: "part"; readonly part: PartId }
  | {
      readonly kind: "open";
      readonly part: PartId;
      readonly component: number;
      readonly members: readonly OpenMember[];
    };

export type OpenMember = { readonly member: number; readonly bit: number };

export type NodeSource = PartSource | { readonly kind: "drawn"; readonly bit: number };

/** `caller`: a position, or `ALWAYS`: it is reached in every state that is left. */
export type LinkSource = { readonly source: PartSource; readonly caller: number };

export const ALWAYS = -1;
