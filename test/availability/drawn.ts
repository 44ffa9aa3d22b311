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

/** Indices are taken modulo what the model has. */
export type DrawnNeed =
  | { readonly kind: "strict" | "service" | "dependency"; readonly index: number }
  | { readonly kind: "atLeast"; readonly k: number; readonly of: readonly DrawnNeed[] };

export type Drawn = {
  readonly services: readonly { readonly replicas: readonly number[]; readonly quorum: number }[];
  readonly edges: readonly {
    readonly from: number;
    readonly to: number;
    readonly sync: boolean;
    readonly channels: readonly number[];
  }[];
  readonly eventual: boolean;
  readonly members: readonly { readonly weight: number; readonly need: DrawnNeed }[];
};

/** The first `uncertain` roots are as drawn; any more are certain. */
export function drawnCase(
  drawn: Drawn,
  uncertain: number,
): { readonly model: Model; readonly endpoint: Endpoint } {
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
    // A certain edge in place of one too many would make most needs certain.
    if (left < channels.length && dependencies.length > 5) break;
    const one = dependency(
      services,
      from % services.length,
      to % services.length,
      channels.map(draw),
      sync ? "sync" : "async",
    );
    if (dependencies.every(({ name }) => name !== one.name)) dependencies.push(one);
  }
  const entry = 0;
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
