import type { EngineOptions } from "../availability/estimate.ts";

export type Format = PlainFormat | "html";

/** What every command writes. */
export type PlainFormat = "text" | "markdown" | "json";

/** What every command is told: the common options, read and checked. */
export type Settings = {
  readonly format: Format;
  /** Absolute: where the command works. */
  readonly folder: string;
  readonly color: boolean;
  /** Whether a line of the terminal may be drawn and erased again: never in the logs of CI. */
  readonly erases: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  readonly options: EngineOptions;
  /** `2026-11-30`, in UTC. */
  readonly today: string;
};

/** Of a command that has no page to show. */
export type PlainSettings = Settings & { readonly format: PlainFormat };
