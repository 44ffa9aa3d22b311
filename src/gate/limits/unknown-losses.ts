import { counted } from "../../model/wording.ts";
import type { Diagnostic } from "../../yaml/diagnostic.ts";
import type { Blasts } from "./blast.ts";

/** What is told where losses were not worked out, so that none that is not listed is taken for harmless. */
export function unknownLosses(
  path: string,
  { unknown: { losses, endpoints } }: Blasts,
): readonly Diagnostic[] {
  if (losses === 0) return [];
  const which = `${counted(losses, "loss", "losses")} of one service, dependency or domain each`;
  const message = `what ${which} would do to ${counted(endpoints, "endpoint")} was not worked out: their figures are not exact, and to draw all of them takes too long; ask about one endpoint with \`explain\`, or take more \`--samples\`, which buys as much more work`;
  return [{ severity: "notice", code: "unknown-losses", message, file: path, line: 1, column: 1 }];
}
