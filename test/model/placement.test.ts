import { describe, expect, it } from "vitest";
import { build, builtModel, lines, told, workload } from "./support.ts";

const head =
  "version: 1\ndependencies: [web -> pay, pay ~> log]\nendpoints: { e: { entry: web } }\n";
const zone = "  zone: { members: [a, b, c], availability: 99.9% }\n";
const mesh = "  mesh: { availability: 99.99%, covers: all }\n";
const withDomains = (domains: string, rest = "") => `${head}domains:\n${domains}${rest}`;

/** Names of the members that each replica of a service sits on. */
async function seatsOf(text: string, service: string, replicas: number) {
  const { services, members } = await builtModel(text, [
    workload({ name: service, count: replicas }),
  ]);
  const found = services.find(({ name }) => name === service)!;
  expect(found.placement.length).toBe(replicas);
  return found.placement.map((seats) => seats.map((one) => members[one]!.name));
}

describe("placement", () => {
  const placed = (placement: string, domains = zone) =>
    withDomains(domains, `services: { pay: { placement: ${placement} } }\n`);

  it.each([
    ["{ zone: spread }", 5, ["a", "b", "c", "a", "b"]],
    ["{ zone: packed }", 3, ["a", "a", "a"]],
    ["{ zone: [c, a] }", 3, ["c", "a", "c"]],
    ["{ zone: [b, b, a] }", 4, ["b", "b", "a", "b"]],
    ["{ zone: spread }", 0, []],
  ])("%s of %d replicas", async (placement, replicas, members) => {
    const expected = members.map((one) => [`zone/${one}`]);
    expect(await seatsOf(placed(placement), "pay", replicas)).toEqual(expected);
  });

  it("zips several domains by index, and takes all onto one without members", async () => {
    const three = `${zone}  rack: { members: [r, s], availability: 99% }\n  site: { availability: 99% }\n`;
    const text = placed("{ site: spread, rack: spread, zone: [c, b, a] }", three);
    expect(await seatsOf(text, "pay", 4)).toEqual([
      ["zone/c", "rack/r", "site"],
      ["zone/b", "rack/s", "site"],
      ["zone/a", "rack/r", "site"],
      ["zone/c", "rack/s", "site"],
    ]);
    expect(await seatsOf(placed("{ site: packed }", three), "pay", 2)).toEqual([
      ["site"],
      ["site"],
    ]);
  });

  it("is the default's, domain by domain, where the service has none of its own", async () => {
    const two = `${zone}  rack: { members: [r, s], availability: 99% }\n`;
    const text = `${placed("{ zone: [b] }", two)}defaults: { placement: { zone: spread, rack: spread } }\n`;
    expect(await seatsOf(text, "pay", 2)).toEqual([
      ["zone/b", "rack/r"],
      ["zone/b", "rack/s"],
    ]);
    expect(await seatsOf(text, "web", 2)).toEqual([
      ["zone/a", "rack/r"],
      ["zone/b", "rack/s"],
    ]);
  });

  it("is in no domain for a service that says nothing, and for a third party", async () => {
    expect(await seatsOf(withDomains(zone), "pay", 2)).toEqual([[], []]);
    const { services } = await builtModel(
      withDomains(
        zone,
        "defaults: { placement: { zone: spread } }\nservices: { pay: { external: 99% } }\n",
      ),
    );
    expect(services.map(({ name, placement }) => [name, placement])).toEqual([
      ["pay", [[]]],
      ["web", [[0]]],
      ["log", [[0]]],
    ]);
  });

  it("follows head's replicas in a carried evaluation", async () => {
    const text = placed("{ zone: [b, c] }");
    const { model } = await build(text, [workload({ name: "pay", count: 3 })], {
      matchedAtBase: new Map([["pay", [workload({ name: "pay", count: 1 })]]]),
      carriedFrom: new Map(),
    });
    expect(model?.services.find(({ name }) => name === "pay")?.placement).toEqual([[1], [2], [1]]);
  });

  it.each([
    [
      "services: { pay: { placement: { zoen: spread } } }",
      ["6:33 error unknown-domain: unknown domain `zoen`; did you mean `zone`?"],
    ],
    [
      "services: { pay: { placement: { region: spread } } }",
      ["6:33 error unknown-domain: unknown domain `region`; add it to `domains`"],
    ],
    [
      "services: { pay: { placement: { zone: [a, elsewhere] } } }",
      [
        "6:43 error unknown-member: unknown member `elsewhere`; list it in the `members` of the domain",
      ],
    ],
    [
      "defaults: { placement: { rack: packed } }",
      ["6:26 error unknown-domain: unknown domain `rack`; add it to `domains`"],
    ],
    [
      "services: { pay: { placement: { zone: spred } } }",
      ["6:39 error invalid-value: `zone: spred` must be `spread`, `packed` or a list of members"],
    ],
    [
      "services: { pay: { placement: { zone: [] } } }",
      ["6:39 error invalid-value: `zone` must not be empty"],
    ],
    [
      "services: { pay: { external: 99%, placement: { zone: spread } } }",
      [
        "6:35 error contradiction: `placement` beside `external`: a third party is in no domain; remove one of the two",
      ],
    ],
  ])("refuses %s", async (rest, expected) => {
    expect(await told(withDomains(zone, `${rest}\n`))).toEqual(expected);
  });

  it("lists no members of a domain that has none", async () => {
    expect(await told(placed("{ mesh: [x] }", mesh))).toEqual([
      "6:40 error unknown-member: `mesh` has no members to list; write `mesh: spread`",
    ]);
  });
});

