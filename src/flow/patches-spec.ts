import type { Written } from "../draft/evidence-text.ts";
import { emptyFilled, sectionAdded, writtenAt } from "../draft/merge-places.ts";
import {
  type Edit,
  entriesAdded,
  itemsAdded,
  type NewEntry,
  plainEntry,
} from "../draft/text-edits.ts";
import { scalar } from "../draft/yaml-text.ts";
import { parsePair } from "../model/names.ts";
import type { Position } from "../yaml/node.ts";
import type { WrittenEntry, WrittenMapping, WrittenNode } from "../yaml/written.ts";
import { type HeadFile, isShared, trailTo } from "./patches-file.ts";

/** Adds a key to what a spec says of a service, and what is missing around it; `null` where it says that already. */
export function serviceSaid(
  file: HeadFile,
  name: string,
  key: string,
  value: Written,
): readonly Edit[] | null {
  const { page } = file;
  const [root] = file.documents;
  if (root?.kind !== "mapping" || root.marked) return null;
  const entry = plainEntry(name, { [key]: value });
  const services = writtenAt(root, "services");
  if (services === undefined) {
    const block = (indent: string) => [`${indent}services:`, ...entry.block(`${indent}  `)];
    return sectionAdded(page, root, {
      key: "services",
      value: { [name]: { [key]: value } },
      block,
    });
  }
  if (services.kind !== "mapping" || services.marked) return null;
  const own = writtenAt(services, name);
  if (own === undefined) {
    return emptyFilled(page, root, services, entry.block) ?? entriesAdded(page, services, [entry]);
  }
  if (own.kind !== "mapping" || writtenAt(own, key) !== undefined) return null;
  return entriesAdded(page, own, [plainEntry(key, value)]);
}

/**
 * Spreads a service over a domain in which the spec packs it: `packed`, or a list, becomes `spread`.
 *
 * @param at of the domain within its `placement`
 */
export function placementSet(file: HeadFile, at: Position): readonly Edit[] | null {
  const trail = trailTo(file, at);
  const entry = entryAt(trail);
  if (entry === null || entry.value.marked || isShared(trail)) return null;
  const { kind, start, end } = entry.value;
  const isOne = kind === "scalar" || (kind === "sequence" && entry.value.flow);
  return isOne ? [{ from: start, to: end, text: file.page.json ? '"spread"' : "spread" }] : null;
}

/** Sets the further attempts of a dependency, in each of its lines that has a time-out. */
export function retriesSet(file: HeadFile, name: string, retries: number): readonly Edit[] | null {
  const [root] = file.documents;
  const list = root?.kind === "mapping" ? writtenAt(root, "dependencies") : undefined;
  if (list?.kind !== "sequence" || root?.marked || list.marked) return null;
  const edits: Edit[] = [];
  for (const item of list.items) {
    if (item.kind !== "mapping" || item.entries.length !== 1) continue;
    const [{ key, value }] = item.entries as [WrittenEntry];
    const pair = key.kind === "scalar" ? parsePair(key.text) : null;
    if (pair === null || "problem" in pair || pair.name !== name) continue;
    const timeout = value.kind === "mapping" ? writtenAt(value, "timeout") : undefined;
    if (timeout?.kind !== "mapping") continue;
    if (item.marked || value.marked || timeout.marked) return null;
    const there = writtenAt(timeout, "retries");
    const own =
      there === undefined
        ? entriesAdded(file.page, timeout, [plainEntry("retries", retries)])
        : there.kind === "scalar" && !there.marked
          ? [{ from: there.start, to: there.end, text: String(retries) }]
          : null;
    if (own === null) return null;
    edits.push(...own);
  }
  return edits.length === 0 ? null : edits;
}

/**
 * Lets an endpoint do without a service, wherever it is strict.
 *
 * @param at of the endpoint
 */
export function optionalSaid(file: HeadFile, at: Position, name: string): readonly Edit[] | null {
  const trail = trailTo(file, at);
  const endpoint = entryAt(trail)?.value;
  if (endpoint?.kind !== "mapping" || endpoint.marked || isShared(trail)) return null;
  const mixture = writtenAt(endpoint, "mixture");
  const members: readonly WrittenNode[] =
    mixture === undefined ? [endpoint] : mixture.kind === "sequence" ? mixture.items : [];
  const edits = members.flatMap((member) => {
    if (member.kind !== "mapping") return [null];
    return writtenAt(member, "needs") === undefined ? [optionalAdded(file, member, name)] : [];
  });
  return edits.length === 0 || edits.includes(null) ? null : edits.flatMap((one) => one ?? []);
}

function optionalAdded(
  { page }: HeadFile,
  member: WrittenMapping,
  name: string,
): readonly Edit[] | null {
  const there = writtenAt(member, "optional");
  if (there === undefined) {
    const entry: NewEntry = plainEntry("optional", [name]);
    return entriesAdded(page, member, [entry]);
  }
  if (there.kind !== "sequence") return null;
  return itemsAdded(page, there, [{ value: name, block: scalar(name), remark: "" }]);
}

/** The entry whose key ends a trail; `null`: none does. */
function entryAt(trail: readonly WrittenNode[]): WrittenEntry | null {
  const [map, key] = trail.slice(-2);
  if (map?.kind !== "mapping") return null;
  return map.entries.find((one) => one.key === key) ?? null;
}
