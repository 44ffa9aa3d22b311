import { describe, expect, it } from "vitest";
import { neighbour, showing, wholeView, zoomed } from "../../src/page/zoom.ts";

describe("the graph's window", () => {
  const window = { width: 400, height: 200 };

  it("shows all of a drawing in the window's shape", () => {
    const view = wholeView({ width: 1000, height: 100 }, window);
    expect(view).toEqual({ x: 0, y: -200, width: 1000, height: 500 });
  });

  it("keeps the point under the pointer where it is, within its bounds", () => {
    const whole = wholeView({ width: 1000, height: 500 }, window);
    const at = { x: 250, y: 100 };
    const near = zoomed(whole, 0.5, at, whole);
    expect((at.x - near.x) / near.width).toBeCloseTo((at.x - whole.x) / whole.width, 12);
    expect((at.y - near.y) / near.height).toBeCloseTo((at.y - whole.y) / whole.height, 12);
    expect(zoomed(whole, 1e-9, at, whole).width).toBe(125);
    expect(zoomed(whole, 1e9, at, whole).width).toBe(1250);
  });

  it("moves no further than it must", () => {
    const view = { x: 0, y: 0, width: 100, height: 100 };
    expect(showing(view, { x: 50, y: 50 }, 10)).toEqual(view);
    expect(showing(view, { x: 195, y: -5 }, 10)).toEqual({ ...view, x: 105, y: -15 });
  });

  it("leads to the nearest node in a direction", () => {
    const points = [
      { x: 0, y: 0 },
      { x: -50, y: 90 },
      { x: 10, y: 100 },
      { x: 200, y: 0 },
    ];
    expect(neighbour(points, 0, "down")).toBe(2);
    expect(neighbour(points, 0, "right")).toBe(3);
    expect(neighbour(points, 0, "up")).toBeNull();
    expect(neighbour(points, 2, "left")).toBe(1);
  });
});
