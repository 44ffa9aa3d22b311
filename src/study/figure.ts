import { transforms } from "vega-dataflow";
import { axisticks, datajoin, encode, legendentries, scale } from "vega-encode";
import { parse } from "vega-parser";
import { collect, proxy, sieve } from "vega-transforms";
import type { LoggerInterface } from "vega-typings";
import { View } from "vega-view";
import { bound, mark, overlap, render, viewlayout } from "vega-view-transforms";
import { type Grid, gridOf } from "./figure-grid.ts";
import { pngOf, startRenderer } from "./figure-png.ts";
import { figureSpec, titleOf } from "./figure-spec.ts";
import { equation } from "./figure-words.ts";
import type { Row } from "./row.ts";

/** Figure 1 in both formats: the same bytes on every machine. */
export type Figure = { readonly svg: string; readonly png: Uint8Array };

/** Pixels of the PNG for each of the SVG, for screens that show two. */
const ZOOM = 2;

/**
 * Figure 1 of the paper: the gain from one to three replicas over θ and ρ, as a heat map of the rows
 * of the family `sensitivity`, with the contour ρ = 1-(1-θ)³. `null` where there is no such row.
 */
export async function drawFigure1(rows: readonly Row[]): Promise<Figure | null> {
  const grid = gridOf(rows);
  if (grid === null) return null;
  const [svg] = await Promise.all([svgOf(grid), startRenderer()]);
  return { svg, png: await pngOf(svg, ZOOM) };
}

async function svgOf(grid: Grid): Promise<string> {
  Object.assign(transforms, {
    ...{ axisticks, datajoin, encode, legendentries, scale },
    ...{ collect, proxy, sieve },
    ...{ bound, mark, overlap, render, viewlayout },
  });
  const view = new View(parse(figureSpec(grid)), { renderer: "none", logger: strict });
  const svg = await view.toSVG();
  view.finalize();
  return described(svg, grid);
}

/** Vega tells its errors to a log, and leaves out of the picture what they hit. */
const strict: LoggerInterface = {
  level: () => strict,
  error: refuse,
  warn: refuse,
  info: () => strict,
  debug: () => strict,
};

function refuse(...words: readonly unknown[]): never {
  throw new Error(`Figure 1 could not be drawn: ${words.join(" ")}`);
}

/** Names the picture for those who hear it, and what Vega cannot: no seams between cells, names that stay the same. */
function described(svg: string, grid: Grid): string {
  const { thetas, rhos } = grid;
  const [least, most] = [thetas, rhos].map((values) => [values[0], values.at(-1)].join(" to "));
  const description =
    `Heat map of ${thetas.length} by ${rhos.length} cells: θ from ${least} across, ρ from ${most} up. ` +
    `The greatest gain is ${grid.greatest.toFixed(6)}. White contour: ${equation(grid.to)}.`;
  return `${svg
    .replace(/^<svg /, '<svg role="img" aria-labelledby="figure1-title figure1-description" ')
    .replace(
      ">",
      `><title id="figure1-title">${titleOf(grid)}</title><desc id="figure1-description">${description}</desc>`,
    )
    .replace(/<g class="[^"]*\bcells"/, '$& shape-rendering="crispEdges"')
    .replaceAll(/gradient_\d+/g, "figure1-gain")}\n`;
}
