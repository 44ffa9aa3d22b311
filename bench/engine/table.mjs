/** Three digits, with the unit that suits: from nanoseconds to seconds. */
export function spell(milliseconds) {
  const units = [
    [1000, "s"],
    [1, "ms"],
    [1e-3, "µs"],
    [1e-6, "ns"],
  ];
  const [size, unit] = units.find(([least]) => milliseconds >= least) ?? units.at(-1);
  return `${Number((milliseconds / size).toPrecision(3))} ${unit}`;
}

export function spellSummary({ median, least, most }) {
  return `${spell(median)} (${spell(least)} … ${spell(most)})`;
}

export function spellRatio(ratio) {
  if (ratio < 100) return `${ratio.toPrecision(3)}`;
  return Math.round(ratio).toLocaleString("en-GB");
}

/** Print a Markdown table's head at once and each row as it comes: some take a minute. */
export function openTable(columns) {
  console.log(`| ${columns.join(" | ")} |`);
  console.log(`|${columns.map(() => " --- |").join("")}`);
  return (...cells) => console.log(`| ${cells.join(" | ")} |`);
}
