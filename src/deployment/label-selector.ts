import { asMapping, asSequence, asText, lookup } from "../yaml/access.ts";
import type { YamlNode } from "../yaml/node.ts";

/** All of them must hold: an empty list selects everything. */
export type LabelSelector = readonly Requirement[];

type Requirement = {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  readonly values: readonly string[];
};

/** Selects nothing: no value is one of none. */
export const SELECTS_NOTHING: LabelSelector = [{ key: "", operator: "In", values: [] }];

/**
 * A LabelSelector of Kubernetes (meta/v1): `matchLabels` and `matchExpressions` together. One that the API
 * server would refuse selects nothing.
 */
export function labelSelectorOf(node: YamlNode): LabelSelector {
  if (node.kind !== "mapping") return SELECTS_NOTHING;
  const equal = (asMapping(lookup(node, "matchLabels"))?.entries ?? []).map(
    ({ key, value }): Requirement => ({ key, operator: "In", values: [asText(value) ?? ""] }),
  );
  const expressions = asSequence(lookup(node, "matchExpressions"))?.items.map(requirementOf) ?? [];
  const legal = expressions.filter((one) => one !== null);
  return legal.length < expressions.length ? SELECTS_NOTHING : [...equal, ...legal];
}

function requirementOf(node: YamlNode): Requirement | null {
  const key = asText(lookup(node, "key"));
  const operator = asText(lookup(node, "operator"));
  const values = (asSequence(lookup(node, "values"))?.items ?? []).map((one) => asText(one) ?? "");
  if (key === null) return null;
  if (operator === "In" || operator === "NotIn") {
    return values.length === 0 ? null : { key, operator, values };
  }
  if (operator === "Exists" || operator === "DoesNotExist") {
    return values.length === 0 ? { key, operator, values } : null;
  }
  return null;
}

/** Whether labels meet a selector; `NotIn` is met where the label is missing, too. */
export function selects(
  selector: LabelSelector,
  labels: Readonly<Record<string, string>>,
): boolean {
  return selector.every(({ key, operator, values }) => {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    if (operator === "Exists") return value !== undefined;
    if (operator === "DoesNotExist") return value === undefined;
    const isOneOf = value !== undefined && values.includes(value);
    return operator === "In" ? isOneOf : !isOneOf;
  });
}
