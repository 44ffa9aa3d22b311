import { formatAvailability } from "../availability/figures.ts";
import type { Injection } from "../gate/chaos.ts";
import { whatHappens } from "./chaos-mesh.ts";
import { expectedText, riskText } from "./chaos-words.ts";
import type { Palette } from "./colour.ts";
import { markdown, shorten, visible } from "./escape.ts";
import { phraseOf } from "./phrase.ts";
import { plain } from "./plain.ts";
import { type Column, table } from "./text-table.ts";

const COLUMNS: readonly Column[] = [
  { title: "Inject", align: "left" },
  { title: "Into", align: "left", flexible: true },
  { title: "It could be", align: "right" },
  { title: "Which moves the figure by", align: "right" },
  { title: "Expect", align: "right" },
  { title: "", align: "left", flexible: true },
];

const TITLE = "What to inject next";
const NOTHING =
  "No injection would tell more: what it rests on was set by hand, or does not matter.";

/** Injections for a terminal, what tests the riskiest assumption first. */
export function chaosPart(
  injections: readonly Injection[],
  colours: Palette,
  width: number,
): readonly string[] {
  if (injections.length === 0) return [colours.strong(TITLE), `  ${NOTHING}`];
  const rows = injections.map((one) => {
    const { action, component, file, line } = one;
    const place = file === undefined ? "" : visible(`${file}:${line}`);
    return [
      { text: action },
      { text: visible(shorten(component, 200)) },
      { text: rangeText(one) },
      { text: riskText(one) },
      { text: expectedText(one) },
      { text: place, paint: colours.faint },
    ];
  });
  const [titles = "", ...lines] = table(COLUMNS, rows, width - 2);
  const told = injections
    .slice(0, 1)
    .flatMap((one) => [`${whatHappens(one)}.`, ...one.assumptions.map(sentence)]);
  return [
    colours.strong(TITLE),
    ...[colours.faint(titles), ...lines, ...told].map((one) => `  ${one}`),
  ];
}

function rangeText({ range: [low, high] }: Injection): string {
  return `${formatAvailability(low)} to ${formatAvailability(high)}`;
}

function sentence(message: string): string {
  const text = plain(phraseOf(message));
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The same as Markdown. */
export function chaosMarkdown(injections: readonly Injection[], length: number): readonly string[] {
  if (injections.length === 0) return [`**${TITLE}**`, NOTHING];
  const rows = injections.map((one) => {
    const cells = [
      one.action,
      markdown([{ name: one.component }], length),
      rangeText(one),
      riskText(one),
      expectedText(one),
      one.assumptions.map((message) => markdown(phraseOf(message), length)).join("; "),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const head = "| Inject | Into | It could be | Which moves the figure by | Expect | Because |";
  return [`**${TITLE}**`, [head, "| --- | --- | --: | --: | --: | --- |", ...rows].join("\n")];
}
