import fc from "fast-check";
import { readDeployment } from "../../src/deployment/read.ts";
import { buildModel } from "../../src/model/build.ts";
import { loadSpec } from "../../src/model/load.ts";
import { hasErrors } from "../../src/yaml/diagnostic.ts";
import { type Corpus, damaged } from "./corpus.ts";
import { manifestText } from "./manifest-grammar.ts";
import { checkFigures } from "./sound-model.ts";
import { specText } from "./spec-grammar.ts";
import { type Target, target } from "./target.ts";
import { broken, checkPlaced, checkPrototypes, checkTold } from "./told.ts";

/** Errors that concern no line: the file is not there, or what is extended lies outside. */
const PLACELESS = new Set(["missing-spec"]);

const OPENSLO = `apiVersion: openslo/v1
kind: SLO
metadata: { name: pay }
spec:
  service: pay
  budgetingMethod: Occurrences
  objectives: [{ displayName: monthly, target: 0.995 }]
`;

/** Texts that nobody sane writes, and some that many do: each is read or refused, in place and with a remedy. */
export function specTargets(corpus: Corpus): readonly Target[] {
  const specs = damaged(textsOf(corpus.specs), specText);
  const manifests = damaged(textsOf(corpus.manifests), manifestText);
  const slos = damaged(textsOf(corpus.others), fc.constant(OPENSLO));
  const tree = fc.record({ spec: specs, base: specs, slo: slos, manifest: manifests });
  return [
    target("specs", 240, tree, readsSpec),
    target("manifests", 240, fc.array(manifests, { minLength: 1, maxLength: 3 }), readsManifests),
  ];
}

export function textsOf(samples: readonly { readonly text: string }[]): readonly string[] {
  return samples.map(({ text }) => text);
}

type SpecCase = {
  readonly spec: string;
  readonly base: string;
  readonly slo: string;
  readonly manifest: string;
};

async function readsSpec({ spec, base, slo, manifest }: SpecCase): Promise<void> {
  const texts = new Map([
    ["availability.yaml", spec],
    ["base.yaml", base],
    ["slo.yaml", slo],
    ["deploy/a.yaml", manifest],
  ]);
  const read = await loadSpec("availability.yaml", async (path) => texts.get(path) ?? null);
  checkTold(read.diagnostics, texts);
  checkPlaced(read.diagnostics, PLACELESS);
  if ((read.spec === null) !== hasErrors(read.diagnostics)) broken("refused without an error");
  if (read.spec !== null) {
    const deployment = readDeployment([{ path: "deploy/a.yaml", text: manifest }]);
    const context = { matchedAtBase: null, carriedFrom: null };
    const { model, diagnostics } = buildModel(read.spec, deployment, context);
    checkTold(diagnostics, texts);
    checkPlaced(diagnostics, PLACELESS);
    if ((model === null) !== hasErrors(diagnostics)) broken("no model, and no error");
    if (model !== null) checkFigures(model);
  }
  checkPrototypes();
}

function readsManifests(all: readonly string[]): void {
  const files = all.map((text, i) => ({ path: `deploy/m${i}.yaml`, text }));
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const deployment = readDeployment(files);
  checkTold(deployment.diagnostics, texts);
  for (const { replicas } of deployment.workloads) {
    const { count, problem, rule, place } = replicas;
    if (count === null ? rule !== "daemonset" && problem === undefined : !isCount(count)) {
      broken("no number of replicas", replicas);
    }
    const message = problem ?? "fine; go on";
    checkTold([{ severity: "error", code: "bad-replicas", message, ...place }], texts);
  }
  checkPrototypes();
}

function isCount(count: number): boolean {
  return Number.isSafeInteger(count) && count >= 0;
}
