import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import { quoted } from "../yaml/problem.ts";
import { mayShareNamespace, sameReplicas } from "./combine.ts";
import type { Autoscaler } from "./definition.ts";
import type { CustomResource, ReplicaFact, Workload } from "./workload.ts";

export type Scaled = {
  readonly workloads: readonly Workload[];
  readonly diagnostics: readonly Diagnostic[];
};

/** An autoscaler whose target is known by name: its own, or of the one that it patches. */
type Aimed = Autoscaler & { readonly target: NonNullable<Autoscaler["target"]> };

/**
 * Let each autoscaler's minimum stand for the replicas of its target: it is what the target runs with at
 * the least, whatever `spec.replicas` says. Only an explicit `replicas: 0` stands: it switches the
 * autoscaler of Kubernetes off ("Implicit maintenance-mode deactivation"), unless that may wake its target.
 *
 * @param customs other objects that may be a target
 */
export function applyAutoscalers(
  workloads: readonly Workload[],
  autoscalers: readonly Autoscaler[],
  customs: readonly CustomResource[],
): Scaled {
  if (autoscalers.length === 0) return { workloads, diagnostics: [] };
  const aimed = autoscalers.flatMap((one) => aim(one, autoscalers));
  const byTarget = new Map<string, Workload[]>();
  for (const workload of workloads) {
    const key = targetKey(workload.kind, workload.name);
    byTarget.set(key, [...(byTarget.get(key) ?? []), workload]);
  }
  const others = new Set(customs.map(({ kind, name }) => targetKey(kind, name)));
  const scaling = new Map<Workload, Aimed[]>();
  const ambiguous: Diagnostic[] = [];
  const lost: Aimed[] = [];
  const unread: Aimed[] = [];
  for (const autoscaler of aimed) {
    const { kind, name } = autoscaler.target;
    const named = byTarget.get(targetKey(kind, name)) ?? [];
    const target = targetAmong(named, autoscaler.namespace);
    if (target === "several") ambiguous.push(ambiguity(autoscaler, named));
    else if (target !== null) scaling.set(target, [...(scaling.get(target) ?? []), autoscaler]);
    else if (others.has(targetKey(kind, name))) unread.push(autoscaler);
    else lost.push(autoscaler);
  }
  return {
    workloads: workloads.map((workload) => scale(workload, scaling.get(workload) ?? [])),
    diagnostics: [
      ...ambiguous,
      ...without(lost),
      ...ofUnread(unread),
      ...[...scaling].flatMap(([workload, all]) => all.flatMap((one) => paused(workload, one))),
      ...beside(scaling),
    ],
  };
}

function targetKey(kind: string, name: string): string {
  return JSON.stringify([kind, name]);
}

function aim(autoscaler: Autoscaler, all: readonly Autoscaler[]): readonly Aimed[] {
  const { kind, name, namespace, target } = autoscaler;
  if (target !== null) return [{ ...autoscaler, target }];
  const whole = all.find(
    (one) =>
      one.target !== null &&
      one.kind === kind &&
      one.name === name &&
      mayShareNamespace(one.namespace, namespace),
  );
  return whole?.target == null ? [] : [{ ...autoscaler, target: whole.target }];
}

/** The target in the same namespace, or the only one that could be. */
function targetAmong(
  named: readonly Workload[],
  namespace: string | null,
): Workload | "several" | null {
  const exact = named.find((workload) => workload.namespace === namespace);
  if (exact !== undefined) return exact;
  const possible = named.filter((workload) => mayShareNamespace(workload.namespace, namespace));
  return possible.length > 1 ? "several" : (possible[0] ?? null);
}

function scale(workload: Workload, all: readonly Aimed[]): Workload {
  const [first, ...others] = acting(workload, all);
  if (first === undefined) return workload;
  const { minimum } = first;
  const conflicts = others
    .map((other) => other.minimum)
    .filter((other) => !sameReplicas(other, minimum));
  return { ...workload, replicas: minimum, conflicts };
}

