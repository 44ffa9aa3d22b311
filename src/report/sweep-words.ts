import { formatAvailability, formatPercent, formatProbability } from "../availability/figures.ts";
import type { Crossing, Level, SweepFigure, SweepResult } from "../gate/sweep.ts";
import { count, name, type Phrase, say } from "./phrase.ts";
import { raised } from "./rows.ts";

/** "each replica", "a replica of `pay`", "`web -> pay`". */
function whatMoves({ swept, component }: SweepResult): Phrase {
  switch (swept) {
    case "theta":
      return ["every replica"];
    case "rho":
      return ["every dependency"];
    case "service":
      return say`each replica of ${name(component ?? "")}`;
    case "dependency":
    case "domain":
      return [name(component ?? "")];
  }
}

/** Down to which level an endpoint keeps its SLO, beside what it is now. */
export function crossingWords(result: SweepResult): Phrase {
  const { endpoint, component, slo, crossing, now } = result;
  const what = whatMoves(result);
  if (now === null) {
    return component === null
      ? say`Nothing of that kind has a part in ${name(endpoint)}.`
      : say`${name(component)} has no part in ${name(endpoint)}.`;
  }
  const present = say` (now ${presentLevel(now)})`;
  if (slo === null || crossing === null) {
    return say`${name(endpoint)} has no SLO to keep while ${what}${present} gets worse.`;
  }
  const promised = formatPercent(slo);
  switch (crossing.kind) {
    case "always":
      return say`${name(endpoint)} keeps its SLO of ${promised} however bad ${what}${present} gets.`;
    case "never":
      return say`${name(endpoint)} misses its SLO of ${promised} even where ${what}${present} never fails.`;
    case "unknown":
      return say`Whether ${name(endpoint)} keeps its SLO of ${promised} is not known at any level of ${what}${present}: its figures are not exact enough to tell.`;
    case "between":
      return bracketWords(result, crossing, say`its SLO of ${promised}`);
    case "at":
      return say`${name(endpoint)} keeps its SLO of ${promised} while ${what} is available ${leastLevel(crossing)} at least${present}.`;
  }
}

/** What is certain enough of a crossing, where figures are drawn or bounded. */
function bracketWords(
  result: SweepResult,
  { kept, missed }: Extract<Crossing, { readonly kind: "between" }>,
  promise: Phrase,
): Phrase {
  const { endpoint, now } = result;
  const what = whatMoves(result);
  const present = now === null ? [] : say` (now ${presentLevel(now)})`;
  const keeps = kept === null ? [] : say`keeps ${promise} while ${what} ${availableAt(kept)}`;
  const misses =
    missed === null
      ? []
      : say`misses ${kept === null ? promise : ["it"]} from ${mostLevel(missed)} down`;
  if (kept !== null && missed !== null) {
    return say`${name(endpoint)} ${keeps}${present} and ${misses}; between these its figures are not exact enough to tell.`;
  }
  return kept === null
    ? say`${name(endpoint)} ${misses}, as ${what}${present} gets worse; above that its figures are not exact enough to tell.`
    : say`${name(endpoint)} ${keeps}${present}; below that its figures are not exact enough to tell.`;
}

function availableAt(kept: Level): string {
  return kept.failing === 0 ? "never fails" : `is available ${leastLevel(kept)} at least`;
}

function presentLevel({ low, high }: NonNullable<SweepResult["now"]>): string {
  const [least, most] = [low, high].map(levelText);
  return least === most ? least! : `${least} to ${most}`;
}

export function levelText({ level, failing }: Level): string {
  return formatProbability({ p: level, q: failing });
}

/** What is printed keeps the SLO: the share that fails is cut after three digits, never rounded up. */
function leastLevel({ failing }: Level): string {
  return failing === 0 ? "100%" : levelOf(threeDigits(failing).floor);
}

/** What is printed misses the SLO: the share that fails is rounded up to three digits. */
function mostLevel({ failing }: Level): string {
  return levelOf(threeDigits(failing).ceiling);
}

/** By its decimal text, so that what has three digits stays as it is. */
function threeDigits(failing: number): { readonly floor: number; readonly ceiling: number } {
  const [mantissa = "0", exponent = "0"] = failing.toExponential(12).split("e");
  const cut = mantissa.slice(0, 4);
  const isWhole = /^0*$/.test(mantissa.slice(4));
  const raised = isWhole ? cut : (Number(cut) + 0.01).toFixed(2);
  return {
    floor: Number(`${cut}e${exponent}`),
    ceiling: Math.min(1, Number(`${raised}e${exponent}`)),
  };
}

function levelOf(failing: number): string {
  return formatProbability({ p: 1 - failing, q: failing });
}

/** A figure of a curve, its SLO told apart; "about" where it is not exact. */
export function sweptFigure(figure: SweepFigure, slo: number | null): string {
  const shown = formatAvailability(figure, { thresholds: slo === null ? [] : [slo] });
  return figure.interval === undefined ? shown : `about ${shown}`;
}

/** What a figure may be, where it is not exact: 95% where it is drawn, certain where it is bounded. */
export function sweptInterval({ interval }: SweepFigure): string | null {
  if (interval === undefined) return null;
  const [low = "", high = ""] = interval.map((end) =>
    formatAvailability(end, { others: interval }),
  );
  return `${low} – ${raised(high, interval[1])}`;
}

/** A figure of a curve with what it may be. */
function figureWithin(figure: SweepFigure, slo: number | null): string {
  const within = sweptInterval(figure);
  return `${sweptFigure(figure, slo)}${within === null ? "" : ` (${within})`}`;
}

/** How surely the figures of a curve are known; `null`: they are exact. */
export function surenessWords({ exact, current, slo }: SweepResult): string | null {
  if (exact) return null;
  return `Now it is available ${figureWithin(current, slo)}. Bars are what a figure may be: 95% sure where it is drawn, certain where it is bounded.`;
}

/** Whether nodes or dependencies are what an endpoint lacks. */
export function dominanceWords({ dominance, slo }: SweepResult): Phrase {
  const { dependencies, limited, dominant, perfectNodes, perfectDependencies } = dominance;
  const figure = (one: SweepFigure) => figureWithin(one, slo);
  const would = `with perfect replicas it would be available ${figure(perfectNodes)}, with perfect dependencies ${figure(perfectDependencies)}`;
  const lead = {
    nodes: "Replicas are what it lacks most",
    dependencies: "Dependencies are what it lacks most",
    neither: "It lacks neither replicas nor dependencies more than the other",
    undecided: "Whether it lacks replicas or dependencies more is not decided",
  }[dominant];
  if (dependencies === 0) return [`${lead}: ${would}.`];
  const vain =
    limited === 0
      ? `none of its ${count(dependencies, "call")} fails more often than what it leads to`
      : `${limited} of ${count(dependencies, "call")} ${limited === 1 ? "fails more often than what it leads to" : "fail more often than what they lead to"}, where more replicas are in vain`;
  return [`${lead}: ${would}; ${vain}.`];
}
