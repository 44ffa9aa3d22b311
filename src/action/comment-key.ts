import { posix } from "node:path";
import { gateOf } from "../github/other-gates.ts";
import type { CommentKey } from "../github/own-comments.ts";
import type { ActionInputs } from "./inputs.ts";

/** Of all that says what is gated. Evidence, limits and reports may differ from one run to the next. */
export function keyOf(inputs: ActionInputs): CommentKey {
  const { commentId, models, workingDirectory, baseManifests, headManifests } = inputs;
  const folder = posix.join(workingDirectory, ".");
  const manifests = [baseManifests, headManifests].map(manifestsPart);
  return { commentId, gate: gateOf([folder, models, manifests]) };
}

/** A folder outside of the workspace may be called anew in each run (`mktemp`): only that there is one counts. */
function manifestsPart(path: string | null): string | null {
  return path !== null && /^(?:[/\\]|[A-Za-z]:)/.test(path) ? "/" : path;
}
