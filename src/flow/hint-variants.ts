import { hintKind } from "../deployment/hint-kind.ts";
import type { Variant } from "../gate/limits/variant.ts";
import { buildModel } from "../model/build.ts";
import type { Mode, Model } from "../model/model.ts";
import type { Spec, SpecLine } from "../model/spec.ts";
import { quote } from "../model/wording.ts";
import { type Acquaintance, unmodelledPairs } from "./hint-changes.ts";
import type { Seen } from "./told-changes.ts";

const MOST = 10;

/**
 * Dependencies that the manifests hint at and the spec lacks, between services of the model: with each of
 * them an endpoint might be less available than its figure says.
 *
 * @param settle what was done to the model of `seen` before it was evaluated
 */
export function hintVariants(
  seen: Seen,
  settle: (model: Model) => Model = (model) => model,
): readonly Variant[] {
  const { spec, deployment, model } = seen;
  if (model === null) return [];
  const indexOf = new Map(model.services.map(({ name }, index) => [name, index]));
  return unmodelledPairs(seen)
    .filter(({ to }) => indexOf.has(to))
    .slice(0, MOST)
    .map((one): Variant => {
      const line = lineOf(one);
      const worse = () => {
        const context = { matchedAtBase: null, carriedFrom: null };
        return settle(buildModel(withLine(spec, line), deployment, context).model ?? model);
      };
      return {
        kind: "hint",
        subject: line.name,
        message: `the manifests make ${quote(one.from)} know ${quote(one.to)} (${quote(one.hint.key)}), and the model has no such dependency`,
        place: one.hint.place,
        moves: [indexOf.get(one.from)!],
        worse,
        better: null,
      };
    });
}

function withLine(spec: Spec, line: SpecLine): Spec {
  return { ...spec, dependencies: [...spec.dependencies, line] };
}

function lineOf({ from, to, hint }: Acquaintance): SpecLine {
  const mode: Mode = hintKind(hint) === "message" ? "async" : "sync";
  return {
    name: `${from} ${mode === "sync" ? "->" : "~>"} ${to}`,
    from,
    to,
    mode,
    availability: null,
    timeout: null,
    domains: [],
    independent: false,
    operation: null,
    evidence: null,
    place: hint.place,
  };
}
