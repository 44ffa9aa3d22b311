import fc from "fast-check";
import type {
  Dependency,
  Endpoint,
  MixtureMember,
  Model,
  Need,
  Probability,
} from "../../src/model/model.ts";
import {
  atLeast,
  dependency,
  endpoint,
  model,
  parts,
  reached,
  service,
  strict,
  used,
} from "./models.ts";

/** Small models of every kind that the engine knows, with at most `uncertain` roots neither 0 nor 1. */
export function randomModel(uncertain: number): fc.Arbitrary<{ model: Model; endpoint: Endpoint }> {
  return fc
    .record({
      services: fc.array(randomService, { minLength: 1, maxLength: 6 }),
      edges: fc.array(randomEdge, { maxLength: 9 }),
      entry: fc.nat({ max: 1 }),
      eventual: fc.boolean(),
      members: fc.array(fc.record({ weight: fc.integer({ min: 1, max: 5 }), need: randomNeed }), {
        minLength: 1,
        maxLength: 2,
      }),
    })
    .map((drawn) => build(drawn, uncertain));
}

const randomProbability: fc.Arbitrary<number> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 999 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1000) },
);

const randomService = fc.record({
  replicas: fc.oneof(
    { weight: 5, arbitrary: fc.array(randomProbability, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(randomProbability, { minLength: 0, maxLength: 3 }) },
    { weight: 2, arbitrary: fc.constant([1000]) },
  ),
  quorum: fc.oneof(
    { weight: 3, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) },
  ),
});

const randomEdge = fc.record({
  from: fc.nat({ max: 5 }),
  to: fc.nat({ max: 5 }),
  sync: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.boolean()),
  channels: fc.oneof(
    { weight: 4, arbitrary: fc.array(randomProbability, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(randomProbability, { minLength: 1, maxLength: 3 }) },
  ),
});

/** Indices are taken modulo what the model has. */
type DrawnNeed =
  | { readonly kind: "strict" | "service" | "dependency"; readonly index: number }
  | { readonly kind: "atLeast"; readonly k: number; readonly of: readonly DrawnNeed[] };

const randomNeed: fc.Arbitrary<DrawnNeed> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ kind: "strict", index: 0 } as const) },
  {
    weight: 6,
    arbitrary: fc.letrec<{ need: DrawnNeed; leaf: DrawnNeed }>((tie) => ({
      leaf: fc.record({
        kind: fc.constantFrom("service" as const, "dependency" as const),
        index: fc.nat({ max: 11 }),
      }),
      need: fc.oneof(
        { maxDepth: 2 },
        tie("leaf"),
        fc.record({
          kind: fc.constant("atLeast" as const),
          k: fc.integer({ min: 0, max: 3 }),
          of: fc.array(tie("need"), { maxLength: 4 }),
        }),
      ),
    })).need,
  },
);

type Drawn = {
  readonly services: readonly { readonly replicas: readonly number[]; readonly quorum: number }[];
  readonly edges: readonly {
    readonly from: number;
    readonly to: number;
    readonly sync: boolean;
    readonly channels: readonly number[];
  }[];
  readonly entry: number;
  readonly eventual: boolean;
  readonly members: readonly { readonly weight: number; readonly need: DrawnNeed }[];
};

function build(drawn: Drawn, uncertain: number): { model: Model; endpoint: Endpoint } {
  let left = uncertain;
  const draw = (thousandths: number): Probability => {
    if (thousandths === 0 || thousandths === 1000) return parts(thousandths);
    left--;
    return left >= 0 ? parts(thousandths) : parts(1000);
  };
  const services = drawn.services.map(({ replicas, quorum }, index) =>
    service(`s${index}`, replicas.map(draw), quorum),
  );
  const dependencies: Dependency[] = [];
  for (const { from, to, sync, channels } of drawn.edges) {
    const one = dependency(
      services,
      from % services.length,
      to % services.length,
      channels.map(draw),
      sync ? "sync" : "async",
    );
    if (dependencies.every(({ name }) => name !== one.name)) dependencies.push(one);
  }
  const entry = drawn.entry % services.length;
  const completion = drawn.eventual ? "eventual" : "immediate";
  const sum = drawn.members.reduce((total, { weight }) => total + weight, 0);
  const mixture = drawn.members.map(({ weight, need }): MixtureMember => {
    const share = weight / sum;
    return need.kind === "strict"
      ? strict(dependencies, entry, completion, share)
      : { share, strict: false, need: resolve(need, services.length, dependencies.length) };
  });
  const only = endpoint(entry, mixture, completion);
  return { model: model(services, dependencies, [only]), endpoint: only };
}

function resolve(need: DrawnNeed, services: number, dependencies: number): Need {
  if (need.kind === "atLeast") {
    const inputs = need.of.map((input) => resolve(input, services, dependencies));
    return atLeast(Math.min(need.k, inputs.length), ...inputs);
  }
  return need.kind === "dependency" && dependencies > 0
    ? used(need.index % dependencies)
    : reached(need.index % services);
}
