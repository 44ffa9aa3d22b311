import type { Change, ChangeKind, ModelResult, Reason, ReasonCode } from "../gate/result.ts";
import { likeliestFirst } from "./change-words.ts";

/** A line of head that is to blame for a reason, or may be. */
export type Blamed = {
  readonly change: Change;
  /** In [-1, 0): what it cost the endpoint by itself; `null` where that is not known. */
  readonly effect: number | null;
};

/** Reasons that come from figures, which what changed in the repository may have moved. */
const MOVED: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  "below-slo",
  "max-drop",
  "max-downtime-increase",
  "preexisting",
  "passes-by-assertion",
  "undecided",
  "error-budget",
]);

/** Changes of what is promised: they move no figure. */
const PROMISES: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  "slo",
  "under",
  "fault-added",
  "gate",
  "endpoint-renamed",
  "spec-added",
  "spec-moved",
]);

/** Of the greatest loss: what costs less is beside the point. */
const NEGLIGIBLE = 0.01;

/**
 * The lines of head that made an endpoint worse, the most telling first: its causes, under a fault those under
 * it, or where none is known (of very many rows) every change that may be one. What is gone at head has no line there.
 */
export function blamedLines(model: ModelResult, reason: Reason): readonly Blamed[] {
  if (!MOVED.has(reason.code) || !isMoved(model, reason)) return [];
  const causes = causeLines(model, reason);
  if (causes.length > 0) return causes;
  return (
    likeliestFirst(model.changes)
      .filter((one) => one.side === "head" && !PROMISES.has(one.kind))
      // A fault moves what it is asked about, and nothing else.
      .filter((one) => one.kind !== "fault-changed" || one.subject === reason.fault)
      .map((change) => ({ change, effect: null }))
  );
}

/** A figure that is as it was has no cause in this change. */
function isMoved(model: ModelResult, reason: Reason): boolean {
  const endpoint = model.endpoints.find((one) => one.name === reason.endpoint);
  if (reason.code === "passes-by-assertion") return true;
  if (reason.fault === undefined) return endpoint?.change === "degraded";
  return (endpoint?.under.find((one) => one.fault === reason.fault)?.delta ?? 0) < 0;
}

function causeLines(model: ModelResult, { endpoint, fault }: Reason): readonly Blamed[] {
  const judged = model.endpoints.find(({ name }) => name === endpoint);
  const row = fault === undefined ? judged : judged?.under.find((one) => one.fault === fault);
  const causes = row?.causes ?? [];
  const losses = causes.filter(({ effect }) => effect < 0).toSorted((a, b) => a.effect - b.effect);
  const least = NEGLIGIBLE * (losses[0]?.effect ?? 0);
  return losses
    .filter(({ effect }) => effect <= least)
    .flatMap(({ effect, changes }) => {
      const known = changes.length === 1 ? effect : null;
      const lines = changes.filter(({ side, kind }) => side === "head" && !PROMISES.has(kind));
      return lines.map((change) => ({ change, effect: known }));
    });
}
