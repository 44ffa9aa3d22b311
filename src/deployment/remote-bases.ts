import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import type { YamlNode } from "../yaml/node.ts";
import { quoted } from "../yaml/problem.ts";
import type { Definition, Findings } from "./definition.ts";
import { kustomizationNames, remoteBases } from "./kustomization-names.ts";
import type { RemoteBase } from "./workload.ts";

/** Add the bases of a kustomization that are named by a URL. */
export function readRemotes(document: YamlNode, file: string, findings: Findings): void {
  findings.remotes.push(...remoteBases(kustomizationNames(document, file), () => false));
}

/** One warning for all that would have to be fetched. */
export function remoteWarning(remotes: readonly RemoteBase[]): readonly Diagnostic[] {
  const [first] = remotes;
  if (first === undefined) return [];
  const more = remotes.length > 1 ? ` and ${remotes.length - 1} more` : "";
  const are = remotes.length > 1 ? "are" : "is";
  const message = `${quoted(first.url)}${more} ${are} not in the repository and ${are} not fetched: which workloads come from there, and their replicas, is unknown; commit a copy, or render in your workflow and use \`base-manifests\` and \`head-manifests\``;
  return [diagnostic("warning", "remote-base", message, first.place)];
}

/**
 * Patches that say no replicas, where the manifest that they patch may be a remote one: its number is not
 * the default, but unknown.
 */
export function withoutDefaults(
  definitions: readonly Definition[],
  remotes: readonly RemoteBase[],
): readonly Definition[] {
  const [first] = remotes;
  if (first === undefined) return definitions;
  return definitions.map((one) => {
    const { partial, replicas, kind, name } = one;
    if (!partial || replicas.rule !== "default" || replicas.problem !== undefined) return one;
    const problem = `replicas of ${quoted(`${kind}/${name}`)} are unknown: a patch says none, and ${quoted(first.url)} ${first.why}; commit a copy of it, or state the replicas in the overlay`;
    return { ...one, replicas: { ...replicas, count: null, problem } };
  });
}
