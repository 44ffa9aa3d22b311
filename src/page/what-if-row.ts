import { isProblem, parseProbability } from "../model/probability.ts";
import { type Component, rateText } from "./components.ts";
import { button, h } from "./dom.ts";
import { availabilityAt, LAST_STEP, stepOf } from "./scale.ts";
import type { WhatIf } from "./what-if.ts";

/** Replicas that a slider reaches where there are few. */
const MOST_REPLICAS = 10;

export type WhatIfRow = {
  readonly element: HTMLElement;
  readonly component: Component;
  /** What its sliders say; `null` where they stand as it is. */
  readonly whatIf: () => WhatIf | null;
};

let ids = 0;

/** The sliders of one component. */
export function whatIfRow(
  component: Component,
  changed: () => void,
  remove: () => void,
): WhatIfRow {
  const { kind, index, name } = component;
  const replicas = component.replicas === null ? null : replicaSlider(component.replicas, changed);
  const rate = rateSlider(component, changed);
  const element = h(
    "fieldset",
    { class: "component", "data-component": name },
    h("legend", {}, h("code", {}, name)),
    replicas?.element ?? null,
    rate.element,
    button({ class: "remove" }, remove, "Remove", h("span", { class: "unseen" }, ` ${name}`)),
  );
  const whatIf = (): WhatIf | null => {
    const up = rate.value();
    const count = replicas?.value() ?? null;
    if (up === null && count === null) return null;
    return kind === "service" ? { kind, index, replicas: count, up } : { kind, index, up };
  };
  return { element, component, whatIf };
}

function replicaSlider(current: number, changed: () => void) {
  const id = `what-if-${ids++}`;
  const input = h("input", {
    type: "range",
    id,
    min: 0,
    max: Math.max(MOST_REPLICAS, 2 * current),
    step: 1,
    value: current,
    "data-what": "replicas",
  });
  const output = h("output", { for: id }, String(current));
  input.addEventListener("input", () => {
    output.textContent = input.value;
    changed();
  });
  const value = () => (Number(input.value) === current ? null : Number(input.value));
  return {
    value,
    element: h("div", { class: "slider" }, h("label", { for: id }, "replicas"), input, output),
  };
}

/** A slider on the scale of nines, and the figure itself, which may be written as in a spec. */
function rateSlider(component: Component, changed: () => void) {
  const id = `what-if-${ids++}`;
  const original = rateText(component);
  const slider = h("input", {
    type: "range",
    id,
    min: 0,
    max: LAST_STEP,
    step: 1,
    value: stepOf(component.up.q),
    "aria-valuetext": original,
    "data-what": "rate-slider",
  });
  const text = h("input", {
    type: "text",
    value: original,
    size: 10,
    inputmode: "decimal",
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": `${component.rate} of ${component.name}, as text`,
    "aria-describedby": `${id}-problem`,
    "data-what": "rate",
  });
  const problem = h("span", { id: `${id}-problem`, class: "problem" });
  const parsed = () => parseProbability(text.value.trim());
  const check = () => {
    const figure = parsed();
    const wrong = isProblem(figure);
    text.setAttribute("aria-invalid", String(wrong));
    problem.textContent = wrong ? `${text.value.trim() || "nothing"} ${figure.problem}` : "";
    if (!wrong) slider.value = String(stepOf(figure.q));
    slider.setAttribute("aria-valuetext", text.value);
    changed();
  };
  slider.addEventListener("input", () => {
    text.value = availabilityAt(Number(slider.value));
    const step = slider.value;
    check();
    slider.value = step;
  });
  text.addEventListener("input", check);
  const value = () => {
    const figure = parsed();
    return text.value.trim() === original || isProblem(figure) ? null : figure;
  };
  const label = h("label", { for: id }, component.rate);
  return { value, element: h("div", { class: "slider" }, label, slider, text, problem) };
}
