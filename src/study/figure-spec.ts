import type { Mark, Spec } from "vega-typings";
import { contourOf, type Grid } from "./figure-grid.ts";
import { wordsOf } from "./figure-words.ts";

/** The plot's side in pixels: whole pixels for each of 60 cells. */
const SIDE = 480;
const INK = "#1f2328";
/** Arimo draws the PNG; a browser takes what it has, and the first four are equally wide. */
const FONT = "Arimo, 'Liberation Sans', Arial, Helvetica, sans-serif";

/** Figure 1 as Vega draws it. Sizes are given rather than measured, since machines measure text apart. */
export function figureSpec(grid: Grid): Spec {
  return {
    width: SIDE,
    height: SIDE,
    autosize: "none",
    padding: { left: 72, top: 52, right: 112, bottom: 58 },
    background: "white",
    config: config(),
    title: {
      text: titleOf(grid),
      anchor: "start",
      frame: "group",
      offset: 18,
    },
    data: [
      { name: "grid", values: [...grid.cells] },
      { name: "contour", values: [...contourOf(grid, SIDE)] },
      { name: "words", values: [...wordsOf(grid)] },
    ],
    scales: [
      position("x", [grid.left, grid.right], [0, SIDE]),
      position("y", [grid.bottom, grid.top], [SIDE, 0]),
      { ...position("column", [grid.left, grid.right], [0, SIDE]), round: true },
      { ...position("line", [grid.bottom, grid.top], [SIDE, 0]), round: true },
      { name: "gain", type: "linear", domain: [0, grid.greatest], range: { scheme: "viridis" } },
    ],
    axes: [
      { scale: "x", orient: "bottom", title: "Availability of a replica, θ", tickCount: 6 },
      { scale: "y", orient: "left", title: "Availability of the dependency, ρ", tickCount: 6 },
    ],
    legends: [
      {
        fill: "gain",
        title: "Gain",
        orient: "right",
        offset: 22,
        gradientLength: SIDE - 24,
        gradientThickness: 18,
        format: ".2f",
        tickCount: 8,
      },
    ],
    marks: [cells(), contour(), words()],
  };
}

/** The figure's name, which its title and its description share. */
export function titleOf({ from, to }: Grid): string {
  return `Gain in availability from ${from} to ${to} replicas`;
}

function config(): Spec["config"] {
  const lettering = {
    labelFont: FONT,
    labelFontSize: 13,
    labelColor: INK,
    titleFont: FONT,
    titleFontSize: 14,
    titleFontWeight: "normal",
    titleColor: INK,
  } as const;
  return {
    title: { font: FONT, fontSize: 17, fontWeight: "bold", color: INK },
    axis: {
      ...lettering,
      aria: false,
      zindex: 1,
      titlePadding: 12,
      domainColor: INK,
      tickColor: INK,
    },
    legend: { ...lettering, aria: false, titlePadding: 8 },
    text: { font: FONT, fontSize: 14 },
  };
}

function position(name: string, domain: [number, number], range: [number, number]) {
  return { name, type: "linear" as const, domain, range, zero: false, nice: false };
}

function cells(): Mark {
  return {
    name: "cells",
    type: "rect",
    from: { data: "grid" },
    aria: false,
    interactive: false,
    encode: {
      enter: {
        x: { scale: "column", field: "left" },
        x2: { scale: "column", field: "right" },
        y: { scale: "line", field: "top" },
        y2: { scale: "line", field: "bottom" },
        fill: { scale: "gain", field: "gain" },
      },
    },
  };
}

/** White, on an edge of ink where the map is bright itself. */
function contour(): Mark {
  return {
    type: "group",
    clip: true,
    aria: false,
    encode: { enter: { width: { value: SIDE }, height: { value: SIDE } } },
    marks: [line(INK, 0.55, 5), line("white", 1, 2.2)],
  };
}

function line(color: string, opacity: number, width: number): Mark {
  return {
    type: "line",
    from: { data: "contour" },
    aria: false,
    interactive: false,
    encode: {
      enter: {
        x: { scale: "x", field: "theta" },
        y: { scale: "y", field: "rho" },
        stroke: { value: color },
        strokeOpacity: { value: opacity },
        strokeWidth: { value: width },
        strokeJoin: { value: "round" },
      },
    },
  };
}

/** Ink where the map is bright, and white where it is dark. */
function words(): Mark {
  return {
    type: "text",
    from: { data: "words" },
    aria: false,
    interactive: false,
    encode: {
      enter: {
        x: { scale: "x", field: "theta" },
        y: { scale: "y", field: "rho" },
        dx: { field: "dx" },
        dy: { field: "dy" },
        text: { field: "text" },
        align: { field: "align" },
        fill: [{ test: "datum.bright", value: INK }, { value: "white" }],
      },
    },
  };
}
