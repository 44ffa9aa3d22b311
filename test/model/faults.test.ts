import { describe, expect, it } from "vitest";
import { builtModel, told } from "./support.ts";

const head = `version: 1
dependencies: [web -> pay, pay ~> log, pay -> bank]
services: { bank: { external: 99% }, pay: { replicas: 3, placement: { zone: spread } } }
domains: { zone: { members: [a, b], availability: 99% }, mesh: { availability: 99%, covers: all } }
endpoints: { e: { entry: web } }
`;
const fault = (text: string) => `${head}faults:\n  f: ${text}\n`;

/** The one fault of the spec; services are bank 0, pay 1, web 2, log 3; members zone/a 0, zone/b 1, mesh 2. */
async function faultOf(text: string) {
  return (await builtModel(fault(text))).faults[0]!;
}

describe("faults", () => {
  it("stand in the order of the spec, each with its place", async () => {
    const { faults } = await builtModel(
      `${head}faults:\n  z: { down: [mesh] }\n  a: { rollout: each }\n`,
    );
    expect(faults).toEqual([
      {
        name: "z",
        overrides: [],
        down: [{ kind: "member", member: 2 }],
        rollout: null,
        drain: null,
        kill: null,
        worstOf: null,
        place: { file: "availability.yaml", line: 7, column: 3 },
      },
      {
        name: "a",
        overrides: [],
        down: [],
        rollout: "each",
        drain: null,
        kill: null,
        worstOf: null,
        place: { file: "availability.yaml", line: 8, column: 3 },
      },
    ]);
  });

  it("take down members, domains, services and dependencies, each once", async () => {
    const { down } = await faultOf("{ down: [zone/b, zone, web, 'pay   ~>  log', mesh, web] }");
    expect(down).toEqual([
      { kind: "member", member: 1 },
      { kind: "member", member: 0 },
      { kind: "service", service: 2 },
      { kind: "dependency", dependency: 1 },
      { kind: "member", member: 2 },
    ]);
  });

  it("override a dependency, members, a service, or its replicas", async () => {
    const { overrides } = await faultOf(
      "{ override: { 'web  -> pay': 65%, zone/a: 90%, mesh: 0.5, log: 99%, pay: { replicaAvailability: 98% }, bank: 0 } }",
    );
    expect(overrides).toEqual([
      { kind: "dependency", dependency: 0, up: { p: 0.65, q: 0.35 } },
      { kind: "member", member: 0, up: { p: 0.9, q: 0.1 } },
      { kind: "member", member: 2, up: { p: 0.5, q: 0.5 } },
      { kind: "external", service: 3, up: { p: 0.99, q: 0.01 } },
      { kind: "replicas", service: 1, up: { p: 0.98, q: 0.02 } },
      { kind: "external", service: 0, up: { p: 0, q: 1 } },
    ]);
    expect((await faultOf("{ override: { zone: 90% } }")).overrides).toMatchObject([
      { kind: "member", member: 0 },
      { kind: "member", member: 1 },
    ]);
  });

  it("roll out or drain each service, or these at once", async () => {
    expect(await faultOf("{ rollout: [log, pay, log] }")).toMatchObject({
      rollout: [3, 1],
      drain: null,
    });
    expect(await faultOf("{ drain: each }")).toMatchObject({ rollout: null, drain: "each" });
  });

  it("are the worst of a domain, also of one without members", async () => {
    expect((await faultOf("{ worstOf: zone }")).worstOf).toBe(0);
    expect((await faultOf("{ worstOf: mesh }")).worstOf).toBe(1);
  });

  it.each([
    [
      "{ down: [wbe, zone/c, 'web -> pya', nothing-like-it, 'a->b'] }",
      [
        "7:15 error unknown-target: unknown target `wbe`; did you mean `web`?",
        "7:20 error unknown-target: unknown target `zone/c`; did you mean `zone/a`?",
        "7:28 error unknown-dependency: unknown dependency `web -> pya`; did you mean `web -> pay`?",
        "7:42 error unknown-target: unknown target `nothing-like-it`; name a service, a dependency, a domain or a `domain/member`",
        "7:59 error invalid-dependency: `a->b` is not a dependency; write two names and one arrow, with a space at each side of it",
      ],
    ],
    [
      "{ down: ['web -> elsewhere-far-away'] }",
      [
        "7:15 error unknown-dependency: unknown dependency `web -> elsewhere-far-away`; add it to `dependencies`",
      ],
    ],
    [
      "{ override: { wbe: 1%, web -> pay: 1%, zone: 1%, zone/a: 2%, web  ->  pay: 2% } }",
      [
        "7:20 error unknown-target: unknown target `wbe`; did you mean `web`?",
        "7:55 error contradiction: `zone/a` is overridden twice; keep one",
        "7:67 error contradiction: `web -> pay` is overridden twice; keep one",
      ],
    ],
    [
      "{ override: { zone/a: { replicaAvailability: 1% }, bank: { replicaAvailability: 1% }, web -> pay: { replicaAvailability: 1% } } }",
      [
        "7:20 error contradiction: `zone/a` is a member and has no replicas; write its availability alone",
        "7:57 error contradiction: `bank` is external and has no replicas; write its availability alone",
        "7:92 error contradiction: `web -> pay` is a dependency and has no replicas; write its availability alone",
      ],
    ],
    [
      "{ override: { web: 99, pay: { replicas: 2 } } }",
      [
        "7:25 error invalid-value: `web: 99` is above 1; did you mean 99%?",
        "7:29 error missing-key: `pay` has no `replicaAvailability`; add it",
        "7:36 error unknown-key: unknown key `replicas` in `pay`; known here: replicaAvailability",
      ],
    ],
    [
      "{ rollout: [wbe, bank], worstOf: zoen }",
      [
        "7:18 error unknown-service: unknown service `wbe`; did you mean `web`?",
        "7:23 error contradiction: `bank` is external and has no replicas to take away; remove it here",
        "7:39 error unknown-domain: unknown domain `zoen`; did you mean `zone`?",
      ],
    ],
    [
      "{ drain: [pay], override: { pay: 99% } }",
      [
        "7:16 error contradiction: `pay` is overridden as a whole and has no replicas to take away; remove it here",
      ],
    ],
    ["{ drain: [pay], override: { pay: { replicaAvailability: 99% } } }", []],
    [
      "{ rollout: each, drain: [pay] }",
      [
        "7:23 error contradiction: `rollout` beside `drain`: a fault has one of the two; make them two faults",
      ],
    ],
    [
      "{ rollout: all, drain: [] }",
      [
        "7:17 error invalid-value: `rollout: all` must be `each` or a list of services",
        "7:29 error invalid-value: `drain` must not be empty",
      ],
    ],
    ["{}", ["7:6 error invalid-value: `f` must not be empty"]],
    [
      "{ wosrtOf: zone }",
      ["7:8 error unknown-key: unknown key `wosrtOf` in `f`; did you mean `worstOf`?"],
    ],
  ])("refuse %s", async (text, expected) => {
    expect(await told(fault(text))).toEqual(expected);
  });

  it("name nothing that is two things", async () => {
    const text = `${head}  e2: { entry: web }\n`
      .replace("domains: {", "domains: { log: { availability: 99%, covers: all },")
      .replace("endpoints: { e: { entry: web } }", "endpoints:\n  e: { entry: zone/a }")
      .concat("faults:\n  f: { down: [log, zone/a], override: { log: 1% } }\n");
    expect(await told(text)).toEqual([
      "9:15 error ambiguous-name: `log` is a service and a domain: ambiguous; rename one of the two",
      "9:20 error ambiguous-name: `zone/a` is a service and a member: ambiguous; rename one of the two",
      "9:41 error ambiguous-name: `log` is a service and a domain: ambiguous; rename one of the two",
    ]);
    // Elsewhere each may have the name: there it is clear what is meant.
    expect(await told(text.slice(0, text.indexOf("faults")))).toEqual([]);
  });
});

describe("under", () => {
  const under = (text: string) =>
    `${head.replace("{ entry: web }", `{ entry: web, under: ${text} }`)}faults: { any-zone: { worstOf: zone }, roll: { rollout: each } }\n`;

  it("promises an availability under faults", async () => {
    const { endpoints } = await builtModel(under("{ roll: 99.5%, any-zone: 0.9 }"));
    expect(endpoints[0]?.under).toEqual([
      {
        fault: 1,
        minimum: { p: 0.995, q: 0.005 },
        place: { file: "availability.yaml", line: 5, column: 40 },
      },
      {
        fault: 0,
        minimum: { p: 0.9, q: 0.1 },
        place: { file: "availability.yaml", line: 5, column: 53 },
      },
    ]);
  });

  it("refuses faults that are unknown and figures that are none", async () => {
    expect(await told(under("{ any-zon: 99%, disaster: 50%, roll: 99 }"))).toEqual([
      "5:40 error unknown-fault: unknown fault `any-zon`; did you mean `any-zone`?",
      "5:54 error unknown-fault: unknown fault `disaster`; add it to `faults`",
      "5:75 error invalid-value: `roll: 99` is above 1; did you mean 99%?",
    ]);
  });
});
