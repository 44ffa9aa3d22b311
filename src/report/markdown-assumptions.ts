import type { EndpointResult, EstimatedEndpoint } from "../gate/result.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import { type SharedAssumption, sharedAssumptions } from "./assumption-words.ts";
import { markdown, message, shortCode } from "./escape.ts";
import { fileLink } from "./link.ts";
import { fold } from "./markdown-fold.ts";
import { type NotesPlace, noteLines } from "./markdown-notes.ts";
import { withoutUnseen } from "./markdown-unseen.ts";
import { count } from "./phrase.ts";
import { toldEndpoints } from "./rows.ts";
import type { Scope } from "./scope.ts";

/** Endpoints of which the range is told for one assumption. */
const MOST_ENDPOINTS = 3;

/** What the figures of head rest on, and what reading it had to tell, folded. */
export function assumptionsSection({ result, model, context, detail }: Scope): string | null {
  return assumptionsFold(toldEndpoints(model), withoutUnseen(model.diagnostics), {
    repository: context.repository,
    commit: result.head.commit,
    length: detail.name,
    assumptions: detail.assumptions,
    notes: detail.diagnostics,
  });
}

/**
 * What nobody measured, with how far it could move each endpoint, then the notes. The summary tells whether
 * a verdict is firm: that is seen without opening it. `null` where there is nothing to tell.
 */
export function assumptionsFold(
  endpoints: readonly (EndpointResult | EstimatedEndpoint)[],
  diagnostics: readonly Diagnostic[],
  place: NotesPlace & { readonly assumptions: number },
): string | null {
  const shared = sharedAssumptions(endpoints).slice(0, place.assumptions);
  const notes = noteLines(diagnostics, place);
  const lines = [...shared.map((one) => line(one, place)), ...notes];
  if (lines.length === 0) return null;
  const counts = [
    ...(shared.length > 0 ? [count(shared.length, "assumption")] : []),
    ...(notes.length > 0 ? [count(notes.length, "note")] : []),
  ].join(", ");
  const isWhole = endpoints.every(
    ({ head, explained }) => head === null || explained !== undefined,
  );
  const firm = firmness(shared, isWhole);
  const told = firm === null ? counts : `${counts}; ${firm}`;
  return fold([`What these figures rest on (${told})`], lines.join("\n"));
}

/**
 * Whether a verdict could be an artefact of what was assumed; `null` where that is not known.
 *
 * @param isWhole whether it was worked out of every endpoint what its figure rests on
 */
function firmness(shared: readonly SharedAssumption[], isWhole: boolean): string | null {
  if (shared.length === 0) return null;
  const all = shared.flatMap(({ endpoints }) => endpoints);
  const verdicts = new Set(all.filter(({ decisive }) => decisive).map(({ name }) => name)).size;
  if (verdicts > 0) return `${count(verdicts, "verdict")} could turn with them`;
  return isWhole && all.every(({ range, undecided }) => range !== null && !undecided)
    ? "no verdict turns with any of them"
    : null;
}

function line({ assumption, endpoints }: SharedAssumption, place: NotesPlace): string {
  const { file, line: at, message: text } = assumption;
  const sign = endpoints.some(({ decisive }) => decisive) ? "⚠️ " : "";
  const where =
    file === undefined ? "" : ` · ${fileLink(place.repository, place.commit, file, at)}`;
  const told = endpoints.filter(({ range }) => range !== null);
  const ranges = told.slice(0, MOST_ENDPOINTS).map(({ name, range, decisive, undecided }) => {
    const verdict = decisive
      ? ": on either side of its SLO"
      : undecided
        ? ": perhaps on either side of its SLO"
        : "";
    return `  - ${shortCode(name, place.length)} ${range}${verdict}`;
  });
  const rest = told.length - ranges.length;
  const more = rest > 0 ? [`  - ${markdown([count(rest, "more endpoint")], place.length)}`] : [];
  return [`- ${sign}${message(text, place.length)}${where}`, ...ranges, ...more].join("\n");
}
