import { asText } from "../yaml/access.ts";
import { quoted } from "../yaml/problem.ts";
import { type Clash, cleared, mergeService, word } from "./compose-merge.ts";
import { type ComposeEntry, type ComposeNode, findIn, withEntries } from "./compose-node.ts";
import { folderOf, pathFrom } from "./compose-path.ts";

/** The services of a file, to be extended within it or from another one. */
export type ServiceFile = {
  readonly path: string;
  /** What relative paths in it start from. */
  readonly folder: string;
  /** As written, with the tags that speak to what they are merged onto. */
  readonly raw: ReadonlyMap<string, ComposeNode>;
  /** As they hold in this file, with what it includes. */
  readonly services: ReadonlyMap<string, ComposeEntry>;
  /** Services whose `extends` has been followed, for those that extend them in turn. */
  readonly extended: Map<string, ComposeNode>;
};

/** The file at a path; `null`: there is none. */
export type Open = (path: string, folder: string) => ServiceFile | null;

/** Key of the reason why a service's `extends` leads nowhere. No YAML key is read under this name. */
export const LOST = "\0extends";

/** Services that extend each other in a row; each is merged onto the next. */
const MOST_LINKS = 32;

type Link = { readonly file: ServiceFile; readonly entry: ComposeEntry };
type Lost = { readonly reason: string };

/**
 * A service with all that it extends laid under it
 * (https://docs.docker.com/reference/compose-file/services/#extends). Where that leads nowhere the
 * service has the reason under `LOST`: what it would have from there cannot be told.
 */
export function extendedService(
  file: ServiceFile,
  entry: ComposeEntry,
  open: Open,
  clash: Clash,
): ComposeEntry {
  const chain = chainFrom({ file, entry }, open);
  // Without a root, where one starts to merge would depend on where one comes from.
  if ("reason" in chain) return { ...entry, value: ownPart({ file, entry }, chain) };
  const { links, lost } = chain;
  let value: ComposeNode | null = null;
  for (const link of [...links].reverse()) {
    const { extended } = link.file;
    const known: ComposeNode = extended.get(link.entry.key) ?? laidOver(value, link, lost, clash);
    extended.set(link.entry.key, known);
    value = known;
  }
  return { ...entry, value: value ?? entry.value };
}

function laidOver(
  base: ComposeNode | null,
  link: Link,
  lost: Lost | null,
  clash: Clash,
): ComposeNode {
  if (base === null) return ownPart(link, lost);
  const raw = link.file.raw.get(link.entry.key) ?? null;
  const left = base.kind === "mapping" ? cleared(base, raw) : base;
  return mergeService(left, ownPart(link, null), clash);
}

/** From a service to the one that extends nothing, or (`lost`) nothing that is there. */
function chainFrom(
  start: Link,
  open: Open,
): { readonly links: readonly Link[]; readonly lost: Lost | null } | Lost {
  const links: Link[] = [];
  const seen = new Set<string>();
  for (let link = start; ; ) {
    const key = `${link.file.path}\0${link.entry.key}`;
    if (seen.has(key)) return { reason: "leads back to itself" };
    if (links.length === MOST_LINKS) {
      return { reason: `leads through more than ${MOST_LINKS} services` };
    }
    seen.add(key);
    links.push(link);
    const extended = findIn(link.entry.value, "extends");
    if (extended === null) return { links, lost: null };
    const next = nextLink(link.file, extended, open);
    if ("reason" in next) return { links, lost: next };
    link = next;
  }
}

function nextLink(file: ServiceFile, extended: ComposeNode, open: Open): Link | Lost {
  const name = asText(extended) ?? asText(findIn(extended, "service"));
  const written = asText(findIn(extended, "file"));
  if (name === null) return { reason: "names no service" };
  const target = written === null ? file : fileAt(file, written, open);
  if ("reason" in target) return target;
  const entry = target.services.get(name);
  if (entry !== undefined) return { file: target, entry };
  return { reason: `names ${quoted(name)}, which ${quoted(target.path)} does not have` };
}

function fileAt(file: ServiceFile, written: string, open: Open): ServiceFile | Lost {
  const target = pathFrom(file.folder, written);
  if ("reason" in target) return { reason: `names ${quoted(written)}, which ${target.reason}` };
  const reason = `names ${quoted(target.path)}, which is no Compose file of this commit`;
  return open(target.path, folderOf(target.path)) ?? { reason };
}

/** What a file says of a service itself. */
function ownPart({ entry: { value } }: Link, lost: Lost | null): ComposeNode {
  if (value.kind !== "mapping") return value;
  const entries = value.entries.flatMap((entry) => {
    if (entry.key !== "extends") return [entry];
    return lost === null ? [] : [{ ...entry, key: LOST, value: word(lost.reason, entry.keyAt) }];
  });
  return withEntries(value, entries);
}
