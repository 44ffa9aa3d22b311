import { isReplicaPath } from "../deployment/custom.ts";
import type { CustomResource, Deployment, Workload } from "../deployment/workload.ts";
import { workloadTitle } from "../model/match.ts";
import { counted, quote } from "../model/wording.ts";
import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import type { Seen } from "./told-changes.ts";

const MOST = 5;

/** A number that may be one of replicas, wherever the manifests of a commit state it. */
type Numbered = {
  readonly resource: CustomResource;
  readonly path: string;
  readonly stated: readonly { readonly count: number; readonly place: Place }[];
};

/**
 * Numbers of what may be replicas, of objects of kinds that are not read, that a change alters, brings or
 * takes away: no figure counts them until a service points to them.
 */
export function unevaluatedNumbers(base: Seen | null, head: Seen): readonly Diagnostic[] {
  if (base === null) return [];
  const [before, after] = [numbersOf(base.deployment), numbersOf(head.deployment)];
  const pointed = new Set([...head.matches.values()].flat().flatMap(keysOfWorkload));
  const told = [...new Set([...after.keys(), ...before.keys()])].flatMap((key) =>
    pointed.has(key) ? [] : changeOf(before.get(key), after.get(key), head.deployment),
  );
  const rest = told[MOST];
  if (rest === undefined) return told;
  const message = `${counted(told.length - MOST, "more number")} under keys such as \`replicas\`, of kinds that are not read, changed and ${told.length - MOST === 1 ? "is" : "are"} not evaluated`;
  return [...told.slice(0, MOST), { ...rest, message }];
}

/** By resource and path. What a controller makes of a folder of a repository is evaluated there. */
function numbersOf({ customs, applied }: Deployment): ReadonlyMap<string, Numbered> {
  const followed = new Set(
    applied.flatMap(({ folder, place }) => (folder === null ? [] : [placeKey(place)])),
  );
  const found = new Map<string, Numbered>();
  for (const resource of customs) {
    if (followed.has(placeKey(resource.place))) continue;
    for (const [path, { count, place }] of resource.numbers) {
      if (count === null || !isReplicaPath(path)) continue;
      const key = keyOf(resource, path);
      const stated = found.get(key)?.stated ?? [];
      found.set(key, { resource, path, stated: [...stated, { count, place }] });
    }
  }
  return found;
}

function changeOf(
  before: Numbered | undefined,
  after: Numbered | undefined,
  { customs }: Deployment,
): readonly Diagnostic[] {
  const [old, now] = [before?.stated ?? [], after?.stated ?? []];
  // Files of several environments may state several.
  const news = without(now, old);
  const gone = without(old, now);
  const one = after ?? before;
  if (one === undefined || (news.length === 0 && gone.length === 0)) return [];
  const { resource, path } = one;
  const [first, lost] = [news[0], gone[0]];
  const what = `${quote(path)} of ${quote(workloadTitle(resource))}`;
  const left = customs.find((other) => keyOf(other, path) === keyOf(resource, path));
  return [
    diagnostic(
      "warning",
      "not-evaluated",
      `${what} ${changed(first, lost)} and is not evaluated${remedy(resource, path)}`,
      first?.place ?? left?.place ?? null,
    ),
  ];
}

type Stated = Numbered["stated"][number];

/** Those whose number is not among the others; copies say the same. */
function without(stated: readonly Stated[], others: readonly Stated[]): readonly Stated[] {
  return stated.filter(({ count }) => !others.some((other) => other.count === count));
}

function changed(now: Stated | undefined, old: Stated | undefined): string {
  if (old === undefined) return `is new, ${now?.count ?? ""},`;
  const { file, line } = old.place;
  if (now === undefined) {
    return `is gone, where it was ${old.count} (${quote(`${file}:${line}`)} at base),`;
  }
  return `goes from ${old.count} to ${now.count}`;
}

/** The line that makes it count, where it can be written as it is. */
function remedy({ kind, namespace, name }: CustomResource, path: string): string {
  const space = namespace === null ? "" : `namespace: ${namespace}, `;
  const isPlain = [kind, namespace ?? "", name, path].every((text) => /^[\w./-]*$/.test(text));
  return isPlain
    ? `; where it runs a service, give that \`workload: { kind: ${kind}, ${space}name: ${name}, replicasAt: ${path} }\``
    : "; where it runs a service, point to it with `workload` and `replicasAt`";
}

function keysOfWorkload({ custom, namespace, name }: Workload): readonly string[] {
  return custom === undefined ? [] : [keyOf({ kind: custom.kind, namespace, name }, custom.path)];
}

function keyOf(
  { kind, namespace, name }: Pick<CustomResource, "kind" | "namespace" | "name">,
  path: string,
): string {
  return JSON.stringify([kind, namespace, name, path]);
}

function placeKey({ file, line, column }: Place): string {
  return `${file}\0${line}\0${column}`;
}
