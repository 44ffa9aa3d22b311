import { conjuncts } from "./need.ts";
import type { NetworkNeed } from "./network.ts";

/**
 * A need laid out flat: nodes that must be reached, and gates that count what is decided one by one.
 * All of it must hold.
 */
export type Gates = {
  /** By node: 1 where r_v itself is required. */
  readonly required: Uint8Array;
  /** Parents before children. */
  readonly gates: readonly Gate[];
  /** By node: the gates that take r_v, as often as they do. */
  readonly gatesOf: readonly (readonly number[])[];
};

export type Gate = {
  /** What is counted, whichever is settled first: inputs that hold, or inputs that fail. */
  readonly counts: "held" | "failed";
  /** The count stops here: k held, or so many failed that fewer than k can hold. */
  readonly limit: number;
  /** The gate that this one is an input of, or -1: it must hold. */
  readonly parent: number;
};

export function layOutGates(nodes: number, need: NetworkNeed): Gates {
  const required = new Uint8Array(nodes);
  const gates: Gate[] = [];
  const gatesOf = Array.from({ length: nodes }, (): number[] => []);
  const add = (one: NetworkNeed, parent: number): void => {
    if (one.kind === "node") {
      if (parent === -1) required[one.node] = 1;
      else gatesOf[one.node]!.push(parent);
      return;
    }
    const failing = one.of.length - one.k + 1;
    const gate = gates.length;
    gates.push(
      one.k <= failing
        ? { counts: "held", limit: one.k, parent }
        : { counts: "failed", limit: failing, parent },
    );
    for (const input of one.of) add(input, gate);
  };
  for (const one of conjuncts(need)) add(one, -1);
  return { required, gates, gatesOf };
}

/** Whether a gate holds, all of its inputs being decided. */
export function holds({ counts, limit }: Gate, count: number): boolean {
  return counts === "held" ? count === limit : count < limit;
}

/** Count an input; past the limit nothing changes. */
export function tally({ counts, limit }: Gate, count: number, held: boolean): number {
  return held === (counts === "held") ? Math.min(limit, count + 1) : count;
}
