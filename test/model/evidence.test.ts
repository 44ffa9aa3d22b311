import { describe, expect, it } from "vitest";
import { driftWarning, estimateOf, isOutside } from "../../src/model/evidence.ts";
import { build, builtModel, lines, loadText } from "./support.ts";

const place = { file: "availability.yaml", line: 1, column: 1 };
const seen = (good: number, total: number) => ({ good, total, until: null, place });

const spec = (line: string, service = "{}", more = "") =>
  `version: 1\ndependencies: [${line}]\nservices: { pay: ${service} }\n${more}endpoints: { e: { entry: web } }\n`;
const channelOf = async (line: string, more = "") =>
  (await builtModel(spec(line, "{}", more))).dependencies[0]!.channels[0]!;
const payOf = async (service: string, more = "") =>
  (await builtModel(spec("web -> pay", service, more))).services.find((one) => one.name === "pay")!;

describe("evidence of a dependency", () => {
  it("replaces a default outside of its interval, each side of the count by itself", async () => {
    const channel = await channelOf(
      "web -> pay: { evidence: { good: 9953, total: 10000, until: 2026-11-01 } }",
    );
    expect(channel).toMatchObject({
      up: { p: 9953 / 10000, q: 47 / 10000 },
      availabilityFrom: "evidence",
      evidence: { good: 9953, total: 10000, until: "2026-11-01" },
      place: { line: 2, column: 40 },
    });
    expect(channel.place).toEqual(channel.evidence?.place);
  });

  it("leaves a default within its interval, built in or set", async () => {
    // No failure in 1,000 calls says nothing against 99.99%.
    expect(await channelOf("web -> pay: { evidence: { good: 1000, total: 1000 } }")).toMatchObject({
      up: { p: 0.9999, q: 0.0001 },
      availabilityFrom: "default",
      evidence: { good: 1000, total: 1000 },
    });
    const set = "defaults: { dependencyAvailability: 99.5% }\n";
    const line = "web -> pay: { evidence: { good: 9953, total: 10000 } }";
    expect(await channelOf(line, set)).toMatchObject({
      up: { q: 0.005 },
      availabilityFrom: "default",
    });
    expect(await channelOf(line, "defaults: { dependencyAvailability: 99% }\n")).toMatchObject({
      up: { q: 0.0047 },
      availabilityFrom: "evidence",
    });
  });

  it("leaves what a person set, and tells where it lies outside", async () => {
    const line = (availability: string) =>
      `web -> pay: { availability: ${availability}, evidence: { good: 99953, total: 100000 } }`;
    const inside = await build(spec(line("99.95%")));
    expect(inside.model?.dependencies[0]?.channels[0]).toMatchObject({
      up: { p: 0.9995, q: 0.0005 },
      availabilityFrom: "spec",
      evidence: { good: 99953 },
    });
    expect(lines(inside.diagnostics).filter((one) => one.includes("evidence"))).toEqual([]);
    const outside = await build(spec(line("99.99%")));
    expect(outside.model?.dependencies[0]?.channels[0]?.up.q).toBe(0.0001);
    expect(lines(outside.diagnostics)).toContainEqual(
      "2:44 warning evidence-drift: `availability` of `web -> pay` is 99.99%, outside of what was observed: 99953 of 100000, so between 99.938% and 99.965% (95%); correct it, or remove it for the evidence to give it",
    );
  });

  it("is that of the line which gives the channel its availability", async () => {
    const { dependencies } = await builtModel(
      spec(
        "{ web -> pay: { operation: a, evidence: { good: 9900, total: 10000 } } }, { web -> pay: { operation: b, evidence: { good: 9800, total: 10000 } } }, { web -> pay: { operation: c, independent: true, evidence: { good: 10000, total: 10000 } } }",
      ),
    );
    expect(dependencies[0]?.channels).toMatchObject([
      { up: { q: 0.02 }, evidence: { good: 9800 } },
      { up: { q: 0.0001 }, evidence: { good: 10000 } },
    ]);
  });
});

describe("evidence of a service", () => {
  it("replaces a default θ outside of its interval, for all replicas", async () => {
    expect(await payOf("{ replicas: 2, evidence: { good: 970, total: 1000 } }")).toMatchObject({
      replicas: [{ p: 0.97, q: 0.03 }, { q: 0.03 }],
      origin: {
        replicaAvailabilityFrom: "evidence",
        evidence: { good: 970, total: 1000 },
        replicaAvailabilityPlace: { line: 3, column: 43 },
      },
    });
    expect(await payOf("{ evidence: { good: 999, total: 1000 } }")).toMatchObject({
      replicas: [{ q: 0.001 }],
      origin: { replicaAvailabilityFrom: "default", evidence: { good: 999 } },
    });
  });

  it("says nothing against a list, and something against one value for all", async () => {
    const list = await build(
      spec(
        "web -> pay",
        "{ replicas: 2, replicaAvailability: [99.9%, 50%], evidence: { good: 9, total: 1000 } }",
      ),
    );
    expect(list.model?.services.find(({ name }) => name === "pay")?.replicas[1]?.q).toBe(0.5);
    expect(lines(list.diagnostics).filter((one) => one.includes("drift"))).toEqual([]);
    const third = await build(
      spec("web -> pay", "{ external: 99.95%, evidence: { good: 990, total: 1000 } }"),
    );
    expect(lines(third.diagnostics)).toContainEqual(
      expect.stringContaining(
        "evidence-drift: `external` of `pay` is 99.95%, outside of what was observed: 990 of 1000",
      ),
    );
  });
});

describe("an estimate", () => {
  it("is the mean of the posterior where nothing failed, or nothing worked", () => {
    expect(estimateOf(seen(1000, 1000))).toEqual({ p: 1000.5 / 1001, q: 0.5 / 1001 });
    expect(estimateOf(seen(0, 4))).toEqual({ p: 0.1, q: 0.9 });
  });

  it("keeps the digits of a small share", () => {
    expect(estimateOf(seen(999_999_999, 1_000_000_000)).q).toBe(1e-9);
  });

  it("of nothing speaks against nothing", () => {
    expect(isOutside({ p: 1, q: 0 }, seen(0, 0))).toBe(false);
    expect(isOutside({ p: 0, q: 1 }, seen(0, 0))).toBe(false);
    expect(driftWarning({ key: "x", of: "y" }, { p: 0, q: 1 }, seen(0, 0), place)).toEqual([]);
  });

  it("never speaks against certainty before the first failure", () => {
    expect(isOutside({ p: 1, q: 0 }, seen(5000, 5000))).toBe(false);
    expect(isOutside({ p: 1, q: 0 }, seen(4999, 5000))).toBe(true);
  });
});

describe("the text of evidence", () => {
  it("is refused where more was good than there was", async () => {
    const { diagnostics } = await loadText(
      spec("web -> pay: { evidence: { good: 11, total: 10 } }"),
    );
    expect(lines(diagnostics)).toEqual([
      "2:48 error invalid-evidence: `good` (11) is more than `total` (10); give the calls that succeeded, and all of them",
    ]);
  });
});
