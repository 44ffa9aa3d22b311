import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import { type Decimal, parseDecimal } from "./decimal.ts";
import type { Placed, SpecNode, SpecScalar } from "./document.ts";
import type { Probability } from "./model.ts";
import {
  isProblem,
  type Problem,
  parseDrop,
  parseGrowth,
  parseProbability,
} from "./probability.ts";
import { quote } from "./wording.ts";

export type Report = (diagnostic: Diagnostic) => void;

/** The figures of a spec that are read from their decimal text. */
const parsers = { probability: parseProbability, drop: parseDrop, growth: parseGrowth };

export type FigureKind = keyof typeof parsers;

export function isFigureKind(name: string): name is FigureKind {
  return Object.hasOwn(parsers, name);
}

/** What is wrong with a scalar as such a figure, as one line; `null` if nothing. */
export function figureProblem(kind: FigureKind, key: string, node: SpecScalar): string | null {
  const figure = readScalar(kind, node);
  return isProblem(figure) ? sentence(key, node, figure) : null;
}

/** A probability where one stands; `null` (and a report) where something else does. */
export function readProbability(
  key: string,
  node: SpecNode | undefined,
  report: Report,
): Placed<Probability> | null {
  const figure = readFigure("probability", key, node, report);
  return figure === null || typeof figure.value === "number"
    ? null
    : { value: figure.value, place: figure.place };
}

/** A probability without loss, where one stands; what else stands there is reported. */
export function readDecimal(
  key: string,
  node: SpecNode | undefined,
  report: Report,
): Decimal | null {
  const isFigure = readProbability(key, node, report) !== null;
  return isFigure && node?.kind === "scalar" ? parseDecimal(node.text) : null;
}

/** A drop or growth where one stands; `null` (and a report) where something else does. */
export function readShare(
  kind: "drop" | "growth",
  key: string,
  node: SpecNode | undefined,
  report: Report,
): number | null {
  const figure = readFigure(kind, key, node, report);
  return figure === null || typeof figure.value !== "number" ? null : figure.value;
}

/** A whole number, where one stands. */
export function readCount(node: SpecNode | undefined): Placed<number> | null {
  return node?.kind === "scalar" && Number.isInteger(node.value)
    ? { value: Number(node.value), place: node.place }
    : null;
}

function readFigure(
  kind: FigureKind,
  key: string,
  node: SpecNode | undefined,
  report: Report,
): Placed<Probability | number> | null {
  // An empty value is told by the schema.
  if (node?.kind !== "scalar" || node.value === null) return null;
  const value = readScalar(kind, node);
  if (!isProblem(value)) return { value, place: node.place };
  report(diagnostic("error", "invalid-value", sentence(key, node, value), node.place));
  return null;
}

function readScalar(kind: FigureKind, node: SpecScalar): Probability | number | Problem {
  const isText = typeof node.value === "string";
  if (typeof node.value === "number" || (isText && node.text.endsWith("%"))) {
    return parsers[kind](node.text);
  }
  return isText && !isProblem(parsers[kind](node.text))
    ? { problem: "is text; write the number without quotes" }
    : { problem: "is not a number or a percentage; write one, such as 99.95%" };
}

function sentence(key: string, { text }: SpecScalar, { problem }: Problem): string {
  return `${quote(`${key}: ${text}`)} ${problem}`;
}
