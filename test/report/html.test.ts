import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { EstimateResult } from "../../src/gate/result.ts";
import { renderHtml } from "../../src/report/html.ts";
import { reportData, scriptJson } from "../../src/report/html-data.ts";
import { blastFold } from "../../src/report/markdown-blast.ts";

const HOSTILE = "</script><script>alert(1)</script><!--<script>##[set-output]\u2028";

function result(name: string): EstimateResult {
  const head = { availability: 0.5, unavailability: 0.5, method: "exact" } as const;
  const endpoint = { name, head, slo: { head: null }, under: [], verdict: "pass" } as const;
  const model = { path: name, verdict: "pass", endpoints: [endpoint], diagnostics: [] } as const;
  const commit = { sha: name, commit: name };
  return { version: 1, verdict: "pass", reasons: [], head: commit, models: [model] };
}

function html(name: string): string {
  const context = { models: [], options: { samples: 10, seed: 2 }, repository: null };
  return renderHtml(result(name), context, { script: "let page;", style: "p{}" });
}

describe("the HTML report", () => {
  it("lets nothing in but its own script and style, by their hashes", () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html("a"))?.[1]?.split("; ");
    const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src ${hash("let page;")}`);
    expect(policy).toContain(`style-src ${hash("p{}")}`);
  });

  it("holds names that look like markup as data alone", () => {
    const text = html(HOSTILE);
    expect(text.match(/<script/g)).toHaveLength(2);
    expect(text.match(/<\/script/g)).toHaveLength(2);
    expect(text).not.toContain("<!--");
    expect(text).not.toContain("##[");
    const data = /<script type="application\/json" id="report-data">(.*?)<\/script>/s.exec(
      text,
    )?.[1];
    const read = JSON.parse(data!);
    expect(read.result.models[0].endpoints[0].name).toBe(HOSTILE);
    expect(read.options).toEqual({ samples: 10, seed: 2 });
  });

  it("names a few of the endpoints that a failure takes down, and counts the rest", () => {
    const fallen = Array.from({ length: 30 }, (_, at) => ({ name: `GET /${at}`, availability: 0 }));
    const [few, many] = [fallen.slice(0, 3), fallen];
    const blast = [
      { fault: "db", kind: "service", endpoints: many, moreEndpoints: 5, undecided: few },
      { fault: "web", kind: "service", endpoints: few, undecided: many },
    ] as const;
    const whole = result("a");
    const given = { ...whole, models: whole.models.map((one) => ({ ...one, blast })) };
    const context = { models: [], options: { samples: 10, seed: 2 }, repository: null };
    const [db, web] = reportData(given, context).result.models[0]!.blast!;
    expect([db!.endpoints.length, db!.moreEndpoints, db!.moreUndecided]).toEqual([
      10,
      25,
      undefined,
    ]);
    expect([web!.endpoints.length, web!.moreEndpoints]).toEqual([3, undefined]);
    expect([web!.undecided?.length, web!.moreUndecided]).toEqual([10, 20]);
    expect(blastFold(blast, 9, 60)).toContain("35 endpoints: ");
    expect(blastFold(blast, 9, 60)).toContain("31 more");
  });

  it("writes JSON that reads as it was", () => {
    const value = { [HOSTILE]: [HOSTILE, 1e-300, 0.1 + 0.2] };
    expect(JSON.parse(scriptJson(value))).toEqual(value);
  });
});
