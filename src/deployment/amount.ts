import { asInteger, asText, isAbsent } from "../yaml/access.ts";
import type { Place } from "../yaml/diagnostic.ts";
import type { YamlNode } from "../yaml/node.ts";
import { placeIn } from "./definition.ts";
import { written } from "./replicas.ts";
import type { Amount } from "./workload.ts";

/** Kubernetes holds the number in an int32. */
const MAX_AMOUNT = 2 ** 31 - 1;

/** What is written, with its line; `amount` is `null` beside a `problem`, which lacks what is counted instead. */
export type StatedAmount =
  | { readonly place: Place; readonly amount: Amount }
  | { readonly place: Place; readonly amount: null; readonly problem: string };

/**
 * The IntOrString at `node`: a whole number, 0 or more, or a percentage of whole percent, at most
 * `maxPercent`. Anything else is a problem that names `what`. `null` where nothing is written.
 */
export function statedAmount(
  node: YamlNode | null,
  rounding: "down" | "up",
  maxPercent: number,
  file: string,
  what: string,
): StatedAmount | null {
  if (node === null || isAbsent(node)) return null;
  const place = placeIn(file, node.at);
  const count = asInteger(node);
  if (count !== null && count >= 0 && count <= MAX_AMOUNT) return { place, amount: count };
  const percent = percentOf(node);
  if (percent !== null && percent <= maxPercent) {
    return { place, amount: { percent, rounding } };
  }
  return { place, amount: null, problem: `${what} is ${written(node)}; ${remedy(node, percent)}` };
}

/** `IsValidPercent` of Kubernetes: digits and the sign, nothing else. */
function percentOf(node: YamlNode): number | null {
  const text = asText(node) ?? "";
  return /^[0-9]{1,9}%$/.test(text) ? Number(text.slice(0, -1)) : null;
}

function remedy(node: YamlNode, percent: number | null): string {
  if (percent !== null) return "write 100% at the most";
  const text = asText(node) ?? "";
  if (/\$[{(\w]|\{\{/.test(text)) return "render the manifest first, or write the number";
  if (/^[0-9]+$/.test(text)) return "remove the quotes, or add the percent sign";
  return "write a whole number, or a percentage such as `25%`";
}
