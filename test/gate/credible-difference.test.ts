import { describe, expect, it } from "vitest";
import type { Estimate } from "../../src/availability/estimate.ts";
import { engine } from "../../src/flow/engine.ts";
import { gateModel } from "../../src/gate/compare-models.ts";
import { credibleJudgement } from "../../src/gate/credible.ts";
import type { Engine } from "../../src/gate/engine.ts";
import type { Model, Service } from "../../src/model/model.ts";
import { builtModel } from "../model/support.ts";
import { layered } from "./limits/hard.ts";
import { comparison, exact, OPTIONS, valid } from "./models.ts";

const OBSERVED = "web -> pay: { evidence: { good: 9900, total: 10000 } }";
const shop = (line: string, replicas = 3) =>
  builtModel(
    `version: 1\ndependencies: [${line}, web -> cart]\nservices: { web: { replicas: ${replicas} }, pay: { replicas: 2 } }\nendpoints: { e0: { entry: web, calls: [pay], slo: 99.5% }, e1: { entry: web, calls: [cart] } }\n`,
  );

/** A model that takes too long to evaluate so often. */
function dear(): Model {
  const observed = (one: Service): Service => {
    const evidence = { good: 999, total: 1000, until: null, place: one.origin.place };
    const origin = { ...one.origin, replicaAvailabilityFrom: "evidence" as const, evidence };
    return one.name === "web" ? { ...one, origin } : one;
  };
  const one = layered({ p: 0.5, q: 0.5 }, observed);
  return { ...one, endpoints: [{ ...one.endpoints[0]!, name: "e0" }] };
}

/** Of every endpoint the same. */
function telling(was: Estimate, now: Estimate): Engine {
  const no = (claims: readonly unknown[]) => claims.map(() => "no" as const);
  const difference = { delta: was.unavailability - now.unavailability };
  return {
    estimate: (_subject, _options, claims) => ({ estimate: now, decisions: no(claims) }),
    compare: (_base, _head, _options, claims) => ({
      base: was,
      head: now,
      difference,
      decisions: no(claims),
    }),
  };
}

function judge(base: Model, head: Model, by: Engine = engine) {
  const input = comparison({ base: valid(base), head: valid(head) });
  const plain = gateModel(input, by, OPTIONS);
  const { model } = credibleJudgement(plain, input, 1);
  return { plain: plain.model, told: model, of: (name: string) => endpointOf(model, name) };
}

function endpointOf({ endpoints }: ReturnType<typeof gateModel>["model"], name: string) {
  return endpoints.find((one) => one.name === name)!;
}

describe("the difference of figures that rest on evidence", () => {
  it("is told where those of base alone do", async () => {
    const { of, plain, told } = judge(await shop(OBSERVED), await shop("web -> pay"));
    const { delta, deltaCredible, base, head } = of("e0");
    expect(base).toHaveProperty("credible");
    expect(head).not.toHaveProperty("credible");
    expect(deltaCredible!.probability).toBe(0);
    expect(deltaCredible!.interval[0]).toBeLessThan(delta!);
    expect(deltaCredible!.interval[1]).toBeGreaterThan(delta!);
    // Nothing took too long.
    expect(told.diagnostics).toEqual(plain.diagnostics);
  });

  it("is told of no endpoint that rests on none, though it moved beside one that does", async () => {
    const { of } = judge(await shop(OBSERVED), await shop(OBSERVED, 1));
    expect(of("e0")).toHaveProperty("deltaCredible");
    expect(of("e1").delta).toBeLessThan(0);
    expect(of("e1")).not.toHaveProperty("deltaCredible");
  });

  it("is not told where either side takes too long", async () => {
    const [quick, slow] = [await shop(OBSERVED), dear()];
    const known = telling(exact(0.2), exact(0.3));
    const [later, earlier] = [judge(quick, slow, known), judge(slow, quick, known)];
    for (const e0 of [later.of("e0"), earlier.of("e0")]) {
      expect(e0.delta).toBeCloseTo(-0.1, 12);
      expect(e0).not.toHaveProperty("deltaCredible");
    }
    expect(later.of("e0").base).toHaveProperty("credible");
    expect(later.of("e0").head).not.toHaveProperty("credible");
    expect(earlier.of("e0").base).not.toHaveProperty("credible");
    expect(earlier.of("e0").head).toHaveProperty("credible");
  });

  it("is not told where either figure is drawn", async () => {
    const [base, head] = [await shop(OBSERVED), await shop("web -> pay")];
    const drawn = { ...exact(0.2), method: "monte-carlo" as const };
    const told = (was: Estimate, now: Estimate) => judge(base, head, telling(was, now)).of("e0");
    expect(told(exact(0.2), exact(0.3))).toHaveProperty("deltaCredible");
    expect(told(drawn, exact(0.3))).not.toHaveProperty("deltaCredible");
    expect(told(exact(0.3), drawn)).not.toHaveProperty("deltaCredible");
  });
});
