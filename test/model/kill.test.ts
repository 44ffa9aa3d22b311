import { describe, expect, it } from "vitest";
import { builtModel, told, workload } from "./support.ts";

const head = `version: 1
dependencies: [web -> pay, pay ~> log, pay -> bank]
services: { bank: { external: 99% }, pay: { replicas: 3, placement: { zone: spread } } }
domains: { zone: { members: [a, b], availability: 99% }, mesh: { availability: 99%, covers: all } }
endpoints: { e: { entry: web } }
`;
const fault = (text: string) => `${head}faults:\n  f: ${text}\n`;

describe("kill", () => {
  const dead = async (kill: string, replicas: number) => {
    const { faults } = await builtModel(
      `version: 1\ndependencies: [web -> pay, web -> bank]\nservices: { bank: { external: 99% } }\nendpoints: { e: { entry: web } }\nfaults: { f: { kill: ${kill} } }\n`,
      [workload({ name: "pay", count: replicas }), workload({ name: "web", count: 4 })],
    );
    return faults[0]?.kill;
  };

  it("takes a share of all replicas but those of third parties", async () => {
    // bank 0, web 1, pay 2
    expect(await dead("{ fraction: 30% }", 3)).toMatchObject({ among: [1, 2], dead: 3 });
  });

  it.each([
    ["{ fraction: 30%, among: [pay] }", 10, 3],
    ["{ fraction: 7%, among: [pay] }", 100, 7],
    ["{ fraction: 29%, rounding: floor, among: [pay] }", 100, 29],
    ["{ fraction: 30%, among: [pay] }", 7, 3],
    ["{ fraction: 30%, rounding: ceil, among: [pay] }", 7, 3],
    ["{ fraction: 30%, rounding: floor, among: [pay] }", 7, 2],
    ["{ fraction: 30%, rounding: round, among: [pay] }", 7, 2],
    ["{ fraction: 0.5, rounding: round, among: [pay] }", 5, 3],
    ["{ fraction: 0%, minimum: 2, among: [pay] }", 5, 2],
    ["{ fraction: 90%, minimum: 2, among: [pay] }", 5, 5],
    ["{ fraction: 10%, minimum: 9, among: [pay] }", 5, 5],
    ["{ fraction: 100%, among: [pay, pay] }", 3, 3],
    ["{ fraction: 100%, among: [pay] }", 0, 0],
    ["{ fraction: 1e-90, rounding: ceil, among: [pay] }", 5, 1],
  ])("%s of %d replicas is %d", async (kill, replicas, expected) => {
    expect(await dead(kill, replicas)).toMatchObject({ among: [2], dead: expected });
  });

  it.each([
    ["{ kill: { fraction: 30% }, down: [zone/a, bank, 'web -> pay'], override: { mesh: 1% } }", []],
    [
      "{ kill: { fraction: 30% }, down: [web, zone/a], override: { pay: { replicaAvailability: 1% } } }",
      [
        "7:8 error contradiction: `kill` and `down` both decide over the replicas of `web`; set `among` to the services to kill of",
        "7:8 error contradiction: `kill` and `override` both decide over the replicas of `pay`; set `among` to the services to kill of",
      ],
    ],
    [
      "{ kill: { fraction: 30%, among: [web, log] }, down: [web], override: { log: 1%, pay: 1% }, rollout: [web, pay] }",
      [
        "7:8 error contradiction: `kill` and `down` both decide over the replicas of `web`; remove it from one of the two",
        "7:8 error contradiction: `kill` and `override` both decide over the replicas of `log`; remove it from one of the two",
        "7:8 error contradiction: `kill` and `rollout` both decide over the replicas of `web`; remove it from one of the two",
        "7:112 error contradiction: `pay` is overridden as a whole and has no replicas to take away; remove it here",
      ],
    ],
    [
      "{ kill: { fraction: 30%, among: [web] }, drain: [web] }",
      [
        "7:8 error contradiction: `kill` and `drain` both decide over the replicas of `web`; remove it from one of the two",
      ],
    ],
    [
      "{ kill: { fraction: 30%, among: [web] }, drain: each }",
      [
        "7:47 error contradiction: `drain: each` beside `kill`: both decide over all replicas; make them two faults",
      ],
    ],
    [
      "{ kill: { fraction: 30%, among: [web] }, rollout: each }",
      [
        "7:47 error contradiction: `rollout: each` beside `kill`: both decide over all replicas; make them two faults",
      ],
    ],
    [
      "{ kill: { fraction: 30%, among: [wbe, bank] } }",
      [
        "7:39 error unknown-service: unknown service `wbe`; did you mean `web`?",
        "7:44 error contradiction: `bank` is external and has no replicas to take away; remove it here",
      ],
    ],
    [
      "{ kill: { fraction: 30, rounding: up, minimum: -1, among: [] } }",
      [
        "7:26 error invalid-value: `fraction: 30` is above 1; did you mean 30%?",
        "7:40 error invalid-value: `rounding: up` must be `floor`, `ceil` or `round`",
        "7:53 error invalid-value: `minimum: -1` must be at least 0",
        "7:64 error invalid-value: `among` must not be empty",
      ],
    ],
    ["{ kill: {} }", ["7:8 error missing-key: `kill` has no `fraction`; add it"]],
  ])("refuses what also decides: %s", async (text, expected) => {
    expect(await told(fault(text))).toEqual(expected);
  });
});
