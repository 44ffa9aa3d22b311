import type { EstimatedModel, ModelResult } from "../gate/result.ts";
import { estimateHeadline } from "../report/estimate.ts";
import { headline } from "../report/headline.ts";
import type { ReportData } from "../report/html-data.ts";
import { unpackModel } from "../report/packed-model.ts";
import type { PageModel } from "./context.ts";
import { reasonList } from "./details.ts";
import { type Child, h, phrase } from "./dom.ts";
import { isDiff } from "./endpoint-rows.ts";
import { endpointTable } from "./endpoint-table.ts";
import { serveWorker } from "./engine-client.ts";
import { graphSection } from "./graph-section.ts";
import { otherSections } from "./other-sections.ts";
import { themeButton } from "./theme.ts";
import { verdictMark } from "./verdict-mark.ts";
import { whatIfPanel } from "./what-if-panel.ts";

/** The script of a report: the page, or, in a worker, the engine. */
export function startPage(): void {
  if (typeof document === "undefined") {
    serveWorker();
    return;
  }
  const data = JSON.parse(textOf("report-data")) as ReportData;
  document.body.append(...pageOf(data, textOf("report-script")));
}

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? "";
}

function pageOf(data: ReportData, script: string): readonly HTMLElement[] {
  const { result } = data;
  const models: readonly (ModelResult | EstimatedModel)[] = result.models;
  const order = ["fail", "warn", "pass"];
  const worst = models.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  const place = h("div");
  const show = (at: number) => {
    const model = worst[at];
    if (model === undefined) return;
    place.replaceChildren(...sections(pageModel(data, model, script)));
  };
  const main = h("main", {}, reasonsOf(data), specChoice(worst, show), place);
  show(0);
  return [header(data), main, h("footer", { class: "quiet" }, footer(data))];
}

function header({ result }: ReportData): HTMLElement {
  const [what, words] = isDiff(result)
    ? ["Availability gate", headline(result)]
    : ["Availability", estimateHeadline(result)];
  return h(
    "header",
    {},
    h("h1", {}, verdictMark(result.verdict), h("span", {}, `${what}: `, phrase(words))),
    themeButton(),
  );
}

/** Reasons that concern no single endpoint; those that do stand with it. */
function reasonsOf({ result }: ReportData): Child {
  const own = result.reasons.filter(({ endpoint }) => endpoint === undefined);
  const accepted = isDiff(result) ? result.acceptedBy : null;
  return [
    accepted === null
      ? null
      : h("p", {}, "Accepted by ", h("code", {}, accepted.by), ` (${accepted.how}).`),
    isDiff(result) && result.acceptanceLapsed !== undefined
      ? h("p", {}, result.acceptanceLapsed)
      : null,
    own.length === 0 ? null : reasonList(own),
  ];
}

function specChoice(
  models: readonly (ModelResult | EstimatedModel)[],
  show: (at: number) => void,
): Child {
  const [first] = models;
  if (first === undefined) return h("p", {}, "Nothing that a spec reads has changed.");
  if (models.length === 1) return h("p", { class: "quiet" }, "Spec ", h("code", {}, first.path));
  const signs = { fail: "✗", warn: "!", pass: "✓" };
  const choice = h(
    "select",
    { id: "spec" },
    models.map(({ path, verdict }, at) => h("option", { value: at }, `${signs[verdict]} ${path}`)),
  );
  choice.addEventListener("change", () => show(Number(choice.value)));
  return h("p", { class: "tools" }, h("label", { for: "spec" }, "Spec ", choice));
}

function pageModel(
  data: ReportData,
  model: ModelResult | EstimatedModel,
  script: string,
): PageModel {
  const packed = data.models.find(({ path }) => path === model.path)?.head ?? null;
  const head = packed === null ? null : { packed, model: unpackModel(packed) };
  return { data, result: data.result, model, head, options: data.options, script };
}

function sections(page: PageModel): readonly Node[] {
  const panel = whatIfPanel(page);
  const graph = graphSection(page, (service) => panel?.add(service));
  return [endpointTable(page), graph, panel?.element ?? null, ...otherSections(page)].filter(
    (one): one is HTMLElement => one instanceof Node,
  );
}

function footer({ result }: ReportData): string {
  const short = (commit: string) => (/^[0-9a-f]{40,}$/.test(commit) ? commit.slice(0, 7) : commit);
  const head = short(result.head.commit);
  return isDiff(result) ? `${short(result.base.sha)} → ${head}` : head;
}
