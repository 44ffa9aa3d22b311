import type { Estimate } from "../availability/estimate.ts";
import type { Endpoint, Fault, Model } from "../model/model.ts";
import type { Explainer } from "./explain.ts";
import { componentsOf, type ModelComponent, placeOf } from "./limits/components.ts";
import { limitsOf } from "./limits/limits.ts";
import type { Variant } from "./limits/variant.ts";

/** A fault to inject into a test of one component, and what an endpoint shows if the model is right. */
export type Injection = {
  /** `payment`, `checkout -> payment`. */
  readonly component: string;
  readonly kind: "service" | "dependency";
  readonly action: ChaosAction;
  /** B = A(1) - A(0) of the component. */
  readonly importance: number;
  /** What the availability of the component could be, over what is plausible. */
  readonly range: readonly [number, number];
  /** Importance times the width of the range: how far the endpoint's figure could be off. */
  readonly risk: number;
  /** What is assumed of it, the riskiest first. */
  readonly assumptions: readonly string[];
  /** The endpoint while the fault is there. */
  readonly expected: Estimate;
  /** Where the component's figures are decided. */
  readonly file?: string;
  readonly line?: number;
};

/**
 * Of one replica: `pod-failure` where others must carry on for a while, `pod-kill` where none can and only its
 * return is to be seen. Of a dependency: `partition`, or `delay` beyond its time-out.
 */
export type ChaosAction = "pod-failure" | "pod-kill" | "partition" | "delay";

/** The pods of one workload, as its manifests label them. */
export type Pods = {
  /** `null`: the manifests name none. */
  readonly namespace: string | null;
  readonly labels: Readonly<Record<string, string>>;
};

/** What an injection is laid on. */
export type ChaosTarget = {
  /** Of the service, or of the caller. */
  readonly pods: readonly Pods[];
  /** Of the callee. */
  readonly callee: readonly Pods[];
  /** Milliseconds until the caller gives up one attempt; `null`: not known. */
  readonly after: number | null;
};

/** Faults that are ranked: nobody injects more, and each costs an evaluation. */
const MOST_INJECTIONS = 10;

/** Assumptions that one figure of a component rests on, and that its failing tells of. */
const TESTABLE: ReadonlySet<Variant["kind"]> = new Set([
  "default",
  "unmatched",
  "evidence-age",
  "evidence-amount",
]);

/**
 * The faults whose injection tests the riskiest assumptions, one for each component. A depends on the liveness L of a
 * component as A(0) + B·L, so that B times the width of what L could be is how far the figure could be off.
 *
 * @param estimate of the endpoint as it is
 * @param isTimed whether it is known after what time the caller gives up the calls of a dependency, by its name
 */
export function injectionsFor(
  explainer: Explainer,
  endpoint: Endpoint,
  estimate: Estimate,
  isTimed: (dependency: string) => boolean,
): readonly Injection[] {
  const { run, model, components, variants } = explainer;
  const importance = explainer.importance(endpoint);
  const structure = explainer.structure(endpoint);
  const limits = limitsOf(endpoint, estimate, importance, structure, components);
  const birnbaum = new Map(limits.map((one) => [one.component, one.birnbaum]));
  const plausible = plausibleOf(model, components, variants, (index) => {
    const { name, kind } = components[index]!;
    return kind !== "domain" && (birnbaum.get(name) ?? 0) > 0;
  });
  return [...plausible]
    .map(([index, { low, high, assumptions }]) => {
      const component = components[index]!;
      const weight = birnbaum.get(component.name)!;
      return { component, low, high, assumptions, weight, risk: weight * (high - low) };
    })
    .filter(({ risk }) => risk > 0)
    .sort((a, b) => b.risk - a.risk || (a.component.name < b.component.name ? -1 : 1))
    .slice(0, MOST_INJECTIONS)
    .map(({ component, low, high, assumptions, weight, risk }): Injection => {
      const { under, fault } = faultOf(model, component);
      const subject = { model: under, endpoint, fault };
      return {
        component: component.name,
        kind: component.kind === "service" ? "service" : "dependency",
        action: actionOf(model, component, isTimed),
        importance: weight,
        range: [low, high],
        risk,
        assumptions,
        expected: run.engine.estimate(subject, run.options, []).estimate,
        ...placeOf(component.place),
      };
    });
}

type Plausible = {
  readonly low: number;
  readonly high: number;
  readonly assumptions: readonly string[];
};

/** What each component's availability could be if one of its assumptions were wrong, by its index. */
function plausibleOf(
  model: Model,
  components: readonly ModelComponent[],
  variants: readonly Variant[],
  matters: (component: number) => boolean,
): ReadonlyMap<number, Plausible> {
  const found = new Map<number, (Plausible & { readonly width: number })[]>();
  for (const { kind, moves, worse, better, message } of variants) {
    const moved = moves?.filter(matters) ?? [];
    if (!TESTABLE.has(kind) || moved.length === 0) continue;
    const ends = [worse, better].map((end) => componentsOf(end?.() ?? model));
    for (const index of moved) {
      const ups = [components, ...ends].map((all) => all[index]!.up.p);
      const [low, high] = [Math.min(...ups), Math.max(...ups)];
      const one = { low, high, width: high - low, assumptions: [message] };
      found.set(index, [...(found.get(index) ?? []), one]);
    }
  }
  return new Map(
    [...found].map(([index, all]) => {
      const riskiest = all.toSorted((a, b) => b.width - a.width);
      const low = Math.min(...all.map((one) => one.low));
      const high = Math.max(...all.map((one) => one.high));
      return [index, { low, high, assumptions: riskiest.flatMap((one) => one.assumptions) }];
    }),
  );
}

function actionOf(
  { services, dependencies }: Model,
  { index, kind, name }: ModelComponent,
  isTimed: (dependency: string) => boolean,
): ChaosAction {
  if (kind === "service") {
    const { replicas, quorum } = services[index]!;
    return replicas.length > quorum ? "pod-failure" : "pod-kill";
  }
  const { channels } = dependencies[index - services.length]!;
  return channels.every(({ timeout }) => timeout !== null) && isTimed(name) ? "delay" : "partition";
}

/** One replica less, whichever it is; or a dependency that is down. */
function faultOf(
  model: Model,
  { index, kind, name, place }: ModelComponent,
): { readonly under: Model; readonly fault: Fault } {
  const { services } = model;
  const none = { overrides: [], down: [], rollout: null, drain: null, kill: null, worstOf: null };
  if (kind === "dependency") {
    const dependency = index - services.length;
    const down = [{ kind: "dependency" as const, dependency }];
    return { under: model, fault: { ...none, name, down, place } };
  }
  const taken = services.map((one, at) =>
    at === index ? { ...one, disruption: { rollout: 1, drain: 0 } } : one,
  );
  return {
    under: { ...model, services: taken },
    fault: { ...none, name, rollout: [index], place },
  };
}
