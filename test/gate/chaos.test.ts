import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { engine } from "../../src/flow/engine.ts";
import { type Injection, injectionsFor } from "../../src/gate/chaos.ts";
import type { Engine } from "../../src/gate/engine.ts";
import { explainerOf } from "../../src/gate/explain.ts";
import type { Dependency, Model, Service } from "../../src/model/model.ts";
import { jeffreysInterval } from "../../src/numbers/jeffreys.ts";
import { dependency, endpoint, model, parts, service, strict } from "../availability/models.ts";

const options = { samples: 100, seed: 1, alpha: 0.05 };
const run = { path: "availability.yaml", engine, options };

function injections(one: Model, isTimed: (name: string) => boolean = () => false) {
  const asked = one.endpoints[0]!;
  const { estimate } = estimateEndpoint({ model: one, endpoint: asked, fault: null }, options, []);
  return injectionsFor(explainerOf(run, one, [], null), asked, estimate, isTimed).injections;
}

function byDefault(one: Service): Service {
  return { ...one, origin: { ...one.origin, replicaAvailabilityFrom: "default" } };
}

function observed(one: Service, good: number, total: number): Service {
  const evidence = { good, total, until: null, place: one.origin.place };
  return { ...one, origin: { ...one.origin, replicaAvailabilityFrom: "evidence", evidence } };
}

function defaultCalls(one: Dependency): Dependency {
  const channels = one.channels.map((channel) => ({
    ...channel,
    availabilityFrom: "default" as const,
  }));
  return { ...one, channels };
}

/** web -> pay -> db, strict. */
function shop(services: readonly Service[], dress: (one: Dependency) => Dependency = (one) => one) {
  const dependencies = [
    dependency(services, 0, 1, [parts(999)]),
    dependency(services, 1, 2, [parts(1000)]),
  ];
  const asked = endpoint(0, [strict(dependencies, 0, "immediate")]);
  return model(services, [dress(dependencies[0]!), dependencies[1]!], [asked]);
}

const web = service("web", [parts(1000)]);
const pay = byDefault(service("pay", [parts(990), parts(990)]));
const db = observed(service("db", [parts(950)]), 95, 100);

it("asks for the figure that is to be expected without a claim, which may end a draw early", () => {
  const one = shop([web, pay, db], defaultCalls);
  const asked = one.endpoints[0]!;
  const { estimate } = engine.estimate({ model: one, endpoint: asked, fault: null }, options, []);
  const claims: unknown[] = [];
  const by: Engine = {
    ...engine,
    estimate: (subject, given, claimed) => {
      if (subject.fault !== null) claims.push(claimed);
      return engine.estimate(subject, given, claimed);
    },
  };
  const explainer = explainerOf({ ...run, engine: by }, one, [], null);
  const found = injectionsFor(explainer, asked, estimate, () => false).injections;
  expect(found).toHaveLength(3);
  expect(claims).toEqual([[], [], []]);
});

