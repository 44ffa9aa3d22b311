import type { Mark, Spec } from "vega-typings";
import { contourOf, type Grid } from "./figure-grid.ts";
import { wordsOf } from "./figure-words.ts";

/** The plot's side in pixels: whole pixels for each of 60 cells. */
const SIDE = 360;
const FRAME = 6;
const INK = "#1f2328";
const PAGE = "white";
/** Arimo draws the PNG; a browser takes what it has, and the first four are equally wide. */
const FONT = "Arimo, 'Liberation Sans', Arial, Helvetica, sans-serif";

/** Figure 1 as Vega draws it. Sizes are given rather than measured, since machines measure text apart. */
export function figureSpec(grid: Grid): Spec {
  return {
    width: SIDE,
    height: SIDE,
    autosize: "none",
    padding: { left: 66, top: 46, right: 100, bottom: 54 },
    background: PAGE,
    config: config(),
    title: {
      text: titleOf(grid),
      anchor: "start",
      frame: "group",
      offset: 16,
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
        offset: 18,
        gradientLength: SIDE - 24,
        gradientThickness: 16,
        format: ".2f",
        tickCount: 8,
      },
    ],
    marks: [cells(), line(INK, 0.55, 4.5), line(PAGE, 1, 2), frame(), words()],
  };
}

/** The figure's name, which its title and its description share. */
export function titleOf({ from, to }: Grid): string {
  return `Gain in availability from ${from} to ${to} replicas`;
}

function config(): Spec["config"] {
  const lettering = {
    labelFont: FONT,
    labelFontSize: 12,
    labelColor: INK,
    titleFont: FONT,
    titleFontSize: 13,
    titleFontWeight: "normal",
    titleColor: INK,
  } as const;
  return {
    title: { font: FONT, fontSize: 16, fontWeight: "bold", color: INK },
    axis: {
      ...lettering,
      aria: false,
      zindex: 1,
      titlePadding: 10,
      domainColor: INK,
      tickColor: INK,
    },
    legend: { ...lettering, aria: false, titlePadding: 8, labelOffset: 5 },
    text: { font: FONT, fontSize: 13 },
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

/** The contour: white, upon a broader line of ink where the map is bright itself. */
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

/** A frame in the colour of the page over what the contour's breadth puts outside: cheaper than a clip. */
function frame(): Mark {
  return {
    type: "rect",
    aria: false,
    interactive: false,
    encode: {
      enter: {
        x: { value: -FRAME / 2 },
        y: { value: -FRAME / 2 },
        width: { value: SIDE + FRAME },
        height: { value: SIDE + FRAME },
        stroke: { value: PAGE },
        strokeWidth: { value: FRAME },
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
        fill: [{ test: "datum.bright", value: INK }, { value: PAGE }],
      },
    },
  };
}
