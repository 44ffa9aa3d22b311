import type { Estimate } from "../availability/estimate.ts";
import type {
  Cause,
  Change,
  EndpointResult,
  EstimatedUnder,
  EstimateResult,
  ModelResult,
  Reason,
  Result,
  UnderResult,
} from "../gate/result.ts";
import { causeWords } from "./cause-words.ts";
import { quietJson } from "./json-text.ts";
import { plain } from "./plain.ts";

/** The result as it is published (contract §5): two spaces deep, keys in a fixed order, ending its line. */
export function renderJson(result: Result | EstimateResult): string {
  const whole = inOrder(result, [
    "version",
    "verdict",
    "reasons",
    "acceptedBy",
    "acceptanceLapsed",
    "base",
    "head",
    "models",
  ]);
  const parts = {
    ...whole,
    reasons: result.reasons.map(reason),
    head: inOrder(result.head, ["sha", "commit"]),
    models: result.models.map(model),
  };
  const text = JSON.stringify(
    "base" in result ? { ...parts, ...compared(result) } : parts,
    null,
    2,
  );
  return `${quietJson(text)}\n`;
}

function compared({ acceptedBy, base }: Result): object {
  return {
    acceptedBy: acceptedBy && inOrder(acceptedBy, ["by", "how"]),
    base: inOrder(base, ["sha", "kind"]),
  };
}

function reason(of: Reason): object {
  return inOrder(of, ["code", "verdict", "model", "endpoint", "fault", "message"]);
}

function model(of: ModelResult | EstimateResult["models"][number]): object {
  const ordered = inOrder(of, [
    "path",
    "verdict",
    "endpoints",
    "changes",
    "blast",
    "graph",
    "calibration",
    "diagnostics",
  ]);
  const endpoints = of.endpoints.map(endpoint);
  const diagnostics = of.diagnostics.map((one) =>
    inOrder(one, ["severity", "code", "message", "file", "line", "column"]),
  );
  if (!("changes" in of)) return { ...ordered, endpoints, diagnostics };
  return { ...ordered, endpoints, changes: of.changes.map(change), diagnostics };
}

function endpoint(
  of: EndpointResult | EstimateResult["models"][number]["endpoints"][number],
): object {
  const { explained, ...result } = of;
  const remedies = explained?.remedies.map(({ steps: _, named: __, ...one }) => one);
  const told = explained === undefined ? {} : { ...explained, remedies };
  const ordered = inOrder({ ...result, ...told }, [
    "name",
    "change",
    "base",
    "head",
    "carried",
    "delta",
    "deltaInterval",
    "deltaCredible",
    "slo",
    "under",
    "causes",
    "limits",
    "cuts",
    "remedies",
    "requirements",
    "assumptions",
    "verdict",
  ]);
  const slo = inOrder(of.slo, ["base", "head", "effective"]);
  const parts = { ...ordered, head: estimate(of.head), slo, under: of.under.map(underFault) };
  if (!("base" in of)) return parts;
  const causes = of.causes === undefined ? {} : { causes: of.causes.map(cause) };
  return { ...parts, base: estimate(of.base), carried: estimate(of.carried), ...causes };
}

/** The change that tells the most, in words; those that cannot be told apart from it beside it. */
function cause(of: Cause): object {
  const { effect, interval, changes } = of;
  const [first, ...others] = changes;
  const { kind, subject, file, line, side } = first ?? {};
  const within = interval === undefined ? {} : { interval };
  const told = {
    change: plain(causeWords(of)),
    kind,
    subject,
    file,
    line,
    side,
    effect,
    ...within,
  };
  return others.length === 0 ? told : { ...told, others: others.map(change) };
}

function change(of: Change): object {
  return inOrder(of, ["kind", "subject", "base", "head", "file", "line", "side"]);
}

function underFault(of: UnderResult | EstimatedUnder): object {
  const ordered = inOrder(of, [
    "fault",
    "base",
    "head",
    "carried",
    "delta",
    "deltaInterval",
    "minimum",
    "causes",
    "verdict",
  ]);
  const head = estimate(of.head);
  if (!("base" in of)) return { ...ordered, head };
  const carried = of.carried === undefined ? {} : { carried: estimate(of.carried) };
  const causes = of.causes === undefined ? {} : { causes: of.causes.map(cause) };
  return { ...ordered, base: estimate(of.base), head, ...carried, ...causes };
}

function estimate(of: Estimate | null): object | null {
  if (of === null) return null;
  return inOrder(of, [
    "availability",
    "unavailability",
    "method",
    "interval",
    "samples",
    "credible",
  ]);
}

/** The same object, the given keys first; a key that is not given is kept behind them. */
function inOrder(of: object, keys: readonly string[]): Readonly<Record<string, unknown>> {
  const entries = new Map<string, unknown>(Object.entries(of));
  const known = keys.filter((key) => entries.has(key));
  const order = new Set([...known, ...entries.keys()]);
  return Object.fromEntries([...order].map((key) => [key, entries.get(key)]));
}
