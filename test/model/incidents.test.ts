import { describe, expect, it } from "vitest";
import { builtModel, told } from "./support.ts";

const head = `version: 1
dependencies: [web -> pay, pay ~> log, pay -> bank]
services: { bank: { external: 99% }, pay: { replicas: 3, placement: { zone: spread } } }
domains: { zone: { members: [a, b], availability: 99% }, mesh: { availability: 99%, covers: all } }
endpoints: { e: { entry: web } }
`;

describe("incidents", () => {
  const incidents = (list: string) => `${head}incidents:\n${list}`;

  it("change what a fault can, with their own probability", async () => {
    const { incidents: found } = await builtModel(
      incidents(
        "  - { probability: 0.1%, down: [mesh] }\n  - { probability: 0.02, override: { web -> pay: 50% }, down: [pay] }\n",
      ),
    );
    expect(found).toEqual([
      {
        probability: { p: 0.001, q: 0.999 },
        overrides: [],
        down: [{ kind: "member", member: 2 }],
        place: { file: "availability.yaml", line: 7, column: 5 },
      },
      {
        probability: { p: 0.02, q: 0.98 },
        overrides: [{ kind: "dependency", dependency: 0, up: { p: 0.5, q: 0.5 } }],
        down: [{ kind: "service", service: 1 }],
        place: { file: "availability.yaml", line: 8, column: 5 },
      },
    ]);
  });

  it("may fill all the time, and no more", async () => {
    const share = (probability: string) => `  - { probability: ${probability}, down: [mesh] }\n`;
    // In doubles these are above 1.
    const all = ["0.33", "56%", "0.11"].map(share).join("");
    expect(await told(incidents(all))).toEqual([]);
    expect(await told(incidents(all + share("1e-40") + share("50%")))).toEqual([
      "10:5 error contradiction: the probabilities of `incidents` up to here sum to 1.0000000000000000000000000000000000000001, above 1, and only one of them is at a time; lower them",
    ]);
  });

  it.each([
    ["  - mesh\n", ["7:5 error invalid-value: an item of `incidents` must be a map"]],
    [
      "  - { probability: 1%, down: [[mesh]] }\n",
      ["7:31 error invalid-value: an item of `down` must be text"],
    ],
    [
      "  - { probability: 1% }\n  - { probability: 1%, override: { x: 1% } }\n",
      [
        "7:5 error missing-key: an incident changes something; add `down` or `override`",
        "8:36 error unknown-target: unknown target `x`; name a service, a dependency, a domain or a `domain/member`",
      ],
    ],
    [
      "  - { down: [zoen] }\n  - { probability: 1, down: [] }\n  - { probability: 1%, down: [mesh], worstOf: zone }\n",
      [
        "7:5 error missing-key: `incidents` has no `probability`; add it",
        "8:29 error invalid-value: `down` must not be empty",
        "9:5 error contradiction: the probabilities of `incidents` up to here sum to 1.01, above 1, and only one of them is at a time; lower them",
        "9:38 error unknown-key: unknown key `worstOf` in `incidents`; known here: probability, down, override",
      ],
    ],
  ])("refuse\n%s", async (list, expected) => {
    expect(await told(incidents(list))).toEqual(expected);
  });
});
