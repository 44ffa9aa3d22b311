import { describe, expect, it } from "vitest";
import type { Component } from "../../src/availability/measure.ts";
import type { NetworkNeed } from "../../src/availability/network.ts";
import type { Prepared } from "../../src/availability/prepare.ts";
import { sampledOf, signatureOf } from "../../src/availability/sampled.ts";
import { openSampler, type Sampled } from "../../src/availability/sampler.ts";
import { alone, failureByEnumeration, part, randomSampled } from "./sampler-oracle.ts";

const KINDS = ["plain", "rare", "cyclic", "members", "victims", "urn"] as const;

/** The same with nodes, links and the inputs of gates in another order, the entry first as ever. */
function reordered({ network, measure }: Sampled): Sampled {
  const { nodes, links, need } = network;
  const place = nodes.map((_, node) => (node === 0 ? 0 : nodes.length - node));
  const moved = (one: NetworkNeed): NetworkNeed =>
    one.kind === "node"
      ? { kind: "node", node: place[one.node]! }
      : { ...one, of: one.of.map(moved).toReversed() };
  return {
    network: {
      nodes: nodes.map((_, node) => nodes[place.indexOf(node)]!),
      links: links.toReversed().map((link) => ({
        ...link,
        from: place[link.from]!,
        to: place[link.to]!,
      })),
      need: moved(need),
    },
    measure,
  };
}

/** With components and members numbered the other way. */
function renumbered({ network, measure }: Sampled): Sampled {
  const { components, members } = measure;
  const component = (one: number | null) => (one === null ? null : components.length - 1 - one);
  const member = (one: number) => members.length - 1 - one;
  return {
    network: {
      ...network,
      nodes: network.nodes.map((node) => ({ component: component(node.component) })),
      links: network.links.map((link) => ({ ...link, component: component(link.component) })),
    },
    measure: {
      ...measure,
      components: components.toReversed().map((one) => ({
        ...one,
        units: one.units.map((unit) => ({ ...unit, members: unit.members.map(member) })),
      })),
      members: members.toReversed(),
    },
  };
}

