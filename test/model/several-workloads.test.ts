import { describe, expect, it } from "vitest";
import type { Allowance } from "../../src/deployment/workload.ts";
import { build, lines, workload } from "./support.ts";

const spec = (workloads: string, more = "") => `version: 1
dependencies: [web -> pay]
services: { pay: { workload: ${workloads}${more} } }
endpoints: { e: { entry: web } }
`;
const LISTED = "[Deployment/pay, Deployment/pay-canary]";

const stable = workload({ name: "pay", count: 4 });
const canary = workload({ name: "pay-canary", count: 1 });

describe("workloads that serve together", () => {
  it("add up, each at its own line", async () => {
    const { model, matches, unclaimed, diagnostics } = await build(spec(LISTED), [stable, canary]);
    expect(lines(diagnostics).filter((one) => /error|warning/.test(one))).toEqual([]);
    expect(matches.get("pay")).toEqual([stable, canary]);
    expect(unclaimed).toEqual([]);
    const pay = model?.services.find(({ name }) => name === "pay");
    expect(pay?.replicas).toHaveLength(5);
    expect(pay?.origin).toMatchObject({
      workload: "Deployment/pay + Deployment/pay-canary",
      replicasFrom: "manifest",
      parts: [
        { workload: "Deployment/pay", replicas: 4, place: stable.replicas.place },
        { workload: "Deployment/pay-canary", replicas: 1, place: canary.replicas.place },
      ],
    });
  });

  it("are a majority of all of them, and have a list of availabilities together", async () => {
    const { model } = await build(spec(LISTED, ", quorum: majority"), [stable, canary]);
    expect(model?.services.find(({ name }) => name === "pay")?.quorum).toBe(3);
    const listed = ", replicaAvailability: [99%, 99%, 99%, 99%]";
    expect(lines((await build(spec(LISTED, listed), [stable, canary])).diagnostics)[0]).toContain(
      "lists 4 for 5 replicas",
    );
  });

  it("count once where two names mean one", async () => {
    const shop = workload({ name: "pay", namespace: "shop", count: 4 });
    const text = spec("[Deployment/pay, Deployment/shop/pay]");
    expect(
      (await build(text, [shop])).model?.services.find(({ name }) => name === "pay")?.replicas,
    ).toHaveLength(4);
  });

  it.each<[string, string]>([
    ["[Deployment/pay, Deployment/gone]", "3:47 error unknown-workload"],
    [
      "[Deployment/pay, Deployment/pay]",
      "3:47 error contradiction: `Deployment/pay` is listed twice",
    ],
    ["[Deployment/pay, StatefulSte/pay]", "3:47 error unknown-kind"],
    ["[]", "3:30 error"],
  ])("%s is an error of that one", async (workloads, error) => {
    const told = await build(spec(workloads), [stable, canary]).then(
      ({ diagnostics }) => lines(diagnostics).join("\n"),
      (thrown: Error) => thrown.message,
    );
    expect(told).toContain(error);
  });

  it("are an error where one of them cannot be told", async () => {
    const place = { file: "odd.yaml", line: 7, column: 3 };
    const odd = { ...canary, replicas: { ...canary.replicas, count: null, problem: "no", place } };
    expect(lines((await build(spec(LISTED), [stable, odd])).diagnostics)).toEqual([
      "odd.yaml:7:3 error bad-replicas: no",
    ]);
    const most = workload({ name: "pay", count: 10_000 });
    expect(lines((await build(spec(LISTED), [most, canary])).diagnostics)[0]).toContain(
      "have 10001 replicas together",
    );
  });

  it("are shared with another service once any is", async () => {
    const text = `${spec(LISTED)}`.replace(
      "services: {",
      "services: { web: { workload: Deployment/pay-canary },",
    );
    const { diagnostics } = await build(text, [stable, canary]);
    expect(lines(diagnostics).filter((one) => one.includes("shared-workload"))).toEqual([
      expect.stringContaining("both run as `Deployment/pay-canary`"),
    ]);
  });
});

describe("what may go of workloads that serve together", () => {
  const budget = (line: number, beside: number): Allowance => ({
    kind: "maxUnavailable",
    amount: 2,
    least: 0,
    beside,
    place: { file: "pdb.yaml", line, column: 1 },
  });
  const faults = "faults: { roll: { rollout: [pay] }, drain: { drain: [pay] } }\n";
  const disruption = async (...drains: readonly (Allowance | null)[]) => {
    const [one, other] = [stable, canary].map((of, i) => ({
      ...of,
      disruption: { ...of.disruption, drain: drains[i] ?? null },
    }));
    const { model } = await build(spec(LISTED) + faults, [one!, other!]);
    return model?.services.find(({ name }) => name === "pay")?.disruption;
  };

  it("is what each loses, all at once", async () => {
    // 25% of 4, and of 1; one of each, which no budget keeps.
    expect(await disruption()).toEqual({ rollout: 1, drain: 2 });
    expect(await disruption(budget(1, 0))).toEqual({ rollout: 1, drain: 3 });
    expect(await disruption(budget(1, 0), budget(2, 0))).toEqual({ rollout: 1, drain: 3 });
  });

  it("is what one budget over all of them lets go", async () => {
    expect(await disruption(budget(1, 1), budget(1, 4))).toEqual({ rollout: 1, drain: 2 });
    const least = (beside: number): Allowance => ({
      ...budget(1, beside),
      kind: "minAvailable",
      amount: 3,
    });
    // Of five, two may go; with three more of somebody else's under it, all five.
    expect(await disruption(least(1), least(4))).toEqual({ rollout: 1, drain: 2 });
    expect(await disruption(least(4), least(7))).toEqual({ rollout: 1, drain: 5 });
  });
});

describe("services that may have no replicas", () => {
  it("are told once, at the first, and count what they are woken to", async () => {
    const asleep = (name: string) => {
      const one = workload({ name, count: 1 });
      return { ...one, replicas: { ...one.replicas, toZero: true } as const };
    };
    const text = "version: 1\ndependencies: [web -> pay]\nendpoints: { e: { entry: web } }\n";
    const { diagnostics } = await build(text, [asleep("web"), asleep("pay")]);
    expect(diagnostics.filter(({ code }) => code === "scales-to-zero")).toMatchObject([
      { severity: "notice", message: expect.stringContaining("2 services (`web`, `pay`)") },
    ]);
    const awake = await build(text, [workload({ name: "web" }), workload({ name: "pay" })]);
    expect(awake.diagnostics.map(({ code }) => code)).not.toContain("scales-to-zero");
  });
});
