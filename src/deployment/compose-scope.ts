import { asText } from "../yaml/access.ts";
import type { Place } from "../yaml/diagnostic.ts";
import { quoted } from "../yaml/problem.ts";
import { readEnvFile } from "./compose-dotenv.ts";
import { pairs, word } from "./compose-merge.ts";
import { type ComposeNode, findIn, itemsOf, withEntries } from "./compose-node.ts";
import { pathFrom } from "./compose-path.ts";
import type { ComposeReader, FillLimit } from "./compose-sources.ts";
import type { Variables } from "./compose-template.ts";

/** What the files of a project, or of an include, are read with. */
export type Scope = {
  /** What relative paths start from. */
  readonly folder: string;
  readonly variables: Variables;
  readonly fillLimit: FillLimit;
};

/** Env files named by somebody, or the `.env` that need not be there. */
export type EnvPaths =
  | { readonly named: readonly string[]; readonly by: Place }
  | { readonly default: string };

/**
 * A folder with the variables of its env files, those that are known already before them. The environment
 * of whoever starts the project is not known here, and counts as empty.
 */
export function scopeOf(
  folder: string,
  files: EnvPaths,
  outer: Variables,
  reader: ComposeReader,
): Scope {
  const variables = new Map(outer);
  const paths = "named" in files ? files.named : [files.default];
  for (const path of [...paths].reverse()) {
    const text = reader.text(path);
    if (text === null) {
      if (!("named" in files)) continue;
      const message = `the env file ${quoted(path)} is not in this commit, so its variables count as empty; commit it, or give defaults (\`\${NAME:-default}\`)`;
      reader.tell(message, files.by);
      continue;
    }
    const read = readEnvFile(text, path, (name) => outer.get(name));
    if (read.problem !== null) {
      reader.tell(
        `${read.problem.message}; variables from here on count as empty`,
        read.problem.place,
      );
    }
    // A later file wins, and it was read first.
    for (const [name, variable] of read.variables) {
      if (!variables.has(name)) variables.set(name, variable);
    }
  }
  return { folder, variables, fillLimit: reader.fillLimit };
}

/** A service with the paths and bare names in it resolved, which mean other things in other files. */
export function inScope(service: ComposeNode, scope: Scope): ComposeNode {
  if (service.kind !== "mapping") return service;
  return withEntries(
    service,
    service.entries.map((entry) => {
      const { key, value } = entry;
      if (key === "environment") return { ...entry, value: resolvedNames(value, scope) };
      if (key === "env_file") return { ...entry, value: resolvedPaths(value, scope) };
      return entry;
    }),
  );
}

/** `NAME` alone gets its value from the project (Compose file reference, `environment`). */
function resolvedNames(node: ComposeNode, { variables, fillLimit }: Scope): ComposeNode {
  const items = pairs(node).map((item) => {
    const name = asText(item);
    const variable = name === null || name.includes("=") ? undefined : variables.get(name);
    if (variable === undefined) return item;
    fillLimit.left -= variable.value.length;
    return fillLimit.left < 0 ? item : word(`${name}=${variable.value}`, variable.place);
  });
  return sequence(items, node);
}

function resolvedPaths(node: ComposeNode, { folder }: Scope): ComposeNode {
  const items = itemsOf(node).flatMap((item): readonly ComposeNode[] => {
    const path = findIn(item, "path") ?? item;
    const target = pathFrom(folder, asText(path) ?? "/");
    return "reason" in target ? [] : [word(target.path, path.at)];
  });
  return sequence(items, node);
}

function sequence(items: readonly ComposeNode[], { at, tag }: ComposeNode): ComposeNode {
  return { kind: "sequence", items, at, ...(tag === undefined ? {} : { tag }) };
}
