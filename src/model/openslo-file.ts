import { asMapping, asSequence, asText, isAbsent, lookup } from "../yaml/access.ts";
import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import type { YamlMapping, YamlNode } from "../yaml/node.ts";
import { parseYaml } from "../yaml/parse.ts";
import type { YamlProblem } from "../yaml/problem.ts";
import { quote } from "./wording.ts";

/** An `SLO` object of OpenSLO (github.com/OpenSLO/OpenSLO: v1alpha, v1, v2alpha). */
export type OpenSlo = {
  readonly apiVersion: string;
  readonly name: string;
  readonly place: Place;
  readonly objectives: readonly OpenSloObjective[];
  /** True where it counts good slices of time, and not good calls. */
  readonly slices: boolean;
  /** True where calls are good by what is measured of each, such as its latency. */
  readonly threshold: boolean;
};

export type OpenSloObjective = {
  /** `displayName`, else `name`; `null`: it has neither. */
  readonly title: string | null;
  readonly node: YamlMapping;
  /** True where it is one of several indicators that are weighed together. */
  readonly composite: boolean;
  readonly place: Place;
};

export type OpenSloFile = {
  readonly slos: readonly OpenSlo[];
  /** Errors only. */
  readonly diagnostics: readonly Diagnostic[];
};

/** Lists of lists are legal and pointless; this many are followed. */
const DEEPEST = 10;

/** The SLOs of a file of OpenSLO objects: a stream of documents, each an object or a list of them. */
export function readOpenSloFile(text: string, file: string): OpenSloFile {
  const { documents, duplicates, problem } = parseYaml(text, "spec");
  const found = documents.flatMap((one) => objectsOf(one, 0));
  const broken = [...duplicates, ...(problem === null ? [] : [problem])];
  if (broken.length > 0) return { slos: [], diagnostics: broken.map((one) => explain(one, file)) };
  const slos = found.flatMap((one) => sloOf(one, found, file) ?? []);
  return { slos, diagnostics: slos.length > 0 ? [] : [nothingIn(found, file)] };
}

function explain({ code, message, at }: YamlProblem, file: string): Diagnostic {
  return diagnostic("error", code, message, { file, ...at });
}

function objectsOf(node: YamlNode, depth: number): readonly YamlMapping[] {
  if (depth > DEEPEST) return [];
  const list = asSequence(node) ?? asSequence(lookup(node, "items"));
  if (list !== null) return list.items.flatMap((item) => objectsOf(item, depth + 1));
  const object = asMapping(node);
  return object === null ? [] : [object];
}

function sloOf(object: YamlMapping, all: readonly YamlMapping[], file: string): OpenSlo | null {
  const apiVersion = asText(lookup(object, "apiVersion")) ?? "";
  const nameNode = lookup(object, "metadata", "name");
  const name = asText(nameNode);
  if (nameNode === null || name === null) return null;
  if (asText(lookup(object, "kind")) !== "SLO" || !/^openslo(?:\.com)?\//.test(apiVersion)) {
    return null;
  }
  const method = asText(lookup(object, "spec", "budgetingMethod")) ?? "";
  const objectives = asSequence(lookup(object, "spec", "objectives"))?.items ?? [];
  return {
    apiVersion,
    name,
    place: { file, ...nameNode.at },
    objectives: objectives.flatMap((one) => objectiveOf(one, file) ?? []),
    slices: /timeslices$/i.test(method),
    threshold: hasThreshold(object, all),
  };
}

function objectiveOf(node: YamlNode, file: string): OpenSloObjective | null {
  const objective = asMapping(node);
  if (objective === null) return null;
  const parts = ["indicator", "indicatorRef", "sli", "sliRef", "compositeWeight"];
  return {
    title: asText(lookup(objective, "displayName")) ?? asText(lookup(objective, "name")),
    node: objective,
    composite: parts.some((key) => !isAbsent(lookup(objective, key))),
    place: { file, ...objective.at },
  };
}

/** `thresholdMetric` of the indicator, which v2alpha calls `sli`; by name, it is sought in the same file. */
function hasThreshold(slo: YamlMapping, all: readonly YamlMapping[]): boolean {
  const spec = lookup(slo, "spec");
  const named = asText(lookup(spec, "indicatorRef")) ?? asText(lookup(spec, "sliRef"));
  const indicators = [
    lookup(spec, "indicator"),
    lookup(spec, "sli"),
    ...all.filter(
      (one) =>
        named !== null &&
        asText(lookup(one, "kind")) === "SLI" &&
        asText(lookup(one, "metadata", "name")) === named,
    ),
  ];
  return indicators.some(
    (one) =>
      !isAbsent(lookup(one, "spec", "thresholdMetric")) ||
      !isAbsent(lookup(one, "thresholdMetric")),
  );
}

/** Why a file has no SLO: sloth's own format looks alike, and is another. */
function nothingIn(found: readonly YamlMapping[], file: string): Diagnostic {
  const other = found.find(
    (one) =>
      asText(lookup(one, "kind")) === "PrometheusServiceLevel" ||
      !isAbsent(lookup(one, "slos")) ||
      /^sloth\./.test(asText(lookup(one, "apiVersion")) ?? ""),
  );
  if (other !== undefined) {
    const message = `${quote(file)} is in the format of sloth (${quote("PrometheusServiceLevel")}), and not OpenSLO; write the objective as an ${quote("SLO")} of OpenSLO, or its figure as ${quote("slo")}`;
    return diagnostic("error", "bad-openslo", message, { file, ...other.at });
  }
  const message = `${quote(file)} has no ${quote("SLO")} of OpenSLO (${quote("apiVersion: openslo/v1")}, with a ${quote("metadata.name")}); name a file that has one`;
  return diagnostic("error", "bad-openslo", message, { file, line: 1, column: 1 });
}
