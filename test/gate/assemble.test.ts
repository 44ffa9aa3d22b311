import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeAcceptance } from "../../src/gate/acceptance.ts";
import {
  assembleEstimate,
  assembleResult,
  estimateModel,
  notAffected,
} from "../../src/gate/assemble.ts";
import { gateModel } from "../../src/gate/compare-models.ts";
import type { ChangeKind, ReasonCode } from "../../src/gate/result.ts";
import {
  comparison,
  endpoint,
  engineOf,
  exact,
  GATE,
  model,
  OPTIONS,
  place,
  service,
  valid,
} from "./models.ts";
import { compare, named, play, sampled } from "./scene.ts";
import { fault, playUnder, underModel } from "./under-scene.ts";

const BASE = { sha: "b".repeat(40), kind: "merge-parent" } as const;
const HEAD = { sha: "c".repeat(40), commit: "d".repeat(40) };

const schema = JSON.parse(
  readFileSync(new URL("../../schema/result.schema.json", import.meta.url), "utf8"),
);
const validate = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }).compile(
  schema,
);

/** Every code and kind by name: the compiler asks for each that the types have. */
const CODES = {
  "below-slo": 0,
  "max-drop": 0,
  "max-downtime-increase": 0,
  preexisting: 0,
  "passes-by-assertion": 0,
  loosened: 0,
  undecided: 0,
  "error-budget": 0,
  "uncounted-dependency": 0,
  evidence: 0,
  "base-invalid": 0,
  adoption: 0,
} satisfies Record<ReasonCode, 0>;
const KINDS = {
  "spec-added": 0,
  "spec-removed": 0,
  "spec-moved": 0,
  "domain-added": 0,
  "domain-removed": 0,
  "member-added": 0,
  "member-removed": 0,
  "domain-availability": 0,
  placement: 0,
  disruption: 0,
  timeout: 0,
  "fault-injection": 0,
  "dependency-domains": 0,
  "fault-added": 0,
  "fault-removed": 0,
  "fault-changed": 0,
  "incident-added": 0,
  "incident-removed": 0,
  "incident-changed": 0,
  under: 0,
  "service-added": 0,
  "service-removed": 0,
  replicas: 0,
  quorum: 0,
  "replica-availability": 0,
  "default-replica-availability": 0,
  evidence: 0,
  external: 0,
  workload: 0,
  "dependency-added": 0,
  "dependency-removed": 0,
  "dependency-availability": 0,
  "default-dependency-availability": 0,
  channels: 0,
  "endpoint-added": 0,
  "endpoint-removed": 0,
  "endpoint-renamed": 0,
  entry: 0,
  completion: 0,
  predicate: 0,
  mixture: 0,
  slo: 0,
  gate: 0,
} satisfies Record<ChangeKind, 0>;

function accepts(value: unknown): void {
  // As it is written: keys without a value are not there.
  validate(JSON.parse(JSON.stringify(value)));
  expect(validate.errors).toBeNull();
}

function assemble(...judgements: ReturnType<typeof play>[]) {
  return assembleResult({ judgements, acceptance: null, base: BASE, head: HEAD });
}

describe("the result", () => {
  test("has the worst verdict and lists the worst reason first", () => {
    const warns = play({ base: exact(0.002), head: exact(0.0047) });
    const fails = play({ base: exact(0.002), head: exact(0.008) });
    const result = assemble(warns, fails);
    expect(result.verdict).toBe("fail");
    expect(result.reasons.map(({ code }) => code)).toEqual(["below-slo", "error-budget"]);
    expect(result.models.map(({ verdict }) => verdict)).toEqual(["warn", "fail"]);
    expect(assemble(warns).verdict).toBe("warn");
    expect(assemble().verdict).toBe("pass");
  });

  test("tells who accepted, and then does not fail", () => {
    const judgements = [play({ base: exact(0.002), head: exact(0.008) })];
    const labelled = { by: "ann", how: "--accept", event: "local" };
    const acceptance = judgeAcceptance({ labelled, kept: null, action: "local", judgements });
    const result = assembleResult({ judgements, acceptance, base: BASE, head: HEAD });
    expect(result).toMatchObject({ verdict: "warn", acceptedBy: { by: "ann", how: "--accept" } });
    expect(result.models[0]?.endpoints[0]?.verdict).toBe("warn");
    expect(result).not.toHaveProperty("acceptanceLapsed");
    accepts(result);
  });

  test("tells that an acceptance lapsed, and then fails", () => {
    const judgements = [play({ base: exact(0.002), head: exact(0.008) })];
    const labelled = { by: "ann", how: "label", event: "1" };
    const acceptance = judgeAcceptance({ labelled, kept: null, action: "edited", judgements });
    const result = assembleResult({ judgements, acceptance, base: BASE, head: HEAD });
    expect(result).toMatchObject({
      verdict: "fail",
      acceptedBy: null,
      acceptanceLapsed: acceptance.lapsed,
    });
    accepts(result);
  });

  test("where nothing is affected is empty", () => {
    const result = notAffected(BASE, HEAD);
    expect(result).toMatchObject({ verdict: "not-affected", reasons: [], models: [] });
    accepts(result);
  });
});

