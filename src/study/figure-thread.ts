import { parentPort, workerData } from "node:worker_threads";
import { drawFigure1 } from "./figure.ts";
import type { Row } from "./row.ts";

/** Where `drawFigure1Apart` started this thread, draws for it; does nothing where the bundle is imported. */
export async function drawForParent(): Promise<void> {
  const given: { readonly figure1?: readonly Row[] } | null = workerData;
  if (parentPort === null || given?.figure1 === undefined) return;
  parentPort.postMessage(await drawFigure1(given.figure1));
}