/** Those that scale a workload; one on every node has none. */
function acting(workload: Workload, all: readonly Aimed[]): readonly Aimed[] {
  if (workload.kind === "DaemonSet") return [];
  const stated = [workload.replicas, ...workload.conflicts];
  const isOff = stated.some((fact: ReplicaFact) => fact.count === 0);
  return all.filter((one) => !one.paused && (one.wakes || !isOff));
}

function ambiguity(autoscaler: Aimed, named: readonly Workload[]): Diagnostic {
  const places = named.map((one) => placed(one)).join(", ");
  const message = `${titled(autoscaler)} has no namespace and ${aimOf(autoscaler)} stands in several (${places}): left out; give it its namespace`;
  return diagnostic("warning", "ambiguous-autoscaler", message, autoscaler.place);
}

/** One warning for all whose target no manifest has: what they say of replicas counts for nothing. */
function without(lost: readonly Aimed[]): readonly Diagnostic[] {
  const [first] = lost;
  if (first === undefined) return [];
  const message = `${scalings(lost)}: no manifest has that, and its minimum is not counted; correct \`scaleTargetRef\`, or name the manifest of the target under \`manifests\``;
  return [diagnostic("warning", "autoscaler-without-target", message, first.place)];
}

/** The number in the manifest of such a target counts where a spec points to it, as if nothing scaled it. */
function ofUnread(unread: readonly Aimed[]): readonly Diagnostic[] {
  const [first] = unread;
  if (first === undefined) return [];
  const message = `${scalings(unread)}, of a kind that is not read: the minimum is not counted; where it runs a service, give that \`replicas\``;
  return [diagnostic("notice", "autoscaler-of-custom", message, first.place)];
}

function scalings(all: readonly Aimed[]): string {
  const named = all.slice(0, NAMED).map((one) => `${titled(one)} scales ${aimOf(one)}`);
  const more = all.length > NAMED ? ` and ${all.length - NAMED} more` : "";
  return `${named.join(", ")}${more}`;
}

function paused({ replicas }: Workload, autoscaler: Aimed): readonly Diagnostic[] {
  if (!autoscaler.paused) return [];
  const message = `${titled(autoscaler)} is paused, and ${aimOf(autoscaler)} stays with what it had then, which no manifest says: ${replicas.count ?? "what stands"} at ${placed(replicas)} is counted; write \`autoscaling.keda.sh/paused-replicas\` to hold a number`;
  return [diagnostic("warning", "paused-autoscaler", message, autoscaler.place)];
}

/**
 * One notice for all workloads that state a number of their own beside an autoscaler: each apply sets it back
 * (Kubernetes, "Migrating Deployments and StatefulSets to horizontal autoscaling").
 */
function beside(scaling: ReadonlyMap<Workload, readonly Aimed[]>): readonly Diagnostic[] {
  const stating = [...scaling].flatMap(([workload, all]) =>
    acting(workload, all).length > 0 && workload.replicas.rule === "replicas" ? [workload] : [],
  );
  const [first] = stating;
  if (first === undefined) return [];
  const named = stating
    .slice(0, NAMED)
    .map((one) => `${quoted(`${one.kind}/${one.name}`)} (${placed(one.replicas)})`);
  const more = stating.length > NAMED ? ` and ${stating.length - NAMED} more` : "";
  const message = `\`replicas\` beside an autoscaler: ${named.join(", ")}${more}; the autoscaler's minimum is counted, and each apply resets the workload to the number in its manifest: remove it there`;
  return [diagnostic("notice", "replicas-beside-autoscaler", message, first.replicas.place)];
}

/** How many a message names before it only counts. */
const NAMED = 3;

function titled({ kind, name }: Autoscaler): string {
  return quoted(`${kind}/${name}`);
}

function aimOf({ target }: Aimed): string {
  return quoted(`${target.kind}/${target.name}`);
}

function placed({ place }: Pick<Workload, "place">): string {
  return quoted(`${place.file}:${place.line}`);
}
