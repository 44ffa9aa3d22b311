import { asText, isAbsent } from "../yaml/access.ts";
import { readEnvFile } from "./compose-dotenv.ts";
import { pairs } from "./compose-merge.ts";
import {
  type ComposeEntry,
  type ComposeMapping,
  type ComposeNode,
  findIn,
  itemsOf,
} from "./compose-node.ts";
import type { Scope } from "./compose-scope.ts";
import type {
  ComposeLink,
  ComposePort,
  ComposeService,
  ComposeText,
  ComposeVariable,
} from "./compose-service.ts";
import type { ComposeReader } from "./compose-sources.ts";

/** The services of a project as hints and entrances are read from them. */
export function composeServices(
  services: ComposeMapping,
  scope: Scope,
  reader: ComposeReader,
): readonly ComposeService[] {
  return services.entries.map((entry) => serviceView(entry, scope, reader));
}

function serviceView(
  { key, keyAt, value }: ComposeEntry,
  scope: Scope,
  reader: ComposeReader,
): ComposeService {
  const part = (...path: readonly string[]) => findIn(value, ...path);
  return {
    name: key,
    project: scope.folder,
    place: keyAt,
    environment: environmentOf(value, scope, reader),
    command: [...wordsOf(part("entrypoint")), ...wordsOf(part("command"))],
    dependsOn: namesOf(part("depends_on")),
    links: textsOf(part("links")).map(linkOf),
    ports: itemsOf(part("ports")).flatMap(portOf),
    aliases: [
      ...textsOf(part("hostname")),
      ...textsOf(part("container_name")),
      ...networksOf(part("networks")).flatMap((one) => textsOf(findIn(one, "aliases"))),
    ],
  };
}

/** What `environment` says wins over its env files, and a later one of these over an earlier. */
function environmentOf(
  service: ComposeNode,
  scope: Scope,
  reader: ComposeReader,
): readonly ComposeVariable[] {
  const variables = new Map<string, ComposeVariable>();
  for (const { text: path } of textsOf(findIn(service, "env_file"))) {
    // One that is not committed holds what is not for the repository: it tells nothing.
    const text = reader.text(path);
    if (text === null) continue;
    const read = readEnvFile(text, path, (name) => scope.variables.get(name));
    for (const [name, { value, place }] of read.variables) {
      variables.set(name, { name, value, place });
    }
  }
  const environment = findIn(service, "environment");
  for (const { text, place } of environment === null ? [] : pairs(environment).flatMap(textOf)) {
    const [name = ""] = text.split("=", 1);
    const value = name === text ? null : text.slice(name.length + 1);
    variables.set(name, { name, value, place });
  }
  return [...variables.values()];
}

function textOf(node: ComposeNode): readonly ComposeText[] {
  const text = asText(node);
  return text === null ? [] : [{ text, place: node.at }];
}

function textsOf(node: ComposeNode | null): readonly ComposeText[] {
  return itemsOf(node).flatMap(textOf);
}

/** Of a list, or the keys of a mapping. */
function namesOf(node: ComposeNode | null): readonly ComposeText[] {
  if (node?.kind !== "mapping") return textsOf(node);
  return node.entries.map(({ key, keyAt }) => ({ text: key, place: keyAt }));
}

function wordsOf(node: ComposeNode | null): readonly ComposeText[] {
  if (node?.kind !== "scalar") return textsOf(node);
  return textOf(node).flatMap(({ text, place }) =>
    text
      .split(/\s+/)
      .filter((word) => word !== "")
      .map((word) => ({ text: word, place })),
  );
}

function networksOf(node: ComposeNode | null): readonly ComposeNode[] {
  return node?.kind === "mapping" ? node.entries.map(({ value }) => value) : [];
}

function linkOf({ text, place }: ComposeText): ComposeLink {
  const [service = "", alias = service] = text.split(":");
  return { service, alias, place };
}

/** `[[host:]published:]target[/protocol]`, or the same as a mapping. */
function portOf(node: ComposeNode): readonly ComposePort[] {
  if (node.kind === "mapping") {
    const target = asText(findIn(node, "target"));
    const published = findIn(node, "published");
    if (target === null) return [];
    return [{ published: isAbsent(published) ? null : asText(published), target, place: node.at }];
  }
  return textOf(node).map(({ text, place }) => {
    const parts = text.replace(/\/[a-z]+$/, "").split(":");
    // The address of a host may hold colons itself, in brackets.
    return { published: parts.at(-2) || null, target: parts.at(-1) ?? "", place };
  });
}
