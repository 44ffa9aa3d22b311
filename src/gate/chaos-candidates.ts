import type { AskOptions, Estimate } from "../availability/estimate.ts";
import type { Importance } from "../availability/importance.ts";
import type { Endpoint } from "../model/model.ts";
import { type Plausible, plausibleOf } from "./chaos-plausible.ts";
import { screened } from "./chaos-screen.ts";
import { drawnWeight, mostWeighed, type Weight, weightsByCuts } from "./chaos-weights.ts";
import { sharedAmong } from "./drawn-share.ts";
import type { Explainer } from "./explain.ts";
import type { ModelComponent } from "./limits/components.ts";
import { limitsOf } from "./limits/limits.ts";

/** Of what is in no pair: it may be in sets of three, and comes last. */
const LEAST = 1e-9;

/** A component of which something is assumed, and how much it matters. */
export type Candidate = {
  readonly component: ModelComponent;
  readonly plausible: Plausible;
  readonly weight: Weight;
  readonly risk: number;
};

export type Candidates = {
  readonly candidates: readonly Candidate[];
  readonly unweighed: readonly string[];
  /** With which further figures of the endpoint are asked for. */
  readonly options: AskOptions;
};

/**
 * The components whose injection may tell something, with how much each matters: by the exact importances, or by
 * what is drawn of as many as there is work for, those first that matter most as far as cuts show it.
 *
 * @param figures that will be asked for of the endpoint beside these
 */
export function candidatesOf(
  explainer: Explainer,
  endpoint: Endpoint,
  estimate: Estimate,
  figures: number,
): Candidates {
  const importance = explainer.importance(endpoint);
  return importance === null
    ? drawnCandidates(explainer, endpoint, estimate, figures)
    : exactCandidates(explainer, endpoint, estimate, importance);
}

function exactCandidates(
  explainer: Explainer,
  endpoint: Endpoint,
  estimate: Estimate,
  importance: Importance,
): Candidates {
  const { run, components } = explainer;
  const structure = explainer.structure(endpoint);
  const limits = limitsOf(endpoint, estimate, importance, structure, components);
  const birnbaum = new Map(limits.map((one) => [one.component, one.birnbaum]));
  const weightOf = (index: number) => birnbaum.get(components[index]!.name) ?? 0;
  const plausible = plausibleIn(explainer, (index) => weightOf(index) > 0);
  const candidates = [...plausible].map(([index, one]) =>
    candidate(components[index]!, one, { value: weightOf(index) }),
  );
  return { candidates, unweighed: [], options: run.options };
}

function drawnCandidates(
  explainer: Explainer,
  endpoint: Endpoint,
  estimate: Estimate,
  figures: number,
): Candidates {
  const { run, model, components } = explainer;
  const structure = explainer.structure(endpoint);
  const reached = new Set(structure.reached);
  const plausible = plausibleIn(explainer, (index) => reached.has(index));
  const subject = { model, endpoint, fault: null };
  const about = weightsByCuts(structure, components, estimate);
  const riskiest = byRisk([...plausible], about ?? (() => 1));
  const most = about === null ? 0 : mostWeighed(run);
  const looked = riskiest.map(([index]) => components[index]!);
  const isMore = most > 0 && riskiest.length > most;
  const found = isMore ? screened(run, subject, structure, looked) : null;
  const ranked = found === null ? riskiest : byRisk(riskiest, (index) => found.get(index) ?? 0);
  const first = ranked.slice(0, most);
  const options = sharedAmong(run, subject, 2 * first.length + figures);
  const candidates = first.map(([index, one]) =>
    candidate(
      components[index]!,
      one,
      drawnWeight({ ...run, options }, subject, structure, components[index]!),
    ),
  );
  const unweighed = ranked.slice(first.length).map(([index]) => components[index]!.name);
  return { candidates, unweighed, options };
}

/** The riskiest first, and in their order where that does not tell. */
function byRisk(
  all: readonly (readonly [number, Plausible])[],
  weightOf: (index: number) => number,
): readonly (readonly [number, Plausible])[] {
  return all
    .map((one) => ({ one, risk: (one[1].high - one[1].low) * (LEAST + weightOf(one[0])) }))
    .filter(({ risk }) => risk > 0)
    .sort((a, b) => b.risk - a.risk)
    .map(({ one }) => one);
}

/** Of services and dependencies: no fault of a domain is injected. */
function plausibleIn(
  { model, components, variants }: Explainer,
  matters: (index: number) => boolean,
) {
  return plausibleOf(
    model,
    components,
    variants,
    (index) => components[index]!.kind !== "domain" && matters(index),
  );
}

function candidate(component: ModelComponent, plausible: Plausible, weight: Weight): Candidate {
  return { component, plausible, weight, risk: weight.value * (plausible.high - plausible.low) };
}
