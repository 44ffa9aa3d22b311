import { type Decimal, toNumber } from "../model/decimal.ts";
import type { SpecMap } from "../model/document.ts";
import { type Report, readDecimal } from "../model/figures.ts";
import type { Probability } from "../model/model.ts";
import { quote } from "../model/wording.ts";
import { count, type Field, probability, readFields, refuse, sweep } from "./config-fields.ts";

const MOST_STEPS = 10_000;
/** Decimals of a value between the ends: a double holds some 17 digits. */
const DECIMALS = 24;

/** Probabilities: one, a list, or a grid `{ from, to, steps }`. */
export const probabilities: Field<readonly Probability[]> = (key, node, report) =>
  node.kind === "map" ? readGrid(key, node, report) : listed(key, node, report);

/** By p alone, as scenarios name it. */
const listed = sweep(probability, ({ p }) => String(p));

/** `steps` probabilities from `from` to `to`, both among them, equally far apart. */
function readGrid(key: string, node: SpecMap, report: Report): readonly Probability[] | null {
  const fields = { from: probability, to: probability, steps: count(2, MOST_STEPS) };
  const grid = readFields(node, { subject: quote(key), place: node.place }, fields, report);
  if (grid === null) return null;
  const end = (name: "from" | "to"): bigint | null => {
    const decimal = readDecimal(name, node.entries.get(name)?.value, report);
    return decimal === null ? null : scaled(decimal);
  };
  const [from, to] = [end("from"), end("to")];
  if (from === null || to === null) return null;
  const values = valuesOf(from, to, grid.steps);
  if (new Set(values.map(({ p }) => p)).size === values.length) return values;
  return refuse(
    key,
    node,
    `has ${grid.steps} steps too near to tell apart; take fewer, or other ends`,
    report,
  );
}

/**
 * Each of p and q the double nearest to its own decimal, as if it had been written out. Ends in units
 * of 10^-DECIMALS; what is finer is cut.
 */
function valuesOf(from: bigint, to: bigint, steps: number): readonly Probability[] {
  const gaps = BigInt(steps - 1);
  return Array.from({ length: steps }, (_, at) => {
    const digits = (from * (gaps - BigInt(at)) + to * BigInt(at)) / gaps;
    return {
      p: toNumber({ digits, scale: DECIMALS }),
      q: toNumber({ digits: 10n ** BigInt(DECIMALS) - digits, scale: DECIMALS }),
    };
  });
}

function scaled({ digits, scale }: Decimal): bigint {
  return scale <= DECIMALS
    ? digits * 10n ** BigInt(DECIMALS - scale)
    : digits / 10n ** BigInt(scale - DECIMALS);
}
