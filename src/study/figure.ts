import type { Row } from "./row.ts";

/** Figure 1 in both formats: the same bytes on every machine. */
export type Figure = { readonly svg: string; readonly png: Uint8Array };

/**
 * Figure 1 of the paper: the gain from one to three replicas over θ and ρ, as a heat map of the rows
 * of the family `sensitivity`, with the contour ρ = 1-(1-θ)³. `null` where there is no such row.
 */
export async function drawFigure1(_rows: readonly Row[]): Promise<Figure | null> {
  return null;
}
