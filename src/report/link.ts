import { escapeText, shorten } from "./escape.ts";

/** Where links lead; `null` where the reports are read outside GitHub. */
export type Repository = {
  /** `https://github.com`, or the address of a GitHub Enterprise Server. */
  readonly serverUrl: string;
  readonly owner: string;
  readonly repo: string;
};

/** Browsers and servers take no longer ones for granted. */
const LONGEST_ADDRESS = 2_000;

/** A file's line at a commit as a Markdown link, or as plain text where no link can be made. */
export function fileLink(
  repository: Repository | null,
  commit: string,
  file: string,
  line: number | undefined,
): string {
  const text = `${escapeText(shorten(file, 120))}${line === undefined ? "" : `:${line}`}`;
  const target = repository === null ? null : fileAddress(repository, commit, file, line);
  return target === null ? text : `[${text}](${target})`;
}

/** A commit, short, as a link: what is not an object id (`WORKTREE`) is shown as it is. */
export function commitLink(repository: Repository | null, commit: string): string {
  if (!isObjectId(commit)) return escapeText(commit);
  const short = commit.slice(0, 7);
  return repository === null ? short : `[${short}](${root(repository)}/commit/${commit})`;
}

/** A Markdown link to an address that is not of the repository; `null` where it is no web address. */
export function webLink(text: string, address: string | null): string | null {
  if (address === null || !/^https?:\/\/[^\s<>()[\]\\`|]+$/.test(address)) return null;
  return `[${escapeText(text)}](${address})`;
}

/** The web page of a file's line at a commit; `null` where there is none. */
export function fileAddress(
  repository: Repository,
  commit: string,
  file: string,
  line: number | undefined,
): string | null {
  const segments = file.split("/");
  // A browser would resolve them, and the link would lead elsewhere. Git has no such path.
  if (segments.some((one) => one === "" || one === "." || one === "..")) return null;
  if (!isObjectId(commit)) return null;
  const path = segments.map(encodeSegment).join("/");
  const address = `${root(repository)}/blob/${commit}/${path}${line === undefined ? "" : `#L${line}`}`;
  return address.length > LONGEST_ADDRESS ? null : address;
}

function root(repository: Repository): string {
  const { serverUrl, owner, repo } = repository;
  return `${serverUrl.replace(/\/+$/, "")}/${encodeSegment(owner)}/${encodeSegment(repo)}`;
}

function encodeSegment(segment: string): string {
  const wellFormed = segment.replace(/\p{Cs}/gu, "\ufffd");
  // A closing parenthesis would end a Markdown link.
  return encodeURIComponent(wellFormed).replace(/[()]/g, (sign) => (sign === "(" ? "%28" : "%29"));
}

/** As git writes it in full, under sha1 or sha256. */
export function isObjectId(commit: string): boolean {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(commit);
}
