import { counted } from "../../model/wording.ts";
import type { Diagnostic } from "../../yaml/diagnostic.ts";
import type { Blasts } from "./blast.ts";

/** What is told where losses were not worked out, so that none that is not listed is taken for harmless. */
export function unknownLosses(
  path: string,
  { unknown: { losses, endpoints, unseen } }: Blasts,
): readonly Diagnostic[] {
  if (losses + unseen === 0) return [];
  const which = `${counted(losses, "loss", "losses")} of one service, dependency or domain each`;
  const told = [
    ...(losses === 0 ? [] : [`what ${which} would do to ${counted(endpoints, "endpoint")}`]),
    ...(unseen === 0 ? [] : [`what any loss would do to ${counted(unseen, "endpoint")}`]),
  ];
  const message = `${told.join(", and ")}, was not worked out: all of them together take too long; ask about one endpoint with \`explain\`, or take more \`--samples\`, which buys as much more work`;
  return [{ severity: "notice", code: "unknown-losses", message, file: path, line: 1, column: 1 }];
}
