import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { drawFigure1 } from "../../src/study/figure.ts";
import { sensitivityRows } from "../study/sensitivity-rows.ts";
import { RUNTIMES } from "./runtimes.ts";

const bundle = pathToFileURL(resolve(import.meta.dirname, "../../dist/figure.js")).href;

/** Draws as an import and as a thread, and tells the hashes of what came. */
const script = `
  import { createHash } from "node:crypto";
  import { readFileSync } from "node:fs";
  import { Worker } from "node:worker_threads";
  const rows = JSON.parse(readFileSync(0, "utf8"));
  const { drawFigure1 } = await import("${bundle}");
  const imported = await drawFigure1(rows);
  const thread = new Worker(new URL("${bundle}"), { workerData: { figure1: true }, execArgv: [] });
  thread.postMessage(rows);
  const apart = await new Promise((done) => thread.once("message", done));
  const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");
  console.log(JSON.stringify([imported, apart].map(({ svg, png }) => [hash(svg), hash(png)])));
`;

it.each(RUNTIMES)(
  "draws Figure 1 to the same bytes on $name, imported and on a thread",
  async ({ node }) => {
    const rows = sensitivityRows(12);
    const { svg, png } = (await drawFigure1(rows))!;
    const hashes = [svg, png].map((one) => createHash("sha256").update(one).digest("hex"));
    const { stdout, stderr } = spawnSync(node, ["--input-type=module", "--eval", script], {
      input: JSON.stringify(rows),
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual([hashes, hashes]);
  },
);
