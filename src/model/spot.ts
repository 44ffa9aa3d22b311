import type { Place } from "../yaml/diagnostic.ts";
import { entriesOf, itemsOf, type SpecNode } from "./document.ts";
import { type SchemaSkeleton, schemaSkeleton } from "./validate-spec.generated.js";

/** What a pointer of the schema's findings leads to. */
export type Spot = {
  readonly node: SpecNode;
  /** The nearest key on the way: empty for the spec as a whole. */
  readonly key: string;
  /** Of that key; of the node itself inside a list. */
  readonly keyPlace: Place;
  /** Whether the node is one of a list at that key. */
  readonly isItem: boolean;
  /** All that the schema says of the node. */
  readonly schemas: readonly SchemaSkeleton[];
  /** Names of the definitions among them. */
  readonly definitions: readonly string[];
};

/** Follow a JSON pointer through the spec and its schema at once. */
export function locate(root: SpecNode, pointer: string): Spot {
  let spot: Spot = {
    node: root,
    key: "",
    keyPlace: root.place,
    isItem: false,
    ...resolve([schemaSkeleton]),
  };
  for (const step of pointer.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    const next = spot.node.kind === "list" ? intoList(spot, Number(name)) : intoMap(spot, name);
    if (next === null) return spot;
    spot = next;
  }
  return spot;
}

function intoList({ node, key, schemas }: Spot, index: number): Spot | null {
  const item = itemsOf(node)[index];
  if (item === undefined) return null;
  const parts = schemas.flatMap((one) => one.items ?? []);
  return { node: item, key, keyPlace: item.place, isItem: true, ...resolve(parts) };
}

function intoMap({ node, schemas }: Spot, key: string): Spot | null {
  const entry = entriesOf(node).get(key);
  if (entry === undefined) return null;
  const parts = schemas.flatMap((one) => {
    const known = one.properties;
    if (known !== undefined && Object.hasOwn(known, key)) return known[key]!;
    return typeof one.additionalProperties === "object" ? one.additionalProperties : [];
  });
  return { node: entry.value, key, keyPlace: entry.keyPlace, isItem: false, ...resolve(parts) };
}

/** Schemas with what they refer to and their branches. */
function resolve(schemas: readonly SchemaSkeleton[]): Pick<Spot, "schemas" | "definitions"> {
  const all = [...schemas];
  const definitions: string[] = [];
  for (const one of all) {
    const name = one.$ref?.slice("#/$defs/".length);
    if (name !== undefined) {
      definitions.push(name);
      all.push(schemaSkeleton.$defs![name]!);
    }
    for (const branch of [one.then, one.else]) if (branch !== undefined) all.push(branch);
  }
  return { schemas: all, definitions };
}
