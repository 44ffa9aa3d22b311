import { asSequence, asText, lookup } from "../yaml/access.ts";
import type { YamlNode } from "../yaml/node.ts";
import { nameOf, namespaceOf, type ObjectReader } from "./definition.ts";
import type { AppliedSource } from "./workload.ts";

type Helm = NonNullable<AppliedSource["helm"]>;

const NO_HELM: Helm = { release: null, namespace: null, values: [], inline: [] };

/** Argo CD's Application (its "Application Specification"): one source, or several. */
export const readApplication: ObjectReader = (object, { kind, file }, findings) => {
  const named = nameOf(object, file);
  if (named === null) return;
  const title = `${kind} ${named.name}`;
  const many = asSequence(lookup(object, "spec", "sources"))?.items;
  const sources = many ?? [lookup(object, "spec", "source")];
  for (const source of sources) {
    // A source that only lends its files to the others has no path of its own.
    if (lookup(source, "ref") !== null && lookup(source, "path") === null) continue;
    const helm = lookup(source, "helm");
    const chart = asText(lookup(source, "chart"));
    findings.applied.push({
      title,
      folder: chart === null ? asText(lookup(source, "path")) : null,
      recursive: asText(lookup(source, "directory", "recurse")) === "true",
      helm: {
        release: asText(lookup(helm, "releaseName")) ?? named.name,
        namespace: asText(lookup(object, "spec", "destination", "namespace")),
        values: textsOf(lookup(helm, "valueFiles")).filter((one) => !isElsewhere(one)),
        inline: [
          ...(asText(lookup(helm, "values")) === null
            ? []
            : [asText(lookup(helm, "values")) ?? ""]),
          ...jsonOf(lookup(helm, "valuesObject")),
        ],
      },
      problem:
        chart === null ? applicationProblem(source) : "takes its chart from another repository",
      place: named.place,
    });
  }
};

/** What of a source is not laid over the folder; `null`: all is. */
function applicationProblem(source: YamlNode | null): string | null {
  const helm = lookup(source, "helm");
  if (lookup(source, "plugin") !== null) return "uses a plug-in";
  if (asText(lookup(source, "path")) === null) return "names no folder of a repository";
  if (lookup(helm, "parameters") !== null || lookup(helm, "fileParameters") !== null) {
    return "sets `parameters` of Helm, which are left out";
  }
  if (textsOf(lookup(helm, "valueFiles")).some(isElsewhere)) {
    return "takes values from another repository, which are left out";
  }
  const kustomize = lookup(source, "kustomize");
  const overrides = ["replicas", "patches", "components", "namePrefix", "nameSuffix"];
  const overridden = overrides.find((key) => lookup(kustomize, key) !== null);
  return overridden === undefined ? null : `sets \`kustomize.${overridden}\`, which is left out`;
}

/** Of another source (`$values/prod.yaml`), or to be fetched. */
function isElsewhere(path: string): boolean {
  return path.startsWith("$") || path.includes("://");
}

/** Argo CD's ApplicationSet writes Applications that only its controller knows. */
export const readApplicationSet: ObjectReader = (object, { kind, file }, findings) => {
  const named = nameOf(object, file);
  if (named === null) return;
  const title = `${kind} ${named.name}`;
  const problem = "generates Applications, which only Argo CD knows";
  findings.applied.push({
    ...{ title, folder: null, recursive: false, helm: null, problem },
    place: named.place,
  });
};

/** Flux's Kustomization (kustomize.toolkit.fluxcd.io): without a kustomization it applies all that is below. */
export const readFluxKustomization: ObjectReader = (object, { kind, file }, findings) => {
  const named = nameOf(object, file);
  if (named === null) return;
  const source = asText(lookup(object, "spec", "sourceRef", "kind"));
  const isGit = source === "GitRepository";
  const left = ["patches", "components", "postBuild", "images"].find(
    (key) => lookup(object, "spec", key) !== null && key !== "images",
  );
  findings.applied.push({
    title: `${kind} ${named.name}`,
    folder: isGit ? (asText(lookup(object, "spec", "path")) ?? "./") : null,
    recursive: true,
    helm: null,
    problem: isGit
      ? left === undefined
        ? null
        : `sets \`${left}\`, which is left out`
      : "is not applied from a git repository",
    place: named.place,
  });
};

/** Flux's HelmRelease (helm.toolkit.fluxcd.io): a chart of a git repository is a folder of it. */
export const readHelmRelease: ObjectReader = (object, { kind, file }, findings) => {
  const named = nameOf(object, file);
  if (named === null) return;
  const chart = lookup(object, "spec", "chart", "spec");
  const isGit = asText(lookup(chart, "sourceRef", "kind")) === "GitRepository";
  const target = asText(lookup(object, "spec", "targetNamespace"));
  const single = asText(lookup(chart, "valuesFile"));
  const files = [...(single === null ? [] : [single]), ...textsOf(lookup(chart, "valuesFiles"))];
  findings.applied.push({
    title: `${kind} ${named.name}`,
    folder: isGit ? asText(lookup(chart, "chart")) : null,
    recursive: false,
    helm: {
      ...NO_HELM,
      release:
        asText(lookup(object, "spec", "releaseName")) ??
        (target === null ? named.name : `${target}-${named.name}`),
      namespace: target ?? namespaceOf(object),
      // Relative to the source, not to the chart (HelmChartTemplateSpec, `valuesFiles`).
      values: files.map((path) => `/${path.replace(/^(?:\.?\/)+/, "")}`),
      inline: jsonOf(lookup(object, "spec", "values")),
    },
    problem: isGit
      ? lookup(object, "spec", "valuesFrom") === null
        ? null
        : "takes `valuesFrom` the cluster, which are left out"
      : "takes its chart from another repository",
    place: named.place,
  });
};

function textsOf(node: YamlNode | null): readonly string[] {
  return (asSequence(node)?.items ?? []).flatMap((one) => asText(one) ?? []);
}

/** JSON is YAML. */
function jsonOf(node: YamlNode | null): readonly string[] {
  return node === null ? [] : [JSON.stringify(plain(node))];
}

function plain(node: YamlNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "sequence") return node.items.map(plain);
  const value: Record<string, unknown> = Object.create(null);
  for (const { key, value: part } of node.entries) value[key] = plain(part);
  return value;
}
