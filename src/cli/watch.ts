import { engine } from "../flow/engine.ts";
import { watchedEngine } from "../flow/watched.ts";
import type { Engine } from "../gate/engine.ts";
import { shorten, visible } from "../report/escape.ts";
import { progressLine, type Screen } from "./progress.ts";

/** What takes no longer needs no line, in milliseconds; and how long a line stands before the next. */
const MOMENT = 1_000;
const FRAME = 100;

export type Watch = {
  readonly engine: Engine;
  /** Takes the line away again. */
  readonly clear: () => void;
};

/**
 * The engine, and on a terminal a line about what it is at, once that takes more than a moment. How much is left
 * nobody knows: figures ask for further ones.
 *
 * @param now milliseconds of a clock
 */
export function watchOn(screen: Screen, canErase: boolean, now: () => number): Watch {
  if (screen.isTTY !== true || !canErase) return { engine, clear: () => undefined };
  const line = progressLine(screen, canErase);
  let figures = 0;
  let next = now() + MOMENT;
  const watched = watchedEngine(engine, ({ endpoint, fault }) => {
    figures += 1;
    const at = now();
    if (at < next) return;
    next = at + FRAME;
    const under = fault === null ? "" : ` under ${shown(fault.name)}`;
    line.show(`Figure ${figures}: ${shown(endpoint.name)}${under}`);
  });
  return { engine: watched, clear: line.clear };
}

function shown(name: string): string {
  return visible(shorten(name, 60));
}
