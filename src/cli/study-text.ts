import { type Palette, palette } from "../report/colour.ts";
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
  { title: "", align: "left", flexible: true },
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
    [colours.strong(`${sign} The synthetic adequacy study: ${verdict}`)],
    checks.faults.map(visible),
    table(COLUMNS, figureRows(told.table, colours), width),
    checkWords(checks),
    [colours.faint(`Written to ${visible(out)}: ${files.map(({ name }) => name).join(", ")}`)],
  ]);
}

/** A line with the family's title, then one for each of its figures. */
function figureRows(rows: readonly Table2Row[], colours: Palette): readonly (readonly Cell[])[] {
  return rows.flatMap(({ family, figures }) => [
    [{ text: TITLES[family], paint: colours.strong }],
    ...figures.map((figure): readonly Cell[] => {
      const paint = colours.verdict(figure.agrees === false ? "fail" : "pass");
      const difference = differenceWords(figure);
      return [
        { text: `  ${figure.name}` },
        { text: figure.paper ?? "" },
        { text: twelveDigits(figure.ours) },
        difference === "" ? { text: "" } : { text: difference, paint },
      ];
    }),
  ]);
}
