import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
// The schema of OASIS, as its reference tools carry it.
import schema from "../../node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with {
  type: "json",
};
import type { Cause, Result } from "../../src/gate/result.ts";
import { renderSarif } from "../../src/report/sarif.ts";
import { sarifUri } from "../../src/report/sarif-text.ts";
import { hostile, hostileResult } from "./hostile.ts";
import {
  CALM,
  endpoint,
  exact,
  FAILING,
  FEWER_PAYMENTS,
  model,
  reason,
  result,
  UNDER_FAULTS,
} from "./samples.ts";

// A pattern of the schema is none under `u`.
const ajv = new Ajv.default({ strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

type Place = {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string };
    readonly region: { readonly startLine: number };
  };
};
type Finding = {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly Place[];
  readonly relatedLocations?: readonly (Place & { readonly id: number })[];
  readonly partialFingerprints: { readonly primaryLocationLineHash: string };
};

function runOf(text: string) {
  const [run] = JSON.parse(text).runs;
  return run as {
    readonly results: readonly Finding[];
    readonly tool: {
      readonly driver: {
        readonly version: string;
        readonly semanticVersion: string;
        readonly rules: readonly { readonly id: string }[];
      };
    };
    readonly invocations: readonly [{ readonly toolExecutionNotifications?: readonly unknown[] }];
  };
}

function placesOf(one: Finding | undefined): readonly string[] {
  const places = [...(one?.locations ?? []), ...(one?.relatedLocations ?? [])];
  return places.map(({ physicalLocation: { artifactLocation, region } }) => {
    return `${decodeURIComponent(artifactLocation.uri)}:${region.startLine}`;
  });
}

/** The failing shop with what moved its endpoint. */
function withCauses(causes: readonly Cause[]): Result {
  return {
    ...FAILING,
    models: FAILING.models.map((one) => ({
      ...one,
      endpoints: one.endpoints.map((e) => (e.name === "POST /checkout" ? { ...e, causes } : e)),
    })),
  };
}

const CATALOG = { ...FEWER_PAYMENTS, subject: "catalog", file: "deploy/a b#[1].yaml", line: 4 };

