import type { YamlNode } from "../yaml/node.ts";

/** Compose casts a string of digits to a number where it wants one (compose-go, `interpolation`). */
export function numeral(node: YamlNode | null): YamlNode | null {
  const isDigits =
    node?.kind === "scalar" && typeof node.value === "string" && /^[0-9]+$/.test(node.text);
  return isDigits ? { ...node, value: Number(node.text) } : node;
}
