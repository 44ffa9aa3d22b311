import type { ModelResult } from "../gate/result.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";

/** What a change touches and no figure follows: that nothing got worse would be half the truth. */
export function isUnseen({ code }: Diagnostic): boolean {
  return code === "not-evaluated" || code === "unmodelled-call";
}

/** Whether a change of a model's manifests is not in its figures. */
export function hasUnseen({ diagnostics }: ModelResult): boolean {
  return diagnostics.some(isUnseen);
}
