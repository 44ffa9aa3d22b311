import type { Verdict } from "../gate/result.ts";
import type { EndpointRow } from "./endpoint-rows.ts";

export type SortKey = "verdict" | "name" | "before" | "after" | "downtime" | "budget" | "slo";

export type Order = { readonly key: SortKey; readonly descending: boolean };

export type Filter = { readonly text: string; readonly verdict: Verdict | null };

const VERDICTS: readonly Verdict[] = ["fail", "warn", "pass"];

/** Rows that hold every word of the search, in any case, in the order asked for; as given where they are equal. */
export function shownRows(
  rows: readonly EndpointRow[],
  { text, verdict }: Filter,
  order: Order,
): readonly EndpointRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter(
    (row) =>
      (verdict === null || row.verdict === verdict) &&
      words.every((word) => row.name.toLowerCase().includes(word)),
  );
  const sign = order.descending ? -1 : 1;
  return found.toSorted((a, b) => {
    const [one, other] = [keyOf(a, order.key), keyOf(b, order.key)];
    // What has no figure comes last, whichever way.
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return one < other ? -sign : one > other ? sign : 0;
  });
}

function keyOf(row: EndpointRow, key: SortKey): number | string | null {
  switch (key) {
    case "verdict":
      return VERDICTS.indexOf(row.verdict);
    case "name":
      return row.name.toLowerCase();
    // By the unavailability, which has the digits.
    case "before":
      return row.base === null ? null : -row.base.unavailability;
    case "after":
      return row.head === null ? null : -row.head.unavailability;
    case "downtime":
      return row.head === null ? null : row.head.unavailability;
    case "budget":
      return row.head === null || row.sloValue === null || row.sloValue === 1
        ? null
        : row.head.unavailability / (1 - row.sloValue);
    case "slo":
      return row.sloValue;
  }
}
