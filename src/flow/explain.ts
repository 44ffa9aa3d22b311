import type { AskOptions, EngineOptions } from "../availability/estimate.ts";
import { alphaFor } from "../gate/alpha.ts";
import type { ModelEstimate } from "../gate/assemble.ts";
import { didYouMean, quote, some } from "../model/wording.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import { engine as plainEngine } from "./engine.ts";
import { explainedEstimate } from "./estimate.ts";
import { type ReadModel, readModels } from "./read-models.ts";
import type { Side } from "./side.ts";

export type ExplainOutcome =
  | {
      readonly kind: "explained";
      /** One for each spec that has the endpoint; it is the only endpoint of each. */
      readonly estimates: readonly ModelEstimate[];
      /** What each of them was made from; its model has that endpoint alone. */
      readonly inputs: readonly ReadModel[];
      /** With which the figures were worked out. */
      readonly options: AskOptions;
    }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] };

/**
 * One endpoint of the specs at one commit: its figures as `estimate` has them, and why. Reads, and writes
 * nothing. A name that no spec has is an error that suggests one.
 *
 * @param today `2026-11-30`, by which evidence is old
 */
export async function explain(
  side: Side,
  models: readonly string[],
  name: string,
  options: EngineOptions,
  today: string,
  engine = plainEngine,
): Promise<ExplainOutcome> {
  const read = await readModels(side, models);
  if (read.kind === "invalid") return read;
  const inputs = read.inputs.flatMap((input) => {
    const endpoints = input.model.endpoints.filter((one) => one.name === name);
    return endpoints.length === 0 ? [] : [{ ...input, model: { ...input.model, endpoints } }];
  });
  if (inputs.length === 0) return { kind: "invalid", diagnostics: [unknown(name, read.inputs)] };
  // As sure as `estimate` would be of it: another figure for the same endpoint would be a riddle.
  const asked = { ...options, alpha: alphaFor(read.claims) };
  const estimates: ModelEstimate[] = [];
  for (const input of inputs) {
    estimates.push(await explainedEstimate(read, input, asked, today, engine));
  }
  return { kind: "explained", estimates, inputs, options: asked };
}

function unknown(name: string, inputs: readonly ReadModel[]): Diagnostic {
  const known = inputs.flatMap(({ model }) => model.endpoints.map((one) => one.name));
  const remedy = didYouMean(name, known) || `; there is ${some([...new Set(known)])}`;
  const message = `there is no endpoint ${quote(name)}${known.length === 0 ? "" : remedy}`;
  return diagnostic("error", "unknown-endpoint", message, null);
}
