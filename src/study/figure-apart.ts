import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { Figure } from "./figure.ts";
import type { Row } from "./row.ts";

/** Draws Figure 1 as `drawFigure1` does. */
export type FigureThread = {
  /** @param rows those of the family `sensitivity` are looked at; asked for once */
  readonly draw: (rows: readonly Row[]) => Promise<Figure | null>;
  /** Ends a thread that draws nothing any more. */
  readonly close: () => void;
};

/**
 * A thread that makes ready for Figure 1 while the study is computed, and draws it beside the Monte Carlo:
 * it costs no time where there are two cores. Only from a bundle, which has dist/figure.js beside it.
 */
export function openFigureThread(): FigureThread {
  // One picture is drawn before optimised code would pay: compiling it takes longer than drawing, on the
  // cores that the study needs. Nothing else of the command is WebAssembly. Node 20 takes the one to
  // heart, and Node 24 the other.
  setFlagsFromString("--liftoff-only");
  setFlagsFromString("--wasm-tiering-budget=1000000000");
  const thread = new Worker(new URL("./figure.js", import.meta.url), {
    workerData: { figure1: true },
    execArgv: [], // what the command was started with concerns the command
  });
  const drawn = new Promise<Figure | null>((resolve, reject) => {
    thread.once("message", (figure: Figure | null) => {
      resolve(figure);
      void thread.terminate();
    });
    thread.once("error", reject);
    thread.once("exit", () => reject(new Error("Figure 1 was not drawn")));
  });
  drawn.catch(() => {}); // told to who awaits it
  return {
    draw: (rows) => {
      thread.postMessage(rows.filter(({ family }) => family === "sensitivity"));
      return drawn;
    },
    close: () => void thread.terminate(),
  };
}
