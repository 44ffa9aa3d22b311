import type { Estimate } from "../availability/estimate.ts";
import { type Importance, importanceOf } from "../availability/importance.ts";
import { type Structure, structureOf } from "../availability/structure.ts";
import type { Endpoint, Model } from "../model/model.ts";
import type { GateRun } from "./engine.ts";
import type { CutPair, Explained, Limit } from "./explained.ts";
import { assumptionsOf } from "./limits/assumptions.ts";
import { type Blasts, blastsOf, type Watched } from "./limits/blast.ts";
import { componentsOf, type ModelComponent } from "./limits/components.ts";
import { criticalInPairs, cutPairsOf } from "./limits/cuts.ts";
import { defaultVariants } from "./limits/default-variants.ts";
import { evidenceVariants } from "./limits/evidence-variants.ts";
import { limitsOf } from "./limits/limits.ts";
import { placementVariants } from "./limits/placement-variants.ts";
import { type Purse, purseOf } from "./limits/purse.ts";
import type { Variant } from "./limits/variant.ts";
import { remediesOf } from "./remedies/remedies.ts";
import { requirementsOf } from "./remedies/requirements.ts";

/** Rows of each list that a result carries for one endpoint. */
const MOST_ROWS = 20;

/** Transitions that the assumptions about drawn figures may cost in one spec, and as many the losses: some seconds. */
const MOST_WORK = 1e9;
/** More samples than usual buy as much more work. */
const USUAL_SAMPLES = 200_000;

/** What is known of a model before any of its endpoints is explained. */
export type Explainer = {
  readonly run: GateRun;
  readonly model: Model;
  readonly components: readonly ModelComponent[];
  /** How the model would be if an assumption were wrong. */
  readonly variants: readonly Variant[];
  readonly importance: (endpoint: Endpoint) => Importance | null;
  readonly structure: (endpoint: Endpoint) => Structure;
  /** For what has to be drawn of assumptions, and of losses. */
  readonly assuming: Purse;
  readonly losing: Purse;
};

/**
 * @param told further assumptions, of which only the flow knows
 * @param today `2026-11-30`, by which evidence is old; `null`: none is
 */
export function explainerOf(
  run: GateRun,
  model: Model,
  told: readonly Variant[],
  today: string | null,
): Explainer {
  const work = MOST_WORK * Math.max(1, run.options.samples / USUAL_SAMPLES);
  return {
    run,
    model,
    components: componentsOf(model),
    variants: [
      ...defaultVariants(model),
      ...placementVariants(model),
      ...evidenceVariants(model, today),
      ...told,
    ],
    importance: remembered((endpoint) => importanceOf({ model, endpoint, fault: null })),
    structure: remembered((endpoint) => structureOf(model, endpoint)),
    assuming: purseOf(work, model.endpoints.length),
    losing: purseOf(work, model.endpoints.length),
  };
}

function remembered<V>(answer: (endpoint: Endpoint) => V): (endpoint: Endpoint) => V {
  const known = new Map<Endpoint, { readonly value: V }>();
  return (endpoint) => {
    const before = known.get(endpoint);
    if (before !== undefined) return before.value;
    const value = answer(endpoint);
    known.set(endpoint, { value });
    return value;
  };
}

/**
 * What holds an endpoint of head back, and what its figure rests on.
 *
 * @param isRemedied whether ways back are looked for, where it is below its SLO
 * @param harmedBy names of components: of ways back that cost the same those through these come first
 */
export function explainEndpoint(
  explainer: Explainer,
  endpoint: Endpoint,
  estimate: Estimate,
  isRemedied = true,
  harmedBy: ReadonlySet<string> = new Set(),
): Explained {
  const { run, model, components, variants } = explainer;
  const importance = explainer.importance(endpoint);
  const structure = explainer.structure(endpoint);
  const limits = limitsOf(endpoint, estimate, importance, structure, components);
  const nameOf = (index: number) => components[index]!.name;
  const critical = new Map(limits.map(({ component, criticality }) => [component, criticality]));
  const known = (index: number) => critical.get(nameOf(index)) ?? 0;
  // Without importances, what fails most often is in the likeliest pairs.
  const first = importance === null ? (index: number) => components[index]!.up.q : known;
  const order = structure.reached.toSorted((a, b) => first(b) - first(a));
  const cuts = cutPairsOf(structure, components, order);
  const matters =
    importance === null ? leaning(limits, cuts, estimate, new Set(order.map(nameOf))) : critical;
  const subject = { model, endpoint, fault: null };
  const touched = ({ component }: Limit) => Number(harmedBy.has(component));
  const { remedies, isWhole } = isRemedied
    ? remediesOf(
        run,
        model,
        endpoint,
        limits.toSorted((a, b) => touched(b) - touched(a)),
      )
    : { remedies: [], isWhole: false };
  const { slo } = endpoint;
  const keeps = slo === null || estimate.unavailability <= slo.q;
  return {
    limits: limits.slice(0, MOST_ROWS),
    cuts: cuts.slice(0, MOST_ROWS),
    remedies,
    requirements:
      keeps || !isWhole || remedies.length > 0 ? [] : requirementsOf(run, model, endpoint),
    assumptions: assumptionsOf(
      run,
      subject,
      estimate,
      variants,
      (index) => matters.get(nameOf(index)) ?? 0,
      explainer.assuming,
    ).slice(0, MOST_ROWS),
  };
}

/** Of what is reached and in no pair: it may be in sets of three, and comes last. */
const LEAST = 1e-9;

/** How critical components are, by name, where no importances are in reach: alone, or in pairs. */
function leaning(
  limits: readonly Limit[],
  cuts: readonly CutPair[],
  { unavailability }: Estimate,
  reached: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  return new Map([
    ...[...reached].map((one) => [one, LEAST] as const),
    ...criticalInPairs(cuts, unavailability),
    ...limits.map(({ component, criticality }) => [component, criticality] as const),
  ]);
}

/** An endpoint of head as it was judged. */
export type Judged = {
  readonly endpoint: Endpoint;
  readonly head: Estimate;
  readonly under: readonly { readonly fault: string; readonly head: Estimate | null }[];
};

/** Endpoints of which it is known what takes them down; with thousands the rest would cost more than all else. */
const MOST_WATCHED = 200;

/** What each fault and each single failure takes below its SLO. */
export function blastRadius(explainer: Explainer, judged: readonly Judged[]): Blasts {
  const { run, model, components } = explainer;
  const watched = judged
    .filter(({ endpoint }) => endpoint.slo !== null)
    .slice(0, MOST_WATCHED)
    .map(({ endpoint, head, under }): Watched => {
      const known = under.flatMap(({ fault, head: estimate }) =>
        estimate === null ? [] : [[fault, estimate] as const],
      );
      return {
        endpoint,
        estimate: head,
        importance: explainer.importance(endpoint),
        structure: explainer.structure(endpoint),
        under: new Map(known),
      };
    });
  return blastsOf(run, model, components, watched, explainer.losing);
}
