import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Estimate } from "../../src/availability/estimate.ts";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import type { Endpoint, Model, Probability } from "../../src/model/model.ts";
import { dependency, endpoint, model, parts, reached, service, strict } from "./models.ts";

const STUDY = new URL("../../../shared/reference/synthetic-study/", import.meta.url);

function estimateOf(system: Model, asked: Endpoint): Estimate {
  const subject = { model: system, endpoint: asked, fault: null };
  return estimateEndpoint(subject, { samples: 1, seed: 1, alpha: 0.05 }, []).estimate;
}

function decimal(text: string | number): Probability {
  const digits = String(text).split(".")[1]?.length ?? 0;
  return parts(Math.round(Number(text) * 10 ** digits), 10 ** digits);
}

/** A chain of `length` services and the links between them, needed to its end. */
function chain(length: number, theta: Probability, rho: Probability): Estimate {
  const services = Array.from({ length }, (_, index) => service(`s${index}`, [theta]));
  const links = services.slice(1).map((_, index) => dependency(services, index, index + 1, [rho]));
  const last = endpoint(0, reached(length - 1));
  return estimateOf(model(services, links), last);
}

function fanOut(degree: number, theta: Probability, rho: Probability): Estimate {
  const services = Array.from({ length: degree + 1 }, (_, index) => service(`s${index}`, [theta]));
  const links = services.slice(1).map((_, index) => dependency(services, 0, index + 1, [rho]));
  const everything = endpoint(0, [strict(links, 0, "immediate")]);
  return estimateOf(model(services, links), everything);
}

function bottleneck(replicas: number, theta: Probability, rho: Probability): Estimate {
  const services = [
    service("entry", [parts(1000)]),
    service("target", Array(replicas).fill(theta)),
  ];
  const only = endpoint(0, reached(1));
  return estimateOf(model(services, [dependency(services, 0, 1, [rho])]), only);
}

describe("the paper's closed forms", () => {
  it("Eq. (16): a synchronous chain is the product of its services and links", () => {
    for (const k of [1, 2, 4, 8]) {
      for (const theta of [0.9, 0.95, 0.99]) {
        for (const rho of [0.9, 0.95, 0.99]) {
          const { availability } = chain(k + 1, decimal(theta), decimal(rho));
          expect(availability).toBeCloseTo(theta ** (k + 1) * rho ** k, 13);
        }
      }
    }
    expect(chain(9, decimal(0.9), decimal(0.9)).availability).toBeCloseTo(0.1668, 4);
    expect(chain(2, decimal(0.99), decimal(0.99)).availability).toBeCloseTo(0.9703, 4);
  });

  it("mandatory fan-out falls from 0.894 to 0.364", () => {
    const found = [1, 2, 4, 8, 12].map((d) => fanOut(d, decimal(0.97), decimal(0.95)).availability);
    [1, 2, 4, 8, 12].forEach((degree, index) => {
      expect(found[index]).toBeCloseTo(0.97 * (0.97 * 0.95) ** degree, 13);
    });
    expect(found[0]).toBeCloseTo(0.894, 3);
    expect(found[4]).toBeCloseTo(0.364, 3);
  });

  it("a replicated bottleneck rises from 0.738 and never above its link", () => {
    for (const replicas of [1, 2, 3, 5, 8, 12]) {
      const { availability } = bottleneck(replicas, decimal(0.9), decimal(0.82));
      expect(availability).toBeCloseTo((1 - 0.1 ** replicas) * 0.82, 13);
      expect(availability).toBeLessThanOrEqual(0.82);
    }
  });

  it("immediate completion ignores asynchronous edges, eventual completion counts them", () => {
    const services = ["front", "back", "queue", "log"].map((name) =>
      service(name, [decimal(0.97)]),
    );
    const links = [
      dependency(services, 0, 1, [decimal(0.96)]),
      dependency(services, 0, 2, [decimal(0.85)], "async"),
      dependency(services, 0, 3, [decimal(0.85)], "async"),
    ];
    const system = model(services, links);
    const immediate = endpoint(0, [strict(links, 0, "immediate")]);
    const eventual = endpoint(0, [strict(links, 0, "eventual")], "eventual");
    const alone = model(services, links.slice(0, 1));
    const now = estimateOf(system, immediate).availability;
    const later = estimateOf(system, eventual).availability;
    expect(now).toBe(estimateOf(alone, immediate).availability);
    expect(now).toBeCloseTo(0.9033, 4);
    expect(now - later).toBeCloseTo(0.289224906984, 12);
  });
});

describe.skipIf(!existsSync(STUDY))("the study's files (skipped: ../shared is absent)", () => {
  const rows = (file: string) => {
    const [header, ...lines] = readFileSync(new URL(file, STUDY), "utf8").trim().split(/\r?\n/);
    const names = header!.split(",");
    return lines.map((line) => {
      const cells = line.split(",");
      return new Map(names.map((name, index) => [name, cells[index] ?? ""]));
    });
  };
  const evaluated = (row: ReadonlyMap<string, string>): Estimate | null => {
    const theta = decimal(row.get("theta") || "1");
    const rho = decimal(row.get("rho") || "1");
    switch (row.get("family") ?? row.get("graph_family")) {
      case "Synchronous chain":
      case "chain":
        return chain(Number(row.get("k_edges")) + 1, theta, rho);
      case "Fan-out":
      case "fanout":
        return fanOut(Number(row.get("degree")), theta, rho);
      case "Replicated bottleneck":
      case "bottleneck":
        return bottleneck(Number(row.get("replicas")), theta, rho);
      default:
        return null;
    }
  };

  it.each(["raw_results.csv", "scale_sanity.csv"])("%s: agrees to 1e-12", (file) => {
    let compared = 0;
    for (const row of rows(file)) {
      const found = evaluated(row);
      if (found === null || !row.get("exact_availability")) continue;
      compared++;
      const published = Number(row.get("exact_availability"));
      expect(Math.abs(found.availability - published)).toBeLessThanOrEqual(1e-12);
    }
    expect(compared).toBeGreaterThan(20);
  });
});
