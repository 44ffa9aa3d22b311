/** The part of a drawing that is shown: a viewBox. */
export type View = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type Size = { readonly width: number; readonly height: number };

/** How far in and out a drawing goes. */
const CLOSEST = 8;
const FARTHEST = 1.25;

/** All of a drawing, in the middle of a window of its shape. */
export function wholeView(drawing: Size, window: Size): View {
  const scale = Math.max(drawing.width / window.width, drawing.height / window.height, 0.5);
  const [width, height] = [window.width * scale, window.height * scale];
  return { x: (drawing.width - width) / 2, y: (drawing.height - height) / 2, width, height };
}

/** `factor` above 1 shows more; the point stays where it is. */
export function zoomed(
  view: View,
  factor: number,
  at: { readonly x: number; readonly y: number },
  whole: View,
): View {
  const width = Math.min(
    whole.width * FARTHEST,
    Math.max(whole.width / CLOSEST, view.width * factor),
  );
  const by = width / view.width;
  return {
    x: at.x - (at.x - view.x) * by,
    y: at.y - (at.y - view.y) * by,
    width,
    height: view.height * by,
  };
}

export function centre({ x, y, width, height }: View): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Moved as little as brings a point at least `margin` inside. */
export function showing(
  view: View,
  { x, y }: { readonly x: number; readonly y: number },
  margin: number,
): View {
  const inside = (start: number, size: number, at: number) =>
    Math.max(at + margin - size, Math.min(at - margin, start));
  return { ...view, x: inside(view.x, view.width, x), y: inside(view.y, view.height, y) };
}

export type Direction = "up" | "down" | "left" | "right";

/**
 * The nearest of some points in a direction, what lies aside counting twice; `null` where there is none.
 */
export function neighbour(
  points: readonly { readonly x: number; readonly y: number }[],
  from: number,
  direction: Direction,
): number | null {
  const here = points[from]!;
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, { x, y }] of points.entries()) {
    const [dx, dy] = [x - here.x, y - here.y];
    const vertical = direction === "up" || direction === "down";
    const sign = direction === "down" || direction === "right" ? 1 : -1;
    const [ahead, aside] = vertical ? [sign * dy, Math.abs(dx)] : [sign * dx, Math.abs(dy)];
    if (index === from || ahead <= 1 || ahead + 2 * aside >= least) continue;
    least = ahead + 2 * aside;
    best = index;
  }
  return best;
}
