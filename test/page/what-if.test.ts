import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { both } from "../../src/availability/probability.ts";
import type { Model } from "../../src/model/model.ts";
import { parseProbability } from "../../src/model/probability.ts";
import type { WhatIf } from "../../src/page/what-if.ts";
import { withWhatIfs } from "../../src/page/what-if.ts";
import { packModel, unpackModel } from "../../src/report/packed-model.ts";
import { modelOf } from "./model-of.ts";

const SPEC = `version: 1
defaults: { replicaAvailability: 99%, dependencyAvailability: 99.9% }
domains:
  zone: { members: [a, b], availability: { a: 99.5%, b: 99.7% } }
services:
  front: { replicas: 2, placement: { zone: spread } }
  store: { replicas: 3, quorum: majority }
  cache: { replicas: 1 }
  bank: { external: 99.95% }
dependencies:
  - front -> store
  - front -> cache: { timeout: { onTime: 98%, retries: 1 } }
  - front -> bank
endpoints:
  GET /: { entry: front, slo: 99% }
  GET /any: { entry: front, needs: [{ anyOf: [store, cache] }] }
incidents:
  - { probability: 0.1%, down: [cache] }
`;

const percent = (text: string) => {
  const figure = parseProbability(text);
  if ("problem" in figure) throw new Error(figure.problem);
  return figure;
};

function figures(model: Model): readonly number[] {
  const options = { samples: 1000, seed: 1, alpha: 0.05 };
  return model.endpoints.map(
    (endpoint) =>
      estimateEndpoint({ model, endpoint, fault: null }, options, []).estimate.unavailability,
  );
}

describe("what if", () => {
  it("has the figures of the model after it was packed", async () => {
    const model = await modelOf(SPEC);
    const packed = JSON.parse(JSON.stringify(packModel(model)));
    expect(figures(unpackModel(packed))).toEqual(figures(model));
  });

  const cases: readonly [string, WhatIf, [string, string]][] = [
    [
      "replicas of a service on a domain",
      { kind: "service", index: 0, replicas: 3, up: null },
      ["front: { replicas: 2", "front: { replicas: 3"],
    ],
    [
      "replicas of a majority, and their θ",
      { kind: "service", index: 1, replicas: 5, up: percent("97.3%") },
      ["store: { replicas: 3,", "store: { replicas: 5, replicaAvailability: 97.3%,"],
    ],
    [
      "no replica at all",
      { kind: "service", index: 2, replicas: 0, up: null },
      ["cache: { replicas: 1 }", "cache: { replicas: 0 }"],
    ],
    [
      "a third party",
      { kind: "service", index: 3, replicas: null, up: percent("98%") },
      ["external: 99.95%", "external: 98%"],
    ],
    [
      "ρ of a call with a time-out",
      { kind: "dependency", index: 1, up: percent("97%") },
      ["front -> cache: {", "front -> cache: { availability: 97%,"],
    ],
    [
      "a state of a domain",
      { kind: "member", index: 1, up: percent("90%") },
      ["b: 99.7%", "b: 90%"],
    ],
  ];
  it.each(cases)("is as if the spec said so: %s", async (_, whatIf, [from, to]) => {
    const model = await modelOf(SPEC);
    expect(SPEC).toContain(from);
    const changed = unpackModel(packModel(model));
    const expected = figures(await modelOf(SPEC.replace(from, to)));
    const found = figures(withWhatIfs(changed, [whatIf]));
    expect(expected).not.toEqual(figures(model));
    for (const [at, one] of found.entries())
      expect(Math.abs(one - expected[at]!)).toBeLessThan(1e-12);
  });

  it("leaves what a mesh makes fail failing when ρ is another", async () => {
    const model = await modelOf(SPEC);
    const [share, without] = [percent("10%"), percent("99.9%")];
    const [first, ...others] = model.dependencies;
    const channel = first!.channels[0]!;
    const injected = { without, share, place: channel.place };
    const failing = {
      ...channel,
      up: both(without, { p: share.q, q: share.p }),
      origin: { onTime: null, retries: null, injected },
    };
    const served = { ...model, dependencies: [{ ...first!, channels: [failing] }, ...others] };
    const changed = unpackModel(JSON.parse(JSON.stringify(packModel(served))));
    const whatIf = { kind: "dependency", index: 0, up: percent("98%") } as const;
    const { up } = withWhatIfs(changed, [whatIf]).dependencies[0]!.channels[0]!;
    expect(up.p).toBeCloseTo(0.98 * 0.9, 12);
    expect(up.q).toBeCloseTo(1 - 0.98 * 0.9, 12);
  });
});
