import { asText, isAbsent } from "../yaml/access.ts";
import type { Place } from "../yaml/diagnostic.ts";
import { quoted } from "../yaml/problem.ts";
import { LOST } from "./compose-extends.ts";
import { type ComposeNode, findIn } from "./compose-node.ts";
import { numeral } from "./numeral.ts";
import { statedReplicas, written } from "./replicas.ts";
import type { ReplicaFact, ReplicaRule } from "./workload.ts";

/**
 * How many containers a service has: `deploy.replicas` or `scale`, else one (Compose Deploy Specification).
 *
 * @param place of the service, which stands for what is not written.
 */
export function composeReplicas(service: ComposeNode, name: string, place: Place): ReplicaFact {
  const mode = asText(findIn(service, "deploy", "mode"));
  if (mode === "global" || mode === "global-job") return { count: null, rule: "daemonset", place };
  const replicas = stated(service, ["deploy", "replicas"], "replicas", name);
  const scale = stated(service, ["scale"], "scale", name);
  if (replicas !== null && scale !== null && replicas.count !== scale.count) {
    const problem = `${quoted(name)} has deploy.replicas and another scale, which Compose refuses; keep one`;
    return replicas.problem !== undefined ? replicas : { ...scale, count: null, problem };
  }
  const fact = replicas ?? scale;
  if (fact !== null) return fact;
  const lost = findIn(service, LOST);
  if (lost === null) return { count: 1, rule: "default", place };
  const problem = `${quoted(name)} may get its replicas through \`extends\`, which ${asText(lost)}; mend it, or write deploy.replicas here`;
  return { count: null, rule: "default", place: lost.at, problem };
}

function stated(
  service: ComposeNode,
  path: readonly string[],
  rule: ReplicaRule,
  name: string,
): ReplicaFact | null {
  const node = findIn(service, ...path);
  if (node === null || isAbsent(node)) return null;
  const what = `${path.join(".")} of ${quoted(name)}`;
  const problem = node.kind === "scalar" ? fillProblem(node.filled, node.text) : null;
  if (problem !== null) {
    return {
      count: null,
      rule,
      place: node.at,
      problem: `${what} is ${asWritten(node)}${problem}`,
    };
  }
  return statedReplicas(numeral(node), rule, node.at.file, what);
}

/** Why the variables of a number leave it open, in words that stand behind it; `null`: they do not. */
function fillProblem(
  filled: { readonly unset: readonly string[]; readonly refused: string | null } | undefined,
  text: string,
): string | null {
  if (filled === undefined) return null;
  if (filled.refused !== null)
    return `, which ${filled.refused}; set it in \`.env\`, or write the number`;
  const [first] = filled.unset;
  if (first === undefined || text !== "") return null;
  return `, and ${quoted(first)} is set nowhere; set it in \`.env\`, or write a default: \`\${${first}:-1}\``;
}

/** A value as it stands in its file, before variables. */
export function asWritten(node: ComposeNode): string {
  const filled = node.kind === "scalar" ? node.filled : undefined;
  return filled === undefined ? written(node) : quoted(filled.written);
}
