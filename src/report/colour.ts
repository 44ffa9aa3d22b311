import type { OverallVerdict } from "../gate/result.ts";

export type Paint = (text: string) => string;

/** How a terminal shows what matters; the identity where colour is off. */
export type Palette = {
  readonly verdict: (verdict: OverallVerdict) => Paint;
  readonly strong: Paint;
  readonly faint: Paint;
};

export function palette(colour: boolean): Palette {
  const sgr = (open: number, close: number): Paint =>
    colour ? (text) => `\u001b[${open}m${text}\u001b[${close}m` : (text) => text;
  const paints = { fail: sgr(31, 39), warn: sgr(33, 39), pass: sgr(32, 39) };
  return {
    verdict: (verdict) => paints[verdict === "not-affected" ? "pass" : verdict],
    strong: sgr(1, 22),
    faint: sgr(2, 22),
  };
}
