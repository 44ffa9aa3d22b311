import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCli } from "./run-cli.ts";
import { ACTION_NODE } from "./runtimes.ts";
import { edited } from "./shop.ts";
import { lay, ZONED_SHOP, ZONED_SPEC } from "./zoned-shop.ts";

const scratch = mkdtempSync(join(tmpdir(), "availability-gate-errors-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("a mistake in what fails together, or in what if", { timeout: 60_000 }, () => {
  it.each<[string, string, string, string]>([
    [
      "a way to place that there is not",
      "{ zone: spread }",
      "{ zone: scattered }",
      "6:22: error: `zone: scattered` must be `spread`, `packed` or a list of members",
    ],
    [
      "a member without its figure",
      ", c: 99.7% }",
      " }",
      "8:27: error: `availability` says nothing of the member `c`; add it, or write one for all",
    ],
    [
      "a percentage without its sign",
      "mesh: { availability: 99.99%,",
      "mesh: { availability: 99.99,",
      "9:25: error: `availability: 99.99` is above 1; did you mean 99.99%?",
    ],
    [
      "a third party in a zone",
      "{ external: 99.95% }",
      "{ external: 99.95%, placement: { zone: packed } }",
      "11:29: error: `placement` beside `external`: a third party is in no domain; remove one of the two",
    ],
    [
      "two ways to say how many end in time",
      "onTime: 98%,",
      "onTime: 98%, after: 1s, latency: { p50: 40ms, p99: 350ms },",
      "14:52: error: `onTime` beside `after`: each says how many calls end in time; remove one",
    ],
    [
      "a zone that nobody listed",
      "[zone/a]",
      "[zone/d]",
      "17:25: error: unknown target `zone/d`; did you mean `zone/a`?",
    ],
    [
      "a domain that is mistyped",
      "worstOf: zone",
      "worstOf: zoen",
      "18:29: error: unknown domain `zoen`; did you mean `zone`?",
    ],
    [
      "a dependency that is mistyped",
      '"payment -> bank": 90%',
      '"payment -> bnak": 90%',
      "19:28: error: unknown dependency `payment -> bnak`; did you mean `payment -> bank`?",
    ],
    [
      "a rollout during a drain",
      "{ rollout: each }",
      "{ rollout: each, drain: each }",
      "20:36: error: `rollout` beside `drain`: a fault has one of the two; make them two faults",
    ],
    [
      "more than all killed",
      "fraction: 30%",
      "fraction: 130%",
      "22:40: error: `fraction: 130%` is above 100%; lower it",
    ],
    [
      "incidents for more than all of the time",
      "incidents:",
      "incidents:\n  - { probability: 99.95%, down: [cart] }",
      "25:5: error: the probabilities of `incidents` up to here sum to 1.0005, above 1, and only one of them is at a time; lower them",
    ],
    [
      "a promise under a fault that there is not",
      "brown-out: 85%",
      "brownout: 85%",
      "31:7: error: unknown fault `brownout`; did you mean `brown-out`?",
    ],
  ])("%s: one line, with the place and the remedy", (name, from, to, line) => {
    const folder = join(scratch, name);
    const text = edited(from, to, ZONED_SPEC);
    lay(folder, { ...ZONED_SHOP, "availability.yaml": text });
    const { status, stdout, stderr } = runCli(ACTION_NODE, folder, ["estimate"]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toBe(`availability.yaml:${line}\n`);
  });
});
