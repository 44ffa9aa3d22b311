import { describe, expect, it } from "vitest";
import { wholeDrawing } from "../../src/page/graph.ts";
import { layoutOf, NODE } from "../../src/page/layout.ts";
import { modelOf } from "./model-of.ts";

const SPEC = `version: 1
services: { constructor: { replicas: 2 }, __proto__: { replicas: 1 }, a: { replicas: 3 } }
dependencies:
  - a -> constructor
  - a ~> constructor
  - constructor -> __proto__
  - __proto__ -> a
endpoints: { "GET /": { entry: a, needs: [__proto__] } }
`;

describe("the graph's layout", () => {
  it("places every service apart and draws every connection, whatever their names, on cycles too", async () => {
    const drawing = wholeDrawing(await modelOf(SPEC), undefined);
    expect(drawing.services.map(({ name, entry }) => [name, entry])).toContainEqual(["a", true]);
    const { services, dependencies, width, height } = layoutOf(drawing);
    expect(dependencies.map((points) => points.length >= 2)).toEqual([true, true, true, true]);
    for (const [at, one] of services.entries()) {
      expect(one.x).toBeGreaterThan(0);
      expect(one.x).toBeLessThan(width);
      expect(one.y).toBeLessThan(height);
      for (const other of services.slice(at + 1)) {
        const apart =
          Math.abs(one.x - other.x) >= NODE.width || Math.abs(one.y - other.y) >= NODE.height;
        expect(apart).toBe(true);
      }
    }
  });
});
