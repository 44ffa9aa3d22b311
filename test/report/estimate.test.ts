import { expect, test } from "vitest";
import type { EstimateResult } from "../../src/gate/result.ts";
import { renderEstimateMarkdown, renderEstimateText } from "../../src/report/estimate.ts";
import { rendered } from "./rendered.ts";
import { bounded, exact, HEAD, sampled } from "./samples.ts";

const ESTIMATE: EstimateResult = {
  version: 1,
  verdict: "fail",
  reasons: [],
  head: { sha: "WORKTREE", commit: HEAD },
  models: [
    {
      path: "availability.yaml",
      verdict: "fail",
      endpoints: [
        {
          name: "POST /checkout",
          head: exact(0.0068),
          slo: { head: 0.995 },
          under: [],
          verdict: "fail",
        },
        {
          name: "GET /feed|x",
          head: sampled(0.001, 0.0001),
          slo: { head: null },
          under: [],
          verdict: "pass",
        },
      ],
      diagnostics: [
        { severity: "notice", code: "any", message: "5 services have the default of 99.9%" },
        { severity: "warning", code: "any", message: "a link", file: "deploy/a.yaml", line: 3 },
      ],
    },
  ],
};

test("an estimate as text has availability, interval, downtime and SLO of every endpoint", () => {
  expect(renderEstimateText(ESTIMATE, { color: false, width: 100 })).toMatchInlineSnapshot(`
    "✗ Availability: 1 of 2 endpoints below the SLO

       Endpoint        Availability  Interval         Downtime per 30 days    SLO
    ✗  POST /checkout        99.32%                             4 h 54 min  99.5%
    ✓  GET /feed|x           99.90%  99.89% – 99.91%                43 min      –

    What these figures rest on
      5 services have the default of 99.9%
      ! a link  deploy/a.yaml:3
    "
  `);
});

test("an estimate as Markdown has the same", () => {
  const { text, tables } = rendered(renderEstimateMarkdown(ESTIMATE));
  const told = [
    "1 of 2 endpoints below the SLO",
    "POST /checkout",
    "99.32%",
    "4 h 54 min",
    "99.5%",
  ];
  for (const one of [
    ...told,
    "GET /feed|x",
    "99.89% – 99.91%",
    "default of 99.9%",
    "a link · deploy/a.yaml:3",
  ]) {
    expect(text).toContain(one);
  }
  expect(tables).toEqual([[5, 5, 5]]);
});

test("an estimate lists every figure under a fault", () => {
  const endpoints = ESTIMATE.models[0]!.endpoints.map((one, i) => ({
    ...one,
    verdict: i === 0 ? ("fail" as const) : one.verdict,
    under: [
      { fault: "zone-down", head: exact(0.018), minimum: 0.99, verdict: "fail" as const },
      { fault: "drain|x", head: bounded(0.991, 0.992), minimum: null, verdict: "pass" as const },
    ],
  }));
  const one = { ...ESTIMATE, models: [{ ...ESTIMATE.models[0]!, endpoints, diagnostics: [] }] };
  expect(renderEstimateText(one, { color: false, width: 100 })).toMatchInlineSnapshot(`
    "✗ Availability: 1 of 2 endpoints below a promise

       Endpoint        Availability  Interval         Downtime per 30 days    SLO
    ✗  POST /checkout        99.32%                             4 h 54 min  99.5%
    ✓  GET /feed|x           99.90%  99.89% – 99.91%                43 min      –

    Under faults
         Endpoint        Fault      Availability  Interval                            Minimum
      ✗  POST /checkout  zone-down        98.20%                                          99%
         POST /checkout  drain|x          99.10%  between 99.10% and 99.20%, certain        –
      ✗  GET /feed|x     zone-down        98.20%                                          99%
         GET /feed|x     drain|x          99.10%  between 99.10% and 99.20%, certain        –
    "
  `);
  const { text, tables } = rendered(renderEstimateMarkdown(one));
  for (const told of ["Under faults (4 figures)", "zone-down", "98.20%", "99%", "drain|x"]) {
    expect(text).toContain(told);
  }
  expect(tables).toEqual([
    [5, 5, 5],
    [5, 5, 5, 5, 5],
  ]);
});
