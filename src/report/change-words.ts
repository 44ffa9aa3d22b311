import type { Change } from "../gate/result.ts";
import { count, name, type Phrase, say } from "./phrase.ts";

/** A change of spec or manifests in words: "`payment` runs 1 replica instead of 3". */
export function changeWords(change: Change): Phrase {
  const { kind, base, head } = change;
  const subject = name(change.subject);
  const what = kind.replaceAll("-", " ");
  if (kind === "replicas" && typeof base === "number" && typeof head === "number") {
    return say`${subject} runs ${count(head, "replica")} instead of ${base}`;
  }
  if (kind === "spec-moved") return say`spec ${value(base)} moved to ${value(head)}`;
  if (kind.endsWith("-added")) return say`${what.slice(0, -6)} ${subject} is new`;
  if (kind.endsWith("-removed")) return say`${what.slice(0, -8)} ${subject} is gone`;
  if (base === null) return say`${what} of ${subject} is ${value(head)}`;
  if (head === null) return say`${what} of ${subject} was ${value(base)}`;
  return say`${what} of ${subject}: ${value(base)} → ${value(head)}`;
}

function value(of: string | number | null): Phrase {
  if (of === null) return ["none"];
  return typeof of === "number" || /^[\d.]+%$/.test(of) ? [String(of)] : [name(of)];
}
