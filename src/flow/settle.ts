import type { ModelComparison } from "../gate/compare-models.ts";
import type { Model } from "../model/model.ts";
import { assumedPlacements, settlePlacement } from "../model/settle-placement.ts";

/** The models of a comparison, each settled by what the others know of where its services run. */
export function settled(comparison: ModelComparison): ModelComparison {
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
    diagnostics: [
      ...comparison.diagnostics,
      ...(headModel === null ? [] : assumedPlacements(headModel)),
    ],
  };
}
