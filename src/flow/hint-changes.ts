import { hintKind } from "../deployment/hint-kind.ts";
import type { Hint, WorkloadRef } from "../deployment/workload.ts";
import { counted, quote } from "../model/wording.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import type { Seen } from "./told-changes.ts";

const MOST = 10;

/** Who comes to know whom, by the names that a reader knows: of services, else of workloads. */
export type Acquaintance = { readonly from: string; readonly to: string; readonly hint: Hint };

/**
 * Services that head's manifests configure with the host of another, as base's did not, while the spec has
 * no dependency between the two. Telemetry is left out: no request waits for it.
 */
export function hintChanges(base: Seen | null, head: Seen): readonly Diagnostic[] {
  if (base === null) return [];
  // Of any kind: names that change may look like telemetry at one commit, and not at the other.
  const before = new Set(acquaintances(base).map(pairOf));
  const told = unmodelledPairs(head).filter((one) => !before.has(pairOf(one)));
  const lines = told.slice(0, MOST).map(newAcquaintance);
  const rest = told[MOST];
  if (rest === undefined) return lines;
  const message = `${counted(told.length - MOST, "more service")} that come to know others, with no such dependency in the model; \`init --out DIR\` drafts all that the manifests know`;
  return [...lines, diagnostic("warning", "unmodelled-call", message, rest.hint.place)];
}

/** Who knows whom with no dependency between the two, each pair once; telemetry is left out. */
export function unmodelledPairs(seen: Seen): readonly Acquaintance[] {
  const modelled = new Set(
    seen.spec.dependencies.flatMap((line) => [
      pairOf(line),
      // What takes messages from a broker is configured with it as what sends them.
      ...(line.mode === "async" ? [pairOf({ from: line.to, to: line.from })] : []),
    ]),
  );
  const found = new Map<string, Acquaintance>();
  for (const one of acquaintances(seen)) {
    if (hintKind(one.hint) === "telemetry") continue;
    const pair = pairOf(one);
    if (!modelled.has(pair) && !found.has(pair)) found.set(pair, one);
  }
  return [...found.values()];
}

/** From a service of the model to another, or to a workload that is no service of it. */
function acquaintances({ deployment, matches }: Seen): readonly Acquaintance[] {
  const services = new Map<string, string>();
  for (const [service, found] of matches) {
    for (const workload of [found].flat()) services.set(refKey(workload), service);
  }
  return deployment.hints.flatMap((hint) => {
    const from = services.get(refKey(hint.from));
    if (from === undefined) return [];
    const known = hint.to.map((one) => services.get(refKey(one)) ?? null);
    const named = known.filter((one) => one !== null);
    const ends = named.length > 0 ? named : hint.to.slice(0, 1).map(({ name }) => name);
    return [...new Set(ends)].filter((to) => to !== from).map((to) => ({ from, to, hint }));
  });
}

function newAcquaintance({ from, to, hint }: Acquaintance): Diagnostic {
  const arrow = hintKind(hint) === "message" ? "~>" : "->";
  const how = hint.key === "depends_on" ? "Compose starts it before" : `through ${quote(hint.key)}`;
  const message = `this change makes ${quote(from)} know ${quote(to)} (${how}), and the model has no such dependency; if a request needs it, add ${quote(`${from} ${arrow} ${to}`)} to \`dependencies\``;
  return diagnostic("warning", "unmodelled-call", message, hint.place);
}

function pairOf({ from, to }: { readonly from: string; readonly to: string }): string {
  return JSON.stringify([from, to]);
}

function refKey({ kind, namespace, name }: WorkloadRef): string {
  return JSON.stringify([kind, namespace, name]);
}
