import type { AffectedDependency, AffectedGraph, AffectedService } from "../gate/explained.ts";
import type { Model } from "../model/model.ts";

/** What is drawn: an affected part, or all of a model. */
export type Drawing = {
  readonly services: readonly AffectedService[];
  readonly dependencies: readonly AffectedDependency[];
};

/** Everything that the model has, marked as its affected part is. */
export function wholeDrawing(model: Model, affected: AffectedGraph | undefined): Drawing {
  const marks = new Map(affected?.services.map((one) => [one.name, one]));
  const lines = new Map(affected?.dependencies.map((one) => [keyOf(one), one]));
  const entries = new Set(model.endpoints.map(({ entry }) => entry));
  const services = model.services.map(
    ({ name, replicas, external }, index): AffectedService => ({
      name,
      replicas: replicas.length,
      external,
      entry: entries.has(index),
      change: marks.get(name)?.change ?? null,
      limiting: marks.get(name)?.limiting ?? false,
    }),
  );
  const known = new Map<string, AffectedDependency>();
  for (const { from, to, mode } of model.dependencies) {
    const line = { from: model.services[from]!.name, to: model.services[to]!.name, mode };
    const key = keyOf(line);
    known.set(key, lines.get(key) ?? { ...line, change: null, limiting: false });
  }
  return { services, dependencies: [...known.values()] };
}

function keyOf({ from, to, mode }: Pick<AffectedDependency, "from" | "to" | "mode">): string {
  return JSON.stringify([from, to, mode]);
}