describe("SARIF", () => {
  test("keeps to the schema, whatever names, paths and messages hold", () => {
    fc.assert(
      fc.property(hostileResult, (one) => {
        const text = renderSarif(one, "1.2.3");
        validate(JSON.parse(text));
        expect(validate.errors).toBeNull();
        expect(text).not.toContain("##[");
      }),
      { seed: 7, numRuns: 150 },
    );
    for (const one of [FAILING, CALM, UNDER_FAULTS]) {
      validate(JSON.parse(renderSarif(one, "1.2.3")));
      expect(validate.errors).toBeNull();
    }
  });

  test("tells which release wrote it", () => {
    const { tool } = runOf(renderSarif(CALM, "1.2.3"));
    expect(tool.driver).toMatchObject({ version: "1.2.3", semanticVersion: "1.2.3" });
  });

  test("has a rule for each result, with what to do", () => {
    const { results, tool } = runOf(renderSarif(FAILING, "1.2.3"));
    expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ["below-slo", "error"],
      ["error-budget", "warning"],
      ["unread-manifest", "warning"],
    ]);
    for (const one of results) expect(tool.driver.rules[one.ruleIndex]?.id).toBe(one.ruleId);
    expect(tool.driver.rules[0]).toMatchObject({
      shortDescription: { text: expect.stringMatching(/./) },
      help: { text: expect.stringMatching(/./) },
      defaultConfiguration: { level: "error" },
    });
  });

  test("stands at the line that cost the most, and links to the others", () => {
    const text = renderSarif(
      withCauses([
        { changes: [{ ...FEWER_PAYMENTS, line: 20, subject: "gained" }], effect: 0.0001 },
        { changes: [CATALOG], effect: -0.001 },
        { changes: [FEWER_PAYMENTS], effect: -0.004 },
        { changes: [{ ...FEWER_PAYMENTS, side: "base", file: "gone.yaml" }], effect: -0.002 },
      ]),
      "1.2.3",
    );
    const [first] = runOf(text).results;
    expect(placesOf(first)).toEqual(["deploy/payment.yaml:12", "deploy/a b#[1].yaml:4"]);
    expect(first?.locations[0]?.physicalLocation.artifactLocation.uriBaseId).toBe("%SRCROOT%");
    expect(first?.message.text).toBe(
      "`POST /checkout` falls below its SLO: 99.32% is 0.18 points below 99.5%. `payment` runs 1 replica instead of 3: −0.40 points. See also: [`catalog` runs 1 replica instead of 3: −0.10 points](1).",
    );
  });

  test("stands at the promise that was loosened, and else at the spec", () => {
    const slo = { ...FEWER_PAYMENTS, kind: "slo", subject: "GET /a", file: "s.yaml" } as const;
    const one = result({
      verdict: "fail",
      reasons: [
        reason("loosened", "fail", "GET /a", "`GET /a` lowers its SLO"),
        reason("base-invalid", "warn", null, "the spec at base is not valid"),
      ],
      models: [
        model({
          endpoints: [endpoint({ name: "GET /a", base: exact(0), head: exact(0) })],
          changes: [FEWER_PAYMENTS, slo],
        }),
      ],
    });
    const { results } = runOf(renderSarif(one, "1.2.3"));
    expect(results.map(placesOf)).toEqual([["s.yaml:12"], ["availability.yaml:1"]]);
  });

  test("keeps its fingerprints where lines, figures and order move, and tells endpoints and faults apart", () => {
    const prints = (one: Result) =>
      runOf(renderSarif(one, "1.2.3")).results.map(
        ({ partialFingerprints }) => partialFingerprints,
      );
    const before = withCauses([{ changes: [FEWER_PAYMENTS], effect: -0.004 }]);
    const moved = JSON.parse(
      JSON.stringify(before).replaceAll('"line":12', '"line":99').replaceAll("99.32%", "99.31%"),
    );
    expect(prints(moved)).toEqual(prints(before));
    const alike = ["GET /a", "GET /b"].flatMap((name) => {
      const one = reason("below-slo", "fail", name, "it falls");
      return [one, { ...one, fault: "zone-down" }, { ...one, model: "other.yaml" }, one];
    });
    const all = prints(result({ reasons: alike })).map((one) => one.primaryLocationLineHash);
    expect(new Set(all).size).toBe(8);
    expect(all.every((one) => /^[0-9a-f]{32}:[12]$/.test(one))).toBe(true);
  });

  test("has links that lead to its related locations alone", () => {
    const links = /(?<!\\)(?:\\\\)*\[/g;
    fc.assert(
      fc.property(hostileResult, (one) => {
        for (const { message, relatedLocations = [] } of runOf(renderSarif(one, "1.2.3")).results) {
          expect(message.text.match(links) ?? []).toHaveLength(relatedLocations.length);
          expect(relatedLocations.map(({ id }) => id)).toEqual(
            relatedLocations.map((_, i) => i + 1),
          );
        }
      }),
      { seed: 8, numRuns: 150 },
    );
  });

  test("shows the 5,000 worst, and tells how many it left out", () => {
    const warnings = Array.from({ length: 6_000 }, (_, i) =>
      reason("error-budget", "warn", `GET /${i}`, "close"),
    );
    const fails = [1, 2].map((i) => reason("below-slo", "fail", `POST /${i}`, "below"));
    const { results, invocations } = runOf(
      renderSarif(result({ reasons: [...warnings, ...fails] }), "1.2.3"),
    );
    expect(results).toHaveLength(5_000);
    expect(results.slice(0, 3).map(({ level }) => level)).toEqual(["error", "error", "warning"]);
    expect(JSON.stringify(invocations[0].toolExecutionNotifications)).toContain("1,002 results");
  });

  test("percent-encodes paths so that they read back, segment by segment", () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (segments) => {
        const path = segments.map((one) => one.replaceAll("/", "")).join("/");
        const uri = sarifUri(path);
        expect(uri).toMatch(/^[A-Za-z0-9\-._~%/]*$/);
        expect(uri.split("/").map(decodeURIComponent).join("/")).toBe(
          path.replace(/\p{Cs}/gu, "\ufffd"),
        );
      }),
      { seed: 9, numRuns: 300 },
    );
  });
});
