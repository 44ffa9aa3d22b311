import { formatAvailability, formatGrowth, formatPercent } from "../availability/figures.ts";
import type { CalibratedDefaults, CalibratedEndpoint, Calibration } from "../gate/calibration.ts";
import type { Palette } from "./colour.ts";
import { shortCode, shorten, visible } from "./escape.ts";
import { type Column, table } from "./text-table.ts";

/** What `estimate --calibrate` found, for a terminal. */
export function calibrationPart(
  calibration: Calibration | undefined,
  colours: Palette,
  width: number,
): readonly string[] {
  if (calibration === undefined) return [];
  const rows = calibration.endpoints.map((one) => {
    const [observed, current, calibrated] = figuresOf(one);
    return [
      { text: visible(shorten(one.name, 200)) },
      { text: observed },
      { text: current },
      { text: calibrated },
      { text: misfitText(one.misfit) },
    ];
  });
  return [
    colours.strong("Calibration"),
    ...table(COLUMNS, rows, width),
    ...lead(calibration),
    ...linesOf(calibration.defaults).map((line) => `    ${line}`),
    ...othersText(calibration),
  ];
}

const COLUMNS: readonly Column[] = [
  { title: "Endpoint", align: "left", flexible: true },
  { title: "Observed", align: "right" },
  { title: "Now", align: "right" },
  { title: "Calibrated", align: "right" },
  { title: "Its downtime", align: "left" },
];

/** The same as Markdown; `null` where there is none. */
export function calibrationBlock(
  calibration: Calibration | undefined,
  length: number,
): string | null {
  if (calibration === undefined) return null;
  const rows = calibration.endpoints.map((one) => {
    const cells = [shortCode(one.name, length), ...figuresOf(one), misfitText(one.misfit)];
    return `| ${cells.join(" | ")} |`;
  });
  const lines = linesOf(calibration.defaults);
  return [
    "**Calibration**",
    "",
    "| Endpoint | Observed | Now | Calibrated | Its downtime |",
    "| :-- | --: | --: | --: | :-- |",
    ...rows,
    "",
    ...lead(calibration),
    ...(lines.length === 0 ? [] : ["", "```yaml", ...lines, "```"]),
    ...othersText(calibration).flatMap((line) => ["", line]),
  ].join("\n");
}

function figuresOf({
  observed,
  current,
  calibrated,
}: CalibratedEndpoint): readonly [string, string, string] {
  return [formatPercent(observed), formatAvailability(current), formatAvailability(calibrated)];
}

/** How the downtime of the model compares with that observed. */
function misfitText(misfit: number): string {
  if (Math.abs(misfit - 1) < 0.005) return "as observed";
  return misfit > 1
    ? `${formatGrowth(misfit - 1)} more than observed`
    : `${formatGrowth(1 - misfit)} less than observed`;
}

function lead({ told, misfit, defaults }: Calibration): readonly string[] {
  if (told === "none") {
    const why =
      linesOf(defaults).length === 0
        ? "nothing in the spec follows a default"
        : "no endpoint that was observed depends on a default";
    return [`There is nothing to calibrate: ${why}.`];
  }
  const fit =
    misfit < 1.005
      ? "reproduce what was observed"
      : `come closest to what was observed, its downtimes missed by ${missText(misfit)} on average`;
  return [`These defaults ${fit}:`];
}

function missText(misfit: number): string {
  return misfit < 2 ? formatGrowth(misfit - 1) : `a factor of ${misfit.toFixed(1)}`;
}

/** The lines to write. */
function linesOf(defaults: CalibratedDefaults): readonly string[] {
  const lines = entriesOf(defaults).map(([key, text]) => `  ${key}: ${text}`);
  return lines.length === 0 ? [] : ["defaults:", ...lines];
}

function entriesOf(defaults: CalibratedDefaults): readonly (readonly [string, string])[] {
  const { replicaAvailability, dependencyAvailability } = defaults;
  const all = { replicaAvailability, dependencyAvailability };
  return Object.entries(all).flatMap(([key, value]) =>
    value === null ? [] : [[key, formatPercent(value)] as const],
  );
}

/** Where what was observed does not tell the two apart. */
function othersText({ told, others }: Calibration): readonly string[] {
  if (told !== "curve") return [];
  const pairs = others.map((one) =>
    entriesOf(one)
      .map(([key, text]) => `${key} ${text}`)
      .join(" with "),
  );
  const such = pairs.length === 0 ? "" : `, such as ${pairs.join(", or ")}`;
  return [
    `What was observed does not tell the two apart: other pairs fit as well${such}. These are the nearest to the defaults as they are; \`observed\` of endpoints that differ in replicas and calls would tell more.`,
  ];
}
