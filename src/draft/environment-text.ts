import type { Environment } from "./environments.ts";
import { type Layout, literal } from "./layout.ts";
import { schemaLine } from "./spec-text.ts";
import { oneLine, pathScalar, quotedScalar, remarked } from "./yaml-text.ts";

/** A spec of one environment, in a folder beside the shared one. */
export function environmentText(environment: Environment, layout: Layout): string {
  const lines = manifestLines(environment, layout);
  return [
    schemaLine(),
    `# The environment ${oneLine(environment.name)}, drafted by \`availability-gate init\`.\n`,
    "version: 1\n",
    "extends: ../availability.yaml\n",
    `${remarked("manifests:", `guess: ${environment.evidence}`)}\n`,
    ...lines.map((line) => `  - ${line}\n`),
  ].join("");
}

function manifestLines(
  { kind, folders, values }: Environment,
  { sharedFolders, leftOut, environments }: Layout,
): readonly string[] {
  const up = (path: string) => pathScalar(`../${path}`);
  if (kind === "kustomize") return folders.map((folder) => `kustomize: ${up(folder)}`);
  if (kind === "helm") {
    return folders.map((folder) => {
      const files = values.get(folder) ?? [];
      const given = files.length === 0 ? "" : `, values: [${files.map(up).join(", ")}]`;
      return `helm: { chart: ${up(folder)}${given} }`;
    });
  }
  // What stands last counts: all folders first, then again what the shared spec leaves out of them.
  const apart = new Set(environments.flatMap((one) => one.folders.map((f) => `!${literal(f)}/**`)));
  const again = leftOut.filter(({ pattern }) => !apart.has(pattern));
  const globs = [
    ...sharedFolders.map((one) => (one === "" ? "*" : `${literal(one)}/*`)),
    ...folders.map((one) => `${literal(one)}/**`),
  ];
  return [
    ...globs.map((glob) => quotedScalar(`../${glob}`)),
    ...again.map(({ pattern }) => quotedScalar(`!../${pattern.slice(1)}`)),
  ];
}
