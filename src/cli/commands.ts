import { estimate } from "../flow/estimate.ts";
import { DEFAULT_MODEL } from "../flow/options.ts";
import { type Validation, validate } from "../flow/validate.ts";
import { allFromRoot, openWorkplace } from "../flow/workplace.ts";
import { assembleEstimate } from "../gate/assemble.ts";
import { renderDiagnostics } from "../report/diagnostics.ts";
import { renderEstimateMarkdown, renderEstimateText } from "../report/estimate.ts";
import { estimatedModels } from "../report/html-data.ts";
import { jsonText } from "../report/json-text.ts";
import { directoryTree } from "../repository/directory-tree.ts";
import { isProblem, quoted } from "../repository/problem.ts";
import { worktree } from "../repository/worktree.ts";
import { performDiff } from "./diff.ts";
import { type Ending, invalid, problemEnding } from "./ending.ts";
import { reportIn } from "./report-in.ts";
import type { PlainSettings, Settings } from "./settings.ts";
import { modelsOf, type Values } from "./usage.ts";
import { watchOn } from "./watch.ts";

/** `estimate`: every endpoint of the working tree. */
export async function performEstimate(values: Values, settings: Settings): Promise<Ending> {
  const place = await openWorkplace(settings.folder);
  if (isProblem(place)) return problemEnding(place);
  const models = allFromRoot(place, modelsOf(values));
  if (isProblem(models)) return problemEnding(models);
  const tree = isProblem(place.git) ? await directoryTree(place.root) : await worktree(place.git);
  if (isProblem(tree)) return problemEnding(tree);
  const { engine, clear } = watchOn(process.stderr, settings.erases, Date.now);
  const side = { tree, rendered: null };
  const calibrated = values.flag("calibrate");
  const { options, today } = settings;
  const outcome = await estimate(side, models, options, today, calibrated, engine).finally(clear);
  if (outcome.kind === "invalid") return invalid(outcome.diagnostics);
  const head = { sha: tree.commit, commit: tree.commit };
  const result = assembleEstimate({ estimates: outcome.estimates, head });
  const report = await reportIn(settings, result, estimatedModels(outcome.inputs), {
    text: (look) => renderEstimateText(result, look),
    markdown: () => renderEstimateMarkdown(result),
  });
  return { report, remarks: "", status: result.verdict === "fail" ? 1 : 0 };
}

/** `validate`: the specs alone. */
export async function performValidate(
  files: readonly string[],
  settings: PlainSettings,
): Promise<Ending> {
  const place = await openWorkplace(settings.folder);
  if (isProblem(place)) return problemEnding(place);
  const paths = allFromRoot(place, files.length === 0 ? [DEFAULT_MODEL] : files);
  if (isProblem(paths)) return problemEnding(paths);
  const validations = await validate(place.root, paths);
  const remarks = renderDiagnostics(validations.flatMap((one) => one.diagnostics));
  const status = validations.every((one) => one.valid) ? 0 : 2;
  if (settings.format === "json") {
    return { report: jsonText({ version: 1, files: validations }), remarks, status };
  }
  const bullet = settings.format === "markdown" ? "- " : "";
  const report = validations.map((one) => `${bullet}${validationLine(one)}\n`).join("");
  return { report, remarks, status };
}

function validationLine({ path, valid, content }: Validation): string {
  return valid ? `${quoted(path)} is valid: ${content}` : `${quoted(path)} is not valid`;
}

/** `demo`: the diff of a shop that saves a few replicas. It shows what fails; it does not fail itself. */
export async function performDemo(values: Values, settings: Settings): Promise<Ending> {
  const { makeDemo } = await import("./demo.ts");
  const demo = await makeDemo();
  if (isProblem(demo)) return problemEnding(demo);
  try {
    const asked: Values = {
      text: (option) => ({ base: demo.base, head: demo.head })[option] ?? values.text(option),
      list: values.list,
      flag: values.flag,
    };
    const ending = await performDiff(asked, { ...settings, folder: demo.folder });
    const note =
      "This was a demo: in your repository the check would have failed (exit status 1).\n";
    return ending.status === 1 ? { ...ending, status: 0, remarks: note } : ending;
  } finally {
    await demo.remove();
  }
}
