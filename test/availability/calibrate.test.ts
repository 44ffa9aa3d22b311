import { describe, expect, it } from "vitest";
import { calibrate, canCalibrate, type Observation } from "../../src/availability/calibrate.ts";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { fitLeastSquares } from "../../src/availability/least-squares.ts";
import type { Model } from "../../src/model/model.ts";
import { builtModel } from "../model/support.ts";

const OPTIONS = { samples: 1000, seed: 1, alpha: 0.05 };

const shop = (defaults: string, more = "") =>
  builtModel(
    `version: 1\ndefaults: { ${defaults} }\ndependencies: [web -> pay, web -> cart, cart -> db, { cart -> rates: { availability: 99.9% } }]\nservices: { web: { replicas: 3 }, pay: { replicas: 1 }, cart: { replicas: 2 }, db: { replicas: 1 }, rates: { external: 99.95% } }\nendpoints: { GET /pay: { entry: web, calls: [pay] }, GET /cart: { entry: web, calls: [cart] }${more} }\n`,
  );

function figures(model: Model): readonly Observation[] {
  return model.endpoints.map((endpoint) => {
    const { estimate } = estimateEndpoint({ model, endpoint, fault: null }, OPTIONS, []);
    return { endpoint, observed: { p: estimate.availability, q: estimate.unavailability } };
  });
}

/** What a model of one set of defaults shows, as observed of the endpoints of another. */
async function observed(truth: string, defaults: string, more = "") {
  const shown = figures(await shop(truth, more));
  const model = await shop(defaults, more);
  const observations = model.endpoints.map((endpoint, at) => ({
    endpoint,
    observed: shown[at]!.observed,
  }));
  return { model, observations };
}

