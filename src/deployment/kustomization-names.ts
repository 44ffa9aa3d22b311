import { asSequence, asText, lookup } from "../yaml/access.ts";
import type { Place } from "../yaml/diagnostic.ts";
import type { YamlNode } from "../yaml/node.ts";
import { placeIn } from "./definition.ts";
import type { RemoteBase } from "./workload.ts";

/** The names that kustomize looks for in a folder, in its order (konfig.RecognizedKustomizationFileNames). */
export const KUSTOMIZATION_FILES: readonly string[] = [
  "kustomization.yaml",
  "kustomization.yml",
  "Kustomization",
];

/** What a kustomization is built from. */
export type KustomizationNames = {
  /** Folders or files: resources, bases, components, and the configuration of plug-ins. */
  readonly parts: readonly Named[];
  /** Files of patches. */
  readonly patches: readonly Named[];
  /** Charts that kustomize would fetch and render, where Helm were on. */
  readonly charts: readonly Named[];
};

export type Named = { readonly name: string; readonly place: Place };

const PARTS = ["resources", "bases", "components", "generators", "transformers", "validators"];
/** Lists of files that are loaded, from a URL too where it is one (kustomize, FileLoader.Load). */
const FILES = ["crds", "configurations"];

/** The paths and URLs that a kustomization names (kustomize, "The Kustomization File"). */
export function kustomizationNames(document: YamlNode, file: string): KustomizationNames {
  const list = (...keys: string[]) =>
    keys.flatMap((key) => asSequence(lookup(document, key))?.items ?? []);
  const named = (nodes: readonly (YamlNode | null)[]): Named[] =>
    nodes.flatMap((node) => {
      const name = asText(node);
      // More than one line is the thing itself, and not the name of a file.
      if (node === null || name === null || /[\r\n]/.test(name)) return [];
      return [{ name, place: placeIn(file, node.at) }];
    });
  return {
    parts: named([
      ...list(...PARTS, ...FILES),
      ...list("replacements").map((one) => lookup(one, "path")),
      lookup(document, "openapi", "path"),
    ]),
    patches: named([
      ...list("patchesStrategicMerge"),
      ...list("patches", "patchesJson6902").map((one) => lookup(one, "path")),
    ]),
    charts: named([
      ...list("helmCharts").map((one) => lookup(one, "name")),
      ...list("helmChartInflationGenerator").map((one) => lookup(one, "chartName")),
    ]),
  };
}

/** Spellings that kustomize takes for a repository or an address (its git.NewRepoSpecFromURL). */
const REMOTE =
  /^(?:[a-z][a-z0-9+.-]*::?\/\/|git::|gh:|[\w.-]+@[\w.-]+[:/]|(?:www\.)?(?:github|gitlab|bitbucket)\.(?:com|org)[:/])/i;

/** Whether a part of a kustomization is to be fetched. A folder of the repository may bear such a name: ask that first. */
export function isRemote(name: string): boolean {
  return REMOTE.test(name) || /\.git(?:[/?]|$)|[?&](?:ref|version)=/.test(name);
}

/** What a kustomization builds on that is not in the repository. */
export function remoteBases(
  { parts, patches, charts }: KustomizationNames,
  isHere: (name: string) => boolean,
): readonly RemoteBase[] {
  const fetched = [...parts, ...patches].filter(({ name }) => isRemote(name) && !isHere(name));
  return [...fetched, ...charts].map(({ name, place }) => ({
    url: name,
    place,
    why: "is not fetched",
  }));
}
