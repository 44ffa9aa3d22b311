import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { drawFigure1 } from "./figure.ts";
import { startRenderer } from "./figure-png.ts";
import type { Row } from "./row.ts";

/** On a thread of `openFigureThread`, draws for it; does nothing where the bundle is imported. */
export async function drawForParent(): Promise<void> {
  const given: { readonly figure1?: true } | null = workerData;
  if (parentPort === null || given?.figure1 === undefined) return;
  const asked = once(parentPort, "message");
  const [rows] = (await Promise.all([asked, startRenderer()]))[0] as [readonly Row[]];
  parentPort.postMessage(await drawFigure1(rows));
}
