import { expect, it } from "vitest";
import { valuesFor } from "../../src/availability/expression.ts";
import type { Step } from "../../src/availability/plan.ts";
import { runOf } from "../../src/availability/run.ts";
import { runSparse } from "../../src/availability/sparse.ts";
import { offsetsOf } from "../../src/availability/step.ts";

it("states of several words are found again after there were more than there was room for", () => {
  const bits = [3, 17, 31, 32, 40, 63, 64];
  const ups = [0.8, 0.7, 0.6, 0.9, 0.75, 0.85, 0.65];
  const members = ups.map((p, at) => ({ name: `${at}`, p, q: 1 - p }));
  /** Sets a bit by a member, whatever it was. */
  const toss = (member: number, open: readonly number[]): Step => {
    const bit = bits[member]!;
    const inBits = open.filter((one) => one === bit);
    const times = <T>(...of: readonly T[]) => [...of, ...(inBits.length > 0 ? of : [])];
    return {
      work: { kind: "member", member },
      inBits,
      outBits: [bit],
      restBits: open.filter((one) => one !== bit),
      inOffsets: offsetsOf([]),
      outOffsets: offsetsOf([]),
      start: Int32Array.of(0, ...times(2).map((two, at) => two * (at + 1))),
      target: Int32Array.from(times(1, 0)),
      code: Int32Array.from(times(0, 1)),
      byTarget: { start: new Int32Array(), source: new Int32Array(), code: new Int32Array() },
      weights: 2,
    };
  };
  // The first is tossed again at the end, where each of the 128 states is met twice, far apart.
  const steps = [...bits.map((_, at) => toss(at, bits.slice(0, at))), toss(0, bits)];
  const expressions = { kind: [], left: [], right: [] };
  const need = { kind: "atLeast", k: 0, of: [] } as const;
  const network = { nodes: [], links: [], need, expressions };
  const { p, q, dropped } = runSparse(
    { network, steps, bits: 65, lastBits: [], cost: 0 },
    runOf({ services: 0, components: [], members, urn: null }, () => true, valuesFor(expressions)),
    { least: 0, most: 128 },
  );
  expect({ q, dropped }).toEqual({ q: 0, dropped: 0 });
  expect(p).toBeCloseTo(1, 13);
});
