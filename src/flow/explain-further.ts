import { structureOf } from "../availability/structure.ts";
import type { ModelEstimate } from "../gate/assemble.ts";
import {
  type ChaosTarget,
  type Injection,
  type Injections,
  injectionsFor,
  type Pods,
} from "../gate/chaos.ts";
import { explainerOf } from "../gate/explain.ts";
import type { EstimatedEndpoint } from "../gate/result.ts";
import { sweepEndpoint } from "../gate/sweep.ts";
import { type Swept, sweptOf } from "../gate/swept.ts";
import { unknownImportances } from "../gate/unknown-importances.ts";
import type { Model } from "../model/model.ts";
import { didYouMean } from "../model/wording.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import { engine } from "./engine.ts";
import type { ExplainOutcome } from "./explain.ts";
import { hintVariants } from "./hint-variants.ts";
import type { ReadModel } from "./read-models.ts";
import type { Seen } from "./told-changes.ts";

type Explained = Extract<ExplainOutcome, { readonly kind: "explained" }>;

/** What is asked of an endpoint beside what limits it. */
export type Further = {
  /** `theta`, `rho`, or names of components. */
  readonly sweeps: readonly string[];
  readonly chaos: boolean;
  /** `2026-11-30`, by which evidence is old. */
  readonly today: string;
};

/** The explained endpoints with the curves and injections that were asked for. A component that no spec has is an error. */
export function explainFurther(outcome: Explained, further: Further): ExplainOutcome {
  const unknown = further.sweeps.flatMap((asked) => unknownComponent(outcome.inputs, asked));
  if (unknown.length > 0) return { kind: "invalid", diagnostics: unknown };
  const estimates = outcome.estimates.map((estimate, at): ModelEstimate => {
    const input = outcome.inputs[at]!;
    const told: Diagnostic[] = [];
    const endpoints = estimate.model.endpoints.map((one) => {
      const sweeps = further.sweeps.length === 0 ? null : sweepsOf(outcome, input, one, further);
      const chaos = further.chaos ? chaosOf(outcome, input, one, further) : null;
      if (chaos !== null) told.push(...unknownImportances(input.path, one.name, chaos));
      return {
        ...one,
        ...(sweeps === null ? {} : { sweeps }),
        ...(chaos === null ? {} : { chaos: chaos.injections }),
      };
    });
    const diagnostics = [...estimate.model.diagnostics, ...told];
    return { ...estimate, model: { ...estimate.model, endpoints, diagnostics } };
  });
  return { ...outcome, estimates };
}

function unknownComponent(inputs: readonly ReadModel[], asked: string): readonly Diagnostic[] {
  const found = inputs.map(({ model }) => sweptOf(model, asked));
  const [first] = found;
  if (first === undefined || !("message" in first) || found.some((one) => "kind" in one)) return [];
  const known = inputs.flatMap(({ model }) => componentNames(model));
  const message = `${first.message}${didYouMean(asked, known)}`;
  return [diagnostic("error", "unknown-component", message, null)];
}

function componentNames({ services, dependencies, domains, members }: Model): readonly string[] {
  return [services, dependencies, domains, members].flat().map(({ name }) => name);
}

function sweepsOf(
  { options }: Explained,
  { path, model }: ReadModel,
  { name }: EstimatedEndpoint,
  { sweeps }: Further,
): EstimatedEndpoint["sweeps"] {
  const endpoint = model.endpoints.find((one) => one.name === name)!;
  const structure = structureOf(model, endpoint);
  return sweeps
    .map((asked) => sweptOf(model, asked))
    .filter((one): one is Swept => "kind" in one)
    .map((swept) => sweepEndpoint({ path, engine, options }, model, endpoint, structure, swept));
}

function chaosOf(
  { options }: Explained,
  { path, model, seen }: ReadModel,
  { name, head }: EstimatedEndpoint,
  { today }: Further,
): Injections {
  const endpoint = model.endpoints.find((one) => one.name === name)!;
  const explainer = explainerOf({ path, engine, options }, model, hintVariants(seen), today);
  return injectionsFor(explainer, endpoint, head, (one) => patienceOf(seen, one) !== null);
}

/** The pods that an injection is laid on, by the manifests. */
export function chaosTarget(seen: Seen, model: Model, { component, kind }: Injection): ChaosTarget {
  if (kind === "service") return { pods: podsOf(seen, component), callee: [], after: null };
  const { services, dependencies } = model;
  const { from, to } = dependencies.find(({ name }) => name === component)!;
  return {
    pods: podsOf(seen, services[from]!.name),
    callee: podsOf(seen, services[to]!.name),
    after: patienceOf(seen, component),
  };
}

/** Compose has no pods, and those of kinds that are not read have labels that nobody knows. */
function podsOf({ matches }: Seen, service: string): readonly Pods[] {
  return (matches.get(service) ?? [])
    .filter(({ kind, podLabels }) => kind !== "ComposeService" && Object.keys(podLabels).length > 0)
    .map(({ namespace, podLabels }) => ({ namespace, labels: podLabels }));
}

/** Units of `parseDuration` in a nanosecond, and nanoseconds in a millisecond. */
const NANOSECOND = 10n ** 29n;
const MILLISECOND = 1e6;

/** Milliseconds that the caller waits the longest; `null`: of a line of it nobody says. */
function patienceOf({ spec }: Seen, dependency: string): number | null {
  const lines = spec.dependencies.filter(({ name }) => name === dependency);
  const waits = lines.map(({ timeout }) => timeout?.after?.value ?? null);
  if (waits.length === 0 || waits.includes(null)) return null;
  return Math.max(...waits.map((one) => Number(one! / NANOSECOND) / MILLISECOND));
}
