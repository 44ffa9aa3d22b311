import type { EndpointResult, ModelResult, Result } from "../gate/result.ts";
import { sharedAssumptions } from "./assumption-words.ts";
import { credibleLines } from "./credible-words.ts";
import { movedRows } from "./moved-rows.ts";
import { count } from "./phrase.ts";
import { toldEndpoints, untoldEndpoints } from "./rows.ts";
import { countUnder } from "./under-rows.ts";

/** How much a report tells: the most of each kind, for every model. */
export type Detail = {
  readonly models: number;
  /** Endpoints that changed or have a reason. */
  readonly rows: number;
  /** Figures of which the causes are told; endpoints with the ways back, and with what limits them. */
  readonly causes: number;
  readonly remedies: number;
  readonly limits: number;
  readonly graphs: 0 | 1;
  readonly changes: number;
  readonly reasons: number;
  /** Figures under faults. */
  readonly under: number;
  /** Faults and single failures with what they take down. */
  readonly blasts: number;
  readonly assumptions: number;
  readonly unchanged: number;
  readonly diagnostics: number;
  /** Characters of a name. */
  readonly name: number;
};

const ALL = Number.POSITIVE_INFINITY;
/** A table each, folded: with more of them nobody finds the one that is looked for. */
const MOST_LIMIT_LISTS = 20;

export const EVERYTHING: Detail = {
  models: ALL,
  rows: ALL,
  causes: ALL,
  remedies: ALL,
  limits: MOST_LIMIT_LISTS,
  graphs: 1,
  changes: ALL,
  reasons: ALL,
  under: ALL,
  blasts: ALL,
  assumptions: ALL,
  unchanged: ALL,
  diagnostics: ALL,
  name: 100,
};

/** What is told of what is folded anyway, where there is little room. */
const FEW = { limits: 10, blasts: 20, assumptions: 10 };
const FOLDED = { reasons: 0, unchanged: 0, diagnostics: 0, limits: 0, blasts: 0, assumptions: 0 };

/** From the whole to the verdict alone; what a reader misses least goes first. */
const LEVELS: readonly Detail[] = [
  EVERYTHING,
  { ...EVERYTHING, unchanged: 0 },
  { ...EVERYTHING, unchanged: 0, diagnostics: 0 },
  { ...EVERYTHING, ...FEW, unchanged: 0, diagnostics: 0, reasons: 10, under: 100, causes: 20 },
  {
    ...EVERYTHING,
    ...FEW,
    ...{ unchanged: 0, diagnostics: 0, reasons: 10, under: 50, changes: 50, rows: 100 },
    ...{ causes: 10, remedies: 10 },
  },
  {
    ...FOLDED,
    ...{
      models: 10,
      rows: 20,
      changes: 10,
      under: 10,
      name: 60,
      causes: 3,
      remedies: 3,
      graphs: 1,
    },
  },
  {
    ...FOLDED,
    ...{ models: 3, rows: 10, changes: 3, under: 3, name: 40, causes: 1, remedies: 1, graphs: 0 },
  },
  {
    ...FOLDED,
    ...{ models: 0, rows: 0, changes: 0, under: 0, name: 30, causes: 0, remedies: 0, graphs: 0 },
  },
];

/** The most detailed rendering that `fits`; the barest where none does. */
export function mostDetailed(
  render: (detail: Detail) => string,
  fits: (text: string) => boolean,
): string {
  let text = "";
  for (const level of LEVELS) {
    text = render(level);
    if (fits(text)) return text;
  }
  return text;
}

/** What a level leaves out of a result, in words: `204 unchanged endpoints`. */
export function leftOut(result: Result, models: readonly ModelResult[], detail: Detail): string[] {
  const shown = models.slice(0, detail.models);
  const hidden = models.length - shown.length;
  const beyond = (of: (model: ModelResult) => number, most: number): number =>
    shown.reduce((sum, one) => sum + Math.max(0, of(one) - most), 0);
  const counts: readonly [number, string][] = [
    [hidden, "spec"],
    [beyond((one) => toldEndpoints(one).length, detail.rows), "changed endpoint"],
    [beyond((one) => one.changes.length, detail.changes), "change"],
    [beyond((one) => movedRows(toldEndpoints(one)).length, detail.causes), "cause list"],
    [beyond((one) => told(one, (e) => e.explained?.remedies), detail.remedies), "way back"],
    // What is beyond the most is nowhere but in JSON and HTML, and the fold itself says so.
    [
      beyond(
        (one) =>
          Math.min(
            MOST_LIMIT_LISTS,
            told(one, (e) => e.explained?.limits),
          ),
        detail.limits,
      ),
      "limit list",
    ],
    [beyond((one) => (one.graph === undefined ? 0 : 1), detail.graphs), "graph"],
    [beyond((one) => countUnder(one).told, detail.under), "fault figure"],
    [
      beyond((one) => result.reasons.filter((r) => r.model === one.path).length, detail.reasons),
      "reason",
    ],
    [
      beyond((one) => credibleLines(toldEndpoints(one)).length, detail.reasons),
      "credible interval",
    ],
    [beyond((one) => one.blast?.length ?? 0, detail.blasts), "failure"],
    [
      beyond((one) => sharedAssumptions(toldEndpoints(one)).length, detail.assumptions),
      "assumption",
    ],
    [beyond((one) => untoldEndpoints(one).length, detail.unchanged), "unchanged endpoint"],
    [beyond((one) => one.diagnostics.length, detail.diagnostics), "note"],
  ];
  return counts.filter(([n]) => n > 0).map(([n, noun]) => count(n, noun));
}

/** Of how many endpoints that are told there is a list. */
function told(
  model: ModelResult,
  list: (endpoint: EndpointResult) => readonly unknown[] | undefined,
): number {
  return toldEndpoints(model).filter((one) => (list(one)?.length ?? 0) > 0).length;
}
