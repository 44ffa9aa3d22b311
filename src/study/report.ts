import type { Checks } from "./checks.ts";
import { twelveDigits } from "./csv.ts";
import { grouped } from "./grouped.ts";
import type { FamilyName } from "./row.ts";
import type { Compared, Table2Row } from "./table2.ts";
import { TITLES } from "./titles.ts";

/** What a report is made of. */
export type Reported = {
  readonly name: string;
  readonly version: string;
  readonly seed: number;
  readonly confidence: number;
  /** Of the configuration's text, in hexadecimal. */
  readonly configHash: string;
  readonly table: readonly Table2Row[];
  readonly checks: Checks;
  readonly comparable: ReadonlySet<FamilyName>;
  /** Name of the picture beside the report; `null` where there is none. */
  readonly picture: string | null;
};

/** `report.md`: Table 2 beside the paper's, the simulation, Figure 1, and how to read them. */
export function reportMarkdown(reported: Reported): string {
  const { table, comparable, picture } = reported;
  const parts = [
    opening(reported),
    beside(table),
    monteCarlo(reported),
    picture === null ? [] : figure1(picture),
    sharedService(table, comparable),
    limits(comparable),
    reading(reported),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function opening({ checks }: Reported): readonly string[] {
  return [
    "# The synthetic adequacy study, computed anew",
    "",
    "Systems small or regular enough that their availability is known on paper, each built here as an ordinary model and given to the engine that judges pull requests. Beside it stand the closed form, a Monte Carlo simulation of the same model, and what the paper prints.",
    "",
    ...(checks.faults.length === 0
      ? ["**Everything holds.**", ""]
      : ["**Not everything holds.**", "", ...checks.faults.map((one) => `- ${one}`), ""]),
    ...checkWords(checks).map((words) => `- ${words}`),
  ];
}

/** What was checked, a sentence each. */
export function checkWords(checks: Checks): readonly string[] {
  const { closedForms, furthest, published, agreeing, cells, missed } = checks;
  return [
    ...(closedForms === 0
      ? []
      : [
          furthest === 0
            ? `All ${grouped(closedForms)} exact figures are what their closed forms say.`
            : `${grouped(closedForms)} exact figures lie within ${furthest.toExponential(1)} of their closed forms.`,
        ]),
    ...(published === 0
      ? []
      : [
          `${agreeing} of the paper's ${published} figures are ours too, to the last digit that it prints.`,
        ]),
    ...(cells === 0
      ? []
      : [
          `${cells - missed} of ${cells} simulated cells hold the exact figure in their 99.9% interval.`,
        ]),
  ];
}

function beside(table: readonly Table2Row[]): readonly string[] {
  const rows = table.flatMap(({ family, question, figures }) =>
    figures.map((figure, index) => [
      index === 0 ? `**${TITLES[family]}**<br>${question}` : "",
      figure.name,
      figure.paper ?? "",
      twelveDigits(figure.ours),
      differenceWords(figure),
    ]),
  );
  if (rows.length === 0) return [];
  if (!table.some(({ figures }) => figures.some(({ paper }) => paper !== null))) {
    const own = rows.map(([family = "", figure = "", , ours = ""]) => [family, figure, ours]);
    return ["## What came out", "", ...markdownTable(["family", "figure", "value"], "ll:", own)];
  }
  return [
    "## Beside the paper's Table 2",
    "",
    ...markdownTable(["family", "figure", "paper", "ours", "difference"], "ll:::", rows),
    "",
    "✓: ours agrees to the last digit that the paper prints, and the difference is what rounding took. Where the paper's column is empty, it has no such figure.",
  ];
}

/** Ours less the paper's, with a mark; empty where there is nothing to compare with. */
export function differenceWords({ difference, agrees }: Compared): string {
  if (difference === null || agrees === null) return "";
  const size = Math.abs(difference) <= 1e-12 ? "0" : difference.toExponential(1);
  return `${size} ${agrees ? "✓" : "✗"}`;
}

function monteCarlo({ table, confidence }: Reported): readonly string[] {
  const simulated = table.flatMap(({ family, cells, paperError }) =>
    cells === null ? [] : [{ family, cells, paperError }],
  );
  if (simulated.length === 0) return [];
  const own = percent(confidence);
  const rows = simulated.map(({ family, cells, paperError }) => [
    TITLES[family],
    String(cells.cells),
    grouped(cells.samples),
    `${cells.inside}`,
    `${cells.insideWide}`,
    cells.largestError.toFixed(6),
    paperError === null ? "" : Number(paperError).toFixed(6),
    cells.widestHalf.toFixed(6),
  ]);
  const total = simulated.reduce((sum, one) => sum + one.cells.cells, 0);
  const inside = simulated.reduce((sum, one) => sum + one.cells.inside, 0);
  return [
    "## By simulation",
    "",
    ...markdownTable(
      [
        "family",
        "cells",
        "states a cell",
        `in ${own}`,
        "in 99.9%",
        "largest error",
        "paper's",
        `half-width, ${own}`,
      ],
      "l:::::::",
      rows,
    ),
    "",
    `Every replica, channel, attempt in time and domain of a model is drawn in each state, and the predicate decided by walking the graph. Of ${total} intervals at ${own}, ${inside} hold the exact figure; about ${Math.round(total * confidence)} should. The paper's largest errors are those of other draws, taken straight from the closed form: of the same size as ours, and no more than that.`,
  ];
}

function figure1(picture: string): readonly string[] {
  return [
    "## Figure 1",
    "",
    `![Heat map of the availability gained by more replicas, over the availability of a replica and of the dependency, with a white contour](${picture})`,
    "",
    "What more replicas of a service gain. Below the white contour, where ρ = 1-(1-θ)³ with three replicas, the dependency is the worse part: the gain that is left is what it lets through.",
  ];
}

/** That it ranks first is so in the default study's system, as its test shows; not in every other. */
function sharedService(
  table: readonly Table2Row[],
  comparable: ReadonlySet<FamilyName>,
): readonly string[] {
  const row = table.find(({ family }) => family === "single-point-of-failure");
  if (row === undefined || row.figures.length === 0) return [];
  const [lowest, highest, closest] = row.figures.map(({ ours }) => twelveDigits(ours));
  return [
    "## A single point of failure",
    "",
    `The paper names this case without a table. Redundant routes, each with replicas, all end in one shared service of one replica. The whole is never better than that one: it goes from ${lowest} to ${highest}, and even at the closest it is ${closest} below.${comparable.has("single-point-of-failure") ? " The engine's importance ranks the shared service first in every cell." : ""}`,
  ];
}

/** Shown where the study is the paper's: elsewhere the sentences would not be true. */
function limits(comparable: ReadonlySet<FamilyName>): readonly string[] {
  const told = [
    ...(comparable.has("sensitivity")
      ? [
          "- The greatest gain, 0.373125, belongs to the edge of the grid, which starts at θ = 0.50. Over all θ the gain ρ((1-(1-θ)³)-θ) is greatest at θ = 1-1/√3 ≈ 0.4226, outside the grid: 0.382976 at the grid's best ρ, 0.995.",
        ]
      : []),
    ...(comparable.has("trace-incompleteness")
      ? [
          "- The bias of 0.594 assumes that a callee stays mandatory when the call to it was never seen: the model then needs what it cannot reach. A discovery that derives its needs from the calls it saw would forget callee and need together, and err the other way, as under *hidden dependencies*.",
        ]
      : []),
  ];
  return told.length === 0 ? [] : ["## What the figures do not say", "", ...told];
}

function reading({ name, version, seed, configHash, picture }: Reported): readonly string[] {
  return [
    "## How to read this",
    "",
    "- θ is the availability of a replica, ρ of a dependency, k the dependencies of a chain, d the callees of a fan-out, R the replicas.",
    "- `raw_results.csv` has every scenario, `scale_sanity.csv` the large families; both join the published files of these names on family and `scenario_id`. `table2.csv` has a row for each family.",
    ...(picture === null ? [] : ["- `figure1.svg` and `figure1.png` are the picture above."]),
    "- `manifest.json` has the hash of each file. No clock, machine or Node version enters any of them: the same version, configuration and seed give the same bytes.",
    "",
    `Made by availability-gate ${version}. Study \`${name}\`, seed ${seed}, configuration sha256 ${configHash.slice(0, 16)}….`,
  ];
}

/** `align`: for each column `l` for left, `:` for right. */
function markdownTable(
  titles: readonly string[],
  align: string,
  rows: readonly (readonly string[])[],
): readonly string[] {
  const rule = Array.from(align, (one) => (one === "l" ? "---" : "--:"));
  return [titles, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

function percent(confidence: number): string {
  return `${twelveDigits(100 * confidence)}%`;
}
