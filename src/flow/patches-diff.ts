import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";

/** A text before and after, without byte order marks. */
export type Rewritten = {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Whether the file begins with a byte order mark, which a patch has to have, too. */
  readonly marked: boolean;
};

/** Lines of context, as git has them. */
const CONTEXT = 3;

/** In UTF-16 units; a file of one long line makes no patch that anybody reads. */
const LONGEST = 20_000;

/**
 * One unified diff of several files, with the paths `a/…` and `b/…`, as `git apply` takes it; `null` where a path
 * cannot be written in one, or where it would be too long.
 */
export function unifiedDiff(files: readonly Rewritten[]): string | null {
  // git quotes such names in a way of its own.
  if (files.some(({ path }) => /[\p{Cc}"\\]/u.test(path))) return null;
  const patches = files.map(({ path, before, after, marked }) => {
    const mark = marked ? "\ufeff" : "";
    const [from, to] = [`a/${path}`, `b/${path}`];
    const patch = structuredPatch(from, to, mark + before, mark + after, undefined, undefined, {
      context: CONTEXT,
    });
    return formatPatch(patch, FILE_HEADERS_ONLY);
  });
  const text = patches.join("");
  return text.length > LONGEST ? null : text;
}
