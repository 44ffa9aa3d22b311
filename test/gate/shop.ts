import { describeChanges } from "../../src/gate/changes.ts";
import type { Model } from "../../src/model/model.ts";
import { dependencies, model, service } from "./models.ts";

/** Four services in a chain, and what changes between two of their kind. */
export const NAMES = ["frontend", "cart", "payment", "cache"];
export const SERVICES = NAMES.map((name) => service(name));
export const LINES = ["frontend -> cart", "cart -> payment", "payment -> cache"];

export function shop(over: Partial<Model> = {}): Model {
  return model({ services: SERVICES, dependencies: dependencies(NAMES, LINES), ...over });
}

/** `kind subject base -> head at file:line`, as short as a table row. */
export function rows(base: Model, head: Model): readonly string[] {
  return describeChanges(base, head).map(
    ({ kind, subject, base: old, head: now, file, line, side }) =>
      `${kind} ${subject}: ${old} -> ${now} at ${side} ${file}:${line}`,
  );
}
