import { VERSION } from "../flow/version.ts";
import type { EstimateResult, Result } from "../gate/result.ts";
import { renderHtml } from "../report/html.ts";
import type { ReportModel } from "../report/html-data.ts";
import { renderJson } from "../report/json.ts";
import { renderJunit } from "../report/junit.ts";
import { renderSarif } from "../report/sarif.ts";
import type { TextOptions } from "../report/text.ts";
import { readPage } from "../repository/page.ts";
import type { Settings } from "./settings.ts";

/** What is written for people differs from one command to the next. */
export type ForPeople = {
  readonly text: (options: TextOptions) => string;
  readonly markdown: () => string;
};

/** A result in the format that was asked for: the one place that knows all of them. */
export async function reportIn(
  { format, color, width, options }: Settings,
  result: Result | EstimateResult,
  models: readonly ReportModel[],
  people: ForPeople,
): Promise<string> {
  switch (format) {
    case "text":
      return people.text({ color, width });
    case "markdown":
      return people.markdown();
    case "json":
      return renderJson(result);
    case "sarif":
      return renderSarif(result, VERSION);
    case "junit":
      return renderJunit(result);
    case "html":
      return renderHtml(result, { models, options, repository: null }, await readPage());
  }
}
