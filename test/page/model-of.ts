import { estimate } from "../../src/flow/estimate.ts";
import type { Model } from "../../src/model/model.ts";
import { memoryTree } from "../flow/memory-tree.ts";

/** The model that a spec alone describes. */
export async function modelOf(spec: string): Promise<Model> {
  const side = { tree: memoryTree({ "availability.yaml": spec }), rendered: null };
  const outcome = await estimate(side, ["availability.yaml"], { samples: 1000, seed: 1 });
  if (outcome.kind === "invalid") throw new Error(outcome.diagnostics[0]?.message);
  return outcome.inputs[0]!.model;
}
