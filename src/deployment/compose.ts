import { asMapping, asSequence, asText, entryOf, isAbsent, lookup } from "../yaml/access.ts";
import type { YamlEntry, YamlMapping, YamlNode } from "../yaml/node.ts";
import { quoted } from "../yaml/problem.ts";
import { readComposeRollout } from "./compose-rollout.ts";
import { type Findings, type Labels, labelsFrom, labelsOf, placeIn } from "./definition.ts";
import { numeral } from "./numeral.ts";
import { statedReplicas } from "./replicas.ts";
import type { ReplicaFact } from "./workload.ts";

/** Keys by which a service of a Compose file is told from whatever else calls its parts `services`. */
const SERVICE_KEYS = new Set([
  "image",
  "build",
  "deploy",
  "extends",
  "scale",
  "command",
  "entrypoint",
  "environment",
  "env_file",
  "ports",
  "expose",
  "volumes",
  "networks",
  "depends_on",
  "links",
  "restart",
  "healthcheck",
  "container_name",
  "profiles",
  "logging",
]);

/** True for a Compose file: `services` holds mappings that look like services, and nothing says Kubernetes. */
export function isCompose(document: YamlNode): boolean {
  const services = asMapping(lookup(document, "services"));
  if (services === null || entryOf(document, "kind") !== null) return false;
  if (entryOf(document, "apiVersion") !== null) return false;
  return services.entries.some(
    ({ value }) =>
      value.kind === "mapping" && value.entries.some((entry) => SERVICE_KEYS.has(entry.key)),
  );
}

/** Add the services of a Compose file (https://docs.docker.com/reference/compose-file/) to the findings. */
export function readCompose(document: YamlNode, file: string, findings: Findings): void {
  for (const entry of asMapping(lookup(document, "services"))?.entries ?? []) {
    const service = asMapping(entry.value);
    if (service === null) continue;
    findings.definitions.push({
      kind: "ComposeService",
      namespace: null,
      name: entry.key,
      labels: labelsOfService(lookup(service, "labels")),
      podLabels: labelsFrom([]),
      replicas: replicasOf(service, entry, file),
      rollout: readComposeRollout(service, entry.key, placeIn(file, entry.keyAt)),
      placement: [],
      pod: { containers: [] },
      place: placeIn(file, entry.keyAt),
      partial: ["image", "build", "extends"].every((key) => isAbsent(lookup(service, key))),
    });
  }
}

function replicasOf(service: YamlMapping, entry: YamlEntry, file: string): ReplicaFact {
  const place = placeIn(file, entry.keyAt);
  const name = quoted(entry.key);
  if ((asSequence(lookup(service, "profiles"))?.items.length ?? 0) > 0) {
    const problem = `${name} starts only with a profile, which is not supported yet; say \`replicas\` in the spec and leave the file out of \`manifests\``;
    return { count: null, rule: "default", place, problem };
  }
  const mode = asText(lookup(service, "deploy", "mode"));
  if (mode === "global" || mode === "global-job") return { count: null, rule: "daemonset", place };
  const replicasNode = numeral(lookup(service, "deploy", "replicas"));
  const scaleNode = numeral(lookup(service, "scale"));
  const replicas = statedReplicas(replicasNode, "replicas", file, `deploy.replicas of ${name}`);
  const scale = statedReplicas(scaleNode, "scale", file, `scale of ${name}`);
  if (replicas !== null && scale !== null && replicas.count !== scale.count) {
    const problem = `${name} has deploy.replicas and another scale, which Compose refuses; keep one`;
    return replicas.problem !== undefined ? replicas : { ...scale, count: null, problem };
  }
  const stated = replicas ?? scale;
  if (stated !== null) return stated;
  if (!isAbsent(lookup(service, "extends"))) {
    const problem = `${name} may get its replicas through extends, which is not supported yet; write deploy.replicas here`;
    return { count: null, rule: "default", place, problem };
  }
  return { count: 1, rule: "default", place };
}

/** Labels as a mapping, or as a list of `key=value`. */
function labelsOfService(node: YamlNode | null): Labels {
  const list = asSequence(node);
  if (list === null) return labelsOf(node);
  return labelsFrom(
    list.items.map((item) => {
      const text = asText(item) ?? "";
      const equals = text.indexOf("=");
      return equals === -1 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
    }),
  );
}
