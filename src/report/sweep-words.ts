import { formatAvailability, formatPercent, formatProbability } from "../availability/figures.ts";
import type { Level, SweepFigure, SweepResult } from "../gate/sweep.ts";
import { count, name, type Phrase, say } from "./phrase.ts";

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
      return say`Its figures are not exact, so that no level is told at which ${name(endpoint)} misses its SLO of ${promised}.`;
    case "at":
      return say`${name(endpoint)} keeps its SLO of ${promised} while ${what} is available ${leastLevel(crossing)} at least${present}.`;
  }
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
  if (failing === 0) return "100%";
  const [mantissa = "0", exponent = "0"] = failing.toExponential(12).split("e");
  const floored = Number(`${mantissa.slice(0, 4)}e${exponent}`);
  return formatProbability({ p: 1 - floored, q: floored });
}

/** Whether nodes or dependencies are what an endpoint lacks. */
export function dominanceWords({ dominance, slo }: SweepResult): Phrase {
  const { dependencies, limited, dominant, perfectNodes, perfectDependencies } = dominance;
  const thresholds = slo === null ? [] : [slo];
  const figure = (one: SweepFigure) => formatAvailability(one, { thresholds });
  const would = `with perfect replicas it would be available ${figure(perfectNodes)}, with perfect dependencies ${figure(perfectDependencies)}`;
  const lead = {
    nodes: "Replicas are what it lacks most",
    dependencies: "Dependencies are what it lacks most",
    neither: "It lacks neither replicas nor dependencies more than the other",
  }[dominant];
  if (dependencies === 0) return [`${lead}: ${would}.`];
  const vain =
    limited === 0
      ? `none of its ${count(dependencies, "call")} fails more often than what it leads to`
      : `${limited} of ${count(dependencies, "call")} ${limited === 1 ? "fails more often than what it leads to" : "fail more often than what they lead to"}, where more replicas are in vain`;
  return [`${lead}: ${would}; ${vain}.`];
}
