import { groupedBy } from "./group.ts";
import type { FamilyName, Row } from "./row.ts";

/** One quantity that a family is about; not finite where its rows have nothing to find it in. */
export type Finding = { readonly name: string; readonly value: number };

/** What a family came to, in the order of `PUBLISHED`. */
export function findingsOf(family: FamilyName, rows: readonly Row[]): readonly Finding[] {
  return FINDERS[family](rows).map(([name, value]) => ({ name, value }));
}

type Found = readonly (readonly [name: string, value: number])[];

const FINDERS: Readonly<Record<FamilyName, (rows: readonly Row[]) => Found>> = {
  chain: (rows) => [
    ["lowest availability", least(rows, exact)],
    ["highest availability", most(rows, exact)],
  ],
  fanout: (rows) => [
    ["availability, fewest callees", most(rows, exact)],
    ["availability, most callees", least(rows, exact)],
    ["lost between them", most(rows, exact) - least(rows, exact)],
  ],
  "replicated-bottleneck": (rows) => [
    ["availability, fewest replicas", least(rows, exact)],
    ["availability, most replicas", most(rows, exact)],
    ["left to the dependency's bound", least(rows, gap)],
  ],
  sensitivity,
  "async-side-effect": (rows) => {
    const immediate = rows.filter(({ scenario }) => scenario === "immediate");
    const eventual = rows.filter(({ scenario }) => scenario === "eventual");
    return [
      ["immediate availability", least(immediate, exact)],
      ["its loss to async calls", most(immediate, gap)],
      ["eventual availability", least(eventual, exact)],
      ["its loss to async calls", most(eventual, gap)],
    ];
  },
  "single-point-of-failure": (rows) => [
    ["lowest availability", least(rows, exact)],
    ["highest availability", most(rows, exact)],
    ["least below the shared service", least(rows, gap)],
  ],
  "failure-domain": (rows) => [
    ["replicas taken for independent", most(rows, (row) => row.baseline)],
    ["replicas that share a domain", least(rows, (row) => row.reference)],
    ["too high by", most(rows, gap)],
  ],
  timeout: (rows) => [
    ["connectivity alone", most(rows, (row) => row.baseline)],
    ["greatest false positive", most(rows, gap)],
    ["most that retries recover", mostRecovered(rows)],
  ],
  "trace-incompleteness": (rows) => [
    ["greatest bias", most(rows, gap)],
    ["hidden dependencies: too high by", most(ofKind(rows, "hidden_dependency"), bias)],
    [
      "unseen replicas: too low by",
      most(ofKind(rows, "replica_undercount"), (row) =>
        row.signedBias === null ? null : 0 - row.signedBias,
      ),
    ],
  ],
  "large-chain": smallest,
  "large-fanout": smallest,
  "large-bottleneck": (rows) => [["highest availability", most(rows, exact)]],
};

function smallest(rows: readonly Row[]): Found {
  return [["smallest availability", least(rows, exact)]];
}

/** Where the dependency is worse than the replicated service, replicas gain less than it costs. */
function sensitivity(rows: readonly Row[]): Found {
  const limited = rows.filter(isEdgeDominant);
  const others = rows.filter((row) => !isEdgeDominant(row));
  return [
    ["greatest gain from replicas", most(rows, gap)],
    ["cells the dependency limits", limited.length / rows.length],
    ["mean gain there", mean(limited, gap)],
    ["mean gain elsewhere", mean(others, gap)],
  ];
}

/** ρ < 1-(1-θ)^R: below the contour of Figure 1. */
function isEdgeDominant({ theta, rho, replicas }: Row): boolean {
  let allDown = 1;
  for (let replica = 0; replica < (replicas ?? 0); replica++) allDown *= 1 - (theta ?? 0);
  return (rho ?? 0) < 1 - allDown;
}

/** Of each time-out, from the fewest retries to the most. */
function mostRecovered(rows: readonly Row[]): number {
  const timeouts = groupedBy(rows, ({ scenario }) => scenario.replace(/:retries=\d+$/, ""));
  const recovered = [...timeouts.values()].map(
    (same) => most(same, (row) => row.reference) - least(same, (row) => row.reference),
  );
  return Math.max(...recovered);
}

type Quantity = (row: Row) => number | null;

const exact: Quantity = (row) => row.exact;
const gap: Quantity = (row) => row.gap;
const bias: Quantity = (row) => row.signedBias;

function ofKind(rows: readonly Row[], kind: string): readonly Row[] {
  return rows.filter(({ scenario }) => scenario.startsWith(`${kind}:`));
}

function valuesOf(rows: readonly Row[], quantity: Quantity): readonly number[] {
  return rows.map(quantity).filter((value) => value !== null);
}

function least(rows: readonly Row[], quantity: Quantity): number {
  return Math.min(...valuesOf(rows, quantity));
}

function most(rows: readonly Row[], quantity: Quantity): number {
  return Math.max(...valuesOf(rows, quantity));
}

function mean(rows: readonly Row[], quantity: Quantity): number {
  const values = valuesOf(rows, quantity);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