describe("calibrated defaults", () => {
  const truth = "replicaAvailability: 99.7%, dependencyAvailability: 99.95%";

  it("are those of the system that was observed", async () => {
    for (const start of ["", "replicaAvailability: 90%, dependencyAvailability: 99.9999%"]) {
      const { model, observations } = await observed(truth, start);
      const { after, told } = calibrate(model, observations);
      expect(told).toBe("both");
      expect(Math.abs(after.theta!.q / 0.003 - 1)).toBeLessThan(1e-5);
      expect(Math.abs(after.rho!.q / 0.0005 - 1)).toBeLessThan(1e-5);
    }
  });

  it("are, of a single endpoint, the nearest of a curve, and its ends", async () => {
    const { model, observations } = await observed(truth, "");
    const { before, after, told, ends } = calibrate(model, observations.slice(0, 1));
    expect(told).toBe("curve");
    expect(before).toEqual({ theta: { p: 0.999, q: 0.001 }, rho: { p: 0.9999, q: 0.0001 } });
    // U of web (three replicas), pay, and the way between them.
    const figure = (theta: number, rho: number) => 1 - (1 - theta ** 3) * (1 - theta) * (1 - rho);
    const wanted = observations[0]!.observed.q;
    for (const { theta, rho } of [after, ...ends]) {
      expect(Math.abs(figure(theta!.q, rho!.q) / wanted - 1)).toBeLessThan(1e-3);
    }
    expect(ends.map(({ rho }) => rho!.q)).toContain(0.0001);
    expect(ends.map(({ theta }) => theta!.q)).toContain(0.001);
    // No other point of the curve is nearer, in logarithms.
    const distance = (theta: number, rho: number) =>
      Math.log(theta / 0.001) ** 2 + Math.log(rho / 0.0001) ** 2;
    const nearest = distance(after.theta!.q, after.rho!.q) - 1e-3;
    for (const factor of [0.8, 0.9, 0.97, 1.005, 1.01]) {
      const theta = after.theta!.q * factor;
      const rho = 1 - (1 - wanted) / ((1 - theta ** 3) * (1 - theta));
      expect(distance(theta, rho)).toBeGreaterThan(nearest);
    }
  });

  it("have no end of a curve where one default alone does not reach what was observed", async () => {
    const model = await shop("");
    const [endpoint] = model.endpoints;
    const found = (q: number) =>
      calibrate(model, [{ endpoint: endpoint!, observed: { p: 1 - q, q } }]);
    // Calls alone fail 0.0001 of the time, and replicas 0.001.
    const between = found(0.0005);
    expect(between.told).toBe("curve");
    expect(between.ends.map(({ rho }) => rho!.q)).toEqual([0.0001]);
    expect(between.ends[0]!.theta!.q).toBeCloseTo(0.0004, 6);
    expect(found(0.00005).ends).toEqual([]);
    expect(found(0.002).ends).toHaveLength(2);
  });

  it("have an end of a curve only where it comes as near to all that was observed", async () => {
    const model = await shop(
      "",
      ", GET /rates: { entry: rates }, GET /bill: { entry: web, calls: [pay] }",
    );
    const [pay, , rates, bill] = model.endpoints;
    const ends = (...all: readonly (readonly [Model["endpoints"][number], number])[]) => {
      const seen = all.map(([endpoint, q]) => ({ endpoint, observed: { p: 1 - q, q } }));
      const { told, ends } = calibrate(model, seen);
      expect(told).toBe("curve");
      return ends;
    };
    // No default moves an outer service, and calls alone do not reach the other.
    expect(ends([pay!, 0.0005], [rates!, 0.0005]).map(({ rho }) => rho!.q)).toEqual([0.0001]);
    // Nor do they reach this: no call is taken to fail more than half of the time.
    expect(ends([pay!, 0.54]).map(({ rho }) => rho!.q)).toEqual([0.0001]);
    // Of the same calls seen twice an end comes as near to both as any pair does.
    expect(ends([pay!, 0.002], [bill!, 0.004])).toHaveLength(2);
  });

  it("are none to fit from where they are 100%", async () => {
    const certain = "replicaAvailability: 100%";
    const { model, observations } = await observed(`${certain}, ${truth.split(", ")[1]}`, certain);
    const { before, after, told } = calibrate(model, observations);
    expect([before.theta, after.theta, told]).toEqual([null, null, "both"]);
    expect(Math.abs(after.rho!.q / 0.0005 - 1)).toBeLessThan(1e-5);
    const sure = "dependencyAvailability: 100%";
    const other = await observed(`replicaAvailability: 99.7%, ${sure}`, sure);
    const calls = calibrate(other.model, other.observations);
    expect([calls.before.rho, calls.after.rho]).toEqual([null, null]);
    expect(Math.abs(calls.after.theta!.q / 0.003 - 1)).toBeLessThan(1e-5);
  });

  it("are the best there are where nothing fits", async () => {
    const { model, observations } = await observed(truth, "");
    const skewed = observations.map(({ endpoint, observed: { q } }, at) => {
      const other = at === 0 ? q * 0.01 : q * 3;
      return { endpoint, observed: { p: 1 - other, q: other } };
    });
    const { after } = calibrate(model, skewed);
    const squares = async (theta: number, rho: number) => {
      const text = (q: number) => `${100 - 100 * q}%`;
      const at = `replicaAvailability: ${text(theta)}, dependencyAvailability: ${text(rho)}`;
      return figures(await shop(at)).reduce(
        (sum, { observed: { q } }, i) => sum + Math.log(q / skewed[i]!.observed.q) ** 2,
        0,
      );
    };
    const least = await squares(after.theta!.q, after.rho!.q);
    for (const [a, b] of [
      [1.05, 1],
      [0.95, 1],
      [1, 1.2],
      [1.02, 0.9],
    ] as const) {
      expect(await squares(after.theta!.q * a, after.rho!.q * b)).toBeGreaterThan(least - 1e-3);
    }
  });

  it("leave what a person or evidence sets, and are none where nothing follows them", async () => {
    const model = await builtModel(
      "version: 1\ndependencies: [{ web -> pay: { availability: 99% } }, { pay -> db: { evidence: { good: 900, total: 1000 } } }]\nservices: { web: { replicaAvailability: 99% }, pay: { external: 99% }, db: { external: 99% } }\nendpoints: { e: { entry: web } }\n",
    );
    const found = calibrate(model, figures(model));
    expect(found).toEqual({
      before: { theta: null, rho: null },
      after: { theta: null, rho: null },
      told: "none",
      ends: [],
    });
  });

  it("are of one default alone where nothing follows the other", async () => {
    const text = (defaults: string) =>
      `version: 1\ndefaults: { ${defaults} }\ndependencies: [{ web -> pay: { availability: 99.9% } }]\nservices: { pay: { replicas: 2 } }\nendpoints: { e: { entry: web } }\n`;
    const [shown, model] = [
      await builtModel(text("replicaAvailability: 98%")),
      await builtModel(text("")),
    ];
    const { observed: q } = figures(shown)[0]!;
    const { after, told } = calibrate(model, [{ endpoint: model.endpoints[0]!, observed: q }]);
    expect(told).toBe("both");
    expect(after.rho).toBeNull();
    expect(Math.abs(after.theta!.q / 0.02 - 1)).toBeLessThan(1e-7);
  });

  it("can be had of any endpoint that is cheap enough", async () => {
    const model = await shop("");
    expect(model.endpoints.every((one) => canCalibrate(model, one))).toBe(true);
    // A grid of calls, which takes millions of transitions each time.
    const n = 15;
    const calls = Array.from({ length: n * n }, (_, i) => [
      ...(i % n < n - 1 ? [`s${i} -> s${i + 1}`] : []),
      ...(i < n * (n - 1) ? [`s${i} -> s${i + n}`] : []),
    ]).flat();
    const wide = await builtModel(
      `version: 1\ndefaults: { replicaAvailability: 100% }\ndependencies: [${calls.join(", ")}]\nservices: {}\nendpoints: { e: { entry: s0, needs: [s${n * n - 1}] }, near: { entry: s0, needs: [s1] } }\n`,
    );
    expect(wide.endpoints.map((one) => canCalibrate(wide, one))).toEqual([false, true]);
  });

  it("can be had while all that follows either can be evaluated often enough", async () => {
    // Of 2^10 states of zones each asks for all that follows a default: twenty transitions for each.
    const zones = "zone: { members: [a, b, c, d, e, f, g, h, i, j], availability: 99% }";
    const calls = Array.from({ length: 50 }, (_, at) => `s${at} -> s${at + 1}`).join(", ");
    const model = await builtModel(
      `version: 1\ndomains: { ${zones} }\ndependencies: [${calls}]\nservices: { s0: { replicas: 10, placement: { zone: spread } } }\nendpoints: { all: { entry: s0 }, most: { entry: s0, needs: [s47] } }\n`,
    );
    expect(model.endpoints.map((one) => canCalibrate(model, one))).toEqual([false, true]);
  });

  it("are fitted beside a service without replicas", async () => {
    const text = (spare: string) =>
      `version: 1\ndependencies: [web -> pay]\nservices: { ${spare}web: { replicas: 1 } }\nendpoints: { e: { entry: web } }\n`;
    const [model, without] = [
      await builtModel(text("spare: { replicas: 0 }, ")),
      await builtModel(text("")),
    ];
    expect(model.services.find(({ name }) => name === "spare")!.replicas).toEqual([]);
    expect(canCalibrate(model, model.endpoints[0]!)).toBe(true);
    const fitted = (one: Model) =>
      calibrate(one, [{ endpoint: one.endpoints[0]!, observed: { p: 0.99, q: 0.01 } }]);
    expect(fitted(model)).toEqual(fitted(without));
  });
});

describe("least squares", () => {
  it("finds the least of a valley", () => {
    // Rosenbrock's function as residuals.
    const { unknowns, rank } = fitLeastSquares(
      ([x = 0, y = 0]) => [10 * (y - x * x), 1 - x],
      [-1.2, 1],
      [-5, 5],
    );
    expect(unknowns[0]).toBeCloseTo(1, 6);
    expect(unknowns[1]).toBeCloseTo(1, 6);
    expect(rank).toBe(2);
  });

  it("stays within its limits, and where nothing tells", () => {
    expect(fitLeastSquares(([x = 0]) => [x - 9], [0], [-5, 5]).unknowns).toEqual([5]);
    const { unknowns, rank } = fitLeastSquares(() => [3], [0.5, 0.25], [-5, 5]);
    expect(unknowns).toEqual([0.5, 0.25]);
    expect(rank).toBe(0);
  });
});
