import { describe, expect, it } from "vitest";
import { engine } from "../../src/flow/engine.ts";
import { estimateModel } from "../../src/gate/assemble.ts";
import { gateModel } from "../../src/gate/compare-models.ts";
import { credibleEstimate, credibleJudgement } from "../../src/gate/credible.ts";
import { builtModel } from "../model/support.ts";
import { comparison, OPTIONS, valid } from "./models.ts";

const seen = (good: number, total: number) => `evidence: { good: ${good}, total: ${total} }`;
const shop = (line: string, replicas = 2, more = "") =>
  builtModel(
    `version: 1\ndependencies: [${line}, web -> cart]\nservices: { web: { replicas: 3 }, pay: { replicas: ${replicas}, replicaAvailability: 99% } }\nendpoints: { GET /: { entry: web, calls: [pay], slo: 99.5% }, GET /cart: { entry: web, calls: [cart], slo: 99% }${more} }\n`,
  );
const line = (good: number, total = 10000) => `web -> pay: { ${seen(good, total)} }`;

async function judge(before: Awaited<ReturnType<typeof shop>>, after: typeof before) {
  const input = comparison({ base: valid(before), head: valid(after), carried: before });
  return credibleJudgement(gateModel(input, engine, OPTIONS), input, 1);
}

describe("a judgement of figures that rest on evidence", () => {
  it("has beside them what they may be, and the same verdict", async () => {
    const [base, head] = [await shop(line(9970)), await shop(line(9970), 1)];
    const input = comparison({ base: valid(base), head: valid(head), carried: head });
    const plain = gateModel(input, engine, OPTIONS);
    const judged = credibleJudgement(plain, input, 1);
    expect(judged.reasons).toEqual(plain.reasons);
    const [pay, cart] = judged.model.endpoints;
    expect(pay?.verdict).toBe(plain.model.endpoints[0]?.verdict);
    const { credible } = pay!.head!;
    expect(credible?.interval[0]).toBeLessThan(pay!.head!.availability);
    expect(credible?.interval[1]).toBeGreaterThan(pay!.head!.availability);
    expect(credible?.probability).toBe(0);
    expect(credible?.most.component).toBe("web -> pay");
    expect(pay?.base?.credible?.probability).toBeGreaterThan(0.5);
    // The evidence is the same: that a replica is gone is all but certain.
    const { interval, probability } = pay!.deltaCredible!;
    expect(probability).toBe(1);
    expect(interval[1] - interval[0]).toBeLessThan(1e-4);
    expect(interval[0]).toBeLessThan(pay!.delta!);
    expect(interval[1]).toBeGreaterThan(pay!.delta!);
    // Nothing was observed of the way to the cart.
    expect(cart?.head).not.toHaveProperty("credible");
  });

  it("says nothing of endpoints that nobody is told of", async () => {
    const judged = await judge(await shop(line(9999, 20000)), await shop(line(9999, 20000)));
    const [pay] = judged.model.endpoints;
    expect(pay?.verdict).not.toBe("pass");
    expect(pay?.head).toHaveProperty("credible");
    expect(pay).not.toHaveProperty("deltaCredible");
    const fine = await judge(await shop(line(9990)), await shop(line(9990)));
    expect(fine.model.endpoints[0]?.verdict).toBe("pass");
    expect(fine.model.endpoints[0]?.head).not.toHaveProperty("credible");
  });

  it("is left as it is where nothing was observed", async () => {
    const [base, head] = [await shop("web -> pay"), await shop("web -> pay", 1)];
    const input = comparison({ base: valid(base), head: valid(head) });
    const plain = gateModel(input, engine, OPTIONS);
    expect(credibleJudgement(plain, input, 1)).toBe(plain);
  });

  it("compares with a base that rests on nothing observed, and takes new endpoints alone", async () => {
    const judged = await judge(
      await shop("web -> pay"),
      await shop(line(9900), 2, ", GET /new: { entry: web, calls: [pay] }"),
    );
    const [pay, , fresh] = judged.model.endpoints;
    expect(pay?.base).not.toHaveProperty("credible");
    expect(pay?.deltaCredible?.probability).toBe(1);
    expect(fresh?.head?.credible).not.toHaveProperty("probability");
    expect(fresh).not.toHaveProperty("deltaCredible");
  });
});

describe("an estimate of figures that rest on evidence", () => {
  it("has what they may be, and tells of those that take too long", async () => {
    const model = await shop(line(9970));
    const input = { path: "availability.yaml", model, diagnostics: [] };
    const estimate = credibleEstimate(estimateModel(input, engine, OPTIONS), input, 1);
    expect(estimate.model.endpoints[0]?.head.credible?.points).toBe(1024);
    expect(estimate.model.endpoints[1]?.head).not.toHaveProperty("credible");
    expect(estimate.model.diagnostics).toEqual([]);
  });
});
