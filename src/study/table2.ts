import { type CellSummary, summariseCells } from "./cells.ts";
import { csvText, twelveDigits } from "./csv.ts";
import { findingsOf } from "./findings.ts";
import { groupedBy } from "./group.ts";
import { PUBLISHED, PUBLISHED_ERRORS, printedTo } from "./published.ts";
import type { FamilyName, StudyResult } from "./row.ts";
import { TITLES } from "./titles.ts";

/** One quantity beside the paper's. */
export type Compared = {
  readonly name: string;
  readonly ours: number;
  /** As the paper prints it; `null` where it has none for such a system. */
  readonly paper: string | null;
  /** Ours less the paper's. */
  readonly difference: number | null;
  /** To the last digit that the paper prints, or to 1e-12. */
  readonly agrees: boolean | null;
};

/** A row of Table 2: a family, what is asked of it, and what came out. */
export type Table2Row = {
  readonly family: FamilyName;
  readonly varied: string;
  readonly question: string;
  /** Empty where only a simulation was asked for. */
  readonly figures: readonly Compared[];
  readonly cells: CellSummary | null;
  readonly paperError: string | null;
};

/** Table 2, a row for each family of the study; `comparable`: those whose systems are the paper's. */
export function table2Of(
  { rows, scale }: StudyResult,
  comparable: ReadonlySet<FamilyName>,
): readonly Table2Row[] {
  const all = [...rows, ...scale];
  const cells = new Map(summariseCells(all).map((one) => [one.family, one]));
  return [...groupedBy(all, ({ family }) => family)].map(([family, own]) => ({
    family,
    ...ASKED[family],
    figures: findingsOf(family, own)
      .map(({ name, value }, index) =>
        compared(name, value, comparable.has(family) ? (PUBLISHED[family][index] ?? null) : null),
      )
      .filter(({ ours }) => Number.isFinite(ours)),
    cells: cells.get(family) ?? null,
    paperError: comparable.has(family) ? (PUBLISHED_ERRORS[family] ?? null) : null,
  }));
}

function compared(name: string, ours: number, paper: string | null): Compared {
  if (paper === null) return { name, ours, paper, difference: null, agrees: null };
  const difference = ours - Number(paper);
  return { name, ours, paper, difference, agrees: Math.abs(difference) <= printedTo(paper) };
}

/** Which of its figures a row is about; the paper's artifact has chosen alike, but where it took an error. */
const PRIMARY: Readonly<Partial<Record<FamilyName, number>>> = {
  fanout: 2,
  "replicated-bottleneck": 2,
  "async-side-effect": 3,
  "single-point-of-failure": 2,
  "failure-domain": 2,
  timeout: 1,
};

/** `table2.csv`: a row for each family, with the figure that it is about. */
export function table2Csv(table: readonly Table2Row[]): string {
  const header = [
    "family",
    "varied_parameter",
    "adequacy_question",
    "primary_figure",
    "primary_value",
    "published_value",
    "difference",
    "mc_cells",
    "mc_inside_interval",
    "max_mc_abs_error",
    "max_ci_half_width",
    "details",
  ];
  return csvText(
    header,
    table.map(({ family, varied, question, figures, cells }) => {
      const primary = figures[PRIMARY[family] ?? 0];
      return [
        TITLES[family],
        varied,
        question,
        primary?.name ?? null,
        primary?.ours ?? null,
        primary?.paper ?? null,
        primary?.difference ?? null,
        cells?.cells ?? null,
        cells?.inside ?? null,
        cells?.largestError ?? null,
        cells?.widestHalf ?? null,
        figures.map(({ name, ours }) => `${name}: ${twelveDigits(ours)}`).join("; "),
      ];
    }),
  );
}

type Asked = { readonly varied: string; readonly question: string };

const ASKED: Readonly<Record<FamilyName, Asked>> = {
  chain: {
    varied: "dependencies, theta, rho",
    question: "Is a chain worth the product of all that is on it, Eq. (16)?",
  },
  fanout: {
    varied: "callees",
    question: "What does each further callee that must answer cost?",
  },
  "replicated-bottleneck": {
    varied: "replicas",
    question: "Do replicas lift an endpoint beyond the dependency that leads to them?",
  },
  sensitivity: {
    varied: "theta, rho",
    question: "Where do replicas pay, and where does the dependency limit what they can?",
  },
  "async-side-effect": {
    varied: "completion",
    question: "Does what nobody waits for touch the answer, or only what follows it?",
  },
  "single-point-of-failure": {
    varied: "theta of the shared service",
    question: "Can redundant routes be better than the one service that they all end in?",
  },
  "failure-domain": {
    varied: "placement",
    question: "How far off is it to take replicas that fail together for independent?",
  },
  timeout: {
    varied: "time-out, retries",
    question: "How often is a service reached, but too late?",
  },
  "trace-incompleteness": {
    varied: "what traces omit",
    question: "Which way does a model err that was discovered from incomplete traces?",
  },
  "large-chain": { varied: "dependencies, q", question: "Does the chain's form hold at length?" },
  "large-fanout": { varied: "callees, q", question: "Does the fan-out's form hold in breadth?" },
  "large-bottleneck": {
    varied: "replicas",
    question: "Is the bound still kept with dozens of replicas?",
  },
};
