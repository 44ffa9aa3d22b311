import type { Place } from "../yaml/diagnostic.ts";
import type { ComposeService } from "./compose-service.ts";
import type { Selector } from "./definition.ts";
import { clusterHosts, composeHosts, type HostFinder } from "./hint-hosts.ts";
import { stemOf } from "./hint-key.ts";
import type { ConfigData, Configured, ConfiguredContainer } from "./hint-pods.ts";
import { type Mention, mentionsInLine, mentionsInValue, mentionsInWords } from "./hint-text.ts";
import {
  type ConfigFinder,
  configFinder,
  expand,
  type Setting,
  settingsOf,
} from "./hint-variables.ts";
import type { Hint, ThirdParty, Workload, WorkloadRef } from "./workload.ts";

/** Of one workload: more would be generated, and help nobody. */
const MOST_HINTS = 500;

export type Hints = {
  readonly hints: readonly Hint[];
  readonly thirdParties: readonly ThirdParty[];
};

/** What the objects of all files say about who knows whom. */
export type HintSources = {
  readonly workloads: readonly Workload[];
  readonly selectors: readonly Selector[];
  readonly configured: readonly Configured[];
  readonly configs: readonly ConfigData[];
  /** By project. */
  readonly compose: readonly (readonly ComposeService[])[];
};

/**
 * The names of other workloads that workloads are configured with. Only what leads to one of the manifests
 * is a hint; a host on the internet that a variable or argument calls by URL is a third party. No value is
 * kept, since it may hold a password: the host, port and scheme of it are.
 */
export function hintsOf(sources: HintSources): Hints {
  const inCluster = clusterHosts(sources.workloads, sources.selectors);
  const find = configFinder(sources.configs);
  const readings = [
    ...sources.configured.map((one) => resolved(one.from, podMentions(one, find), inCluster)),
    ...sources.compose.flatMap((project) => {
      const inProject = composeHosts(project);
      return project.map((service) => {
        const from: WorkloadRef = { kind: "ComposeService", namespace: null, name: service.name };
        return resolved(from, composeMentions(service), inProject);
      });
    }),
  ];
  return {
    hints: distinct(readings.flatMap(({ hints }) => hints)),
    thirdParties: distinct(readings.flatMap(({ thirdParties }) => thirdParties)),
  };
}

type Located = Mention & {
  readonly place: Place;
  /** In a file, where URLs are of documentation as often as of a service. */
  readonly inFile: boolean;
};

function podMentions(configured: Configured, find: ConfigFinder): readonly Located[] {
  const files = configured.mounted.flatMap((name) => {
    const config = find(name, configured.from.namespace);
    return (config?.entries ?? []).flatMap(fileMentions);
  });
  return [
    ...configured.containers.flatMap((one) => containerMentions(one, configured, find)),
    ...files,
  ];
}

function containerMentions(
  container: ConfiguredContainer,
  configured: Configured,
  find: ConfigFinder,
): readonly Located[] {
  const settings = settingsOf(container, configured, find);
  const byKey = new Map(settings.map((one) => [one.key, one]));
  const words = container.words.map(({ text, place }) => ({ text: expand(text, byKey), place }));
  return [...variableMentions(settings), ...wordMentions(words)];
}

/** A port that stands in a variable beside that of the host (`FLAGD_HOST`, `FLAGD_PORT`) is its port. */
function variableMentions(settings: readonly Setting[]): readonly Located[] {
  const ports = new Map(
    settings.flatMap(({ key, text }) =>
      /port$/i.test(key) && /^\d{1,5}$/.test(text) ? [[stemOf(key), Number(text)] as const] : [],
    ),
  );
  return settings.flatMap(({ key, text, place }) =>
    mentionsInValue(key, text).map((one) => ({
      ...one,
      port: one.port ?? ports.get(stemOf(key)) ?? null,
      place,
      inFile: false,
    })),
  );
}

function wordMentions(
  words: readonly { readonly text: string; readonly place: Place }[],
): readonly Located[] {
  const first = words[0];
  if (first === undefined) return [];
  return mentionsInWords(words.map(({ text }) => text)).map((one) => {
    const holder = words.find(({ text }) => text.toLowerCase().includes(one.host)) ?? first;
    return { ...one, place: holder.place, inFile: false };
  });
}

/** The place of a block scalar is that of its first line. */
function fileMentions(entry: ConfigData["entries"][number]): readonly Located[] {
  return entry.text.split("\n").flatMap((line, index) => {
    const place = { ...entry.place, line: entry.place.line + index };
    return mentionsInLine(entry.key, line).map((one) => ({ ...one, place, inFile: true }));
  });
}

function composeMentions(service: ComposeService): readonly Located[] {
  const settings = service.environment.flatMap(({ name, value, place }) =>
    value === null ? [] : [{ key: name, text: value, place }],
  );
  const named = [
    ...service.dependsOn.map(({ text, place }) => ({ text, place, key: "depends_on" })),
    ...service.links.map((link) => ({ text: link.service, place: link.place, key: "links" })),
  ].map(({ text, place, key }) => {
    return { host: text.toLowerCase(), port: null, scheme: null, key, place, inFile: false };
  });
  // Compose names what a service is linked to by an alias of its own.
  const aliases = new Map(service.links.map(({ alias, service: to }) => [alias, to]));
  const found = [...variableMentions(settings), ...wordMentions(service.command)];
  return [...found.map((one) => ({ ...one, host: aliases.get(one.host) ?? one.host })), ...named];
}

function resolved(from: WorkloadRef, mentions: readonly Located[], find: HostFinder): Hints {
  const hints: Hint[] = [];
  const thirdParties: ThirdParty[] = [];
  for (const { host, port, scheme, key, place, inFile } of mentions.slice(0, MOST_HINTS)) {
    const to = find(host, from.namespace);
    if (to.length > 0) {
      const isOwn = to.some((one) => sameRef(one, from));
      if (!isOwn) hints.push({ from, to, host, port, scheme, key, place });
    } else if (!inFile && scheme !== null && isPublic(host)) {
      thirdParties.push({ from, host, port, scheme, key, place });
    }
  }
  return { hints, thirdParties };
}

export function sameRef(a: WorkloadRef, b: WorkloadRef): boolean {
  return a.kind === b.kind && a.namespace === b.namespace && a.name === b.name;
}

/** Names of the internet, but for those that stand for nothing. */
function isPublic(host: string): boolean {
  return (
    /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(host) &&
    !/(?:^|\.)(?:svc|local|localhost|internal|localdomain|test|invalid|example|lan)(?:\.|$)/.test(
      host,
    ) &&
    !/(?:^|\.)(?:example\.(?:com|org|net)|w3\.org|schema\.org)$/.test(host)
  );
}

function distinct<
  T extends { readonly from: WorkloadRef; readonly host: string; readonly key: string },
>(found: readonly (T & { readonly port: number | null })[]): readonly T[] {
  const seen = new Map(
    found
      .toReversed()
      .map((one) => [
        JSON.stringify([
          one.from.kind,
          one.from.namespace,
          one.from.name,
          one.host,
          one.port,
          one.key,
        ]),
        one,
      ]),
  );
  return [...seen.values()].toReversed();
}
