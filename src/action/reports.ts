import { VERSION } from "../flow/version.ts";
import type { ModelComparison } from "../gate/compare-models.ts";
import type { Result } from "../gate/result.ts";
import { renderHtml } from "../report/html.ts";
import { comparedModels } from "../report/html-data.ts";
import { renderJson } from "../report/json.ts";
import { renderJunit } from "../report/junit.ts";
import type { Repository } from "../report/link.ts";
import { renderSarif } from "../report/sarif.ts";
import { readPage } from "../repository/page.ts";
import { messageOf } from "../repository/problem.ts";
import { type Places, type WantedFile, writeTemporary, writeWanted } from "./files.ts";
import type { ActionInputs } from "./inputs.ts";

/** Where the result stands, and what could not be written: no verdict depends on a file. */
export type Written = { readonly path: string | null; readonly warnings: readonly string[] };

/** The result for the job's later steps, and the files that inputs ask for. */
export async function writeReports(
  result: Result,
  comparisons: readonly ModelComparison[],
  inputs: ActionInputs,
  places: Places & { readonly repository: Repository },
): Promise<Written> {
  const json = renderJson(result);
  const html = async () => {
    const models = comparedModels(comparisons);
    const context = { models, options: inputs.options, repository: places.repository };
    return renderHtml(result, context, await readPage());
  };
  const formats: readonly (readonly [keyof typeof inputs.files, WantedFile["render"]])[] = [
    ["report", html],
    ["sarif", () => renderSarif(result, VERSION)],
    ["junit", () => renderJunit(result)],
    ["json", () => json],
  ];
  const wanted = formats.flatMap(([input, render]): WantedFile[] => {
    const path = inputs.files[input];
    return path === null ? [] : [{ input, path, render }];
  });
  const warnings = await writeWanted(wanted, places);
  try {
    return { path: await writeTemporary(places.temp, "result.json", json), warnings };
  } catch (error) {
    const message = `the result could not be written (${messageOf(error)}); check \`RUNNER_TEMP\` of the runner`;
    return { path: null, warnings: [message, ...warnings] };
  }
}
