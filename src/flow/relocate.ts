import type { Deployment } from "../deployment/workload.ts";
import type { Place } from "../yaml/diagnostic.ts";

/** A file that only a renderer made, and where what stands in it comes from. */
export type RenderedFile = { readonly placeOf: (line: number, column: number) => Place };

/**
 * The same facts, with each place in a rendered file put where a person can open it.
 *
 * @param rendered by the name of the file
 */
export function relocate(
  deployment: Deployment,
  rendered: ReadonlyMap<string, RenderedFile>,
): Deployment {
  if (rendered.size === 0) return deployment;
  const known = new WeakMap<object, unknown>();
  return mapPlaces(deployment, rendered, known) as Deployment;
}

/** All of it is plain data: places are told by their `file`, which a diagnostic has among other things. */
function mapPlaces(
  value: unknown,
  rendered: ReadonlyMap<string, RenderedFile>,
  known: WeakMap<object, unknown>,
): unknown {
  if (typeof value !== "object" || value === null) return value;
  const before = known.get(value);
  if (before !== undefined) return before;
  const made = mapParts(value, rendered, known);
  known.set(value, made);
  return made;
}

function mapParts(
  value: object,
  rendered: ReadonlyMap<string, RenderedFile>,
  known: WeakMap<object, unknown>,
): unknown {
  const map = (part: unknown): unknown => mapPlaces(part, rendered, known);
  if (Array.isArray(value)) return value.map(map);
  if (value instanceof Map) return new Map([...value].map(([key, part]) => [key, map(part)]));
  if (value instanceof Set) return value;
  const copy: Record<string, unknown> = Object.create(Object.getPrototypeOf(value));
  for (const [key, part] of Object.entries(value)) copy[key] = map(part);
  const { file, line, column } = copy;
  const made = typeof file === "string" ? rendered.get(file) : undefined;
  return made === undefined || typeof line !== "number"
    ? copy
    : Object.assign(copy, made.placeOf(line, typeof column === "number" ? column : 1));
}
