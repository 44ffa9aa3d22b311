import type { ModelComparison } from "../gate/compare-models.ts";
import { domainNotices } from "../model/domain-notices.ts";
import type { Model } from "../model/model.ts";
import { assumedPlacements, settlePlacement } from "../model/settle-placement.ts";
import type { Spec } from "../model/spec.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";

/**
 * The models of a comparison, each settled by what the others know of where its services run.
 *
 * @param spec of head; `null`: there is none
 */
export function settled(comparison: ModelComparison, spec: Spec | null): ModelComparison {
  const { base, head, carried } = comparison;
  if (base.kind !== "valid") return comparison;
  const after = head.kind === "valid" ? head.model : null;
  const others = (own: Model | null) =>
    [base.model, after, carried].filter((one) => one !== null && one !== own) as Model[];
  const settle = (model: Model) => settlePlacement(model, others(model));
  const headModel = after === null ? null : settle(after);
  return {
    ...comparison,
    base: { ...base, model: settle(base.model) },
    head: headModel === null ? head : { kind: "valid", model: headModel },
    // Where nobody edited the spec, the two are one, and are evaluated once.
    carried: carried === null ? null : carried === after ? headModel : settle(carried),
    diagnostics:
      headModel === after || headModel === null || spec === null
        ? comparison.diagnostics
        : retold(comparison.diagnostics, headModel, spec),
  };
}

/** What `settled` has done to the model of head, to do the same to one that differs in a detail. */
export function settler({ base, carried }: ModelComparison): (model: Model) => Model {
  if (base.kind !== "valid") return (model) => model;
  const others = carried === null ? [base.model] : [base.model, carried];
  return (model) => settlePlacement(model, others);
}

/** Who is in no domain, and which domain is not used, is another matter once the rest is assumed. */
function retold(
  diagnostics: readonly Diagnostic[],
  model: Model,
  spec: Spec,
): readonly Diagnostic[] {
  const others = diagnostics.filter(({ code }) => code !== "unplaced" && code !== "unused-domain");
  return [...others, ...domainNotices(model, spec), ...assumedPlacements(model)];
}
