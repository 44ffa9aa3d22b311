import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import type { Probability } from "../../src/model/model.ts";
import { all, dependency, endpoint, model, parts, reached, service } from "./models.ts";
import { bruteForce } from "./oracle.ts";

const REFERENCE = new URL("../../../shared/reference/", import.meta.url);

type SystemFile = {
  readonly services: number;
  readonly replicas: number | readonly number[];
  readonly quorum: number;
  readonly replicaAvailability: number | readonly number[];
  readonly dependencies: readonly (readonly [number, number, number?])[];
  readonly dependencyAvailability?: number;
  readonly entry: number;
  readonly needs: readonly number[];
  readonly availability: number;
};

function readSystem(name: string) {
  const file: SystemFile = JSON.parse(
    readFileSync(new URL(`systems/${name}.json`, REFERENCE), "utf8"),
  );
  const of = (value: number | readonly number[], index: number) =>
    typeof value === "number" ? value : value[index]!;
  const probability = (p: number): Probability => ({ p, q: 1 - p });
  const services = Array.from({ length: file.services }, (_, index) => {
    const theta = probability(of(file.replicaAvailability, index));
    return service(`s${index}`, Array(of(file.replicas, index)).fill(theta), file.quorum);
  });
  const dependencies = file.dependencies.map(([from, to, availability]) =>
    dependency(services, from, to, [probability(availability ?? file.dependencyAvailability!)]),
  );
  const needs = endpoint(file.entry, all(...file.needs.map(reached)));
  return { model: model(services, dependencies), endpoint: needs, truth: file.availability };
}

describe.skipIf(!existsSync(REFERENCE))("reference data (skipped: ../shared is absent)", () => {
  it.each(["dag30", "dag30-three-nines"])("%s is exact", (name) => {
    const { model, endpoint, truth } = readSystem(name);
    const found = estimateEndpoint(model, endpoint, { samples: 1000, seed: 1 });
    expect(found.method).toBe("exact");
    expect(found.availability).toBeCloseTo(truth, 12);
  });

  it.each(["grid-16", "layered-100x10", "tree-1000"])(
    "%s is sampled, with the exact value in its interval of 99.9 percent",
    (name) => {
      const { model, endpoint, truth } = readSystem(name);
      const found = estimateEndpoint(model, endpoint, { samples: 20_000, seed: 1 });
      expect(found.method).toBe("monte-carlo");
      expect(found.samples).toBe(20_000);
      const [low, high] = found.interval!;
      // 3.29 of 1.96 standard deviations; rare failures make it wider still.
      const middle = found.availability;
      expect(truth).toBeGreaterThan(middle - (3.29 / 1.96) * (middle - low));
      expect(truth).toBeLessThan(middle + (3.29 / 1.96) * (high - middle));
    },
  );

  it("the Social Network, with its cycle, is the sum over its states", () => {
    const { data }: { data: { parent: string; child: string }[] } = JSON.parse(
      readFileSync(new URL("social-network/jaeger-dependencies.json", REFERENCE), "utf8"),
    );
    const names = [...new Set(data.flatMap(({ parent, child }) => [parent, child]))];
    const services = names.map((name) => service(name, [parts(900)]));
    const dependencies = data.map(({ parent, child }) =>
      dependency(services, names.indexOf(parent), names.indexOf(child), [parts(1000)]),
    );
    const whole = model(services, dependencies);
    const needsOf = (...needs: string[]) =>
      all(...needs.map((name) => reached(names.indexOf(name))));
    const home = needsOf("home-timeline-service", "post-storage-service", "social-graph-service");
    const user = needsOf("user-timeline-service", "post-storage-service");
    const mixture = endpoint(names.indexOf("nginx-web-server"), [
      { share: 0.6, strict: false, need: home },
      { share: 0.4, strict: false, need: user },
    ]);
    expect([services.length, dependencies.length]).toEqual([12, 19]);
    const truth = bruteForce(whole, mixture);
    const found = estimateEndpoint(whole, mixture, { samples: 1000, seed: 1 });
    expect(found.method).toBe("exact");
    expect(found.availability).toBeCloseTo(truth.p, 12);
    expect(found.unavailability).toBeCloseTo(truth.q, 12);
  });
});
