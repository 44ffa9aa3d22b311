import { palette } from "../report/colour.ts";
import { visible } from "../report/escape.ts";
import { joined, type TextOptions } from "../report/text.ts";
import { type Cell, type Column, table } from "../report/text-table.ts";
import type { Checks } from "../study/checks.ts";
import { twelveDigits } from "../study/csv.ts";
import type { StudyFile } from "../study/manifest.ts";
import { checkWords, differenceWords } from "../study/report.ts";
import type { Table2Row } from "../study/table2.ts";
import { TITLES } from "../study/titles.ts";

export type StudyTold = {
  readonly table: readonly Table2Row[];
  readonly checks: Checks;
  readonly files: readonly StudyFile[];
  /** The folder, as the user named it. */
  readonly out: string;
};

const COLUMNS: readonly Column[] = [
  { title: "Family", align: "left" },
  { title: "Figure", align: "left", flexible: true },
  { title: "Paper", align: "right" },
  { title: "Ours", align: "right" },
  { title: "Difference", align: "right" },
];

/** A study for a terminal or a log: Table 2 beside the paper's, what holds, and what was written. */
export function studyText(told: StudyTold, { color, width }: TextOptions): string {
  const { checks, files, out } = told;
  const colours = palette(color);
  const holds = checks.faults.length === 0;
  const sign = colours.verdict(holds ? "pass" : "fail")(holds ? "✓" : "✗");
  const verdict = holds ? "everything holds" : "not everything holds";
  return joined([
    [colours.strong(`${sign} The paper's adequacy study: ${verdict}`)],
    checks.faults.map(visible),
    table(COLUMNS, figureRows(told.table, colours.verdict), width),
    checkWords(checks),
    [colours.faint(`Written to ${visible(out)}: ${files.map(({ name }) => name).join(", ")}`)],
  ]);
}

function figureRows(
  rows: readonly Table2Row[],
  paintOf: ReturnType<typeof palette>["verdict"],
): readonly (readonly Cell[])[] {
  return rows.flatMap(({ family, figures }) =>
    figures.map((figure, index): readonly Cell[] => [
      { text: index === 0 ? TITLES[family] : "" },
      { text: figure.name },
      { text: figure.paper ?? "" },
      { text: twelveDigits(figure.ours) },
      { text: differenceWords(figure), paint: paintOf(figure.agrees === false ? "fail" : "pass") },
    ]),
  );
}
