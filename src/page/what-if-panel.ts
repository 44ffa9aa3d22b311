import type { Estimate } from "../availability/estimate.ts";
import { count } from "../report/phrase.ts";
import { type Component, componentsOf } from "./components.ts";
import type { PageModel } from "./context.ts";
import { button, h } from "./dom.ts";
import { type EngineClient, openEngine } from "./engine-client.ts";
import { movedTable } from "./moved-table.ts";
import { type WhatIfRow, whatIfRow } from "./what-if-row.ts";

/** Milliseconds that one figure may take. */
const LIMIT = 10_000;
/** While a slider is drawn, no figure is begun that the next step makes useless. */
const PAUSE = 40;
/** Milliseconds between two pictures of what is known meanwhile. */
const REDRAW = 200;
/** Components to begin with: what limits the worst endpoint. */
const FIRST = 2;

export type WhatIfPanel = {
  readonly element: HTMLElement;
  /** Shows the sliders of a component, and leads there. */
  readonly add: (name: string) => void;
};

/** Sliders for any component, and what the endpoints would be. `null` where head has no model. */
export function whatIfPanel(page: PageModel): WhatIfPanel | null {
  const { head } = page;
  if (head === null) return null;
  const components = componentsOf(head.model);
  const byName = new Map(components.map((one) => [one.name, one]));
  const now = figuresNow(page);
  const status = h("p", { role: "status", class: "quiet" });
  const result = h("div", { class: "moved" });
  const list = h("div", { class: "components" });
  let rows: readonly WhatIfRow[] = [];
  let engine: EngineClient | null = null;
  let asked = 0;
  let drawn = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let figures = new Map<number, Estimate>();

  const draw = (done: boolean) => {
    const { element, moved, below } = movedTable(head.model, now, figures);
    result.replaceChildren(element);
    result.dataset["done"] = String(done);
    if (!done) return;
    const promised = below === 0 ? "none" : String(below);
    status.textContent = `${count(moved, "endpoint")} would move; ${promised} of all below the SLO.`;
  };
  const open = () => {
    const opened = openEngine(
      page.script,
      (answer) => {
        if (answer.kind !== "figures" || answer.id !== asked) return;
        for (const [index, estimate] of answer.figures) figures.set(index, estimate);
        if (!answer.done && performance.now() - drawn < REDRAW) return;
        draw(answer.done);
        drawn = performance.now();
      },
      LIMIT,
      () => {
        engine = null;
        status.textContent = `An endpoint took longer than ${LIMIT / 1000} seconds: change the spec and ask the command line.`;
      },
    );
    opened.ask({ kind: "model", model: head.packed, options: page.options });
    return opened;
  };
  const ask = () => {
    const whatIfs = rows.flatMap((one) => one.whatIf() ?? []);
    figures = new Map();
    asked += 1;
    if (whatIfs.length === 0) {
      result.replaceChildren();
      result.dataset["done"] = "true";
      status.textContent = "Move a slider to see what would become of the endpoints.";
      return;
    }
    engine ??= open();
    const endpoints = worstFirst(
      page,
      head.model.endpoints.map(({ name }) => name),
    );
    engine.ask({ kind: "figures", id: asked, whatIfs, endpoints });
  };
  const changed = () => {
    clearTimeout(timer);
    result.dataset["done"] = "false";
    status.textContent = "Being worked out…";
    timer = setTimeout(ask, PAUSE);
  };
  const put = (component: Component) => {
    const known = rows.find((one) => one.component === component);
    if (known !== undefined) return known;
    const row = whatIfRow(component, changed, () => {
      rows = rows.filter((one) => one !== row);
      row.element.remove();
      choice.focus();
      changed();
    });
    rows = [...rows, row];
    list.append(row.element);
    return row;
  };
  const add = (name: string) => {
    const component = byName.get(name);
    if (component === undefined) return;
    const { element } = put(component);
    element.querySelector("input")?.focus();
    element.scrollIntoView({ block: "nearest" });
  };
  const choice = componentChoice(components);
  for (const name of limitingFirst(page).slice(0, FIRST)) {
    const component = byName.get(name);
    if (component !== undefined) put(component);
  }
  ask();
  const element = h(
    "section",
    { "aria-labelledby": "what-if-title", class: "what-if" },
    h("h2", { id: "what-if-title" }, "What if"),
    h(
      "p",
      { class: "quiet" },
      "The engine of the command line, in this page: figures of the steady state, as if the spec said so. Figures under faults stay as they are.",
    ),
    list,
    h(
      "div",
      { class: "tools" },
      h("label", { for: "what-if-component" }, "Component ", choice),
      button({}, () => add(components[Number(choice.value)]?.name ?? ""), "Add"),
      button(
        {},
        () => {
          for (const { element: one } of rows) one.remove();
          const before = rows;
          rows = [];
          for (const { component } of before) put(component);
          changed();
        },
        "Reset",
      ),
      status,
    ),
    result,
  );
  return { element, add };
}

function componentChoice(components: readonly Component[]): HTMLSelectElement {
  const groups = [
    ["service", "Services"],
    ["dependency", "Dependencies"],
    ["member", "Domains"],
  ] as const;
  return h(
    "select",
    { id: "what-if-component" },
    groups.map(([kind, title]) => {
      const own = components.flatMap((one, at) =>
        one.kind === kind ? [h("option", { value: at }, one.name)] : [],
      );
      return own.length === 0 ? null : h("optgroup", { label: title }, own);
    }),
  );
}

/** By endpoint of the model: its figure at head. */
function figuresNow({ model, head }: PageModel): readonly (Estimate | null)[] {
  const known = new Map<string, Estimate | null>();
  for (const one of model.endpoints) known.set(one.name, one.head);
  return (head?.model.endpoints ?? []).map(({ name }) => known.get(name) ?? null);
}

function worstFirst({ model }: PageModel, names: readonly string[]): readonly number[] {
  const weight = new Map<string, number>();
  for (const { name, verdict } of model.endpoints) {
    weight.set(name, ["fail", "warn", "pass"].indexOf(verdict));
  }
  const of = (index: number) => weight.get(names[index]!) ?? 3;
  return names.map((_, index) => index).sort((a, b) => of(a) - of(b));
}

/** Components by what they cost the worst endpoints; where that is not known, what they enter at. */
function limitingFirst({ model, head }: PageModel): readonly string[] {
  const order = ["fail", "warn", "pass"];
  const told: readonly PageModel["model"]["endpoints"][number][] = model.endpoints;
  const worst = told.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  const limits = worst.flatMap(({ explained }) =>
    (explained?.limits ?? []).map(({ component }) => component),
  );
  const entries = new Map(head?.model.endpoints.map(({ name, entry }) => [name, entry]));
  const entered = worst.slice(0, 1).flatMap(({ name }) => {
    const entry = entries.get(name);
    return entry === undefined ? [] : [head!.model.services[entry]!.name];
  });
  return [...new Set([...limits, ...entered])];
}
