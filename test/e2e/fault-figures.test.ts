import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Result } from "../../src/gate/result.ts";
import { runCli } from "./run-cli.ts";
import { ACTION_NODE } from "./runtimes.ts";
import { edited } from "./shop.ts";
import { availability, killedThree, STEADY, without } from "./zoned-oracle.ts";
import { budgeted, lay, ZONED_SHOP, ZONED_SPEC } from "./zoned-shop.ts";

const scratch = mkdtempSync(join(tmpdir(), "availability-gate-faults-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const [a, b, c] = STEADY.zones;
const SERVICES = ["frontend", "cart", "payment"] as const;

describe("estimate, of a shop with zones and faults", { timeout: 60_000 }, () => {
  const shop = join(scratch, "shop");
  beforeAll(() => lay(shop, ZONED_SHOP));
  const estimate = (folder: string, format = "json") =>
    runCli(ACTION_NODE, folder, ["estimate", "--format", format]);
  const row = (text: string) => {
    const result: Result = JSON.parse(text);
    return result.models[0]?.endpoints[0];
  };

  it.each<[string, number]>([
    ["no fault", availability(STEADY)],
    ["zone-a-down", availability({ ...STEADY, zones: [0, b, c] })],
    [
      "any-zone-down",
      Math.min(
        ...(
          [
            [0, b, c],
            [a, 0, c],
            [a, b, 0],
          ] as const
        ).map((zones) => availability({ ...STEADY, zones })),
      ),
    ],
    ["brown-out", availability({ ...STEADY, bank: 0.9 })],
    ["rolling-update", Math.min(...SERVICES.map((service) => without(service, 1)))],
    ["node-drain", Math.min(...SERVICES.map((service) => without(service, 1)))],
    ["kill-30-percent", killedThree()],
  ])("under %s: what the sum over all that may fail says", (fault, expected) => {
    const { status, stdout, stderr } = estimate(shop);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const found = row(stdout);
    const figure =
      fault === "no fault" ? found?.head : found?.under?.find((one) => one.fault === fault)?.head;
    expect(figure?.method).toBe("exact");
    expect(figure?.availability).toBeCloseTo(expected, 12);
    expect(figure?.unavailability).toBeCloseTo(1 - expected, 12);
  });

  it("tells each figure beside what is promised under its fault", () => {
    const { status, stdout, stderr } = estimate(shop, "text");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^✓ Availability: 1 endpoint, none below a promise\n/);
    for (const line of [
      /^ {5}POST \/checkout {2}zone-a-down +99\.\d\d% +–$/m,
      /✓ {2}POST \/checkout {2}any-zone-down +99\.\d\d% +99%$/m,
      /✓ {2}POST \/checkout {2}kill-30-percent +96\.\d\d% +80%$/m,
    ]) {
      expect(stdout).toMatch(line);
    }
  });

  it("exits with 1 where only a promise under a fault is broken", () => {
    const folder = join(scratch, "packed");
    const spec = edited("zone: spread", "zone: packed", ZONED_SPEC);
    lay(folder, { ...ZONED_SHOP, "availability.yaml": spec });
    const { status, stdout } = estimate(folder);
    const found = row(stdout);
    expect(status).toBe(1);
    expect(found?.head?.availability).toBeGreaterThan(0.99);
    const broken = found?.under?.filter(({ verdict }) => verdict === "fail");
    expect(broken).toMatchObject([
      { fault: "any-zone-down", minimum: 0.99, head: { availability: 0, unavailability: 1 } },
    ]);
    expect(estimate(folder, "text").stdout).toMatch(/✗ .*any-zone-down +0% +99%/);
  });

  it("says what it had to assume", () => {
    const folder = join(scratch, "assumed");
    const [deployment = ""] = budgeted("payment").split("---\n");
    const spec = edited("  placement: { zone: spread }\n", "", ZONED_SPEC).replace(
      "services:",
      "services:\n  payment: { placement: { zone: packed } }",
    );
    lay(folder, { ...ZONED_SHOP, "availability.yaml": spec, "deploy/payment.yaml": deployment });
    const result: Result = JSON.parse(estimate(folder).stdout);
    const codes = result.models[0]?.diagnostics.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(["unplaced", "no-disruption-budget"]));
  });
});
