import type { Change, ModelResult, Reason } from "../gate/result.ts";

/** The edits by which less is promised than before, on lines that head has; none for other reasons. */
export function promiseChanges(model: ModelResult, reason: Reason): readonly Change[] {
  if (reason.code !== "loosened") return [];
  return model.changes.filter((one) => one.side === "head" && isPromiseOf(one, reason));
}

function isPromiseOf({ kind, subject }: Change, { endpoint, fault, message }: Reason): boolean {
  if (endpoint === undefined) return kind === "gate" && message.includes(`\`${subject}\``);
  return fault === undefined
    ? kind === "slo" && subject === endpoint
    : kind === "under" && subject === `${endpoint} under ${fault}`;
}
