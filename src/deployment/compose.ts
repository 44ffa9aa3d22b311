import { asMapping, asSequence, asText, entryOf, isAbsent, lookup } from "../yaml/access.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import type { YamlNode } from "../yaml/node.ts";
import { quoted } from "../yaml/problem.ts";
import { LOST } from "./compose-extends.ts";
import { type ComposeEntry, findIn } from "./compose-node.ts";
import type { ComposeProject } from "./compose-project.ts";
import { composeReplicas } from "./compose-replicas.ts";
import { readComposeRollout } from "./compose-rollout.ts";
import { type Definition, type Labels, labelsFrom, labelsOf } from "./definition.ts";

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
/** `compose.yaml`, `docker-compose.prod.yml`, `prod.compose.yaml`. */
const COMPOSE_NAME = /(?:^|[/._-])compose(?:[._-][^/]*)?\.(?:ya?ml|json)$/;

/**
 * True for a Compose file: `services` holds mappings that look like services, and nothing says Kubernetes.
 * One that is called so may also do nothing but include others.
 */
export function isCompose(document: YamlNode, path: string): boolean {
  if (entryOf(document, "kind") !== null || entryOf(document, "apiVersion") !== null) return false;
  const services = asMapping(lookup(document, "services"));
  if (COMPOSE_NAME.test(path) && asSequence(lookup(document, "include")) !== null) return true;
  return (
    services?.entries.some(
      ({ value }) =>
        value.kind === "mapping" && value.entries.some((entry) => SERVICE_KEYS.has(entry.key)),
    ) ?? false
  );
}

/** The services that a project starts (https://docs.docker.com/reference/compose-file/), as workloads. */
export function composeDefinitions({ services }: ComposeProject): readonly Definition[] {
  return services.entries.flatMap((entry): readonly Definition[] => {
    const { key, keyAt, value } = entry;
    if (value.kind !== "mapping") return [];
    return [
      {
        kind: "ComposeService",
        namespace: null,
        name: key,
        labels: labelsOfService(findIn(value, "labels")),
        podLabels: labelsFrom([]),
        replicas: composeReplicas(value, key, keyAt),
        rollout: readComposeRollout(value, key, keyAt),
        placement: [],
        pod: { containers: [] },
        place: keyAt,
        partial: isPartial(entry),
      },
    ];
  });
}

/** A service without anything to run leaves that to a file that it is merged onto. */
function isPartial({ value }: ComposeEntry): boolean {
  return ["image", "build", LOST].every((key) => isAbsent(findIn(value, key)));
}

/** Services that a notice names before it only counts. */
const NAMED = 5;

/** That some services wait for a profile, once for all projects. */
export function dormantNotice(projects: readonly ComposeProject[]): readonly Diagnostic[] {
  const dormant = projects.flatMap((project) => project.dormant.entries);
  const [first] = dormant;
  if (first === undefined) return [];
  const names = dormant
    .slice(0, NAMED)
    .map(({ key, keyAt }) => `${quoted(key)} (${keyAt.file}:${keyAt.line})`);
  const more = dormant.length > NAMED ? ` and ${dormant.length - NAMED} more` : "";
  const many = dormant.length > 1;
  const message = `${many ? `${dormant.length} Compose services start` : "a Compose service starts"} only with a profile, and ${many ? "count" : "counts"} as not deployed: ${names.join(", ")}${more}; set \`COMPOSE_PROFILES\` in \`.env\` if ${many ? "they are" : "it is"}`;
  return [diagnostic("notice", "compose-profiles", message, first.keyAt)];
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
