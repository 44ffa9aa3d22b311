import type { Estimate } from "../availability/estimate.ts";
import type { Endpoint, Fault, Model } from "../model/model.ts";
import { candidatesOf } from "./chaos-candidates.ts";
import type { Weight } from "./chaos-weights.ts";
import type { Explainer } from "./explain.ts";
import { type ModelComponent, placeOf } from "./limits/components.ts";

/** A fault to inject into a test of one component, and what an endpoint shows if the model is right. */
export type Injection = {
  /** `payment`, `checkout -> payment`. */
  readonly component: string;
  readonly kind: "service" | "dependency";
  readonly action: ChaosAction;
  /** B = A(1) - A(0) of the component. */
  readonly importance: number;
  /** Where it is drawn (95%) or bounded (certain); absent where it is exact. */
  readonly importanceInterval?: readonly [number, number];
  /** What the availability of the component could be, over what is plausible. */
  readonly range: readonly [number, number];
  /** Importance times the width of the range: how far the endpoint's figure could be off. */
  readonly risk: number;
  /** The same of it. */
  readonly riskInterval?: readonly [number, number];
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

export type Injections = {
  /** The riskiest first, by what is drawn of them where they are not exact. */
  readonly injections: readonly Injection[];
  /** Components of which something is assumed, and of which there was no work to find out how much it matters. */
  readonly unweighed: readonly string[];
};

/** Faults that are ranked: nobody injects more, and each costs an evaluation. */
const MOST_INJECTIONS = 10;

/**
 * The faults whose injection tests the riskiest assumptions, one for each component. A depends on the liveness L of a
 * component as A(0) + B·L, so that B times the width of what L could be is how far the figure could be off.
 *
 * Where no importances are in reach, as many as there is work for are drawn, and ranked by what was drawn.
 *
 * @param estimate of the endpoint as it is
 * @param isTimed whether it is known after what time the caller gives up the calls of a dependency, by its name
 */
export function injectionsFor(
  explainer: Explainer,
  endpoint: Endpoint,
  estimate: Estimate,
  isTimed: (dependency: string) => boolean,
): Injections {
  const { run, model } = explainer;
  const { candidates, unweighed, options } = candidatesOf(
    explainer,
    endpoint,
    estimate,
    MOST_INJECTIONS,
  );
  const injections = candidates
    .filter(({ risk, weight }) => (weight.interval === undefined ? risk : weight.interval[1]) > 0)
    .sort((a, b) => b.risk - a.risk || (a.component.name < b.component.name ? -1 : 1))
    .slice(0, MOST_INJECTIONS)
    .map(({ component, plausible: { low, high, assumptions }, weight, risk }): Injection => {
      const { under, fault } = faultOf(model, component);
      const subject = { model: under, endpoint, fault };
      return {
        component: component.name,
        kind: component.kind === "service" ? "service" : "dependency",
        action: actionOf(model, component, isTimed),
        importance: weight.value,
        range: [low, high],
        risk,
        ...intervalsOf(weight, high - low),
        assumptions,
        expected: run.engine.estimate(subject, options, []).estimate,
        ...placeOf(component.place),
      };
    });
  return { injections, unweighed };
}

function intervalsOf(
  { interval }: Weight,
  width: number,
): Pick<Injection, "importanceInterval" | "riskInterval"> {
  if (interval === undefined) return {};
  const [low, high] = interval;
  return { importanceInterval: interval, riskInterval: [low * width, high * width] };
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
  const taken = { ...services[index]!, disruption: { rollout: 1, drain: 0 } };
  return {
    under: { ...model, services: services.with(index, taken) },
    fault: { ...none, name, rollout: [index], place },
  };
}
