import { describe, expect, it } from "vitest";
import { structureOf } from "../../src/availability/structure.ts";
import { movedBy, type Swept, sweptOf } from "../../src/gate/swept.ts";
import type { Dependency, Model } from "../../src/model/model.ts";
import {
  all,
  dependency,
  endpoint,
  model,
  parts,
  service,
  used,
  withDomains,
} from "../availability/models.ts";

const [LEVEL, INJECTED] = [parts(700), parts(100)];

/** web -> pay and web ~> mail, a third party; `far` is reached by nobody; two domains, of which one covers a call. */
function shop(): Model {
  const services = [
    service("web", [parts(999)]),
    service("pay", [parts(998), parts(997)]),
    { ...service("mail", [parts(990)]), external: true },
    service("far", [parts(996)]),
  ];
  const calls = dependency(services, 0, 1, [parts(995), parts(994)]);
  const faulty: Dependency = {
    ...calls,
    channels: calls.channels.map((channel, at) =>
      at === 0
        ? { ...channel, members: [0] }
        : {
            ...channel,
            // 90% of what gets through otherwise.
            up: { p: 0.994 * 0.9, q: 1 - 0.994 * 0.9 },
            origin: {
              onTime: null,
              retries: null,
              injected: { without: parts(994), share: INJECTED, place: channel.place },
            },
          },
    ),
  };
  const lines = [
    faulty,
    dependency(services, 0, 2, [parts(993)], "async"),
    dependency(services, 3, 1, [parts(992)]),
  ];
  const asked = endpoint(0, all(used(0), used(1)), "eventual");
  return withDomains(model(services, lines, [asked]), [
    [parts(9991, 10_000), parts(9992, 10_000)],
    [parts(9993, 10_000)],
  ]);
}

const one = shop();

function swept(asked: string): Swept {
  const found = sweptOf(one, asked);
  if ("message" in found) throw new Error(found.message);
  return found;
}

/** All availabilities of a model, by name. */
function upsOf({ services, dependencies, members }: Model): Record<string, readonly number[]> {
  return Object.fromEntries([
    ...services.map(({ name, replicas }) => [name, replicas.map(({ p }) => p)]),
    ...dependencies.map(({ name, channels }) => [name, channels.map(({ up }) => up.p)]),
    ...members.map(({ name, up }) => [name, [up.p]]),
  ]);
}

const AS_IT_IS = upsOf(one);
const FAULTY = [0.7, 0.7 * 0.9];

describe("what a sweep sets to a level", () => {
  it.each<[string, Pick<Swept, "kind" | "component">, Record<string, readonly number[]>]>([
    ["theta", { kind: "theta", component: null }, { web: [0.7], pay: [0.7, 0.7], far: [0.7] }],
    [
      "rho",
      { kind: "rho", component: null },
      { "web -> pay": FAULTY, "web ~> mail": [0.7], "far -> pay": [0.7] },
    ],
    ["pay", { kind: "service", component: "pay" }, { pay: [0.7, 0.7] }],
    ["mail", { kind: "service", component: "mail" }, { mail: [0.7] }],
    ["web -> pay", { kind: "dependency", component: "web -> pay" }, { "web -> pay": FAULTY }],
    ["  web~>mail ", { kind: "dependency", component: "web ~> mail" }, { "web ~> mail": [0.7] }],
    ["far   ->pay", { kind: "dependency", component: "far -> pay" }, { "far -> pay": [0.7] }],
    ["d0", { kind: "domain", component: "d0" }, { "d0/0": [0.7], "d0/1": [0.7] }],
    ["d0/1", { kind: "domain", component: "d0/1" }, { "d0/1": [0.7] }],
  ])("of `%s`, and nothing else", (asked, named, moved) => {
    const found = swept(asked);
    expect(found).toMatchObject(named);
    const ups = upsOf(found.having(LEVEL));
    for (const [name, values] of Object.entries({ ...AS_IT_IS, ...moved })) {
      expect(ups[name]).toHaveLength(values.length);
      values.forEach((value, at) => {
        expect(Math.abs(ups[name]![at]! - value), name).toBeLessThan(1e-15);
      });
    }
  });

  it("is named in full where there is no such thing", () => {
    for (const asked of ["pa", "web - > pay", "d0/2", ""]) {
      expect(sweptOf(one, asked)).toEqual({
        message: `there is no service, dependency or domain ${asked === "" ? "``" : `\`${asked}\``} to sweep; name one of the spec, or \`theta\` or \`rho\``,
      });
    }
  });
});

describe("the states of their own that a sweep moves", () => {
  const structure = structureOf(one, one.endpoints[0]!);

  it.each<[string, readonly number[]]>([
    // Of `far` nothing is reached; of `mail`, a third party, there is no θ.
    ["theta", [0.997, 0.998, 0.999]],
    // What is injected stays, and so it is not what is swept.
    ["rho", [0.993, 0.994, 0.995]],
    ["mail", [0.99]],
    ["far", []],
    ["far -> pay", []],
    ["web -> pay", [0.994, 0.995]],
    ["d0", [0.9991]],
    ["d0/0", [0.9991]],
    // Covers no call that the endpoint makes.
    ["d1", []],
  ])("of `%s` are those that the endpoint reaches", (asked, expected) => {
    const moved = movedBy(one, structure, swept(asked));
    expect(moved.map(({ p }) => p).toSorted()).toEqual(expected);
  });
});

it("is swept as ever where manifests say other things of a call than that it fails", () => {
  const origin = { onTime: null, retries: one.dependencies[1]!.place, injected: null };
  const routed = (line: Dependency): Dependency => ({
    ...line,
    channels: line.channels.map((channel) => ({ ...channel, origin })),
  });
  const said = { ...one, dependencies: one.dependencies.with(1, routed(one.dependencies[1]!)) };
  const found = sweptOf(said, "rho");
  if ("message" in found) throw new Error(found.message);
  expect(upsOf(found.having(LEVEL))).toEqual(upsOf(swept("rho").having(LEVEL)));
  const structure = structureOf(one, one.endpoints[0]!);
  expect(movedBy(said, structure, found)).toEqual(movedBy(one, structure, swept("rho")));
});
