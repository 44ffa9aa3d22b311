import type { Place } from "../yaml/diagnostic.ts";
import type { YamlNode } from "../yaml/node.ts";

/** What the files of a commit hold for its Compose projects. */
export type ComposeSources = {
  /** The documents of a YAML file; `null`: it is absent, no text, or not read yet. */
  readonly documents: (path: string) => readonly YamlNode[] | null;
  readonly text: (path: string) => string | null;
};

/** UTF-16 units that variables may still write into the files of a commit. */
export type FillLimit = { left: number };

/** Sources of one project: what it asked for, and what went wrong. */
export type ComposeReader = {
  readonly documents: (path: string) => readonly YamlNode[] | null;
  readonly text: (path: string) => string | null;
  readonly tell: (message: string, place: Place) => void;
  readonly fillLimit: FillLimit;
  /** Files that the project includes, at any depth. */
  readonly included: Set<string>;
  /** Files of other folders or names from which it takes single services. */
  readonly extended: Set<string>;
};

/** Files that one project may ask for, each time that it does counted: hundreds are a mistake, or an attack. */
const MOST_FILES = 500;

/** A reader that notes in `asked` every path that it is asked for. */
export function composeReader(
  sources: ComposeSources,
  asked: Set<string>,
  tell: ComposeReader["tell"],
  fillLimit: FillLimit,
): ComposeReader {
  let left = MOST_FILES;
  const counted = <T>(read: (path: string) => T | null): ((path: string) => T | null) => {
    return (path) => {
      if (left-- <= 0) {
        const message = `a Compose project reads more than ${MOST_FILES} files, and those beyond count as absent; split it`;
        tell(message, { file: path, line: 1, column: 1 });
        return null;
      }
      asked.add(path);
      return read(path);
    };
  };
  return {
    documents: counted(sources.documents),
    text: counted(sources.text),
    tell,
    fillLimit,
    included: new Set(),
    extended: new Set(),
  };
}
