import type { Verdict } from "../gate/result.ts";
import { count } from "../report/phrase.ts";
import type { PageModel } from "./context.ts";
import { endpointDetails } from "./details.ts";
import { button, type Child, h, phrase } from "./dom.ts";
import { type EndpointRow, endpointRows, isDiff } from "./endpoint-rows.ts";
import { type Order, type SortKey, shownRows } from "./table-order.ts";
import { verdictMark } from "./verdict-mark.ts";

/** Rows drawn at a time: a thousand with their buttons would make a phone stutter. */
const PAGE = 50;

type Column = {
  readonly key: SortKey;
  readonly title: string;
  readonly class: string;
  /** Largest first is what is looked for. */
  readonly descending: boolean;
  readonly cell: (row: EndpointRow) => Child;
};

/** The endpoints of a spec, to be searched, sorted and opened. */
export function endpointTable(page: PageModel): HTMLElement {
  const rows = endpointRows(page.result, page.model);
  const columns = columnsOf(isDiff(page.result));
  const body = h("tbody");
  const status = h("p", { role: "status", class: "quiet" });
  const more = button({ class: "more" }, () => draw(true));
  const search = h("input", {
    type: "search",
    id: "endpoint-search",
    autocomplete: "off",
    spellcheck: "false",
  });
  const choice = verdictChoice();
  let order: Order = { key: "verdict", descending: false };
  let limit = PAGE;
  const open = new Set<string>();

  const draw = (further = false) => {
    const verdict = choice.value === "" ? null : (choice.value as Verdict);
    const found = shownRows(rows, { text: search.value, verdict }, order);
    const from = further ? limit : 0;
    limit = further ? limit + PAGE : PAGE;
    if (!further) body.replaceChildren();
    for (const row of found.slice(from, limit)) body.append(...rowOf(page, row, columns, open));
    const shown = Math.min(limit, found.length);
    const all = count(found.length, "endpoint");
    const told = found.length < rows.length ? `${all} found` : all;
    status.textContent = shown === found.length ? told : `${shown} of ${told}`;
    more.hidden = shown === found.length;
    more.textContent = `Show ${Math.min(PAGE, found.length - shown)} more`;
  };
  const heads = columns.map((column) =>
    headOf(column, () => {
      const same = order.key === column.key;
      order = { key: column.key, descending: same ? !order.descending : column.descending };
      for (const one of heads) markSorted(one, order);
      draw();
    }),
  );
  for (const one of heads) markSorted(one, order);
  search.addEventListener("input", () => draw());
  choice.addEventListener("change", () => draw());
  draw();
  const first =
    rows.length > 0 ? shownRows(rows, { text: "", verdict: null }, order)[0] : undefined;
  if (first !== undefined && first.verdict !== "pass") {
    body.querySelector<HTMLButtonElement>("button[aria-expanded]")?.click();
  }
  return h(
    "section",
    { "aria-labelledby": "endpoints-title" },
    h("h2", { id: "endpoints-title" }, "Endpoints"),
    h(
      "div",
      { class: "tools" },
      h("label", { for: "endpoint-search" }, "Search ", search),
      h("label", { for: "endpoint-verdict" }, "Verdict ", choice),
      status,
    ),
    h(
      "table",
      { class: "endpoints" },
      h("caption", { class: "unseen" }, "Endpoints, with a button each for details"),
      h("thead", {}, h("tr", {}, heads)),
      body,
    ),
    more,
  );
}

function verdictChoice(): HTMLSelectElement {
  const options = [
    ["", "all"],
    ["fail", "fails"],
    ["warn", "warns"],
    ["pass", "passes"],
  ] as const;
  return h(
    "select",
    { id: "endpoint-verdict" },
    options.map(([value, text]) => h("option", { value }, text)),
  );
}

function columnsOf(diff: boolean): readonly Column[] {
  const dash = (text: string | null) => text ?? "–";
  const before: Column = {
    key: "before",
    title: "Before",
    class: "figure wide",
    descending: false,
    cell: (row) => dash(row.before),
  };
  return [
    {
      key: "verdict",
      title: "Verdict",
      class: "mark",
      descending: false,
      cell: ({ verdict }) => verdictMark(verdict),
    },
    { key: "name", title: "Endpoint", class: "name", descending: false, cell: () => null },
    ...(diff ? [before] : []),
    {
      key: "after",
      title: diff ? "After" : "Availability",
      class: "figure",
      descending: false,
      cell: (row) => h("strong", {}, dash(row.after)),
    },
    {
      key: "downtime",
      title: "Downtime in 30 days",
      class: "figure wide",
      descending: true,
      cell: ({ downtimeBefore, downtimeAfter }) =>
        downtimeBefore === null || downtimeBefore === downtimeAfter
          ? dash(downtimeAfter)
          : `${downtimeBefore} → ${dash(downtimeAfter)}`,
    },
    {
      key: "budget",
      title: "Budget used",
      class: "figure wide",
      descending: true,
      cell: (row) => dash(row.budget),
    },
    {
      key: "slo",
      title: "SLO",
      class: "figure",
      descending: true,
      cell: (row) => dash(row.slo),
    },
  ];
}

function headOf({ key, title, class: name }: Column, act: () => void): HTMLTableCellElement {
  const sort = button({ class: "sort" }, act, title);
  return h("th", { scope: "col", class: name, "data-key": key }, sort);
}

function markSorted(head: HTMLTableCellElement, { key, descending }: Order): void {
  const sorted = head.dataset["key"] === key;
  if (sorted) head.setAttribute("aria-sort", descending ? "descending" : "ascending");
  else head.removeAttribute("aria-sort");
}

let ids = 0;

function rowOf(
  page: PageModel,
  row: EndpointRow,
  columns: readonly Column[],
  open: Set<string>,
): readonly HTMLTableRowElement[] {
  const id = `details-${ids++}`;
  const cell = h("td", { colspan: columns.length });
  const details = h("tr", { id, class: "details", hidden: true }, cell);
  const toggle = button(
    { "aria-expanded": "false", "aria-controls": id, class: "open" },
    () => show(!open.has(row.name)),
    row.name,
  );
  const show = (shown: boolean) => {
    if (shown) open.add(row.name);
    else open.delete(row.name);
    toggle.setAttribute("aria-expanded", String(shown));
    details.hidden = !shown;
    if (shown && cell.childElementCount === 0) cell.append(endpointDetails(page, row));
  };
  const name = h("th", { scope: "row", class: "name" }, toggle, wordsOf(row));
  const cells = columns.map(({ key, class: kind, cell: content }) =>
    key === "name" ? name : h("td", { class: kind }, content(row)),
  );
  if (open.has(row.name)) show(true);
  return [h("tr", { class: `row ${row.verdict}` }, cells), details];
}

function wordsOf({ words, interval }: EndpointRow): Child {
  const lines = [...words.map(phrase), ...(interval === null ? [] : [[interval]])];
  return lines.map((line) => h("div", { class: "quiet" }, line));
}