describe("which fault to inject next", () => {
  const found = injections(shop([web, pay, db], defaultCalls));
  const at = (component: string): Injection => found.find((one) => one.component === component)!;

  it("is that of the riskiest assumption: importance times what is uncertain", () => {
    const { low, high } = jeffreysInterval(95, 100);
    const [pays, calls] = [1 - 0.01 ** 2, 0.999];
    const by = {
      db: { importance: pays * calls, low: low.p, high: high.p },
      pay: { importance: 0.95 * calls, low: 1 - 0.1 ** 2, high: 1 - 0.001 ** 2 },
      "web -> pay": { importance: pays * 0.95, low: 0.99, high: 0.9999 },
    };
    // 0.089, 0.0095, 0.0094.
    expect(found.map(({ component }) => component)).toEqual(["db", "pay", "web -> pay"]);
    for (const [component, { importance, low: least, high: most }] of Object.entries(by)) {
      const one = at(component);
      expect(Math.abs(one.importance - importance)).toBeLessThan(1e-12);
      expect(Math.abs(one.range[0] - least)).toBeLessThan(1e-12);
      expect(Math.abs(one.range[1] - most)).toBeLessThan(1e-12);
      expect(Math.abs(one.risk - importance * (most - least))).toBeLessThan(1e-12);
    }
  });

  it("tells what is to be seen if the model is right", () => {
    expect(at("pay").action).toBe("pod-failure");
    expect(Math.abs(at("pay").expected.availability - 0.99 * 0.95 * 0.999)).toBeLessThan(1e-12);
    expect(at("db")).toMatchObject({ action: "pod-kill", expected: { availability: 0 } });
    expect(at("web -> pay")).toMatchObject({
      action: "partition",
      expected: { availability: 0 },
    });
  });

  it("names each component once, with all that is assumed of it", () => {
    const uncounted = byDefault(service("db", [parts(990)]));
    const guessed: Service = {
      ...uncounted,
      origin: { ...uncounted.origin, replicasFrom: "default" },
    };
    const twice = injections(shop([web, service("pay", [parts(990)]), guessed]));
    expect(twice.map(({ component }) => component)).toEqual(["db"]);
    // θ from 90%, and three replicas of 99%.
    expect(Math.abs(twice[0]!.range[0] - 0.9)).toBeLessThan(1e-12);
    expect(Math.abs(twice[0]!.range[1] - (1 - 0.01 ** 3))).toBeLessThan(1e-12);
    expect(twice[0]!.assumptions).toEqual([
      expect.stringContaining("the default of 1 service"),
      expect.stringContaining("it may well have 3"),
    ]);
  });

  it("leaves out what a person set, and what does not matter to the endpoint", () => {
    expect(
      injections(shop([web, service("pay", [parts(990)]), service("db", [parts(990)])])),
    ).toEqual([]);
    const apart = byDefault(service("apart", [parts(500)]));
    const one = shop([web, pay, db]);
    const names = injections({ ...one, services: [...one.services, apart] }).map(
      ({ component }) => component,
    );
    expect(names).toEqual(["db", "pay"]);
  });

  it("delays calls where it is known after what time they are given up", () => {
    const timed = (one: Dependency): Dependency => {
      const { channels, ...rest } = defaultCalls(one);
      const timeout = { onTime: parts(990), retries: 0 };
      return { ...rest, channels: channels.map((channel) => ({ ...channel, timeout })) };
    };
    const one = shop([web, pay, db], timed);
    const action = (all: readonly Injection[]) =>
      all.find(({ component }) => component === "web -> pay")!.action;
    expect(action(injections(one, () => true))).toBe("delay");
    expect(action(injections(one))).toBe("partition");
  });

  it("cuts off calls of which any may go on for ever, or whose time-out is not known", () => {
    const timeout = { onTime: parts(990), retries: 0 };
    const half = (one: Dependency): Dependency => {
      const { channels, ...rest } = defaultCalls(one);
      return { ...rest, channels: [{ ...channels[0]!, timeout }, channels[0]!] };
    };
    const calls = (dress: (one: Dependency) => Dependency, isTimed: (name: string) => boolean) =>
      injections(shop([web, pay, db], dress), isTimed).find(({ kind }) => kind === "dependency")!;
    expect(calls(half, () => true).action).toBe("partition");
    const timed = (one: Dependency): Dependency => ({
      ...defaultCalls(one),
      channels: defaultCalls(one).channels.map((channel) => ({ ...channel, timeout })),
    });
    // It is asked by its name.
    expect(calls(timed, (name) => name === "web -> pay").action).toBe("delay");
    expect(calls(timed, (name) => name !== "web -> pay").action).toBe("partition");
  });

  it("tells what each is and where its figures are decided, and those alike by name", () => {
    const alike = ["pay", "db", "aux"].map((name) => byDefault(service(name, [parts(990)])));
    const found = injections(shop([web, alike[1]!, alike[0]!], defaultCalls));
    expect(found.map(({ component }) => component)).toEqual(["db", "pay", "web -> db"]);
    expect(found.map(({ kind }) => kind)).toEqual(["service", "service", "dependency"]);
    for (const one of found) expect(one).toMatchObject({ file: "availability.yaml", line: 1 });
    const turned = injections(shop([web, alike[0]!, alike[1]!], defaultCalls));
    expect(turned.map(({ component }) => component)).toEqual(["db", "pay", "web -> pay"]);
  });

  it("leaves all replicas that a quorum can spare to a failure, and others to a kill", () => {
    const quorum = (replicas: number, needed: number) => {
      const own = byDefault(service("pay", Array(replicas).fill(parts(990)), needed));
      const found = injections(shop([web, own, service("db", [parts(1000)])]));
      return found.find(({ component }) => component === "pay")!;
    };
    expect(quorum(3, 2).action).toBe("pod-failure");
    expect(Math.abs(quorum(3, 2).expected.availability - 0.99 ** 2 * 0.999)).toBeLessThan(1e-12);
    expect(quorum(2, 2).action).toBe("pod-kill");
    expect(quorum(2, 2).expected.availability).toBe(0);
  });

  it("is told of ten at the most", () => {
    const services = [
      web,
      ...Array.from({ length: 12 }, (_, at) => byDefault(service(`s${at}`, [parts(990)]))),
    ];
    const lines = services.slice(1).map((_, at) => dependency(services, 0, at + 1, [parts(1000)]));
    const many = model(services, lines, [endpoint(0, [strict(lines, 0, "immediate")])]);
    expect(injections(many)).toHaveLength(10);
  });
});
