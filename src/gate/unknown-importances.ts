import { counted, some } from "../model/wording.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import type { Injections } from "./chaos.ts";

/** What is told where components were not weighed, so that none that is not listed is taken for harmless. */
export function unknownImportances(
  path: string,
  endpoint: string,
  { unweighed }: Injections,
): readonly Diagnostic[] {
  if (unweighed.length === 0) return [];
  const message = `${counted(unweighed.length, "component")} of ${some([endpoint])} that something is assumed of may be worth an injection too, and ${unweighed.length === 1 ? "was" : "were"} not weighed: ${some(unweighed)}; the figure is not exact, and to draw what each does takes too long; take more \`--samples\`, which buys as much more work`;
  const where = { file: path, line: 1, column: 1 };
  return [{ severity: "notice", code: "unknown-importances", message, ...where }];
}
