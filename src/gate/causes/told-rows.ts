import { once } from "../../availability/once.ts";
import type { Model } from "../../model/model.ts";
import { dependencyChanges } from "../dependency-changes.ts";
import { domainChanges } from "../domain-changes.ts";
import { incidentChanges } from "../fault-changes.ts";
import { placementChanges } from "../placement-changes.ts";
import type { Change, ChangeKind } from "../result.ts";
import { serviceChanges } from "../service-changes.ts";

/** The row of a kind and subject among those that tell what changed, one thing a row. */
export type ToldRows = {
  readonly row: (kind: ChangeKind | "evidence", subject: string) => Change | undefined;
  readonly all: (kind: ChangeKind) => readonly Change[];
};

/** What differs between two models, as `describeChanges` tells it; asked once for all endpoints. */
export function toldRows(base: Model, head: Model): ToldRows {
  return between(base)(head);
}

const between = once((base: Model) =>
  once((head: Model): ToldRows => {
    const rows = [
      ...domainChanges(base, head),
      ...serviceChanges(base, head),
      ...placementChanges(base, head),
      ...dependencyChanges(base, head),
      ...incidentChanges(base, head),
    ];
    const byKey = new Map(rows.map((row) => [keyOf(row.kind, row.subject), row]));
    return {
      row: (kind, subject) => byKey.get(keyOf(kind, subject)),
      all: (kind) => rows.filter((row) => row.kind === kind),
    };
  }),
);

function keyOf(kind: string, subject: string): string {
  return `${kind}\n${subject}`;
}
