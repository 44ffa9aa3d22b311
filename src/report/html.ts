import { createHash } from "node:crypto";
import type { EstimateResult, Result } from "../gate/result.ts";
import { estimateHeadline } from "./estimate.ts";
import { headline } from "./headline.ts";
import { type HtmlContext, reportData, scriptJson } from "./html-data.ts";
import { plain } from "./plain.ts";
import { SIGNS } from "./rows.ts";

/** What runs in a report and how it looks: src/page, bundled. */
export type PageAssets = { readonly script: string; readonly style: string };

/**
 * The report as one HTML file that asks for nothing over the network. Its policy lets nothing run but
 * the script, and nothing style it but the style sheet, that it carries, each by its hash (Content
 * Security Policy Level 3, "Hash source"): whatever stands in a name stays text.
 */
export function renderHtml(
  result: Result | EstimateResult,
  context: HtmlContext,
  { script, style }: PageAssets,
): string {
  const title = titleOf(result);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    // The engine runs beside the page, from the same script.
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<noscript><main><h1>${escapeHtml(title)}</h1><p>This report shows itself by a script that it carries. Allow scripts, or use the Markdown or JSON report.</p></main></noscript>
<script type="application/json" id="report-data">${scriptJson(reportData(result, context))}</script>
<script id="report-script">${script}</script>
</body>
</html>
`;
}

/** The verdict in one line. */
function titleOf(result: Result | EstimateResult): string {
  return "base" in result
    ? `${SIGNS[result.verdict]} Availability gate: ${plain(headline(result))}`
    : `${SIGNS[result.verdict]} Availability: ${plain(estimateHeadline(result))}`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Text for an element that holds text. */
function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
