import type { Workload } from "../deployment/workload.ts";
import { workloadTitle } from "../model/match.ts";
import type { Model } from "../model/model.ts";
import { counted, quote } from "../model/wording.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";

const MOST_WORKLOADS = 10;

/**
 * Workloads that a change brings and that no service claims, by name.
 *
 * @param before all workloads at base
 * @param unclaimed those of head that no service claims
 */
export function newWorkloads(
  before: readonly Workload[],
  unclaimed: readonly Workload[],
): readonly Diagnostic[] {
  const known = new Set(before.map(workloadTitle));
  const brought = unclaimed.filter((one) => !known.has(workloadTitle(one)));
  return brought.slice(0, MOST_WORKLOADS).map((one) => {
    const message = `${quote(workloadTitle(one))} is new, and no service of the spec; if a request needs it, add it to \`dependencies\``;
    return diagnostic("notice", "new-workload", message, one.place);
  });
}

const MOST_SERVICES = 5;

/**
 * Services that count as one replica because neither a manifest nor the spec says how many: a name that
 * was mistyped is one of them, and makes a figure better than it is.
 *
 * @param before base's model: only what head brings is named then; `null`: all are
 */
export function assumedServices(model: Model, before: Model | null): readonly Diagnostic[] {
  const known = new Set(before?.services.map(({ name }) => name));
  const assumed = model.services.filter(
    ({ name, origin }) => origin.replicasFrom === "default" && !known.has(name),
  );
  const [first] = assumed;
  if (first === undefined) return [];
  const names = assumed.slice(0, MOST_SERVICES).map(({ name }) => quote(name));
  const more = assumed.length - names.length;
  const all = more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
  const message =
    before === null
      ? `no workload goes by the name of ${all}, and each counts as one replica; where that is not a slip, say \`workload\` or \`replicas\``
      : `${counted(assumed.length, "new service")} without a workload, each counted as one replica: ${all}; correct the name, or say \`workload\` or \`replicas\``;
  const severity = before === null ? "notice" : "warning";
  return [diagnostic(severity, "assumed-service", message, first.origin.place)];
}
