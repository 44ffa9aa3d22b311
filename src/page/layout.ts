import { Graph, layout } from "@dagrejs/dagre";
import type { Drawing } from "./graph.ts";

export const NODE = { width: 168, height: 46 } as const;

type Point = { readonly x: number; readonly y: number };

/** In the order of the drawing; a service by its middle, a dependency by the points of its line. */
export type Layout = {
  readonly width: number;
  readonly height: number;
  readonly services: readonly Point[];
  readonly dependencies: readonly (readonly Point[])[];
};

/** Layers from callers to callees, from the top. */
export function layoutOf({ services, dependencies }: Drawing): Layout {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 24, ranksep: 48, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  // By number: a name such as `__proto__` is nothing that a library should look up.
  const at = new Map(services.map(({ name }, index) => [name, String(index)]));
  for (const id of at.values()) graph.setNode(id, { ...NODE });
  for (const [index, { from, to }] of dependencies.entries()) {
    graph.setEdge(at.get(from)!, at.get(to)!, {}, String(index));
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    width,
    height,
    services: services.map((_, index) => pointOf(graph.node(String(index)))),
    dependencies: dependencies.map(({ from, to }, index) => {
      const edge = graph.edge(at.get(from)!, at.get(to)!, String(index)) as { points?: Point[] };
      return (edge.points ?? []).map(pointOf);
    }),
  };
}

function pointOf({ x, y }: { readonly x?: number; readonly y?: number }): Point {
  return { x: Math.round(10 * (x ?? 0)) / 10, y: Math.round(10 * (y ?? 0)) / 10 };
}
