import type { Workload } from "../../../src/deployment/workload.ts";
import { engine } from "../../../src/flow/engine.ts";
import { causesOf } from "../../../src/gate/causes/causes.ts";
import type { Engine } from "../../../src/gate/engine.ts";
import type { Cause } from "../../../src/gate/result.ts";
import type { Model } from "../../../src/model/model.ts";
import { settlePlacement } from "../../../src/model/settle-placement.ts";
import { builtModel } from "../../model/support.ts";

const OPTIONS = { samples: 1000, seed: 1, alpha: 0.05 };

/** A spec as data; JSON is YAML, and each thing has a line of its own. */
export type SpecData = { readonly [key: string]: unknown };

export function modelOf(spec: SpecData, workloads: readonly Workload[] = []): Promise<Model> {
  return builtModel(JSON.stringify({ version: 1, ...spec }, null, 1), workloads);
}

export type Divided = { readonly delta: number; readonly causes: readonly Cause[] };

/** The causes of the one endpoint of two models, by the engine itself; under their only fault, if they have one. */
export function divided(base: Model, head: Model, by: Engine = engine, rows = 1): Divided {
  const [before, after] = [settlePlacement(base, [head]), settlePlacement(head, [base])];
  const [from, to] = [before, after].map((model) => ({
    model,
    endpoint: model.endpoints[0]!,
    fault: model.faults[0] ?? null,
  }));
  const compared = by.compare(from!, to!, OPTIONS, []);
  const { delta } = compared.difference;
  const run = { path: "availability.yaml", engine: by, options: OPTIONS };
  return { delta, causes: causesOf(run, from!, to!, compared, delta, rows) };
}

export async function dividedSpecs(base: SpecData, head: SpecData): Promise<Divided> {
  return divided(await modelOf(base), await modelOf(head));
}

/** `kind subject: effect`, in millionths, the changes of one cause joined by a plus. */
export function told({ causes }: Divided): readonly string[] {
  return causes.map(({ changes, effect }) => {
    const names = changes.map(({ kind, subject }) => `${kind} ${subject}`);
    return `${names.join(" + ")}: ${Math.round(effect * 1e6)}`;
  });
}

export function availabilityOf(model: Model): number {
  const subject = { model, endpoint: model.endpoints[0]!, fault: model.faults[0] ?? null };
  return engine.estimate(subject, OPTIONS, []).estimate.availability;
}

/** A web and a cart behind it, with what is said of them. */
export const pair = (web: SpecData, cart: SpecData, of: SpecData = {}) =>
  modelOf({
    defaults: { replicaAvailability: "95%", dependencyAvailability: "99%" },
    domains: { zone: { members: ["a", "b", "c"], availability: "90%" } },
    services: { web: { replicas: 2, ...web }, cart: { replicas: 2, ...cart } },
    dependencies: ["web -> cart"],
    endpoints: { "GET /": { entry: "web" } },
    ...of,
  });

/** Two routes to one service, or one, each with what is said of it. */
export const routed = (first: SpecData, second: SpecData | null, of: SpecData = {}) =>
  modelOf({
    defaults: { replicaAvailability: "99%", dependencyAvailability: "99%" },
    domains: { mesh: { availability: "94%" }, wan: { availability: "90%" } },
    services: { web: { replicas: 1 }, cart: { replicas: 2 } },
    dependencies: [
      { "web -> cart": { independent: true, ...first } },
      ...(second === null ? [] : [{ "web -> cart": { independent: true, ...second } }]),
    ],
    endpoints: { "GET /": { entry: "web" } },
    ...of,
  });
