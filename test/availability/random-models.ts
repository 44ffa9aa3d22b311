import fc from "fast-check";
import type { Endpoint, Fault, Model } from "../../src/model/model.ts";
import { type Drawn, type DrawnNeed, drawnCase } from "./drawn.ts";
import { dressed } from "./drawn-faults.ts";

/** A small model and its one endpoint, with a bounded number of roots that are neither 0 nor 1. */
export type Case = { readonly model: Model; readonly endpoint: Endpoint };

export type FullCase = Case & { readonly fault: Fault | null };

/**
 * Everything that a model can hold: domains that replicas and channels share, quorums, time-outs,
 * incidents, and a fault of any kind or none. The sets of victims and of the dead are few.
 */
export function fullModel(uncertain: number): fc.Arbitrary<FullCase> {
  const least = Math.max(2, uncertain - 3);
  return fc
    .record({
      base: fc.oneof(
        { weight: 1, arbitrary: sparseModel(least) },
        { weight: 9, arbitrary: tangledModel(least) },
      ),
      dice: fc.array(fc.nat({ max: 0xffff }), { minLength: 80, maxLength: 80, size: "max" }),
    })
    .map(({ base, dice }) => dressed(base, dice, uncertain));
}

/** Any shape, with odd parameters: mostly a product of what is mandatory. */
export function sparseModel(uncertain: number): fc.Arbitrary<Case> {
  const replicas = fc.oneof(
    { weight: 5, arbitrary: fc.array(oddProbability, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(oddProbability, { maxLength: 3 }) },
    { weight: 2, arbitrary: fc.constant<number[]>([1000]) },
  );
  return randomCase(uncertain, {
    services: fc.array(randomService(replicas), { minLength: 1, maxLength: 6 }),
    edges: fc.array(randomEdge(oddProbability, 3), { maxLength: 9 }),
    need: fc.oneof(fc.constant({ kind: "strict", index: 0 } as const), randomNeed(false)),
  });
}

/**
 * Five services that can all be reached from the first, and more edges in any direction: often
 * with alternatives and cycles, which leave a rest to explore.
 */
export function tangledModel(uncertain: number): fc.Arbitrary<Case> {
  const replicas = fc.oneof(
    { weight: 4, arbitrary: fc.constant<number[]>([1000]) },
    { weight: 3, arbitrary: fc.array(mildProbability, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(mildProbability, { minLength: 2, maxLength: 3 }) },
  );
  const edge = randomEdge(mildProbability, 2);
  const tree = fc
    .tuple(edge, edge, edge, edge)
    .map((edges) =>
      edges.map((one, index) => ({ ...one, from: one.from % (index + 1), to: index + 1 })),
    );
  return randomCase(uncertain, {
    services: fc.array(randomService(replicas), { minLength: 5, maxLength: 5 }),
    edges: fc
      .tuple(tree, fc.array(edge, { minLength: 4, maxLength: 10 }))
      .map(([first, more]) => [...first, ...more]),
    need: randomNeed(true),
  });
}

function randomCase(
  uncertain: number,
  {
    services,
    edges,
    need,
  }: {
    readonly services: fc.Arbitrary<Drawn["services"]>;
    readonly edges: fc.Arbitrary<Drawn["edges"]>;
    readonly need: fc.Arbitrary<DrawnNeed>;
  },
): fc.Arbitrary<Case> {
  const members = fc.array(fc.record({ weight: fc.integer({ min: 1, max: 5 }), need }), {
    minLength: 1,
    maxLength: 2,
  });
  return fc
    .record({
      services,
      edges,
      entry: fc.constantFrom(0, 0, 0, 1),
      eventual: fc.boolean(),
      members,
    })
    .map((drawn) => drawnCase(drawn, uncertain));
}

/** Thousandths, with the exact ends now and then. */
const oddProbability: fc.Arbitrary<number> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 999 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1000) },
);

const mildProbability: fc.Arbitrary<number> = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 100, max: 999 }) },
  { weight: 2, arbitrary: fc.constant(1000) },
  { weight: 1, arbitrary: fc.constant(0) },
);

function randomService(replicas: fc.Arbitrary<number[]>) {
  const quorum = fc.oneof(
    { weight: 12, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 4 }) },
  );
  return fc.record({ replicas, quorum });
}

function randomEdge(probability: fc.Arbitrary<number>, maxChannels: number) {
  return fc.record({
    from: fc.nat({ max: 5 }),
    to: fc.nat({ max: 5 }),
    sync: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.boolean()),
    channels: fc.oneof(
      { weight: 4, arbitrary: fc.array(probability, { minLength: 1, maxLength: 1 }) },
      {
        weight: 1,
        arbitrary: fc.array(probability, { minLength: 1, maxLength: maxChannels }),
      },
    ),
  });
}

/** With `alternatives`, gates that mostly need not all of their inputs; else any gate. */
function randomNeed(alternatives: boolean): fc.Arbitrary<DrawnNeed> {
  return fc.letrec<{ need: DrawnNeed; leaf: DrawnNeed }>((tie) => ({
    leaf: fc.record({
      kind: fc.constantFrom("service" as const, "service" as const, "dependency" as const),
      index: alternatives ? fc.integer({ min: 1, max: 9 }) : fc.nat({ max: 9 }),
    }),
    need: fc.oneof(
      { maxDepth: 2 },
      { weight: 1, arbitrary: tie("leaf") },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant("atLeast" as const),
          k: alternatives ? fc.integer({ min: 1, max: 2 }) : fc.integer({ min: 0, max: 3 }),
          of: fc.array(tie("need"), { minLength: alternatives ? 2 : 0, maxLength: 4 }),
        }),
      },
    ),
  })).need;
}
