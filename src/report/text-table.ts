import { shorten } from "./escape.ts";

/** One cell; `paint` is put around the text after it was padded, and takes no room. */
export type Cell = { readonly text: string; readonly paint?: (text: string) => string };

export type Column = {
  readonly title: string;
  readonly align: "left" | "right";
  /** Gives way where the table would be wider than it may. */
  readonly flexible?: boolean;
};

const GAP = 2;

/** What a flexible column keeps in the narrowest terminal. */
const LEAST = 20;

/** Titles and rows, at most `width` columns of a terminal where that is possible. Empty columns go. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number,
): readonly string[] {
  const used = columns.map((_, i) => rows.some((row) => row[i]?.text !== ""));
  const lines = [columns.map(({ title }): Cell => ({ text: title })), ...rows];
  const widths = columns.map((_, i) =>
    used[i]
      ? lines.reduce((most, line) => Math.max(most, displayWidth(line[i]?.text ?? "")), 0)
      : 0,
  );
  const total = widths.reduce((sum, one) => sum + (one === 0 ? 0 : one + GAP), -GAP);
  const room = columns.map(({ flexible = false }, i) => {
    const own = widths[i] ?? 0;
    return flexible ? Math.min(own, Math.max(LEAST, own - Math.max(0, total - width))) : own;
  });
  return lines.map((line) =>
    columns
      .flatMap(({ align }, i) => {
        const most = room[i] ?? 0;
        return most === 0 ? [] : [padded(line[i] ?? { text: "" }, most, align)];
      })
      .join(" ".repeat(GAP))
      .trimEnd(),
  );
}

function padded({ text, paint }: Cell, width: number, align: Column["align"]): string {
  const shown = displayWidth(text) > width ? shorten(text, width) : text;
  const space = " ".repeat(Math.max(0, width - displayWidth(shown)));
  const painted = paint === undefined ? shown : paint(shown);
  return align === "right" ? space + painted : painted + space;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** Columns of a terminal that a text takes: East Asian characters and emoji two, combining marks none. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += /\p{M}/u.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1;
  return width;
}
