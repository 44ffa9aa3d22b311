import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import schema from "../../schema/result.schema.json" with { type: "json" };
import type { Credible } from "../../src/availability/estimate.ts";
import type { EndpointResult, EstimateResult } from "../../src/gate/result.ts";
import { palette } from "../../src/report/colour.ts";
import { credibleFold, crediblePart } from "../../src/report/credible-part.ts";
import { renderEstimateMarkdown, renderEstimateText } from "../../src/report/estimate.ts";
import { renderJson } from "../../src/report/json.ts";
import { endpoint, exact } from "./samples.ts";

const credible: Credible = {
  interval: [0.99381, 0.99661],
  mean: 0.99533,
  probability: 0.875,
  most: { component: "web -> pay", good: 9953, total: 10000, interval: [0.9938, 0.9966] },
  points: 1024,
};

const GET: EndpointResult = {
  ...endpoint({
    name: "GET /",
    base: exact(0.003),
    head: exact(0.0047),
    slo: 0.995,
    verdict: "fail",
  }),
  head: { ...exact(0.0047), credible },
  deltaCredible: { interval: [-0.0031, -0.0004], mean: -0.0017, probability: 0.99, points: 1024 },
};

const lines = (...endpoints: readonly EndpointResult[]) => crediblePart(endpoints, palette(false));

describe("what evidence leaves open", () => {
  it("is an interval, the mean, the chance of the SLO, the change, and what contributes most", () => {
    expect(lines(GET)).toEqual([
      "What the evidence leaves open (95%)",
      "  `GET /`: 99.38% – 99.66%, 99.53% on average; the chance to keep its SLO is 87%; it falls by 0.04 points to 0.31 points; `web -> pay` (9953 of 10000) leaves most of it open",
    ]);
    expect(credibleFold([GET], 100)).toContain(
      "- `GET /`: 99.38% – 99.66%, 99.53% on average; the chance to keep its SLO is 87%",
    );
  });

  it("is nothing where nothing was observed", () => {
    expect(lines(endpoint({ name: "GET /", base: exact(0.1), head: exact(0.1) }))).toEqual([]);
    expect(credibleFold([], 100)).toBeNull();
  });

  it("never says that something is certain by points that all agree", () => {
    const at = (probability: number) =>
      lines({ ...GET, head: { ...exact(0.0047), credible: { ...credible, probability } } })[1];
    expect(at(1)).toContain("is over 99.9%");
    expect(at(0)).toContain("is under 0.1%");
    expect(at(0.005)).toContain("is under 1%");
    expect(at(0.9899)).toContain("is 98%");
  });

  it("tells a rise, and what may be either", () => {
    const moved = (low: number, high: number) =>
      lines({
        ...GET,
        deltaCredible: { interval: [low, high], mean: 0, probability: 0.3, points: 1024 },
      })[1];
    expect(moved(0.001, 0.002)).toContain("it rises by 0.10 points to 0.20 points");
    expect(moved(-0.001, 0.002)).toContain(
      "between a fall by 0.10 points and a rise by 0.20 points, a fall with a chance of 30%",
    );
  });
});

describe("an estimate with evidence", () => {
  const result: EstimateResult = {
    version: 1,
    verdict: "pass",
    reasons: [],
    head: { sha: "a", commit: "b" },
    models: [
      {
        path: "availability.yaml",
        verdict: "pass",
        endpoints: [
          {
            name: "GET /",
            head: { ...exact(0.0047), credible },
            slo: { head: 0.995 },
            under: [],
            verdict: "pass",
          },
        ],
        diagnostics: [],
      },
    ],
  };

  it("shows the interval beside the figure", () => {
    const text = renderEstimateText(result, { color: false, width: 120 });
    expect(text).toMatch(/GET \/\s+99\.53%\s+99\.38% – 99\.66% by evidence/);
    expect(text).toContain("What the evidence leaves open");
    expect(renderEstimateMarkdown(result)).toContain(
      "99.53%<br><sub>99.38% – 99.66% by evidence</sub>",
    );
  });

  it("is published by its schema", () => {
    const validate = new Ajv2020({ allErrors: true }).compile(schema);
    validate(JSON.parse(renderJson(result)));
    expect(validate.errors).toBeNull();
    expect(JSON.parse(renderJson(result)).models[0].endpoints[0].head.credible).toEqual(credible);
  });
});
