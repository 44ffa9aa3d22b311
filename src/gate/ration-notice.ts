import type { AskOptions, Estimate } from "../availability/estimate.ts";
import { ENOUGH } from "../availability/stretch.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import { isUnknown } from "./ration.ts";
import type { EndpointResult, EstimatedEndpoint } from "./result.ts";

type Told = {
  readonly model: {
    readonly path: string;
    readonly endpoints: readonly (EndpointResult | EstimatedEndpoint)[];
    readonly diagnostics: readonly Diagnostic[];
  };
};

/**
 * A judgement with one warning where figures were cut short, for all together would have taken too long. It is
 * seen in the figures themselves, whichever job worked them out.
 */
export function tellRationed<T extends Told>(judgement: T, { samples }: AskOptions): T {
  const { model } = judgement;
  const rows = model.endpoints.flatMap((one) => [one, ...one.under]).map(sidesOf);
  const unknown = rows.filter((sides) => sides.some(isUnknown)).length;
  const usual = Math.min(samples, ENOUGH);
  const isFew = (one: Estimate) => one.samples !== undefined && one.samples < usual;
  const few = rows.filter((sides) => sides.some(isFew)).length;
  if (unknown + few === 0) return judgement;
  const told = [
    ...(unknown === 0 ? [] : [`${grouped(unknown)} not at all (they lie between 0% and 100%)`]),
    ...(few === 0 ? [] : [`${grouped(few)} from fewer samples than usual`]),
  ];
  const message = `of ${grouped(rows.length)} figures of this spec ${told.join(" and ")} ${unknown === 0 ? "were" : "could be"} worked out: all of them would take too long in one run; give each of several jobs a part with \`--shard\`, take more \`--samples\`, which buys as much more work, or ask about fewer endpoints and faults`;
  const notice: Diagnostic = {
    severity: "warning",
    code: "work-limit",
    message,
    file: model.path,
    line: 1,
    column: 1,
  };
  return {
    ...judgement,
    model: { ...model, diagnostics: [...model.diagnostics, notice] },
  };
}

function sidesOf(row: { readonly head: Estimate | null; readonly base?: Estimate | null }) {
  return [row.base ?? null, row.head].filter((one) => one !== null);
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
