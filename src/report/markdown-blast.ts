import { formatAvailability } from "../availability/figures.ts";
import type { Blast } from "../gate/explained.ts";
import { markdown, shortCode } from "./escape.ts";
import { fold } from "./markdown-fold.ts";
import { cells } from "./markdown-tables.ts";
import { count, list, name, type Phrase, say } from "./phrase.ts";
import type { Scope } from "./scope.ts";

/** Endpoints that are named in one row. */
const NAMED = 4;

/** What each fault and each single failure takes below its SLO, folded. */
export function blastSection({ model, detail }: Scope): string | null {
  return blastFold(model.blast ?? [], detail.blasts, detail.name);
}

/** The same of any model; `null` where nothing is taken down. */
export function blastFold(blasts: readonly Blast[], most: number, length: number): string | null {
  const shown = blasts.slice(0, most);
  if (shown.length === 0) return null;
  const table = [
    "| Lost | Below their SLO then |",
    "| :-- | :-- |",
    ...shown.map((one) =>
      cells([`${one.kind} ${shortCode(one.fault, length)}`, takenDown(one, length)]),
    ),
  ].join("\n");
  const note = "Endpoints that are below their SLO as it is are not counted.";
  const rest = blasts.length - shown.length;
  const more =
    rest === 0 ? "" : ` ${count(rest, "more failure")} with less or as much behind them.`;
  const title = `What a single failure takes down (${count(blasts.length, "failure")})`;
  return fold([title], `${table}\n\n${note}${more}`);
}

function takenDown(
  { endpoints, moreEndpoints = 0, undecided = [], moreUndecided = 0 }: Blast,
  length: number,
): string {
  const told = (which: Blast["endpoints"], more: number) =>
    `${count(which.length + more, "endpoint")}: ${markdown(whom(which, more), length)}`;
  return [
    ...(endpoints.length === 0 ? [] : [told(endpoints, moreEndpoints)]),
    ...(undecided.length === 0 ? [] : [`perhaps ${told(undecided, moreUndecided)}`]),
  ].join("; ");
}

function whom(endpoints: Blast["endpoints"], more: number): Phrase {
  const told = endpoints.slice(0, NAMED).map((one) => say`${name(one.name)} ${left(one)}`);
  const rest = endpoints.length + more - told.length;
  return list(rest === 0 ? told : [...told, [`${rest} more`]]);
}

/** What is left of it: with nothing left it is down. */
function left({ availability, interval }: Blast["endpoints"][number]): string {
  if (availability <= 0) return "(down)";
  return `(${interval === undefined ? "" : "about "}${formatAvailability(availability)})`;
}
