import { KUSTOMIZATION_FILES } from "../deployment/kustomization-names.ts";
import type { FileFacts, Sources } from "../draft/layout.ts";
import { asText, lookup } from "../yaml/access.ts";
import { parseYaml } from "../yaml/parse.ts";

/** What there is to choose from: manifests, folders of kustomizations, and charts that no other chart holds. */
export function sourcesOf(files: readonly FileFacts[]): Sources {
  const kustomizations = files.filter(({ path }) => KUSTOMIZATION_FILES.includes(nameIn(path)));
  const charts = files
    .filter(({ path }) => nameIn(path) === "Chart.yaml")
    .map(({ path }) => folderIn(path));
  return {
    files,
    overlays: kustomizations.map(({ path, text }) => ({
      folder: folderIn(path),
      file: path,
      isComponent: isComponent(text),
    })),
    charts: charts
      .filter((folder) => !charts.some((other) => folder.startsWith(`${other}/`)))
      .map((folder) => ({
        folder,
        values: files
          .map(({ path }) => path)
          .filter((path) => path.startsWith(`${folder}/`) && /(?:^|\/)values\b/.test(path)),
      })),
  };
}

function isComponent(text: string): boolean {
  return parseYaml(text, "kubernetes").documents.some(
    (document) => asText(lookup(document, "kind")) === "Component",
  );
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function folderIn(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "" : path.slice(0, slash);
}
