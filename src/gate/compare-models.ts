import type { AskOptions } from "../availability/estimate.ts";
import type { Model } from "../model/model.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import { describeChanges } from "./changes.ts";
import { type JudgedEndpoint, judgeNew, judgePair, judgeRemoved } from "./compare-endpoints.ts";
import type { Engine, GateRun } from "./engine.ts";
import { pairEndpoints } from "./pair-endpoints.ts";
import type { Change, EndpointResult, ModelResult, Reason } from "./result.ts";
import { gateLoosenings } from "./thresholds.ts";
import { sortReasons, worstReason } from "./verdict.ts";

/** One spec at one commit. */
export type JudgedSide =
  | { readonly kind: "absent" }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "valid"; readonly model: Model };

/** One spec at both commits. One that is invalid at head is an error of the run and is not judged. */
export type ModelComparison = {
  /** Of the spec at head; at base where it was removed. */
  readonly path: string;
  /** Its path at base where it was moved, else `null`. */
  readonly basePath: string | null;
  readonly base: JudgedSide;
  readonly head: Exclude<JudgedSide, { kind: "invalid" }>;
  /** Base's spec over head's manifests; `null` where there is no such model. */
  readonly carried: Model | null;
  /** What reading head had to tell. */
  readonly diagnostics: readonly Diagnostic[];
};

export type ModelJudgement = { readonly model: ModelResult; readonly reasons: readonly Reason[] };

/**
 * The verdict on one spec: contract §2, every row but acceptance. `alphaFor` and `mostClaims` of all
 * specs of the run give the options' `alpha`.
 */
export function gateModel(
  input: ModelComparison,
  engine: Engine,
  options: AskOptions,
): ModelJudgement {
  const { base, head } = input;
  const run = { path: input.path, engine, options };
  if (head.kind === "absent") {
    return base.kind === "valid"
      ? judgeRemovedSpec(input, base.model, run)
      : judgement(input, [], [removedSpec(input.path)], [specChange("spec-removed", input)]);
  }
  switch (base.kind) {
    case "valid":
      return judgeBoth(input, base.model, head.model, run);
    case "absent":
      return judgeAdoption(input, head.model, run);
    case "invalid": {
      const alone = judgeAlone(head.model, run);
      const reasons = [baseInvalid(input, base.diagnostics), ...reasonsOf(alone)];
      return judgement(input, resultsOf(alone), reasons, []);
    }
  }
}

function judgeBoth(input: ModelComparison, base: Model, head: Model, run: GateRun): ModelJudgement {
  const { path, carried } = input;
  const pairs = pairEndpoints(base, head);
  const judged = [
    ...pairs.present.map((pair) => {
      const subject = { model: head, endpoint: pair.head, fault: null };
      return pair.base === null
        ? judgeNew(run, base, subject)
        : judgePair(run, { model: base, endpoint: pair.base, fault: null }, subject, carried);
    }),
    ...pairs.removed.map((endpoint) => judgeRemoved(run, { model: base, endpoint, fault: null })),
  ];
  const loosened = gateLoosenings(base.gate, head.gate).map((loosening) =>
    specReason(path, "loosened", "fail", `The gate is loosened: ${loosening}`),
  );
  const changes = describeChanges(base, head);
  return judgement(
    { ...input, diagnostics: [...input.diagnostics, ...pairs.diagnostics] },
    resultsOf(judged),
    [...loosened, ...reasonsOf(judged)],
    input.basePath === null ? changes : [specChange("spec-moved", input), ...changes],
  );
}

/** Whatever would fail becomes `adoption`, at the worst the verdict that the spec sets for it. */
function judgeAdoption(input: ModelComparison, head: Model, run: GateRun): ModelJudgement {
  const judged = judgeAlone(head, run).map(({ result, reasons }) => {
    const softened = reasons.map(
      (reason): Reason =>
        reason.verdict === "fail"
          ? { ...reason, code: "adoption", verdict: head.gate.adoption }
          : reason,
    );
    const under = result.under.map((row) => ({
      ...row,
      verdict: worstReason(softened.filter(({ fault }) => fault === row.fault)),
    }));
    return { result: { ...result, under, verdict: worstReason(softened) }, reasons: softened };
  });
  const added = specChange("spec-added", input);
  return judgement(input, resultsOf(judged), reasonsOf(judged), [added]);
}

function judgeRemovedSpec(input: ModelComparison, base: Model, run: GateRun): ModelJudgement {
  // One reason speaks for all of its endpoints.
  const judged = base.endpoints.map((endpoint) =>
    judgeRemoved(run, { model: base, endpoint, fault: null }),
  );
  const removed = specChange("spec-removed", input);
  return judgement(input, resultsOf(judged), [removedSpec(input.path)], [removed]);
}

function judgeAlone(head: Model, run: GateRun): readonly JudgedEndpoint[] {
  return head.endpoints.map((endpoint) =>
    judgeNew(run, null, { model: head, endpoint, fault: null }),
  );
}

function judgement(
  { path, diagnostics }: ModelComparison,
  endpoints: readonly EndpointResult[],
  reasons: readonly Reason[],
  changes: readonly Change[],
): ModelJudgement {
  const verdict = worstReason(reasons);
  return {
    model: { path, verdict, endpoints, changes, diagnostics },
    reasons: sortReasons(reasons),
  };
}

function removedSpec(path: string): Reason {
  const text = `The spec \`${path}\` is removed: nothing guards its endpoints any more`;
  return specReason(path, "loosened", "fail", text);
}

function baseInvalid({ path }: ModelComparison, diagnostics: readonly Diagnostic[]): Reason {
  const first = diagnostics.find((one) => one.severity === "error");
  const where = first?.file === undefined ? "" : `${first.file}:${first.line ?? 1}: `;
  const why = first === undefined ? "" : ` (${where}${first.message})`;
  const text = `The spec at base cannot be read${why}; head is judged on its own`;
  return specReason(path, "base-invalid", "warn", text);
}

function specReason(
  model: string,
  code: Reason["code"],
  verdict: Reason["verdict"],
  message: string,
): Reason {
  return { code, verdict, model, message };
}

function specChange(
  kind: "spec-added" | "spec-removed" | "spec-moved",
  { path, basePath }: ModelComparison,
): Change {
  const gone = kind === "spec-removed";
  return {
    kind,
    subject: path,
    base: kind === "spec-added" ? null : (basePath ?? path),
    head: gone ? null : path,
    file: path,
    line: 1,
    side: gone ? "base" : "head",
  };
}

function resultsOf(judged: readonly JudgedEndpoint[]): readonly EndpointResult[] {
  return judged.map(({ result }) => result);
}

function reasonsOf(judged: readonly JudgedEndpoint[]): readonly Reason[] {
  return judged.flatMap(({ reasons }) => reasons);
}
