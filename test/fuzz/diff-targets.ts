import fc from "fast-check";
import { loadAll, YAMLException } from "js-yaml";
import { type DiffOutcome, diff } from "../../src/flow/diff.ts";
import { hasErrors } from "../../src/yaml/diagnostic.ts";
import { asRead, bytesTree } from "./bytes-tree.ts";
import { type Corpus, damaged } from "./corpus.ts";
import { damageText, type TextDamage, textDamage } from "./damage-text.ts";
import { manifestText } from "./manifest-grammar.ts";
import { checkReports, resultOf } from "./reported.ts";
import { type Shop, shop } from "./shop.ts";
import { filesOf, type Spelling, spelling } from "./shop-files.ts";
import { checkEstimate, exactly } from "./sound-model.ts";
import { specText } from "./spec-grammar.ts";
import { textsOf } from "./spec-targets.ts";
import { type Target, target } from "./target.ts";
import { broken, checkPrototypes, checkTold } from "./told.ts";

type Files = Readonly<Record<string, string>>;

/** The whole gate between two commits, of which one or both are harmed. */
export function diffTargets(corpus: Corpus): readonly Target[] {
  const specs = damaged(textsOf(corpus.specs), specText);
  const manifests = damaged(textsOf(corpus.manifests), manifestText);
  const commit = fc.record({ "availability.yaml": specs, "deploy/a.yaml": manifests });
  const harmed = fc.record({
    shop,
    how: spelling,
    damages: fc.array(fc.record({ file: fc.nat(), damage: textDamage }), {
      minLength: 1,
      maxLength: 3,
    }),
    atBase: fc.boolean(),
  });
  return [
    target("commits", 90, fc.record({ base: commit, head: commit }), async ({ base, head }) => {
      await judges(base, head);
    }),
    target("harmed heads", 110, harmed, judgesHarmed),
  ];
}

export function gate(base: Files, head: Files): Promise<DiffOutcome> {
  return diff({
    base: { tree: bytesTree(base), rendered: null, renderers: "refused" },
    head: { tree: bytesTree(head), rendered: null, renderers: "refused" },
    models: ["availability.yaml"],
    options: { samples: 1000, seed: 1 },
    today: "2026-11-30",
  });
}

async function judges(base: Files, head: Files): Promise<DiffOutcome> {
  const outcome = await gate(base, head);
  const texts = new Map([...asRead(base), ...asRead(head)]);
  if (outcome.kind === "invalid") {
    checkTold(outcome.diagnostics.filter(placedAt(asRead(head))), asRead(head));
    if (!hasErrors(outcome.diagnostics)) broken("refused without an error", outcome.diagnostics);
  } else {
    checkVerdicts(outcome);
    const result = resultOf(outcome.judgements);
    for (const { message } of result.reasons) {
      if (/[\n\r]/.test(message)) broken("a reason on two lines", message);
    }
    checkTold(
      outcome.judgements.flatMap(({ model }) => model.diagnostics).filter(placedAt(texts)),
      asRead(head),
    );
    checkReports(result);
  }
  checkPrototypes();
  return outcome;
}

/** Of head, as a warning about base may name a line that head has not. */
function placedAt(texts: ReadonlyMap<string, string>) {
  return ({ file }: { readonly file?: string }) => file === undefined || texts.has(file);
}

/** Never green where adding up all states shows that head misses what it promises. */
function checkVerdicts({
  judgements,
  comparisons,
}: Extract<DiffOutcome, { kind: "judged" }>): void {
  for (const [i, { model }] of judgements.entries()) {
    const head = comparisons[i]?.head;
    for (const row of model.endpoints) {
      for (const one of [row.base, row.head, row.carried]) if (one !== null) checkEstimate(one);
      const endpoint =
        head?.kind === "valid"
          ? head.model.endpoints.find(({ name }) => name === row.name)
          : undefined;
      if (endpoint === undefined || head?.kind !== "valid" || row.slo.head === null) continue;
      const exact = exactly(head.model, endpoint);
      if (exact === null || exact >= row.slo.head - 1e-9) continue;
      if (row.verdict === "pass" || model.verdict === "pass") {
        broken("green below its SLO", `${row.name}: ${exact} < ${row.slo.head}`);
      }
    }
  }
}

type HarmedCase = {
  readonly shop: Shop;
  readonly how: Spelling;
  readonly damages: readonly { readonly file: number; readonly damage: TextDamage }[];
  readonly atBase: boolean;
};

async function judgesHarmed({ shop, how, damages, atBase }: HarmedCase): Promise<void> {
  const sound = filesOf(shop, how);
  const harmed: Record<string, string> = { ...sound };
  for (const { file, damage } of damages) {
    const paths = Object.keys(harmed);
    const path = paths[file % paths.length]!;
    harmed[path] = damageText(harmed[path]!, damage, sound[paths[0]!]!);
  }
  if (atBase) {
    // A base that is broken never makes a sound head an error.
    const outcome = await judges(harmed, sound);
    if (outcome.kind === "invalid") broken("a sound head refused", outcome.diagnostics);
    return;
  }
  const outcome = await judges(sound, harmed);
  if (outcome.kind === "judged" && isNoYaml(asRead(harmed).get("availability.yaml") ?? "")) {
    broken("a head that is no YAML was judged", harmed["availability.yaml"]);
  }
}

/**
 * What the project mends on purpose is left to it: lines that Go and libyaml take, too; and text under a tag that
 * nobody knows, which is taken as it stands (YAML 1.2, 3.3.2: tags may stay unresolved).
 */
function isNoYaml(text: string): boolean {
  try {
    // Documents may have several marks before them (YAML 1.2, `l-document-prefix`), of which js-yaml takes one.
    loadAll(text.replace(/^\ufeff+/, ""));
    return false;
  } catch (error) {
    return error instanceof YAMLException && !/indent|tab|unknown \w+ tag/i.test(error.reason);
  }
}
