import { diagnostic, type Place } from "../yaml/diagnostic.ts";
import { entriesOf, itemsOf, type Placed, type SpecNode } from "./document.ts";
import type { Report } from "./figures.ts";
import { folderOf, resolvePath } from "./paths.ts";
import type { SpecRender } from "./spec.ts";
import { quote } from "./wording.ts";

/** The overlays and charts that `manifests` names beside its globs. */
export function readRenders(node: SpecNode | undefined, report: Report): readonly SpecRender[] {
  return itemsOf(node).flatMap((item) => {
    const kustomize = entriesOf(item).get("kustomize")?.value;
    const folder = kustomize === undefined ? null : pathOf(kustomize, report);
    if (folder !== null) return [{ kind: "kustomize" as const, ...spread(folder) }];
    const helm = entriesOf(item).get("helm")?.value;
    return helm === undefined ? [] : (readChart(helm, report) ?? []);
  });
}

function spread({ value, place }: Placed<string>): { folder: string; place: Place } {
  return { folder: value, place };
}

function readChart(node: SpecNode, report: Report): SpecRender | null {
  const entries = entriesOf(node);
  const chart = pathOf(entries.get("chart")?.value, report);
  if (chart === null) return null;
  const release = nameOf(entries.get("release")?.value, MOST_OF_RELEASE, report);
  return {
    kind: "helm",
    chart: chart.value,
    release,
    namespace: nameOf(entries.get("namespace")?.value, MOST_OF_NAMESPACE, report),
    values: itemsOf(entries.get("values")?.value).flatMap((one) => pathOf(one, report) ?? []),
    place: chart.place,
  };
}

function pathOf(node: SpecNode | undefined, report: Report): Placed<string> | null {
  if (node?.kind !== "scalar" || typeof node.value !== "string") return null;
  const path = resolvePath(folderOf(node.place.file), node.value);
  if (path !== null) return { value: path, place: node.place };
  const message = `${quote(node.value)} leaves the repository; name what is inside it`;
  report(diagnostic("error", "bad-path", message, node.place));
  return null;
}

/** Helm's bounds: chartutil.ValidateReleaseName, and a DNS label for the namespace. */
const MOST_OF_RELEASE = 53;
const MOST_OF_NAMESPACE = 63;

/** A name as the API server takes it: nothing that begins as an option does. */
function nameOf(node: SpecNode | undefined, most: number, report: Report): string | null {
  if (node?.kind !== "scalar" || typeof node.value !== "string") return null;
  if (isReleaseName(node.value, most)) return node.value;
  const message = `${quote(node.value)} is no name that helm takes; write lower-case letters, digits and \`-\`, ${most} at the most`;
  report(diagnostic("error", "bad-name", message, node.place));
  return null;
}

/** Whether helm takes a name for a release (or a namespace, which may be longer). */
export function isReleaseName(name: string, most = MOST_OF_RELEASE): boolean {
  return name.length <= most && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(name);
}
