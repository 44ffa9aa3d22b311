import { asText, lookup } from "../yaml/access.ts";
import type { YamlNode } from "../yaml/node.ts";
import { quoted } from "../yaml/problem.ts";
import { extendedService, type Open, type ServiceFile } from "./compose-extends.ts";
import { fillIn } from "./compose-fill.ts";
import { type Clash, cleared, mergeServices, settled } from "./compose-merge.ts";
import {
  type ComposeMapping,
  type ComposeNode,
  findIn,
  itemsOf,
  withEntries,
} from "./compose-node.ts";
import { folderOf, pathFrom } from "./compose-path.ts";
import { inScope, type Scope, scopeOf } from "./compose-scope.ts";
import type { ComposeReader } from "./compose-sources.ts";

/** Files that include each other in a row. */
const MOST_INCLUDES = 16;

/** Where a file stands: what it is read with, and the files that include it, itself last. */
type Standing = { readonly path: string; readonly scope: Scope; readonly chain: readonly string[] };

/**
 * The services of Compose files laid over each other in their order, with what they include and extend, as
 * `docker compose config` merges them.
 *
 * @param chain files that include these, outermost first
 */
export function loadServices(
  paths: readonly string[],
  scope: Scope,
  reader: ComposeReader,
  chain: readonly string[] = [],
): ComposeMapping {
  const clash = clashTo(reader);
  const open = opener(scope, reader);
  let services = noServices(paths[0] ?? "");
  for (const path of paths) {
    for (const document of reader.documents(path) ?? []) {
      const own = servicesOf(document, path, scope);
      const all = withIncluded(own, document, { path, scope, chain: [...chain, path] }, reader);
      const file = serviceFile(path, scope.folder, own, all);
      const entries = all.entries.map((entry) => extendedService(file, entry, open, clash));
      services = mergeServices(cleared(services, own), withEntries(all, entries), clash);
    }
  }
  return services;
}

function clashTo(reader: ComposeReader): Clash {
  return (key, place) => {
    const what = key === "" ? "a service" : quoted(key.replaceAll("/", "."));
    const message = `${what} has another form than in what it is merged onto, which Compose refuses; write both alike`;
    reader.tell(message, place);
  };
}

/** Files to extend services from: read once each, and without what they include. */
function opener(scope: Scope, reader: ComposeReader): Open {
  const known = new Map<string, ServiceFile | null>();
  return (path, folder) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const documents = reader.documents(path);
    reader.extended.add(path);
    const opened =
      documents === null ? null : openFile(documents, path, { ...scope, folder }, reader);
    known.set(path, opened);
    return opened;
  };
}

function openFile(
  documents: readonly YamlNode[],
  path: string,
  scope: Scope,
  reader: ComposeReader,
): ServiceFile {
  let own = noServices(path);
  for (const document of documents) {
    own = mergeServices(own, servicesOf(document, path, scope), clashTo(reader));
  }
  return serviceFile(path, scope.folder, own, settledServices(own));
}

function serviceFile(
  path: string,
  folder: string,
  own: ComposeMapping,
  all: ComposeMapping,
): ServiceFile {
  return {
    path,
    folder,
    raw: new Map(own.entries.map(({ key, value }) => [key, value])),
    services: new Map(all.entries.map((entry) => [entry.key, entry])),
    extended: new Map(),
  };
}

/** The services that a document writes, with their tags. */
function servicesOf(document: YamlNode, path: string, scope: Scope): ComposeMapping {
  const node = lookup(document, "services");
  if (node === null) return noServices(path);
  const filled = fillIn(node, path, scope);
  if (filled.kind !== "mapping") return noServices(path);
  return withEntries(
    filled,
    filled.entries.map((entry) => ({ ...entry, value: inScope(entry.value, scope) })),
  );
}

/** A document's own services laid over those that it includes (https://docs.docker.com/reference/compose-file/include/). */
function withIncluded(
  own: ComposeMapping,
  document: YamlNode,
  standing: Standing,
  reader: ComposeReader,
): ComposeMapping {
  const { path, scope } = standing;
  const include = lookup(document, "include");
  let services = settledServices(own);
  if (include === null) return services;
  for (const item of itemsOf(fillIn(include, path, scope))) {
    const included = loadIncluded(item, standing, reader);
    services = mergeServices(cleared(included, own), services, clashTo(reader));
  }
  return services;
}

function loadIncluded(
  item: ComposeNode,
  { path, scope, chain }: Standing,
  reader: ComposeReader,
): ComposeMapping {
  const refuse = (written: string, reason: string): ComposeMapping => {
    const message = `include of ${quoted(written)} ${reason}, so its services are missing here; name a file of this repository`;
    reader.tell(message, item.at);
    return noServices(path);
  };
  const paths: string[] = [];
  for (const node of itemsOf(item.kind === "mapping" ? findIn(item, "path") : item)) {
    const written = asText(node) ?? "";
    const target = pathFrom(scope.folder, written);
    if ("reason" in target) return refuse(written, target.reason);
    if (reader.documents(target.path) === null) {
      return refuse(written, `finds no Compose file ${quoted(target.path)} in this commit`);
    }
    paths.push(target.path);
  }
  const [first] = paths;
  if (first === undefined) return refuse("", "names no file");
  if (chain.includes(first)) return refuse(first, "leads back to itself");
  if (chain.length > MOST_INCLUDES) return refuse(first, "is too deep");
  for (const one of paths) reader.included.add(one);
  const inner = includedScope(item, folderOf(first), scope, reader);
  return inner === null
    ? refuse(first, "has a `project_directory` outside the repository")
    : loadServices(paths, inner, reader, chain);
}

/** The variables around an include win over those of its own env files. */
function includedScope(
  item: ComposeNode,
  folder: string,
  outer: Scope,
  reader: ComposeReader,
): Scope | null {
  const written = asText(findIn(item, "project_directory"));
  const target = written === null ? { path: folder } : pathFrom(outer.folder, written);
  if ("reason" in target) return null;
  const named = itemsOf(findIn(item, "env_file")).flatMap((node) => {
    const file = pathFrom(outer.folder, asText(node) ?? "/");
    return "path" in file ? [file.path] : [];
  });
  const files =
    findIn(item, "env_file") === null
      ? { default: envFileOf(target.path) }
      : { named, by: item.at };
  return scopeOf(target.path, files, outer.variables, reader);
}

/** The env file that Compose reads of itself. */
export function envFileOf(folder: string): string {
  return folder === "" ? ".env" : `${folder}/.env`;
}

function settledServices(services: ComposeMapping): ComposeMapping {
  const node = settled(services);
  return node.kind === "mapping" ? node : services;
}

function noServices(file: string): ComposeMapping {
  return { kind: "mapping", entries: [], at: { file, line: 1, column: 1 } };
}
