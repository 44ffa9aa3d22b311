import { formatAvailability, formatPercent } from "../availability/figures.ts";
import type { Assumption, CutPair, Explained, Remedy, Requirement } from "../gate/explained.ts";
import type { EndpointResult, EstimatedEndpoint, Reason } from "../gate/result.ts";
import { rangeText } from "../report/assumption-words.ts";
import { causeRows, systemFirst } from "../report/cause-words.ts";
import { movedRows } from "../report/moved-rows.ts";
import { phraseOf } from "../report/phrase.ts";
import { type PageModel, placeLink } from "./context.ts";
import { type Child, h, phrase, table } from "./dom.ts";
import type { EndpointRow } from "./endpoint-rows.ts";
import { limitBars } from "./limit-bars.ts";
import { sweepPart } from "./sweep-part.ts";
import { verdictMark } from "./verdict-mark.ts";

/** What is known of one endpoint: why it stands where it stands, and what to do. */
export function endpointDetails(page: PageModel, row: EndpointRow): HTMLElement {
  const { explained } = row.result;
  return h(
    "div",
    { class: "detail" },
    figures(row),
    reasons(page, row),
    "change" in row.result ? causes(page, row.result) : null,
    explained === undefined ? null : explanation(page, explained),
    faults(row),
    sweepPart(page, row.name),
    explained === undefined
      ? part("Why", h("p", {}, "What limits it is told of changed endpoints and of the worst."))
      : null,
  );
}

/** Titled, or nothing where there is nothing to show. */
function part(title: string, ...content: readonly Child[]): Child {
  return content.every((one) => one === null)
    ? null
    : h("section", {}, h("h3", {}, title), content);
}

function explanation(page: PageModel, explained: Explained): Child {
  const { limits, cuts, remedies, requirements, assumptions } = explained;
  return [
    part("Cheapest ways back", remedyList(page, remedies), requirementList(requirements)),
    part("What limits it", limitBars(page, limits)),
    part("Pairs whose failure together takes it down", cutTable(cuts)),
    part("What the figure rests on", assumptionList(page, assumptions)),
  ];
}

/** What a phone leaves out of the table, and how the figure came about. */
function figures({
  before,
  after,
  downtimeAfter,
  budget,
  slo,
  head,
  interval,
}: EndpointRow): Child {
  const shown: readonly (readonly [string, string | null])[] = [
    ["Before", before],
    ["Availability", after],
    ["Downtime in 30 days", downtimeAfter],
    ["Error budget used", budget],
    ["SLO", slo],
    ["Method", head?.method ?? null],
    ["Interval", interval],
  ];
  return h(
    "dl",
    { class: "figures" },
    shown.map(([term, value]) =>
      value === null ? null : h("div", {}, h("dt", {}, term), h("dd", {}, value)),
    ),
  );
}

function reasons({ result, model }: PageModel, { name }: EndpointRow): Child {
  const own = result.reasons.filter((one) => one.model === model.path && one.endpoint === name);
  return own.length === 0 ? null : reasonList(own);
}

export function reasonList(reasons: readonly Reason[]): HTMLElement {
  return h(
    "ul",
    { class: "reasons" },
    reasons.map(({ verdict, message }) =>
      h("li", {}, verdictMark(verdict), " ", phrase(phraseOf(message))),
    ),
  );
}

function causes(page: PageModel, result: EndpointResult): Child {
  return movedRows([result]).map(({ fault, causes, delta }) => {
    const rows = systemFirst(causeRows(causes, delta)).map(({ effect, words, cause }) => [
      effect,
      phrase(words),
      cause.changes.map((one, at) => [at > 0 ? ", " : null, placeLink(page, one)]),
    ]);
    const title = fault === null ? "Why it moved" : `Why it moved under ${fault}`;
    return part(title, table("Causes", ["Points", "Change", "Where"], rows, [0]));
  });
}

function remedyList(page: PageModel, remedies: readonly Remedy[]): Child {
  if (remedies.length === 0) return null;
  return h(
    "ol",
    { class: "remedies" },
    remedies.map((one) =>
      h(
        "li",
        {},
        h("strong", {}, one.change),
        ` – ${formatAvailability(one.availability)} `,
        placeLink(page, one),
        one.patch === undefined ? null : patchOf(one.patch),
      ),
    ),
  );
}

/** Its signs stay: colour alone would tell nothing to some. */
function patchOf(patch: string): HTMLElement {
  const lines = patch.replace(/\n$/, "").split("\n");
  return h(
    "pre",
    { class: "patch", tabindex: 0, role: "group", "aria-label": "Patch" },
    lines.map((line) => h("span", { class: patchKind(line) }, line)),
  );
}

function patchKind(line: string): string | null {
  if (/^(?:---|\+\+\+|@@)/.test(line)) return "quiet";
  return line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : null;
}

function requirementList(requirements: readonly Requirement[]): Child {
  if (requirements.length === 0) return null;
  return [
    h("p", {}, "No change of the deployment reaches the SLO. One of these would have to be true:"),
    table(
      "What would have to be true",
      ["Component", "Now", "At least"],
      requirements.map(({ component, availability, required }) => [
        h("code", {}, component),
        formatAvailability(availability),
        formatAvailability(required),
      ]),
      [1, 2],
    ),
  ];
}

function cutTable(cuts: readonly CutPair[]): Child {
  if (cuts.length === 0) return null;
  const rows = cuts.map(({ components, probability }) => [
    [h("code", {}, components[0]), " and ", h("code", {}, components[1])],
    shortPercent(probability),
  ]);
  return table("Cut pairs", ["Components", "Both down"], rows, [1]);
}

function shortPercent(share: number): string {
  return share === 0 ? "0%" : `${Number((100 * share).toPrecision(2))}%`;
}

function assumptionList(page: PageModel, assumptions: readonly Assumption[]): Child {
  if (assumptions.length === 0) return null;
  const rows = assumptions.map((one) => [
    [phrase(phraseOf(one.message)), " ", placeLink(page, one)],
    rangeText(one, null) ?? "–",
    one.decisive ? "yes" : one.undecided === true ? "perhaps" : one.range === null ? "–" : "no",
  ]);
  return table("Assumptions", ["Assumption", "Could lie at", "Decides the verdict"], rows, [1]);
}

function faults({ result }: EndpointRow): Child {
  const rows = (result as EndpointResult | EstimatedEndpoint).under.map((one) => [
    verdictMark(one.verdict),
    h("code", {}, one.fault),
    "base" in one && one.base !== null ? formatAvailability(one.base) : "–",
    one.head === null ? "–" : formatAvailability(one.head),
    one.minimum === null ? "–" : formatPercent(one.minimum),
  ]);
  if (rows.length === 0) return null;
  const heads = ["Verdict", "Fault", "Before", "After", "Minimum"];
  return part("Under faults", table("Under faults", heads, rows, [2, 3, 4]));
}
