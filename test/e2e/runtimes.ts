import { existsSync, realpathSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

/** A Node that the bundles have to run on. */
export type Runtime = { readonly name: string; readonly node: string };

const root = resolve(import.meta.dirname, "../..");
const BIN = join("node_modules", ".bin");

/** The runtime that `action.yml` names. */
export const ACTION_NODE = join(root, BIN, "node");

/**
 * That one, and the machine's own: the first `node` on the PATH that no
 * package brought along (`npm test` puts those first).
 */
export const RUNTIMES: readonly Runtime[] = [
  { name: "the Action's node24", node: ACTION_NODE },
  { name: "the machine's Node", node: machineNode() },
];

function machineNode(): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const own = folders
    .filter((folder) => folder !== "" && !resolve(folder).endsWith(BIN))
    .map((folder) => join(folder, "node"))
    .find((file) => existsSync(file));
  return own === undefined ? process.execPath : realpathSync(own);
}
