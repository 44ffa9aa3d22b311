import { isAbsent, lookup } from "../yaml/access.ts";
import { diagnostic, type Place } from "../yaml/diagnostic.ts";
import type { YamlNode } from "../yaml/node.ts";
import type { Placed } from "./document.ts";
import type { Report } from "./figures.ts";
import type { Probability } from "./model.ts";
import type { OpenSlo, OpenSloObjective } from "./openslo-file.ts";
import { isProblem, parseProbability } from "./probability.ts";
import { quote } from "./wording.ts";

const READ = new Set(["openslo/v1alpha", "openslo/v1", "openslo/v2alpha", "openslo.com/v2alpha"]);

/** What an objective promises; `null` (and a report) where that cannot be told. */
export function readTarget(
  slo: OpenSlo,
  objective: OpenSloObjective,
  report: Report,
): Placed<Probability> | null {
  const fail = (message: string, place: Place): null => {
    report(diagnostic("error", "bad-openslo", message, place));
    return null;
  };
  if (!READ.has(slo.apiVersion)) {
    const message = `${quote(slo.apiVersion)} is another version of OpenSLO than v1alpha, v1 and v2alpha, which are read; write one of them`;
    return fail(message, slo.place);
  }
  const written = (["target", "targetPercent"] as const).flatMap((key) => {
    const node = lookup(objective.node, key);
    return node === null || isAbsent(node) ? [] : [{ key, node }];
  });
  const [one, other] = written;
  if (one === undefined) {
    const message = `the objective of ${quote(slo.name)} has no ${quote("target")}; write one, such as ${quote("target: 0.999")}`;
    return fail(message, objective.place);
  }
  const place = placeOf(one.node, objective);
  const value = figureOf(one);
  if (isProblem(value)) return fail(value.problem, place);
  if (other !== undefined) {
    const message = `${quote("target")} and ${quote("targetPercent")} of ${quote(slo.name)} stand side by side, which OpenSLO refuses; keep one`;
    return fail(message, placeOf(other.node, objective));
  }
  tellMeaning(slo, objective, value, { ...one, place }, report);
  return { value, place };
}

type Written = { readonly key: "target" | "targetPercent"; readonly node: YamlNode };

function placeOf(node: YamlNode, { place }: OpenSloObjective): Place {
  return { file: place.file, ...node.at };
}

/** From the decimal text, as the figures of a spec: a percentage by moving the point. */
function figureOf({ key, node }: Written): Probability | { readonly problem: string } {
  const isRatio = key === "target";
  const remedy = isRatio
    ? "write a number from 0 to 1, such as 0.999"
    : "write a number from 0 to 100, such as 99.9";
  if (node.kind !== "scalar") return { problem: `${quote(key)} is not a number; ${remedy}` };
  const text = node.text;
  const shown = quote(`${key}: ${text}`);
  if (typeof node.value !== "number") return { problem: `${shown} is not a number; ${remedy}` };
  const value = parseProbability(isRatio ? text : `${text}%`);
  if (!isProblem(value)) return value;
  const above = node.value > (isRatio ? 1 : 100);
  const asPercent = isRatio && node.value <= 100;
  return {
    problem: above
      ? `${shown} is above ${isRatio ? 1 : 100}; ${asPercent ? `did you mean ${quote(`targetPercent: ${text}`)}?` : remedy}`
      : `${shown} is not a probability; ${remedy}`,
  };
}

/** What a target says that differs from the share of calls that succeed, which it is compared with. */
function tellMeaning(
  slo: OpenSlo,
  objective: OpenSloObjective,
  { q }: Probability,
  { key, node, place }: Written & { readonly place: Place },
  report: Report,
): void {
  const tell = (severity: "warning" | "notice", message: string) =>
    report(diagnostic(severity, "openslo-meaning", message, place));
  const shown = node.kind === "scalar" ? quote(`${key}: ${node.text}`) : quote(key);
  if (q === 0) {
    tell("warning", `${shown} of ${quote(slo.name)} is all of them, which OpenSLO does not allow`);
  } else if (key === "targetPercent" && q >= 0.99) {
    tell(
      "warning",
      `${shown} of ${quote(slo.name)} is 1% or less; write a percentage from 0 to 100`,
    );
  }
  if (objective.composite) {
    tell(
      "notice",
      `${shown} is one of several indicators that ${quote(slo.name)} weighs together; the endpoint is held to it alone`,
    );
  }
  if (slo.slices || !isAbsent(lookup(objective.node, "timeSliceTarget"))) {
    tell(
      "notice",
      `${shown} of ${quote(slo.name)} counts good slices of time; the endpoint is held to it as a share of calls`,
    );
  }
  if (slo.threshold) {
    tell(
      "notice",
      `${shown} of ${quote(slo.name)} counts what stays within a threshold, such as fast calls; the endpoint is held to it as a share of calls that succeed`,
    );
  }
}
