import { formatPercent, formatProbability } from "../availability/figures.ts";
import type { Consequence, Endpoint, GateSettings, Model, Probability } from "../model/model.ts";

/**
 * What an endpoint is held to: the stricter of base's and head's in every setting (contract §2).
 * Under a fault, `slo` is the minimum that it promises there. `null`: no limit.
 */
export type Thresholds = {
  readonly slo: Probability | null;
  /** What base promised, and the error budget that head's spending is compared with; `null`: none. */
  readonly baseSlo: Probability | null;
  /** Availability, as a fraction, that one pull request may cost. */
  readonly maxDrop: number | null;
  /** Growth of the downtime, relative to the one at base: 0.2 for 20%. */
  readonly maxDowntimeIncrease: number | null;
  /** Share of the error budget; a minimum under a fault is no budget to spend. */
  readonly warnAt: number | null;
  readonly preexisting: Consequence;
  readonly undecided: Consequence;
};

/** One setting made less strict, as a sentence continues: "`maxDrop` goes from 0.1% to 1%". */
export type Loosening = string;

/** What an endpoint promises at one commit. */
export type Promised = { readonly slo: Probability | null; readonly gate: GateSettings };

/**
 * The stricter of the two in every setting. At base, an endpoint that is new there promises no SLO;
 * `null` where base has no model at all.
 */
export function effectiveThresholds(base: Promised | null, head: Promised): Thresholds {
  const other = base ?? head;
  return {
    slo: stricterSlo(other.slo, head.slo),
    baseSlo: base?.slo ?? null,
    maxDrop: lowerLimit(other.gate.maxDrop, head.gate.maxDrop),
    maxDowntimeIncrease: lowerLimit(other.gate.maxDowntimeIncrease, head.gate.maxDowntimeIncrease),
    warnAt: Math.min(other.gate.warnAt, head.gate.warnAt),
    preexisting: stricterConsequence(other.gate.preexisting, head.gate.preexisting),
    undecided: stricterConsequence(other.gate.undecided, head.gate.undecided),
  };
}

/** The same under a fault, where `slo` is the minimum: what one change may cost is limited without faults. */
export function thresholdsUnder(base: Promised | null, head: Promised): Thresholds {
  const limits = effectiveThresholds(base, head);
  return { ...limits, maxDrop: null, maxDowntimeIncrease: null, warnAt: null };
}

/** What an endpoint promises under a fault, by the fault's name; `null`: nothing. */
export function minimumOf(
  { model, endpoint }: { readonly model: Model; readonly endpoint: Endpoint },
  fault: string,
): Probability | null {
  return endpoint.under.find((one) => model.faults[one.fault]!.name === fault)?.minimum ?? null;
}

export function stricterSlo(a: Probability | null, b: Probability | null): Probability | null {
  if (a === null || b === null) return a ?? b;
  return a.q <= b.q ? a : b;
}

/** What a promise is called: under a fault it is a minimum, and the fault is named. */
export function promiseWords(fault: string | null): {
  readonly what: string;
  readonly where: string;
} {
  return fault === null
    ? { what: "SLO", where: "" }
    : { what: "minimum", where: ` under \`${fault}\`` };
}

/** How head's SLO is less than base's, or `null` where it is not; under a fault, its minimum. */
export function sloLoosening(
  base: Probability | null,
  head: Probability | null,
  fault: string | null = null,
): Loosening | null {
  if (base === null) return null;
  const { what, where } = promiseWords(fault);
  if (head === null) return `loses its ${what} of ${formatProbability(base)}${where}`;
  if (head.q <= base.q) return null;
  return `lowers its ${what}${where} from ${formatProbability(base)} to ${formatProbability(head)}`;
}

/** Every gate setting that head makes less strict than base. */
export function gateLoosenings(base: GateSettings, head: GateSettings): readonly Loosening[] {
  return [
    ...limitLoosening("maxDrop", base.maxDrop, head.maxDrop),
    ...limitLoosening("maxDowntimeIncrease", base.maxDowntimeIncrease, head.maxDowntimeIncrease),
    ...limitLoosening("warnAt", base.warnAt, head.warnAt),
    ...consequenceLoosening("preexisting", base.preexisting, head.preexisting),
    ...consequenceLoosening("undecided", base.undecided, head.undecided),
    ...consequenceLoosening("adoption", base.adoption, head.adoption),
  ];
}

function limitLoosening(
  setting: string,
  base: number | null,
  head: number | null,
): readonly Loosening[] {
  if (base === null) return [];
  if (head === null) return [`\`${setting}\` of ${formatPercent(base)} is removed`];
  if (head <= base) return [];
  return [`\`${setting}\` goes from ${formatPercent(base)} to ${formatPercent(head)}`];
}

function consequenceLoosening(
  setting: string,
  base: Consequence,
  head: Consequence,
): readonly Loosening[] {
  return base === "fail" && head === "warn" ? [`\`${setting}\` goes from fail to warn`] : [];
}

function lowerLimit(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

function stricterConsequence(a: Consequence, b: Consequence): Consequence {
  return a === "fail" || b === "fail" ? "fail" : "warn";
}
