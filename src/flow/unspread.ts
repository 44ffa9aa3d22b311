import type { Model, Service } from "../model/model.ts";
import type { PlacementOrigin } from "../model/origin.ts";
import { quote, some } from "../model/wording.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import type { Seen } from "./told-changes.ts";

/**
 * Services that a manifest placed at base, and that the spec's default places just so at head: their figures
 * stay, while nothing in the cluster holds them there any more. Told once for each domain.
 */
export function unspread(base: Seen | null, head: Seen): readonly Diagnostic[] {
  const [before, after] = [base?.model ?? null, head.model];
  if (before === null || after === null) return [];
  const old = new Map(before.services.map((service) => [service.name, service]));
  return after.domains.flatMap(({ name }) => {
    const left = after.services.filter((service) => {
      const was = old.get(service.name);
      return (
        was !== undefined &&
        originOn(before, was, name)?.from === "manifest" &&
        originOn(after, service, name)?.from === "default"
      );
    });
    const [first] = left;
    if (first === undefined) return [];
    const message = `the manifests say no more where ${some(left.map((one) => one.name))} should run in ${quote(name)}; \`defaults.placement\` does, and no figure tells whether it is still true: keep their constraints, or correct it`;
    return [diagnostic("warning", "unspread", message, first.origin.replicasPlace)];
  });
}

function originOn(model: Model, service: Service, name: string): PlacementOrigin | undefined {
  return service.origin.placement?.find(({ domain }) => model.domains[domain]?.name === name);
}
