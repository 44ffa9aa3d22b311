import { diagnostic, type Place } from "../yaml/diagnostic.ts";
import { entriesOf, itemsOf, type SpecMap, type SpecNode } from "./document.ts";
import { type Report, readCount, readProbability, readShare } from "./figures.ts";
import { globProblem } from "./globs.ts";
import type { Consequence, GateSettings } from "./model.ts";
import type { Objectives } from "./openslo.ts";
import { folderOf, resolvePath } from "./paths.ts";
import { readDependency } from "./read-dependency.ts";
import { readDomains } from "./read-domains.ts";
import { readEndpoints } from "./read-endpoints.ts";
import { readFaults, readIncidents } from "./read-faults.ts";
import { readPlacement } from "./read-placement.ts";
import { readRenders } from "./read-renders.ts";
import { readService, unsetService } from "./read-service.ts";
import type {
  ManifestPattern,
  Spec,
  SpecDefaults,
  SpecEndpoint,
  SpecLine,
  SpecService,
} from "./spec.ts";
import { quote } from "./wording.ts";

/**
 * The spec that a document states; `targets`: what its objectives in OpenSLO files promise. What the schema refuses is left out here without a word, so that
 * the valid rest can be checked too: the outcome counts only where nothing reported an error.
 */
export function readSpec(
  root: SpecMap,
  files: readonly string[],
  targets: Objectives["targets"],
  report: Report,
): Spec {
  const part = (key: string): SpecNode | undefined => root.entries.get(key)?.value;
  const gateAt = root.entries.get("gate")?.keyPlace ?? root.place;
  const dependencies = itemsOf(part("dependencies")).flatMap(
    (item) => readDependency(item, report) ?? [],
  );
  const endpoints = readEndpoints(part("endpoints"), targets, report);
  return {
    path: files[0] ?? "",
    files,
    place: root.place,
    manifests: readManifests(part("manifests"), report),
    renders: readRenders(part("manifests"), report),
    defaults: readDefaults(part("defaults"), report),
    domains: readDomains(part("domains"), report),
    services: knownServices(part("services"), dependencies, endpoints, report),
    dependencies,
    faults: readFaults(part("faults"), report),
    incidents: readIncidents(part("incidents"), report),
    endpoints,
    gate: readGate(part("gate"), gateAt, report),
  };
}

function readManifests(
  node: SpecNode | undefined,
  report: Report,
): readonly ManifestPattern[] | null {
  if (node?.kind !== "list") return null;
  return node.items.flatMap((item) => {
    if (item.kind !== "scalar" || typeof item.value !== "string") return [];
    const folder = folderOf(item.place.file);
    if (resolvePath(folder, item.value.replace(/^!/, "")) === null) {
      const message = `${quote(item.value)} leaves the repository; name files inside it`;
      report(diagnostic("error", "bad-path", message, item.place));
      return [];
    }
    const problem = globProblem(item.value);
    if (problem !== null) {
      report(diagnostic("error", "bad-glob", `${quote(item.value)} ${problem}`, item.place));
      return [];
    }
    return [{ pattern: item.value, folder, place: item.place }];
  });
}

function readDefaults(node: SpecNode | undefined, report: Report): SpecDefaults {
  const figure = (key: string) => readProbability(key, entriesOf(node).get(key)?.value, report);
  return {
    replicaAvailability: figure("replicaAvailability"),
    dependencyAvailability: figure("dependencyAvailability"),
    daemonSetReplicas: readCount(entriesOf(node).get("daemonSetReplicas")?.value),
    placement: readPlacement(entriesOf(node).get("placement")?.value),
  };
}

/** V: named in `services`, by a dependency or as an entry, in that order. */
function knownServices(
  node: SpecNode | undefined,
  dependencies: readonly SpecLine[],
  endpoints: ReadonlyMap<string, SpecEndpoint>,
  report: Report,
): ReadonlyMap<string, SpecService> {
  const services = new Map<string, SpecService>();
  for (const entry of entriesOf(node).values()) {
    services.set(entry.key, readService(entry, report));
  }
  const mention = (name: string, place: Place): void => {
    if (!services.has(name)) services.set(name, unsetService(name, place));
  };
  for (const { from, to, place } of dependencies) {
    mention(from, place);
    mention(to, place);
  }
  for (const { entry } of endpoints.values()) mention(entry.value, entry.place);
  return services;
}

function readGate(node: SpecNode | undefined, place: Place, report: Report): GateSettings {
  const value = (key: string): SpecNode | undefined => entriesOf(node).get(key)?.value;
  const consequence = (key: string): Consequence => {
    const written = value(key);
    return written?.kind === "scalar" && written.value === "fail" ? "fail" : "warn";
  };
  return {
    maxDrop: readShare("drop", "maxDrop", value("maxDrop"), report),
    maxDowntimeIncrease: readShare(
      "growth",
      "maxDowntimeIncrease",
      value("maxDowntimeIncrease"),
      report,
    ),
    warnAt: readProbability("warnAt", value("warnAt"), report)?.value.p ?? 0.9,
    preexisting: consequence("preexisting"),
    undecided: consequence("undecided"),
    adoption: consequence("adoption"),
    place,
  };
}
