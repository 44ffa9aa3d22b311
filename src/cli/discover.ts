import { lstatSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { checkSpecs, writeSpec } from "../flow/discover.ts";
import type { Evident } from "../flow/discover-gather.ts";
import { DEFAULT_MODEL } from "../flow/options.ts";
import { noSpec, specPaths } from "../flow/spec-paths.ts";
import { allFromRoot, openWorkplace, type Workplace } from "../flow/workplace.ts";
import { jsonText } from "../report/json-text.ts";
import { directoryTree } from "../repository/directory-tree.ts";
import { isProblem, quoted, type RepositoryProblem, usageProblem } from "../repository/problem.ts";
import { decodeText } from "../repository/text.ts";
import type { Tree } from "../repository/tree.ts";
import { writeWholeFile } from "../repository/whole-file.ts";
import { worktree } from "../repository/worktree.ts";
import type { Observed } from "../traces/observed.ts";
import { findingsMarkdown, findingsText, findingsValue } from "./discover-findings.ts";
import { qualityLines } from "./discover-quality.ts";
import { remarksOf, type Target, writtenReport } from "./discover-report.ts";
import { observeAll } from "./discover-sources.ts";
import { type Ending, invalid, problemEnding, refusal } from "./ending.ts";
import type { PlainSettings } from "./settings.ts";
import type { Values } from "./usage.ts";

/** `discover`: a spec from traces, merged into the one that there is; with `--check`, what the two disagree on. */
export async function performDiscover(
  operands: readonly string[],
  values: Values,
  settings: PlainSettings,
): Promise<Ending> {
  const misuse = misuseOf(operands, values);
  if (misuse !== null) return refusal(misuse);
  const place = await openWorkplace(settings.folder);
  if (isProblem(place)) return problemEnding(place);
  const tree = isProblem(place.git) ? await directoryTree(place.root) : await worktree(place.git);
  if (isProblem(tree)) return problemEnding(tree);
  // Before the traces are read, so that nobody waits for what cannot be written.
  const target = values.flag("check") ? null : await targetOf(values, place, tree);
  if (target !== null && isProblem(target)) return problemEnding(target);
  const models = modelsOf(values, place, tree);
  if (values.flag("check") && isProblem(models)) return problemEnding(models);
  const evident = await observeAll(operands, values, settings.erases);
  if (isProblem(evident)) return problemEnding(evident);
  const { observed, diagnostics } = evident;
  if (observed === null) return invalid(diagnostics);
  const shown = { observed, diagnostics };
  return target === null
    ? check(shown, tree, isProblem(models) ? [] : models, values.flag("strict"), settings)
    : write(shown, target, tree, settings);
}

type Shown = { readonly observed: Observed; readonly diagnostics: Evident["diagnostics"] };

function misuseOf(operands: readonly string[], values: Values): string | null {
  const isAsked = values.list("metrics").length > 0 || values.text("prometheus") !== null;
  if (operands.length === 0 && !isAsked) {
    return "traces are missing: name files, folders or - for standard input; or give aggregates with --metrics or --prometheus";
  }
  if (values.text("window") !== null && values.text("prometheus") === null) {
    return "--window says how far back Prometheus is asked; it needs --prometheus";
  }
  if (values.flag("check")) {
    return values.text("out") === null
      ? null
      : "--check only tells, and writes no spec; leave either --check or --out out";
  }
  if (values.flag("strict")) return "--strict is for --check; add it";
  const models = values.list("model");
  if (models.length > 1) return "traces are merged into one spec at a time; name one --model";
  if (models.length === 1 && values.text("out") !== null) {
    return "--out names the spec that is merged into and written; --model is for what is printed";
  }
  return null;
}

async function targetOf(
  values: Values,
  place: Workplace,
  tree: Tree,
): Promise<Target | RepositoryProblem> {
  const out = values.text("out");
  if (out !== null) return outOf(out, place);
  const [model] = values.list("model");
  const name = model ?? DEFAULT_MODEL;
  const paths = allFromRoot(place, [name]);
  if (isProblem(paths)) return paths;
  const path = paths[0] ?? name;
  if (model === undefined) return { file: null, name, path, text: null };
  const text = (await tree.read([path])).get(path);
  return text === undefined
    ? usageProblem("no-spec", noSpec(model, tree).message)
    : { file: null, name, path, text };
}

async function outOf(out: string, { root }: Workplace): Promise<Target | RepositoryProblem> {
  if (out === "") return usageProblem("bad-out", "--out is empty; name a file");
  const file = resolve(out);
  const below = relative(root, file).split(sep).join("/");
  const isInside =
    below !== "" && below !== ".." && !below.startsWith("../") && !/^[A-Za-z]:/.test(below);
  const target = { file, name: out, path: isInside ? below : null, text: null };
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return target;
  if (!stats.isFile()) {
    return usageProblem("bad-out", `--out ${quoted(out)} is a link or a folder; name a plain file`);
  }
  const bytes = await readFile(file);
  const text = decodeText(bytes);
  if (text === null) {
    return usageProblem(
      "bad-out",
      `--out ${quoted(out)} is no text of UTF-8; name a spec, or a new file`,
    );
  }
  // A shell's `> FILE` has emptied it; a byte order mark is kept.
  if (text.trim() === "") return target;
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { ...target, text: isMarked ? `\ufeff${text}` : text };
}

function modelsOf(
  values: Values,
  place: Workplace,
  tree: Tree,
): readonly string[] | RepositoryProblem {
  const named = values.list("model");
  const globs = allFromRoot(place, named.length === 0 ? [DEFAULT_MODEL] : named);
  if (isProblem(globs)) return globs;
  const lost = globs.find((glob) => specPaths(tree, [glob]).length === 0);
  return lost === undefined
    ? specPaths(tree, globs)
    : usageProblem("no-spec", noSpec(lost, tree).message);
}

async function write(
  { observed, diagnostics }: Shown,
  target: Target,
  tree: Tree,
  settings: PlainSettings,
): Promise<Ending> {
  const outcome = await writeSpec(observed, { ...target, tree, options: settings.options });
  if (outcome.kind === "invalid") return invalid([...diagnostics, ...outcome.diagnostics]);
  const { file, text } = target;
  const isChanged = outcome.text !== text;
  if (file !== null && isChanged) await writeWholeFile(file, outcome.text);
  const quality = qualityLines(observed.quality, outcome.unseen);
  const told = [...diagnostics, ...outcome.diagnostics];
  const report = writtenReport({ outcome, target, observed, quality, diagnostics: told }, settings);
  const remarks = settings.format === "json" ? "" : remarksOf(told, outcome.pastes, quality);
  return { report, remarks, status: 0 };
}

async function check(
  { observed, diagnostics }: Shown,
  tree: Tree,
  models: readonly string[],
  isStrict: boolean,
  settings: PlainSettings,
): Promise<Ending> {
  const outcome = await checkSpecs(observed, tree, models);
  if (outcome.kind === "invalid") return invalid([...diagnostics, ...outcome.diagnostics]);
  const { specs } = outcome;
  const names = specs.flatMap(({ unseen }) => unseen.names);
  const of = specs.reduce((sum, { unseen }) => sum + unseen.of, 0);
  const quality = qualityLines(observed.quality, { names, of });
  const told = [...diagnostics, ...outcome.diagnostics];
  const render = {
    text: () => findingsText(specs, settings.color),
    markdown: () => findingsMarkdown(specs, quality),
    json: () =>
      jsonText({
        version: 1,
        specs: specs.map(findingsValue),
        quality: observed.quality,
        diagnostics: told,
      }),
  };
  const status = isStrict && specs.some(({ findings }) => findings.length > 0) ? 1 : 0;
  const remarks = settings.format === "json" ? "" : remarksOf(told, [], quality);
  return { report: render[settings.format](), remarks, status };
}
