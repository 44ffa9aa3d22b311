import { beforeAll, describe, expect, it } from "vitest";
import { drawFigure1, type Figure } from "../../src/study/figure.ts";
import { type Picture, readPng } from "./png.ts";
import { sensitivityRows } from "./sensitivity-rows.ts";

type Cell = { x: number; y: number; width: number; height: number; color: number[] };

const rows = sensitivityRows(60);

function cellsOf(svg: string): Cell[] {
  const group = /<g class="[^"]*\bcells"[^>]*>(.*?)<\/g>/s.exec(svg)?.[1] ?? "";
  const cell = /<path d="M([\d.]+),([\d.]+)h([\d.]+)v([\d.]+)h-[\d.]+Z" fill="rgb\(([^)]*)\)"\/>/g;
  return [...group.matchAll(cell)].map(([, x, y, width, height, color]) => ({
    ...{ x: Number(x), y: Number(y), width: Number(width), height: Number(height) },
    color: color!.split(",").map(Number),
  }));
}

/** Relative luminance (WCAG 2.2): what is left of a colour in greyscale. */
function luminance(color: readonly number[]): number {
  const [red, green, blue] = color.map((value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

describe("Figure 1", () => {
  let figure: Figure;
  let cells: Cell[];
  let picture: Picture;
  let origin: readonly [number, number];

  beforeAll(async () => {
    figure = (await drawFigure1(rows))!;
    cells = cellsOf(figure.svg);
    picture = readPng(figure.png);
    const [, x, y] = /<g [^>]*transform="translate\((\d+),(\d+)\)"/.exec(figure.svg)!;
    origin = [Number(x), Number(y)];
  });

  it("has a cell for each row, without gaps, θ to the right and ρ upwards", () => {
    expect(cells).toHaveLength(3_600);
    for (const [i, cell] of cells.entries()) {
      const [column, line] = [i % 60, Math.floor(i / 60)];
      expect(cell).toMatchObject({ x: 6 * column, y: 354 - 6 * line, width: 6, height: 6 });
    }
    expect(figure.svg).toMatch(/<g class="[^"]*\bcells" shape-rendering="crispEdges"/);
  });

  it("goes from viridis's first colour to its last, ever brighter with the gain", () => {
    const sorted = cells
      .map((cell, i) => ({ gain: rows[i]!.gap!, color: cell.color, light: luminance(cell.color) }))
      .sort((a, b) => a.gain - b.gain);
    expect(sorted.at(-1)!.color).toEqual([253, 231, 37]);
    const darkest = [68, 1, 84]; // for no gain at all; the least here is 0.0025
    for (const i of [0, 1, 2]) {
      expect(Math.abs(sorted[0]!.color[i]! - darkest[i]!)).toBeLessThanOrEqual(4);
    }
    const step = 0.004; // what rounding to 8 bits a channel takes
    for (const [i, one] of sorted.entries()) {
      expect(one.light).toBeGreaterThan((sorted[i - 1]?.light ?? 0) - step);
      const below = sorted[i - 360];
      if (below !== undefined) expect(one.light).toBeGreaterThan(below.light);
    }
  });

  it("draws the contour white, along ρ = 1-(1-θ)³", () => {
    const [, path] = /<path d="([^"]*)"[^>]* stroke="white"[^>]* stroke-width="2"/.exec(
      figure.svg,
    )!;
    const points = [...path!.matchAll(/([-\d.]+),([-\d.]+)/g)].map(
      ([, x, y]) => [+x!, +y!] as const,
    );
    expect(points.length).toBeGreaterThan(300);
    const unit = (0.495 / 59) * 60; // 60 cells, each around its value
    const least = 0.5 - 0.495 / 118;
    for (const [x, y] of points) {
      const [theta, rho] = [least + (unit * x) / 360, least + (unit * (360 - y)) / 360];
      expect(Math.abs(rho - (1 - (1 - theta) ** 3))).toBeLessThan(2e-6);
    }
    expect(points[0]![0]).toBe(0);
    const [x, y] = points[100]!;
    expect(picture.colorAt(...pixel(x, y))).toEqual([255, 255, 255]);
  });

  it("is a PNG of two pixels for one, whose cells have the colour of their gain", () => {
    const [, width, height] = / width="(\d+)" height="(\d+)"/.exec(figure.svg)!;
    expect([picture.width, picture.height]).toEqual([2 * Number(width), 2 * Number(height)]);
    for (const i of [0, 59, 30 * 60 + 30, 45 * 60 + 10, 3_599 - 61]) {
      const { x, y, color } = cells[i]!;
      expect(picture.colorAt(...pixel(x + 3, y + 3))).toEqual(color);
    }
  });

  it("has its letters in the PNG too", () => {
    const dark = (left: number, top: number, right: number, bottom: number): number => {
      let count = 0;
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) if (luminance(picture.colorAt(x, y)) < 0.2) count++;
      }
      return count;
    };
    const below = 2 * (origin[1] + 360) + 24;
    expect(dark(0, 0, picture.width, 2 * origin[1] - 16)).toBeGreaterThan(1_000);
    expect(dark(0, below, picture.width, picture.height)).toBeGreaterThan(500);
    expect(dark(0, 0, 2 * origin[0] - 60, picture.height)).toBeGreaterThan(500);
  });

  it("tells those who cannot see it what it shows", () => {
    expect(figure.svg).toMatch(
      /^<svg role="img" aria-labelledby="figure1-title figure1-description" /,
    );
    expect(figure.svg).toContain(
      '<title id="figure1-title">Gain in availability from 1 to 3 replicas</title>',
    );
    expect(figure.svg).toContain(
      "60 by 60 cells: θ from 0.5 to 0.995 across, ρ from 0.5 to 0.995 up",
    );
    expect(figure.svg).toContain("The greatest gain is 0.373125.");
  });

  it("is the same bytes again", async () => {
    const again = (await drawFigure1(rows))!;
    expect(again.svg).toBe(figure.svg);
    expect(Buffer.compare(again.png, figure.png)).toBe(0);
  });

  function pixel(x: number, y: number): [number, number] {
    return [Math.round(2 * (origin[0] + x)), Math.round(2 * (origin[1] + y))];
  }
});

describe("Figure 1 of other rows", () => {
  it("is none without a gain", async () => {
    const [row] = sensitivityRows(2);
    expect(await drawFigure1([])).toBeNull();
    expect(
      await drawFigure1([
        { ...row!, gap: null },
        { ...row!, family: "chain" },
      ]),
    ).toBeNull();
  });

  it("is drawn of a single row, and where nothing is gained", async () => {
    const [row] = sensitivityRows(2);
    for (const gap of [0.1875, 0]) {
      const { svg } = (await drawFigure1([{ ...row!, gap }]))!;
      expect(cellsOf(svg)).toHaveLength(1);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  it("names the replicas that the rows have, and no side that the grid lacks", async () => {
    const { svg } = (await drawFigure1(sensitivityRows(5, 2, 5, [0.6, 0.8])))!;
    expect(svg).toContain("from 2 to 5 replicas");
    expect(svg).toContain(">dependency-bound<");
    expect(svg).not.toContain(">replica-bound<");
    expect(cellsOf(svg)).toHaveLength(25);
  });
});
