import type { Edit, Page } from "../draft/text-edits.ts";
import type { Position } from "../yaml/node.ts";
import type { WrittenMapping, WrittenNode, WrittenScalar } from "../yaml/written.ts";
import { type HeadFile, isShared, keyIn, trailTo } from "./patches-file.ts";

/** What bounds a number from above: an autoscaler refuses a minimum beyond its maximum. */
const BOUNDS: ReadonlyMap<string, string> = new Map([
  ["minReplicas", "maxReplicas"],
  ["minReplicaCount", "maxReplicaCount"],
  ["autoscaling.knative.dev/min-scale", "autoscaling.knative.dev/max-scale"],
  ["autoscaling.knative.dev/minScale", "autoscaling.knative.dev/maxScale"],
]);

/**
 * Writes another whole number where one stands, quoted as it is there, and raises what bounds it. `null` where
 * none stands, or where an anchor may carry it elsewhere.
 */
export function numberSet(file: HeadFile, at: Position, to: number): readonly Edit[] | null {
  const trail = trailTo(file, at);
  const [around, number] = trail.slice(-2);
  if (number === undefined || !isNumber(number) || isShared(trail)) return null;
  if (around?.kind === "sequence") return [written(file.page, number, to)];
  const key = keyIn(around, number);
  // Workloads may be called by a number.
  if (around?.kind !== "mapping" || key === null || key === "name") return null;
  const bound = raised(file.page, around, BOUNDS.get(key) ?? null, to);
  return bound === null ? null : [written(file.page, number, to), ...bound];
}

/** Raises a bound that lies below a number; `null` where it cannot be told. */
export function raised(
  page: Page,
  map: WrittenMapping,
  bound: string | null,
  to: number,
): readonly Edit[] | null {
  const value = map.entries.find(({ key }) => key.kind === "scalar" && key.text === bound)?.value;
  if (value === undefined) return [];
  if (!isNumber(value) || value.marked) return null;
  const most = Number(value.text);
  // No bound, to Knative.
  return most >= to || most === 0 ? [] : [written(page, value, to)];
}

function isNumber(node: WrittenNode): node is WrittenScalar {
  return node.kind === "scalar" && node.style !== "block" && /^\d+$/.test(node.text);
}

function written({ text }: Page, { start, end, style }: WrittenScalar, to: number): Edit {
  const mark = style === "quoted" ? (text[start] ?? "") : "";
  return { from: start, to: end, text: `${mark}${to}${mark}` };
}
