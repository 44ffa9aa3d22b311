/** The parts of Vega that the figure is drawn with ship no types of their own. */
declare module "vega-parser" {
  export function parse(spec: import("vega-typings").Spec): import("vega-typings").Runtime;
}
declare module "vega-view" {
  export const View: typeof import("vega-typings").View;
}
declare module "vega-dataflow" {
  export const transforms: Record<string, unknown>;
}
declare module "vega-encode" {
  export const axisticks: unknown, datajoin: unknown, encode: unknown;
  export const legendentries: unknown, scale: unknown;
}
declare module "vega-view-transforms" {
  export const bound: unknown, mark: unknown, overlap: unknown, render: unknown;
  export const viewlayout: unknown;
}
declare module "vega-transforms" {
  export const collect: unknown, proxy: unknown, sieve: unknown;
}
