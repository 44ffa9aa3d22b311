import { Worker } from "node:worker_threads";
import type { Figure } from "./figure.ts";
import type { Row } from "./row.ts";

/**
 * Figure 1 as `drawFigure1` draws it, on a thread of its own: beside the Monte Carlo it costs no time
 * where there are two cores. Only from a bundle, which has dist/figure.js beside it.
 *
 * @param rows those of the family `sensitivity` are looked at
 */
export function drawFigure1Apart(rows: readonly Row[]): Promise<Figure | null> {
  const shown = rows.filter(({ family }) => family === "sensitivity");
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL("./figure.js", import.meta.url), {
      workerData: { figure1: shown },
      execArgv: [], // what the command was started with concerns the command
    });
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", () => reject(new Error("Figure 1 was not drawn")));
  });
}
