import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { importanceOf } from "../../src/availability/importance.ts";
import type { Endpoint, Fault, Model } from "../../src/model/model.ts";
import {
  all,
  dependency,
  endpoint,
  fault,
  killOf,
  model,
  parts,
  reached,
  service,
} from "./models.ts";
import { readSystem, subjectOf } from "./system-file.ts";
import { generated } from "./systems.ts";

const REFERENCE = new URL("../../../shared/reference/", import.meta.url);

const NAMES = [
  "dag30",
  "dag30-three-nines",
  "layered-100x10",
  "grid-10",
  "tree-1000",
  "grid-16",
  "tree-3000",
  "layered-1000x100",
];

function estimateOf(given: { readonly model: Model; readonly endpoint: Endpoint }, under?: Fault) {
  const subject = { ...given, fault: under ?? null };
  return estimateEndpoint(subject, { samples: 1, seed: 1, alpha: 0.05 }, []).estimate;
}

describe.skipIf(!existsSync(REFERENCE))("reference data (skipped: ../shared is absent)", () => {
  it.each(NAMES)("%s is exact, and its published availability to 1e-12", (name) => {
    const file = readSystem(new URL(`systems/${name}.json`, REFERENCE));
    const { method, availability, unavailability } = estimateOf(subjectOf(file));
    expect(method).toBe("exact");
    expect(Math.abs(availability - file.availability!)).toBeLessThanOrEqual(1e-12);
    // A thousand factors on either side, each rounded.
    expect(Math.abs(unavailability + availability - 1)).toBeLessThanOrEqual(2e-13);
  });

  describe("the Social Network, where so many of all replicas are dead", () => {
    const THREE = ["compose-post", "home-timeline", "user-timeline", "text", "media"];
    const home = ["home-timeline-service", "post-storage-service", "social-graph-service"];
    const user = ["user-timeline-service", "post-storage-service"];
    const compose = (
      "compose-post unique-id text user post-storage user-timeline " +
      "home-timeline social-graph media url-shorten user-mention"
    )
      .split(" ")
      .map((name) => `${name}-service`);

    const published = (mode: string) => {
      const text = readFileSync(new URL("social-network/published.csv", REFERENCE), "utf8");
      const rows = text.trim().split(/\r?\n/).slice(1);
      return rows.map((row) => row.split(",")).filter(([first]) => first === mode);
    };

    const networkOf = (isReplicated: boolean) => {
      const file = new URL("social-network/jaeger-dependencies.json", REFERENCE);
      const { data }: { data: { parent: string; child: string }[] } = JSON.parse(
        readFileSync(file, "utf8"),
      );
      const names = [...new Set(data.flatMap(({ parent, child }) => [parent, child]))];
      const services = names.map((name) => {
        const isThree = isReplicated && THREE.some((one) => name === `${one}-service`);
        return service(name, Array(isThree ? 3 : 1).fill(parts(900)));
      });
      const links = data.map(({ parent, child }) =>
        dependency(services, names.indexOf(parent), names.indexOf(child), [parts(1000)]),
      );
      expect([services.length, links.length]).toEqual([12, 19]);
      const mixture = (
        [
          [0.6, home],
          [0.3, user],
          [0.1, compose],
        ] as const
      ).map(([share, needs]) => {
        for (const name of needs) expect(names).toContain(name);
        const need = all(...needs.map((name) => reached(names.indexOf(name))));
        return { share, strict: false, need };
      });
      const only = endpoint(names.indexOf("nginx-web-server"), mixture);
      return { model: model(services, links), endpoint: only };
    };

    const killed = (isReplicated: boolean, tenths: number) => {
      const network = networkOf(isReplicated);
      const size = network.model.services.reduce((sum, { replicas }) => sum + replicas.length, 0);
      expect(size).toBe(isReplicated ? 22 : 12);
      const dead = Math.ceil((tenths * size) / 10);
      const among = network.model.services.map((_, index) => index);
      const kill = fault({ kill: killOf(among, dead) });
      return estimateOf({ ...network, model: { ...network.model, faults: [kill] } }, kill);
    };

    it("without replicas is what counting sets gives", () => {
      // As fractions over C(12, dead).
      const truth = [23 / 55, 133 / 825, 1 / 22, 3 / 2200, 0];
      [1, 3, 5, 7, 9].forEach((tenths, at) => {
        const { method, availability } = killed(false, tenths);
        expect(method).toBe("exact");
        expect(Math.abs(availability - truth[at]!)).toBeLessThanOrEqual(1e-12);
      });
    });

    it.each([
      ["norepl", false],
      ["repl", true],
    ] as const)("%s agrees with the published estimates", (mode, isReplicated) => {
      const rows = published(mode);
      expect(rows.length).toBeGreaterThan(3);
      for (const [, fraction, estimated, error] of rows) {
        const { method, availability } = killed(isReplicated, Math.round(Number(fraction) * 10));
        expect(method).toBe("exact");
        // Printed to four digits, with the error of its draws.
        const allowed = 2 * Number(error) + 1e-4;
        expect(Math.abs(availability - Number(estimated))).toBeLessThanOrEqual(allowed);
      }
    });
  });
});

describe("systems of the same kinds, generated", () => {
  it.each(NAMES)("%s is exact, by both passes", (name) => {
    const subject = subjectOf(generated(name));
    const { method, availability, unavailability } = estimateOf(subject);
    expect(method).toBe("exact");
    const found = importanceOf({ ...subject, fault: null })!;
    expect(Math.abs(found.up.p - availability)).toBeLessThanOrEqual(1e-12);
    expect(Math.abs(found.up.q - unavailability)).toBeLessThanOrEqual(1e-12 * unavailability);
  });
});
