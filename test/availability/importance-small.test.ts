import { describe, expect, it } from "vitest";
import { importanceOf } from "../../src/availability/importance.ts";
import type { Dependency, Fault, Model, Probability, Service } from "../../src/model/model.ts";
import {
  all,
  atLeast,
  dependency,
  endpoint,
  fault,
  incident,
  killOf,
  model,
  parts,
  reached,
  service,
  used,
  withDomains,
} from "./models.ts";
import { bruteForceEach } from "./oracle.ts";
import { differing, slopesByForce, slopesOf } from "./slopes-oracle.ts";

const placed = (one: Service, ...members: readonly number[]): Service => ({
  ...one,
  placement: one.replicas.map((_, at) => [members[at % members.length]!]),
});

const late = (one: Dependency, retries: number, thousandths: number): Dependency => ({
  ...one,
  channels: one.channels.map((channel) => ({
    ...channel,
    timeout: { onTime: parts(thousandths), retries },
  })),
});

/** A shop with a quorum, replicas in two zones, calls that may be late, and ways around. */
function shop(incidents: Model["incidents"] = []): Model {
  const services = [
    service("web", [parts(950)]),
    placed(service("pay", [parts(900), parts(800)]), 0, 1),
    placed(service("stock", [parts(850), parts(700), parts(930)], 2), 1, 0),
    service("bank", [parts(970)]),
  ];
  const links = [
    late(dependency(services, 0, 1, [parts(980)]), 2, 800),
    dependency(services, 0, 2, [parts(900), parts(750)]),
    late(dependency(services, 1, 3, [parts(940)]), 0, 900),
    late(dependency(services, 2, 3, [parts(1000)]), 1, 600),
  ];
  const zones = [[parts(960), parts(920)]];
  return { ...withDomains(model(services, links), zones), incidents };
}

const pages = endpoint(0, [
  { share: 0.7, strict: false, need: all(reached(1), reached(3)) },
  { share: 0.2, strict: false, need: atLeast(1, used(1), used(3)) },
  // Nothing meets it.
  { share: 0.1, strict: false, need: atLeast(2, reached(1)) },
]);

const rare = [
  incident(parts(100), { down: [{ kind: "dependency", dependency: 0 }] }),
  incident(parts(50), {
    overrides: [{ kind: "dependency", dependency: 2, up: parts(500) }],
    down: [{ kind: "member", member: 0 }],
  }),
];

const CASES: readonly (readonly [string, Model, Fault | null])[] = [
  ["as it stands", shop(), null],
  ["with incidents", shop(rare), null],
  [
    "where a call fails more often",
    shop(),
    fault({ overrides: [{ kind: "dependency", dependency: 0, up: parts(300) }] }),
  ],
  [
    "where replicas fail more often",
    shop(),
    fault({ overrides: [{ kind: "replicas", service: 2, up: parts(600) }] }),
  ],
  ["without one service", shop(rare), fault({ down: [{ kind: "service", service: 1 }] })],
  ["with none of the replicas dead", shop(), fault({ kill: killOf([1, 2], 0) })],
  ["with three of the replicas dead", shop(), fault({ kill: killOf([1, 2], 3) })],
  ["while one service is rolled out", shop(), fault({ rollout: [2] })],
  ["without the zone that hurts most, the second", shop(rare), fault({ worstOf: 0 })],
];

it("of what cannot be laid out is none", () => {
  const size = 16;
  const services = [
    service("web", [parts(950)]),
    ...Array.from({ length: size }, (_, at) => service(`s${at}`, [parts(900)])),
  ];
  const inside = Array.from({ length: size * size }, (_, at) => [at % size, Math.floor(at / size)]);
  const links = [
    dependency(services, 0, 1, [parts(980)]),
    ...inside.flatMap(([from, to]) =>
      from === to ? [] : [dependency(services, from! + 1, to! + 1, [parts(970)])],
    ),
  ];
  const asked = endpoint(0, reached(size));
  expect(importanceOf({ model: model(services, links), endpoint: asked, fault: null })).toBeNull();
});

describe("every importance in a small shop is A(1) - A(0) by enumeration", () => {
  it.each(CASES)("%s", (_, one, broken) => {
    const found = importanceOf({ model: one, endpoint: pages, fault: broken })!;
    const figures = bruteForceEach(one, pages, broken);
    const least = figures.toSorted((a, b) => a.p - a.q - (b.p - b.q))[0]!;
    expect(found.up.p).toBeCloseTo(least.p, 13);
    expect(found.up.q).toBeCloseTo(least.q, 13);
    const truth = slopesByForce(one, pages, broken)[figures.indexOf(least)]!;
    expect(differing(slopesOf(found), truth)).toEqual([]);
    expect([...truth.values()].filter((slope) => slope > 0.001).length).toBeGreaterThan(5);
  });
});

it("of a service beside another it is whether the dead among both leave that one its quorum", () => {
  const services = ["web", "pay"].map((name) =>
    service(name, Array<Probability>(6).fill(parts(1000)), 4),
  );
  const calls = [dependency(services, 0, 1, [parts(1000)])];
  const found = importanceOf({
    model: model(services, calls),
    endpoint: endpoint(0, all(reached(1))),
    fault: fault({ kill: killOf([0, 1], 3) }),
  })!;
  // All three are of one service in 20 of the 220 ways to choose them.
  for (const slope of found.services) expect(slope).toBeCloseTo(1 - 20 / 220, 13);
  expect(found.dependencies[0]).toBeCloseTo(1 - 2 * (20 / 220), 13);
  expect(found.up.q).toBeCloseTo(2 * (20 / 220), 13);
});
