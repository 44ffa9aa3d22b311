import type { Estimate } from "../availability/estimate.ts";
import { type Importance, importanceOf } from "../availability/importance.ts";
import { type Structure, structureOf } from "../availability/structure.ts";
import type { Endpoint, Model } from "../model/model.ts";
import type { GateRun } from "./engine.ts";
import type { CutPair, Explained, Limit } from "./explained.ts";
import { type Allowance, allowanceOf } from "./limits/allowance.ts";
import { assumptionsOf, type Ends } from "./limits/assumptions.ts";
import { type Blasts, blastsOf, type Watched } from "./limits/blast.ts";
import { componentsOf, type ModelComponent } from "./limits/components.ts";
import { criticalInPairs, cutPairsOf } from "./limits/cuts.ts";
import { defaultVariants } from "./limits/default-variants.ts";
import { evidenceVariants } from "./limits/evidence-variants.ts";
import { limitsOf } from "./limits/limits.ts";
import { type Look, lookAt, lookWithin } from "./limits/look.ts";
import { placementVariants } from "./limits/placement-variants.ts";
import { type Purse, purseOf } from "./limits/purse.ts";
import { structureText } from "./limits/structure-text.ts";
import type { Variant } from "./limits/variant.ts";
import { patienceOf } from "./ration.ts";
import { remediesOf } from "./remedies/remedies.ts";
import { requirementsOf } from "./remedies/requirements.ts";

/** Rows of each list that a result carries for one endpoint. */
const MOST_ROWS = 20;

/** Transitions that the assumptions about drawn figures may cost in one spec, and as many the losses: some seconds. */
const MOST_WORK = 1e9;
/** What endpoints may cost to be looked into, and to be explained: each some seconds. */
const MOST_LOOKING = 4e9;
const MOST_EXPLAINING = 1e10;

/** What is known of a model before any of its endpoints is explained. */
export type Explainer = {
  readonly run: GateRun;
  readonly model: Model;
  readonly components: readonly ModelComponent[];
  /** How the model would be if an assumption were wrong. */
  readonly variants: readonly Variant[];
  readonly importance: (endpoint: Endpoint) => Importance | null;
  readonly structure: (endpoint: Endpoint) => Structure;
  /** For both of them, and to explain endpoints beside the worst. */
  readonly looking: Allowance;
  readonly explaining: Allowance;
  /** What was found of one endpoint and holds for all of the same Φ (`structureText`). */
  readonly looks: Map<string, Look | null>;
  readonly explicable: Map<string, boolean>;
  readonly ends: Ends;
  readonly cuts: Map<string, Cuts>;
  /** For what has to be drawn of assumptions, and of losses. */
  readonly assuming: Purse;
  readonly losing: Purse;
};

/** The likeliest pairs, and P(one of its pairs is down) of each component. */
type Cuts = {
  readonly likeliest: readonly CutPair[];
  readonly inPairs: ReadonlyMap<string, number>;
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
  const more = patienceOf(run.options);
  const work = MOST_WORK * more;
  const components = componentsOf(model);
  const variants = [
    ...defaultVariants(model),
    ...placementVariants(model),
    ...evidenceVariants(model, today),
    ...told,
  ];
  return {
    run,
    model,
    components,
    variants,
    importance: (endpoint) => importanceOf({ model, endpoint, fault: null }),
    structure: (endpoint) => structureOf(model, endpoint),
    looking: allowanceOf(MOST_LOOKING * more),
    explaining: allowanceOf(MOST_EXPLAINING * more),
    looks: new Map(),
    explicable: new Map(),
    ends: new Map(),
    cuts: new Map(),
    assuming: purseOf(work, model.endpoints.length),
    losing: purseOf(work, model.endpoints.length),
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
  const { importance, structure } = lookAt(explainer, endpoint);
  const limits = limitsOf(endpoint, estimate, importance, structure, components);
  const nameOf = (index: number) => components[index]!.name;
  const critical = new Map(limits.map(({ component, criticality }) => [component, criticality]));
  const known = (index: number) => critical.get(nameOf(index)) ?? 0;
  // Without importances, what fails most often is in the likeliest pairs.
  const first = importance === null ? (index: number) => components[index]!.up.q : known;
  const order = structure.reached.toSorted((a, b) => first(b) - first(a));
  const text = structureText(endpoint);
  const cuts = explainer.cuts.get(text) ?? cutsOf(structure, components, order);
  explainer.cuts.set(text, cuts);
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
    cuts: cuts.likeliest,
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
      explainer.ends,
    ).slice(0, MOST_ROWS),
  };
}

function cutsOf(
  structure: Structure,
  components: readonly ModelComponent[],
  order: readonly number[],
): Cuts {
  const all = cutPairsOf(structure, components, order);
  return { likeliest: all.slice(0, MOST_ROWS), inPairs: criticalInPairs(all, 1) };
}

/** Of what is reached and in no pair: it may be in sets of three, and comes last. */
const LEAST = 1e-9;

/** How critical components are, by name, where no importances are in reach: alone, or in pairs. */
function leaning(
  limits: readonly Limit[],
  { inPairs }: Cuts,
  { unavailability }: Estimate,
  reached: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  // Of a pair of which one never fails, where no drawn state did: 0/0.
  const shareOf = (sum: number) => (sum === 0 ? 0 : Math.min(1, sum / unavailability));
  return new Map([
    ...[...reached].map((one) => [one, LEAST] as const),
    ...[...inPairs].map(([one, sum]) => [one, Math.max(LEAST, shareOf(sum))] as const),
    ...limits.map(({ component, criticality }) => [component, criticality] as const),
  ]);
}

/** An endpoint of head as it was judged. */
export type Judged = {
  readonly endpoint: Endpoint;
  readonly head: Estimate;
  readonly under: readonly { readonly fault: string; readonly head: Estimate | null }[];
};

/** What each fault and each single failure takes below its SLO. */
export function blastRadius(explainer: Explainer, judged: readonly Judged[]): Blasts {
  const { run, model, components } = explainer;
  const watched = judged
    .filter(({ endpoint }) => endpoint.slo !== null)
    .map(({ endpoint, head, under }): Watched => {
      const known = under.flatMap(({ fault, head: estimate }) =>
        estimate === null ? [] : [[fault, estimate] as const],
      );
      const look = () => lookWithin(explainer, endpoint);
      return { endpoint, estimate: head, under: new Map(known), look };
    });
  return blastsOf(run, model, components, watched, explainer.losing);
}