describe("what is told of domains", () => {
  const notes = async (text: string, replicas = 1) =>
    lines(
      (await build(text, [workload({ name: "pay", count: replicas })])).diagnostics.filter(
        ({ code }) => code === "unplaced" || code === "unused-domain",
      ),
    );
  const payOnZone = "services: { pay: { placement: { zone: spread } } }\n";

  it("is which services are in none of those with members, once", async () => {
    expect(await notes(withDomains(zone, payOnZone))).toEqual([
      "1:1 notice unplaced: placed in no domain: 2 services in no `zone` (`web`, `log`); set `defaults.placement` or the services' own `placement`",
    ]);
    const rack = "  rack: { members: [r], availability: 99% }\n";
    const both = `${payOnZone.replace("spread }", "spread, rack: packed }").replace("} } }", "} }, web: { placement: { rack: spread } }, x1: {}, x2: {}, log: { external: 99% } }")}`;
    expect(await notes(withDomains(zone + rack + mesh, both))).toEqual([
      "1:1 notice unplaced: placed in no domain: 3 services in no `zone` (`web`, `x1`, `x2`), 2 services in no `rack` (`x1`, `x2`); set `defaults.placement` or the services' own `placement`",
    ]);
    const everywhere = "defaults: { placement: { zone: spread } }\n";
    expect(await notes(withDomains(zone, everywhere))).toEqual([]);
    expect(await notes(withDomains(mesh))).toEqual([]);
  });

  it("counts no more than three names, and no service without replicas", async () => {
    const many = `services: { web: { placement: { zone: spread } }, ${["a", "b", "c", "d", "e"].map((one) => `x${one}: {}`).join(", ")} }\n`;
    expect(await notes(withDomains(zone, many), 0)).toEqual([
      expect.stringContaining("6 services in no `zone` (`xa`, `xb`, `xc` and 3 more);"),
    ]);
  });

  it("is which of them change no figure", async () => {
    expect(await notes(withDomains(`${zone}  lan: { availability: 99% }\n`))).toEqual([
      "5:3 warning unused-domain: no replica sits on `zone`, so it changes no figure; place services on it by `placement`",
      "6:3 warning unused-domain: no replica sits on `lan` and it covers no dependency, so it changes no figure; set its `covers`, or place services on it by `placement`",
    ]);
  });
});