describe("the signature of what is drawn", () => {
  it.each(KINDS)("does not depend on the order of its parts: %s", (kind) => {
    for (let seed = 0; seed < 20; seed++) {
      const sampled = randomSampled(kind, seed);
      expect(signatureOf(reordered(sampled))).toBe(signatureOf(sampled));
      expect(signatureOf(renumbered(sampled))).toBe(signatureOf(sampled));
    }
  });

  it.each(KINDS)(
    "is equal where what is drawn fails in the same states, bit for bit: %s",
    (kind) => {
      const beside = randomSampled("members", 99);
      for (let seed = 0; seed < 6; seed++) {
        const sampled = randomSampled(kind, seed);
        const words = (...subjects: readonly Sampled[]) =>
          openSampler(subjects, 7)
            .block(1)
            .map((each) => each.join());
        const [own] = words(sampled);
        expect(words(reordered(sampled))[0]).toBe(own);
        expect(words(renumbered(sampled))[0]).toBe(own);
        // Nor does it matter in which order several are drawn.
        const [one, other] = words(sampled, beside);
        expect(words(beside, sampled)).toEqual([other, one]);
      }
    },
  );

  it.each(KINDS)("is another for each of many that fail differently: %s", (kind) => {
    const seen = new Map<string, Sampled>();
    for (let seed = 0; seed < 60; seed++) {
      const sampled = randomSampled(kind, seed);
      const signature = signatureOf(sampled);
      const before = seen.get(signature);
      if (before !== undefined) {
        expect(failureByEnumeration(sampled)).toBe(failureByEnumeration(before));
      }
      seen.set(signature, sampled);
    }
    expect(seen.size).toBeGreaterThan(55);
  });

  const zones = ["a", "b"].map((name) => ({ name, p: 0.9, q: 0.1 }));
  const unit = (q: number, members: readonly number[]) => ({ up: { p: 1 - q, q }, members });
  const two = part("s", 0, { units: [unit(0.2, [0]), unit(0.2, [0, 1])] });
  const sampled = (component: Component, urn: { size: number; dead: number } | null = null) =>
    alone(component, { members: zones, urn });
  const plain = signatureOf(sampled(two));

  it.each<[string, Partial<Component>]>([
    ["a name", { name: "t" }],
    ["a kind", { kind: "dependency" }],
    ["a quorum", { quorum: 2 }],
    ["victims", { victims: 1 }],
    ["the urn", { inUrn: true }],
    ["a unit", { units: [unit(0.2, [0]), unit(0.21, [0, 1])] }],
    ["where a unit sits", { units: [unit(0.2, [1]), unit(0.2, [0, 1])] }],
    ["which units share a member", { units: [unit(0.2, [0]), unit(0.2, [1])] }],
  ])("tells components apart by %s", (_, other) => {
    expect(signatureOf(sampled({ ...two, ...other }))).not.toBe(plain);
  });

  it("tells apart by a member's name or figures, by the urn, by the quorum of a gate", () => {
    const { network, measure } = sampled(two);
    const other = (more: Partial<Sampled["measure"]>) =>
      signatureOf({ network, measure: { ...measure, ...more } });
    expect(other({ members: [zones[0]!, { name: "c", p: 0.9, q: 0.1 }] })).not.toBe(plain);
    expect(other({ members: [zones[0]!, { name: "b", p: 0.8, q: 0.2 }] })).not.toBe(plain);
    expect(other({ urn: { size: 3, dead: 1 } })).not.toBe(plain);
    // A member that nothing sits on has no say.
    expect(other({ members: [...zones, { name: "c", p: 0.5, q: 0.5 }] })).toBe(plain);
    const gates = [1, 2, 3].map((k) => {
      const { network, measure } = randomSampled("plain", 1);
      const of = [1, 2, 3].map((node): NetworkNeed => ({ kind: "node", node }));
      return signatureOf({ network: { ...network, need: { kind: "atLeast", k, of } }, measure });
    });
    expect(new Set(gates).size).toBe(3);
  });

  it("tells which of the calls between the same two are certain, and which way they go", () => {
    const base = randomSampled("cyclic", 2);
    const changed = (change: (link: Sampled["network"]["links"][number]) => object) =>
      base.network.links.map((_, at) => {
        const links = base.network.links.map((link, other) =>
          other === at ? { ...link, ...change(link) } : link,
        );
        return signatureOf({ ...base, network: { ...base.network, links } });
      });
    const certain = changed(() => ({ component: null }));
    const turned = changed(({ from, to }) => ({ from: to, to: from }));
    const all = new Set([signatureOf(base), ...certain, ...turned]);
    // A call of a node by itself is the same both ways.
    const loops = base.network.links.filter(({ from, to }) => from === to).length;
    expect(all.size).toBe(1 + certain.length + turned.length - loops);
  });

  it("tells certain nodes apart by what leads to them and from them", () => {
    // Two certain nodes, each between an uncertain caller and an uncertain callee.
    const components = ["a", "b", "c", "d"].map((name) => part(name, 0.1));
    const through = (callees: readonly [number, number]): Sampled => ({
      network: {
        nodes: [
          { component: null },
          { component: 0 },
          { component: 1 },
          { component: null },
          { component: null },
          { component: 2 },
          { component: 3 },
        ],
        links: [
          [0, 1],
          [0, 2],
          [1, 3],
          [2, 4],
          [3, callees[0]],
          [4, callees[1]],
        ].map(([from, to]) => ({ component: null, from: from!, to: to! })),
        need: {
          kind: "atLeast",
          k: 1,
          of: [
            { kind: "node", node: 5 },
            { kind: "node", node: 6 },
          ],
        },
      },
      measure: { services: 4, components, members: [], urn: null },
    });
    expect(signatureOf(through([5, 6]))).not.toBe(signatureOf(through([6, 5])));
    expect(signatureOf(reordered(through([5, 6])))).toBe(signatureOf(through([5, 6])));
  });
});

describe("what of a preparation is drawn", () => {
  const zone = [{ name: "zone", p: 0.9, q: 0.1 }];
  const loose = [part("a", 0.1), part("b", 0.2)];
  const placed = ["c", "d"].map((name) =>
    part(name, 0, { units: [{ up: { p: 0.7, q: 0.3 }, members: [0] }] }),
  );
  const measure = { services: 4, components: [...loose, ...placed], members: zone, urn: null };
  const prepared = (given: Partial<Prepared>) =>
    ({ factors: [], guards: [], rest: null, ...given }) as Prepared;

  it("is every component that shares a member; what stands alone is a factor", () => {
    const { factors, rest } = sampledOf(prepared({ factors: [0, 2, 1], guards: [3] }), measure);
    expect(factors).toEqual([0, 1]);
    expect(rest.network.nodes[0]).toEqual({ component: null });
    // Both up, and the zone of both.
    expect(failureByEnumeration(rest)).toBeCloseTo(1 - 0.9 * 0.7 * 0.7, 12);
  });

  it("is needed beside the rest of the network, and is the rest alone where nothing is shared", () => {
    const { network } = alone(part("x", 0));
    const rest = { ...network, nodes: [{ component: null }, { component: 1 }] };
    const with1 = sampledOf(prepared({ factors: [0, 2], rest }), measure);
    expect(with1.factors).toEqual([0]);
    expect(failureByEnumeration(with1.rest)).toBeCloseTo(1 - 0.8 * 0.9 * 0.7, 12);
    expect(sampledOf(prepared({ factors: [0], rest }), measure).rest.network).toEqual(rest);
    // Never is what is drawn changed in the preparation itself.
    expect(rest.nodes).toHaveLength(2);
    expect(rest.links).toHaveLength(1);
  });
});
