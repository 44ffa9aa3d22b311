import type { EngineOptions } from "../availability/estimate.ts";
import type { Glyphs } from "../report/sweep-drawing.ts";

export type Format = PlainFormat | PageFormat | MachineFormat;

/** What every command writes. */
export type PlainFormat = "text" | "markdown" | "json";

/** What a command writes that has figures to look into. */
export type PageFormat = "html";

/** What a command writes that has a verdict, for tools that show the verdicts of many. */
export type MachineFormat = "sarif" | "junit";

export const FORMATS: readonly string[] = [
  "text",
  "markdown",
  "json",
  "html",
  "sarif",
  "junit",
] satisfies readonly Format[];

/** What every command is told: the common options, read and checked. */
export type Settings = {
  readonly format: Format;
  /** Absolute: where the command works. */
  readonly folder: string;
  readonly color: boolean;
  /** Whether a line of the terminal may be drawn and erased again: never in the logs of CI. */
  readonly erases: boolean;
  /** What curves are drawn with. */
  readonly glyphs: Glyphs;
  /** Columns of the terminal. */
  readonly width: number;
  readonly options: EngineOptions;
  /** `2026-11-30`, in UTC. */
  readonly today: string;
};

/** Of a command that has neither figures nor a verdict. */
export type PlainSettings = Settings & { readonly format: PlainFormat };
