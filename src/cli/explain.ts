import { resolve } from "node:path";
import { explain } from "../flow/explain.ts";
import { explainFurther } from "../flow/explain-further.ts";
import { allFromRoot, openWorkplace } from "../flow/workplace.ts";
import { assembleEstimate } from "../gate/assemble.ts";
import { renderFurtherMarkdown, renderFurtherText } from "../report/explain-further.ts";
import { renderExplainMarkdown } from "../report/explain-markdown.ts";
import { renderExplainText } from "../report/explain-text.ts";
import { estimatedModels } from "../report/html-data.ts";
import { directoryTree } from "../repository/directory-tree.ts";
import { isProblem } from "../repository/problem.ts";
import { worktree } from "../repository/worktree.ts";
import { type Ending, invalid, problemEnding, refusal } from "./ending.ts";
import { writeChaos } from "./explain-chaos.ts";
import { reportIn } from "./report-in.ts";
import type { Settings } from "./settings.ts";
import { modelsOf, type Values } from "./usage.ts";
import { watchOn } from "./watch.ts";

/**
 * `explain ENDPOINT`: what holds it back in the working tree, and the ways out. An answer, not a gate: the
 * exit status is 0 whatever it says.
 */
export async function performExplain(
  operands: readonly string[],
  values: Values,
  settings: Settings,
): Promise<Ending> {
  // `explain GET /cart` means the endpoint `GET /cart`: no name has two spaces in a row without quotes.
  const name = operands.join(" ");
  if (name === "") {
    return refusal(
      "which endpoint? e.g. `availability-gate explain GET /cart`; `availability-gate estimate` lists them",
    );
  }
  const misused = misuse(values);
  if (misused !== null) return refusal(misused);
  const place = await openWorkplace(settings.folder);
  if (isProblem(place)) return problemEnding(place);
  const models = allFromRoot(place, modelsOf(values));
  if (isProblem(models)) return problemEnding(models);
  const tree = isProblem(place.git) ? await directoryTree(place.root) : await worktree(place.git);
  if (isProblem(tree)) return problemEnding(tree);
  const { options, today } = settings;
  const { engine, clear } = watchOn(process.stderr, settings.erases, Date.now);
  const side = { tree, rendered: null };
  const explained = await explain(side, models, name, options, today, engine).finally(clear);
  if (explained.kind === "invalid") return invalid(explained.diagnostics);
  const further = { sweeps: values.list("sweep"), chaos: values.flag("chaos"), today };
  const outcome = explainFurther(explained, further);
  if (outcome.kind === "invalid") return invalid(outcome.diagnostics);
  const head = { sha: tree.commit, commit: tree.commit };
  const result = assembleEstimate({ estimates: outcome.estimates, head });
  const isFurther = further.chaos || further.sweeps.length > 0;
  const { glyphs } = settings;
  const report = await reportIn(settings, result, estimatedModels(outcome.inputs), {
    text: (look) =>
      isFurther ? renderFurtherText(result, { ...look, glyphs }) : renderExplainText(result, look),
    markdown: () => (isFurther ? renderFurtherMarkdown(result) : renderExplainMarkdown(result)),
  });
  const out = values.text("out");
  if (out !== null) {
    const written = await writeChaos(outcome, resolve(out), values.flag("force"));
    return written.status === 0 ? { ...written, report } : written;
  }
  return { report, remarks: "", status: 0 };
}

function misuse(values: Values): string | null {
  if (values.flag("chaos")) {
    if (values.text("out") === "") return "--out is empty; name a folder";
    const idle = values.flag("force") && values.text("out") === null;
    return idle ? "--force is for --out, which names where to write; add it" : null;
  }
  const given = ["out", "force"].find((one) => values.text(one) !== null || values.flag(one));
  return given === undefined ? null : `--${given} is for what --chaos writes; add it`;
}
