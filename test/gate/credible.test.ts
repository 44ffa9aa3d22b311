import { describe, expect, it } from "vitest";
import { engine } from "../../src/flow/engine.ts";
import { estimateModel } from "../../src/gate/assemble.ts";
import { gateModel } from "../../src/gate/compare-models.ts";
import { credibleEstimate, credibleJudgement } from "../../src/gate/credible.ts";
import type { Model, Service } from "../../src/model/model.ts";
import { builtModel } from "../model/support.ts";
import { layered } from "./limits/hard.ts";
import { comparison, engineOf, exact, OPTIONS, valid } from "./models.ts";

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

  it("is held to the stricter of two SLOs, and base to its own", async () => {
    const promising = async (slo: string, good: number): Promise<Model> => {
      const one = await shop(line(good));
      const q = Number(slo);
      const endpoints = one.endpoints.with(0, { ...one.endpoints[0]!, slo: { p: 1 - q, q } });
      return { ...one, endpoints };
    };
    const of = async (base: string, head: string) => {
      const judged = await judge(await promising(base, 9948), await promising(head, 9946));
      const [pay] = judged.model.endpoints;
      return [pay!.base!.credible!.probability, pay!.head!.credible!.probability];
    };
    const [strict, loose] = [await of("0.005", "0.005"), await of("0.006", "0.006")];
    expect(strict[0]).not.toBe(loose[0]);
    expect(strict[1]).not.toBe(loose[1]);
    expect(await of("0.006", "0.005")).toEqual([loose[0], strict[1]]);
    expect(await of("0.005", "0.006")).toEqual(strict);
  });

  it("takes a spec that is new by itself, and leaves what is gone", async () => {
    const one = await shop(line(9900));
    const added = comparison({ head: valid(one) });
    const [pay, cart] = credibleJudgement(gateModel(added, engine, OPTIONS), added, 1).model
      .endpoints;
    expect(pay?.head?.credible?.probability).toBeLessThan(0.5);
    expect(pay?.base).toBeNull();
    expect(pay).not.toHaveProperty("deltaCredible");
    expect(cart?.head).not.toHaveProperty("credible");
    const gone = comparison({ base: valid(one) });
    const removed = gateModel(gone, engine, OPTIONS);
    expect(credibleJudgement(removed, gone, 1)).toBe(removed);
    const less = { ...one, endpoints: one.endpoints.slice(1) };
    const judged = await judge(one, less);
    const old = judged.model.endpoints.find(({ name }) => name === "GET /")!;
    expect(old.change).toBe("removed");
    expect(old.base).not.toHaveProperty("credible");
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

  it("is held to what each endpoint promises, and leaves a figure that is drawn", async () => {
    const model = await shop(line(9950), 2, ", GET /free: { entry: web, calls: [pay] }");
    const input = { path: "availability.yaml", model, diagnostics: [] };
    const plain = estimateModel(input, engine, OPTIONS);
    const [pay, , free] = credibleEstimate(plain, input, 1).model.endpoints;
    expect(pay?.head.credible?.probability).toBeGreaterThan(0);
    expect(free?.head.credible).not.toHaveProperty("probability");
    const drawn = plain.model.endpoints.map((one) => ({
      ...one,
      head: { ...one.head, method: "monte-carlo" as const },
    }));
    const sampled = credibleEstimate(
      { ...plain, model: { ...plain.model, endpoints: drawn } },
      input,
      1,
    );
    expect(sampled.model.endpoints).toEqual(drawn);
  });

  it("is left as it is where nothing was observed", async () => {
    const input = { path: "availability.yaml", model: await shop("web -> pay"), diagnostics: [] };
    const plain = estimateModel(input, engine, OPTIONS);
    expect(credibleEstimate(plain, input, 1)).toBe(plain);
  });
});

describe("what takes too long to evaluate so often", () => {
  const told = { severity: "warning", code: "told-before", message: "x" } as const;
  const observed = (one: Service): Service => {
    const evidence = { good: 999, total: 1000, until: null, place: one.origin.place };
    const origin = { ...one.origin, replicaAvailabilityFrom: "evidence" as const, evidence };
    return one.name === "web" ? { ...one, origin } : one;
  };
  /** So many endpoints that are dear, alike but for their names. */
  const dear = (count: number, given = observed): Model => {
    const one = layered({ p: 0.5, q: 0.5 }, given);
    const endpoints = Array.from({ length: count }, (_, at) => ({
      ...one.endpoints[0]!,
      name: `e${at}`,
    }));
    return { ...one, endpoints };
  };
  const figure = exact(0.6);

  it.each([
    [1, "1 endpoint has"],
    [2, "2 endpoints have"],
  ])("is counted, once for each endpoint: %d", (count, which) => {
    const model = dear(count);
    const input = { path: "availability.yaml", model, diagnostics: [told] };
    const endpoints = model.endpoints.map(({ name }) => ({
      name,
      head: figure,
      slo: { head: 0.5 },
      under: [],
      verdict: "fail" as const,
    }));
    const estimate = {
      model: { path: input.path, verdict: "fail" as const, endpoints, diagnostics: [told] },
      reasons: [],
    };
    const notice = {
      severity: "notice",
      code: "no-credible-interval",
      message: `${which} no credible interval: what the evidence leaves open takes too long to evaluate, or the figure is not exact`,
    };
    const found = credibleEstimate(estimate, input, 1);
    expect(found.model.endpoints).toEqual(endpoints);
    expect(found.model.diagnostics).toEqual([told, notice]);
    // At base, at head, or at both.
    const plain = (one: Service) => one;
    for (const [base, head] of [
      [model, dear(count)],
      [dear(count, plain), model],
      [model, dear(count, plain)],
    ] as const) {
      const figures = Object.fromEntries(head.endpoints.map(({ name }) => [name, figure]));
      const better = Object.fromEntries(head.endpoints.map(({ name }) => [name, exact(0.55)]));
      const known = engineOf(
        new Map([
          [base, better],
          [head, figures],
        ]),
      );
      const both = comparison({ base: valid(base), head: valid(head), diagnostics: [told] });
      const judged = credibleJudgement(gateModel(both, known, OPTIONS), both, 1);
      expect(judged.model.diagnostics).toEqual([told, notice]);
      for (const one of judged.model.endpoints) {
        expect(one).not.toHaveProperty("deltaCredible");
        expect(one.base).not.toHaveProperty("credible");
        expect(one.head).not.toHaveProperty("credible");
      }
    }
  });
});
