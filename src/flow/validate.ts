import { loadSpec } from "../model/load.ts";
import { counted, quote } from "../model/wording.ts";
import { diskText, folderCheck } from "../repository/disk.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";

/** What one spec says, without any manifest. */
export type Validation = {
  readonly path: string;
  readonly valid: boolean;
  /** What a valid spec holds, in a few words. */
  readonly content: string | null;
  readonly diagnostics: readonly Diagnostic[];
};

/** Reads specs below `root`, and what they extend. No link is followed. */
export async function validate(
  root: string,
  paths: readonly string[],
): Promise<readonly Validation[]> {
  const isInside = folderCheck(root);
  const read = async (path: string) => (isInside(path) ? diskText(root, path) : null);
  return Promise.all(paths.map((path) => validateOne(path, read)));
}

async function validateOne(
  path: string,
  read: (path: string) => Promise<string | null>,
): Promise<Validation> {
  if ((await read(path)) === null) {
    const message = `there is no spec ${quote(path)} (a plain file of UTF-8 text); correct its name`;
    return {
      path,
      valid: false,
      content: null,
      diagnostics: [diagnostic("error", "no-spec", message, null)],
    };
  }
  const { spec, diagnostics } = await loadSpec(path, read);
  if (spec === null) return { path, valid: false, content: null, diagnostics };
  const content = [
    counted(spec.services.size, "service"),
    counted(spec.dependencies.length, "dependency", "dependencies"),
    counted(spec.endpoints.size, "endpoint"),
  ].join(", ");
  return { path, valid: true, content, diagnostics };
}
