import { describe, expect, test } from "vitest";
import { engine } from "../../../src/flow/engine.ts";
import { requirementsOf } from "../../../src/gate/remedies/requirements.ts";
import type { Model } from "../../../src/model/model.ts";
import {
  atLeast,
  dependency,
  endpoint,
  model,
  parts,
  reached,
  service,
} from "../../availability/models.ts";
import { builtModel } from "../../model/support.ts";

const run = {
  path: "availability.yaml",
  engine,
  options: { samples: 100, seed: 1, alpha: 0.05 },
};

type SpecData = { readonly [key: string]: unknown };

/** A chain of two third parties behind a web that never fails, through a mesh. */
const chain = (slo: string | null, of: SpecData = {}): Promise<Model> =>
  builtModel(
    JSON.stringify({
      version: 1,
      domains: { mesh: { availability: "98%", covers: ["web -> pay"] } },
      services: {
        web: { replicas: 1, replicaAvailability: "100%" },
        pay: { external: "99%" },
        log: { external: "99.9%" },
      },
      dependencies: [
        { "web -> pay": { availability: "98.5%" } },
        { "web -> log": { availability: "100%" } },
      ],
      ...of,
      endpoints: { "GET /": { entry: "web", ...(slo === null ? {} : { slo }) } },
    }),
  );

const required = (model: Model) => requirementsOf(run, model, model.endpoints[0]!);

/** All of the chain in a row. */
const NOW = 0.98 * 0.985 * 0.99 * 0.999;

describe("what would have to be true", () => {
  test("of one figure, all else being as it is, is what closes the gap; the three that cost the most", async () => {
    const slo = 0.955;
    const found = required(await chain("95.5%"));
    expect(
      found.map(({ component, kind, availability }) => [component, kind, availability]),
    ).toEqual([
      ["mesh", "domain", 0.98],
      ["web -> pay", "dependency", 0.985],
      ["pay", "service", 0.99],
    ]);
    for (const one of found) {
      expect(Math.abs(one.required - (one.availability * slo) / NOW)).toBeLessThan(1e-12);
    }
  });

  test("is not told of what would not do, were it perfect", async () => {
    // 0.954…/0.985 is 0.969…, which is too little; 0.954…/0.98 is 0.9741…, which is enough.
    const found = required(await chain("97.4%"));
    expect(found.map(({ component }) => component)).toEqual(["mesh"]);
    expect(required(await chain("99%"))).toEqual([]);
  });

  test("is told with replicas to spare where it needs them, of services that run any", async () => {
    const found = required(
      await builtModel(
        JSON.stringify({
          version: 1,
          services: {
            web: { replicas: 1, replicaAvailability: "90%" },
            off: { replicas: 0, replicaAvailability: "90%" },
            pay: { external: "99%" },
          },
          dependencies: ["web -> off", "web -> pay"].map((one) => ({
            [one]: { availability: "100%" },
          })),
          endpoints: {
            "GET /": { entry: "web", needs: [{ anyOf: ["off", "pay"] }], slo: "99.5%" },
          },
        }),
      ),
    );
    expect(found.map(({ component }) => component)).toEqual(["pay"]);
    expect(found[0]!.required).toBeGreaterThan(0.995);
    expect(found[0]!.required).toBeLessThan(0.995 / (1 - 1e-3));
  });

  test("is nothing where the SLO is kept, or there is none", async () => {
    expect(required(await chain("95.4%"))).toEqual([]);
    expect(required(await chain(null))).toEqual([]);
  });

  test("is nothing where no exact figure is in reach", () => {
    // Half of what many callers reach three of each.
    const places = Array.from({ length: 28 }, (_, at) => at);
    const names = ["web", ...places.map((at) => `a${at}`), ...places.map((at) => `b${at}`)];
    const services = names.map((name) => service(name, [parts(990)]));
    const up = [parts(990)];
    const lines = places.flatMap((at) => [
      dependency(services, 0, 1 + at, up),
      ...[0, 1, 4].map((step) => dependency(services, 1 + at, 29 + ((5 * at + step) % 28), up)),
    ]);
    const half = atLeast(14, ...places.map((at) => reached(29 + at)));
    const asked = { ...endpoint(0, half), slo: parts(999) };
    expect(requirementsOf(run, model(services, lines, [asked]), asked)).toEqual([]);
  });

  test("is not told of one of several routes", async () => {
    const found = required(
      await chain("97%", {
        dependencies: [
          { "web -> pay": { availability: "90%", independent: true } },
          { "web -> pay": { availability: "90%", independent: true } },
        ],
      }),
    );
    expect(found.map(({ component }) => component)).toEqual(["mesh", "pay"]);
  });

  test("is not told of an own service, which a replica more would help", async () => {
    const services = { web: { replicas: 1, replicaAvailability: "99%" } };
    expect(required(await chain("99.5%", { domains: {}, services, dependencies: [] }))).toEqual([]);
  });

  test("of one domain leaves the others as they are", async () => {
    const found = required(
      await chain("95.4%", {
        domains: {
          mesh: { availability: "98%", covers: ["web -> pay"] },
          grid: { availability: "99.9%", covers: ["web -> log"] },
        },
      }),
    );
    const [mesh] = found;
    expect(mesh!.component).toBe("mesh");
    expect(Math.abs(mesh!.required - (0.98 * 0.954) / (NOW * 0.999))).toBeLessThan(1e-12);
  });

  test("is looked for with replicas to spare where nothing else would do", async () => {
    const services = (replicas: number) => ({
      services: {
        web: { replicas, replicaAvailability: "90%" },
        pay: { external: "99%" },
        log: { external: "99.9%" },
        none: { replicas: 0 },
      },
    });
    const found = required(await chain("95.5%", services(1)));
    expect(found.map(({ component }) => component)).toEqual(["mesh", "web -> pay", "pay"]);
    // As with nine; what has more keeps them.
    const plenty = 1 - 0.1 ** 9;
    expect(Math.abs(found[2]!.required - (0.99 * 0.955) / NOW / plenty)).toBeLessThan(1e-12);
    expect(required(await chain("95.5%", services(12)))).toHaveLength(3);
  });
});
