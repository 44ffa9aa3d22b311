import { formatAvailability } from "../availability/figures.ts";
import { changeWords } from "../report/change-words.ts";
import { MOST_NAMES } from "../report/html-data.ts";
import { count, phraseOf } from "../report/phrase.ts";
import { type PageModel, placeLink } from "./context.ts";
import { type Child, h, phrase, table } from "./dom.ts";

/** Rows of a list; more are counted. */
const MOST = 200;

/** What changed, what each failure takes down, and what was told on the way: folded. */
export function otherSections(page: PageModel): readonly Child[] {
  return [changes(page), blast(page), notes(page)];
}

function changes(page: PageModel): Child {
  if (!("changes" in page.model) || page.model.changes.length === 0) return null;
  const all = page.model.changes;
  const rows = all.slice(0, MOST).map((one) => [phrase(changeWords(one)), placeLink(page, one)]);
  return fold(
    `What changed (${all.length})`,
    table("What changed", ["Change", "Where"], rows),
    beyond(all.length, "change"),
  );
}

function blast({ model }: PageModel): Child {
  const all = model.blast ?? [];
  if (all.length === 0) return null;
  const rows = all
    .slice(0, MOST)
    .map(({ fault, kind, endpoints, moreEndpoints = 0, undecided = [], moreUndecided = 0 }) => [
      [h("code", {}, fault), kind === "fault" ? "" : ` (${kind} lost)`],
      `${endpoints.length + moreEndpoints}${undecided.length === 0 ? "" : `, perhaps ${undecided.length + moreUndecided} more`}`,
      [...endpoints, ...undecided]
        .slice(0, MOST_NAMES)
        .map(({ name, availability, interval }, at) => [
          at > 0 ? ", " : "",
          h("code", {}, name),
          ` ${interval === undefined ? "" : "about "}${formatAvailability(availability)}`,
        ]),
    ]);
  return fold(
    `What a failure takes below its SLO (${all.length})`,
    table("Blast radius", ["Failure", "Endpoints", "The first of them"], rows, [1]),
    beyond(all.length, "failure"),
  );
}

function notes(page: PageModel): Child {
  const all = page.model.diagnostics;
  if (all.length === 0) return null;
  const items = all
    .slice(0, MOST)
    .map((one) =>
      h("li", {}, `${one.severity}: `, phrase(phraseOf(one.message)), " ", placeLink(page, one)),
    );
  return fold(`Notes (${all.length})`, h("ul", {}, items), beyond(all.length, "note"));
}

function beyond(length: number, noun: string): Child {
  return length > MOST
    ? h("p", { class: "quiet" }, `and ${count(length - MOST, `more ${noun}`)}`)
    : null;
}

function fold(title: string, ...content: readonly Child[]): HTMLElement {
  return h("details", { class: "part" }, h("summary", {}, title), content);
}
