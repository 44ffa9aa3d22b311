import type { KeptFigure, KeptFigures } from "./acceptance.ts";
import { isReasonCode } from "./verdict.ts";

/**
 * Kept figures from the parsed JSON of a comment, which anybody with write access can edit: anything
 * of another shape counts as nothing kept.
 */
export function readKeptFigures(value: unknown): KeptFigures | null {
  if (!isRecord(value)) return null;
  const { label, who, figures } = value;
  if (typeof label !== "string" || typeof who !== "string" || !Array.isArray(figures)) return null;
  const read = figures.map(readKeptFigure);
  const whole = read.filter((one) => one !== null);
  return whole.length === read.length ? { label, who, figures: whole } : null;
}

function readKeptFigure(value: unknown): KeptFigure | null {
  if (!isRecord(value)) return null;
  const { model, endpoint, fault, availability, carried, reasons, loosened } = value;
  if (typeof model !== "string") return null;
  if (endpoint !== null && typeof endpoint !== "string") return null;
  if (fault !== undefined && typeof fault !== "string") return null;
  if (availability !== null && typeof availability !== "number") return null;
  if (carried !== null && typeof carried !== "number") return null;
  if (!Array.isArray(reasons) || !reasons.every(isReasonCode)) return null;
  if (!Array.isArray(loosened) || !loosened.every((one) => typeof one === "string")) return null;
  const row = fault === undefined ? { model, endpoint } : { model, endpoint, fault };
  return { ...row, availability, carried, reasons, loosened };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
