import { appendFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { runWith } from "../repository/git-fixture.ts";

/** Texts by path; `null` takes the file away. */
export type Files = Readonly<Record<string, string | null>>;

export type Commit = {
  readonly name: string;
  /** Names of earlier commits; the files of the first are what `files` is laid over. */
  readonly parents?: readonly string[];
  readonly files: Files;
};

export type Origin = {
  readonly folder: string;
  readonly url: string;
  /** Object id by the name of the commit. */
  readonly id: (name: string) => string;
};

/**
 * A bare repository as GitHub serves it, written by one `git fast-import` (its manual has the format).
 * Any commit may be fetched by its id, as on GitHub.
 *
 * @param refs full names of refs, with the commit that each stands for
 */
export function makeOrigin(
  folder: string,
  commits: readonly Commit[],
  refs: Readonly<Record<string, string>>,
): Origin {
  runWith(".", {}, ["init", "--quiet", "--bare", "--template=", "--initial-branch=main", folder]);
  appendFileSync(`${folder}/config`, "[uploadpack]\n\tallowAnySHA1InWant = true\n");
  const marks = new Map(commits.map(({ name }, index) => [name, `:${index + 1}`]));
  const markOf = (name: string): string => {
    const mark = marks.get(name);
    if (mark === undefined) throw new Error(`there is no commit ${name}`);
    return mark;
  };
  const stream = [
    ...commits.map((one) => commitCommand(one, markOf)),
    ...Object.entries(refs).map(([ref, name]) => `reset ${ref}\nfrom ${markOf(name)}\n\n`),
    // Commits that no ref holds are kept by the import all the same; this one ends with it.
    "reset refs/heads/import\nfrom 0000000000000000000000000000000000000000\n\n",
    ...commits.map(({ name }) => `get-mark ${markOf(name)}\n`),
  ].join("");
  const ids = runWith(folder, {}, ["fast-import", "--quiet"], stream).split("\n");
  return {
    folder,
    url: pathToFileURL(folder).href,
    id: (name) => {
      const id = ids[Number(markOf(name).slice(1)) - 1];
      if (id === undefined) throw new Error(`the commit ${name} was not written`);
      return id;
    },
  };
}

function commitCommand(
  { name, parents = [], files }: Commit,
  markOf: (name: string) => string,
): string {
  const [first, ...merged] = parents;
  return [
    "commit refs/heads/import\n",
    `mark ${markOf(name)}\n`,
    "committer A <a@example.org> 1767225600 +0000\n",
    data(name),
    first === undefined ? "deleteall\n" : `from ${markOf(first)}\n`,
    ...merged.map((one) => `merge ${markOf(one)}\n`),
    ...Object.entries(files).map(([path, text]) =>
      text === null ? `D ${quoted(path)}\n` : `M 100644 inline ${quoted(path)}\n${data(text)}`,
    ),
    "\n",
  ].join("");
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

function quoted(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}
