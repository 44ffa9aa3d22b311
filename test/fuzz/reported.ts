import { SaxesParser } from "saxes";
import { assembleResult } from "../../src/gate/assemble.ts";
import type { ModelJudgement } from "../../src/gate/compare-models.ts";
import type { Result } from "../../src/gate/result.ts";
import { renderJson } from "../../src/report/json.ts";
import { renderJunit } from "../../src/report/junit.ts";
import { renderSarif } from "../../src/report/sarif.ts";
import { renderMarkdown } from "../../src/report/summary.ts";
import { renderText } from "../../src/report/text.ts";
import { rendered } from "../report/rendered.ts";
import { broken } from "./told.ts";

const CONTEXT = { repository: null, runUrl: null, commentId: "default", state: null };

/** What our Markdown consists of. */
const OURS = new Set(
  "h1 h2 h3 h4 p a code pre strong em del br hr sub ul ol li table thead tbody tr th td details summary".split(
    " ",
  ),
);

/** What the entries make of judgements. */
export function resultOf(judgements: readonly ModelJudgement[]): Result {
  return assembleResult({
    judgements,
    acceptance: null,
    base: { sha: "0".repeat(40), kind: "given" },
    head: { sha: "1".repeat(40), commit: "1".repeat(40) },
  });
}

/** Each report comes about, and is of its format whatever the names in it. */
export function checkReports(result: Result): void {
  JSON.parse(renderJson(result));
  JSON.parse(renderSarif(result, "1.2.3"));
  const parser = new SaxesParser();
  parser.on("error", (error) => broken("no XML", error.message));
  parser.write(renderJunit(result)).close();
  const text = renderText(result, { color: false, width: 100 });
  if (/^\s*::/m.test(text)) broken("a command of the runner in the log", text);
  const strange = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.exec(text.replaceAll("\n", ""));
  if (strange !== null) broken("a control character in the log", JSON.stringify(strange[0]));
  const markdown = renderMarkdown(result, CONTEXT);
  if (markdown.trim() === "") broken("an empty report");
  const foreign = rendered(markdown).elements.filter((one) => !OURS.has(one));
  if (foreign.length > 0) broken("markup of the repository in a report", [foreign, markdown]);
}