describe("the published schema", () => {
  test("accepts what the gate makes of any figures", () => {
    const u = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        u,
        u,
        fc.option(u, { nil: undefined }),
        fc.option(u),
        (base, head, carried, slo) => {
          const scene = { base: exact(base), head: exact(head), slo: [0.005, slo] } as const;
          accepts(
            assemble(play(carried === undefined ? scene : { ...scene, carried: exact(carried) })),
          );
        },
      ),
      { seed: 3, numRuns: 300 },
    );
  });

  test("accepts every situation of a spec and of an endpoint", () => {
    const one = named(endpoint("a"), endpoint("b", { slo: null }));
    const figures = engineOf(new Map([[one, { a: exact(0.009), b: sampled(0.1, 0.8, 0.95) }]]));
    const broken = { severity: "error" as const, code: "x", message: "y", ...place(1) };
    accepts(
      assemble(
        gateModel(comparison({ head: valid(one) }), figures, OPTIONS),
        gateModel(comparison({ base: valid(one) }), figures, OPTIONS),
        gateModel(
          comparison({
            base: { kind: "invalid", diagnostics: [broken] },
            head: valid(one),
            diagnostics: [{ severity: "notice", code: "x", message: "y" }],
          }),
          figures,
          OPTIONS,
        ),
        gateModel(
          comparison({ base: valid(one), head: valid(one), basePath: "x", carried: one }),
          figures,
          OPTIONS,
        ),
        playUnder({ base: 0.008, head: 0.012, carried: 0.02 }),
        playUnder({ head: sampled(0.0098, 0.989, 0.991), sides: [{ fault: null }, {}] }),
        playUnder({
          base: 0.008,
          head: 0.009,
          difference: { delta: -0.001, interval: [-0.002, 0] },
        }),
        playUnder({ base: 0.008, sides: [{}, { fault: null }] }),
        compare(
          model({ endpoints: [endpoint("a")], services: [service("x")] }),
          model({
            endpoints: [endpoint("b")],
            services: [service("y")],
            gate: { ...GATE, maxDrop: 0.1 },
          }),
          { a: 0.1 },
          { b: 0.1 },
        ),
        play({
          base: exact(0.001),
          head: sampled(0.0048, 0.993, 0.996),
          difference: { delta: -0.0038, interval: [-0.005, -0.002] },
        }),
      ),
    );
  });

  test("knows each code and kind that the types have, and no other", () => {
    const { reason, change } = schema.$defs;
    expect([...reason.properties.code.enum].sort()).toEqual(Object.keys(CODES).sort());
    expect([...change.properties.kind.enum].sort()).toEqual(Object.keys(KINDS).sort());
  });

  test("refuses what it does not describe", () => {
    const result = assemble(play({ base: exact(0.002), head: exact(0.008) }));
    for (const odd of [
      { ...result, extra: 1 },
      { ...result, verdict: "maybe" },
      { ...result, models: [{ ...result.models[0], extra: 1 }] },
      { ...result, base: undefined },
    ]) {
      expect(validate(JSON.parse(JSON.stringify(odd)))).toBe(false);
    }
  });

  test("describes every field", () => {
    const bare: string[] = [];
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== "object" || node === null) return;
      for (const [key, value] of Object.entries(node)) {
        if (key === "properties") {
          for (const [name, field] of Object.entries(value as Record<string, object>)) {
            if (!("description" in field) && !("$ref" in field)) bare.push(`${path}.${name}`);
          }
        }
        visit(value, `${path}.${key}`);
      }
    };
    visit(schema, "");
    expect(bare).toEqual([]);
  });
});

describe("an estimate", () => {
  const one = model({
    endpoints: [endpoint("a"), endpoint("b"), endpoint("c", { slo: null })],
    gate: { ...GATE, warnAt: 0.5 },
  });
  const engine = engineOf(new Map([[one, { a: exact(0.003), b: exact(0.006), c: exact(0.5) }]]));

  test("holds each endpoint to its own SLO", () => {
    const estimate = estimateModel(
      { path: "x.yaml", model: one, diagnostics: [] },
      engine,
      OPTIONS,
    );
    const result = assembleEstimate({ estimates: [estimate], head: HEAD });
    expect(result).toMatchObject({
      verdict: "fail",
      reasons: [
        { code: "below-slo", model: "x.yaml", endpoint: "b" },
        { code: "error-budget", endpoint: "a" },
      ],
      models: [
        {
          path: "x.yaml",
          verdict: "fail",
          endpoints: [
            { name: "a", head: exact(0.003), slo: { head: 0.995 }, verdict: "warn" },
            { name: "b", verdict: "fail" },
            { name: "c", slo: { head: null }, verdict: "pass" },
          ],
        },
      ],
    });
    accepts(result);
  });

  test("holds each endpoint to its minima under faults", () => {
    const spec = underModel({ fault: fault("zone-down") });
    const two = { ...spec, faults: [...spec.faults, fault("other")] };
    const figures = {
      "GET /": exact(0.001),
      "GET / under zone-down": exact(0.018),
      "GET / under other": exact(0.5),
    };
    const estimate = estimateModel(
      { path: "x.yaml", model: two, diagnostics: [] },
      engineOf(new Map([[two, figures]])),
      OPTIONS,
    );
    const result = assembleEstimate({ estimates: [estimate], head: HEAD });
    expect(result.reasons).toEqual([
      {
        code: "below-slo",
        verdict: "fail",
        model: "x.yaml",
        endpoint: "GET /",
        fault: "zone-down",
        message: "`GET /` is below its minimum under `zone-down`: 98.20% is 0.80 points below 99%",
      },
    ]);
    expect(result.models[0]?.endpoints[0]).toEqual({
      name: "GET /",
      head: exact(0.001),
      slo: { head: 0.995 },
      under: [
        { fault: "zone-down", head: exact(0.018), minimum: 0.99, verdict: "fail" },
        { fault: "other", head: exact(0.5), minimum: null, verdict: "pass" },
      ],
      verdict: "fail",
    });
    accepts(result);
  });
});
