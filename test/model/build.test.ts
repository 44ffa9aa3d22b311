import { describe, expect, it } from "vitest";
import type { Workload } from "../../src/deployment/workload.ts";
import type { Matches } from "../../src/model/match.ts";
import { alone, build, builtModel, lines, workload } from "./support.ts";

const endpoint = "endpoints: { e: { entry: web } }\n";
const spec = `version: 1\ndependencies: [web -> pay]\n${endpoint}`;
const withPay = (facts: string) => `${spec}services: { pay: { ${facts} } }\n`;
const pay = (count: number | null, kind: Workload["kind"] = "Deployment") =>
  workload({ name: "pay", kind, count, place: { file: "pay.yaml", line: 5, column: 3 } });

async function payOf(text: string, workloads: readonly Workload[] = []) {
  const { services } = await builtModel(text, workloads);
  return services.find(({ name }) => name === "pay")!;
}

const nines = { p: 0.999, q: 0.001 };

describe("replicas", () => {
  it("come from the manifest, with the line that decides", async () => {
    expect(await payOf(spec, [pay(2)])).toEqual({
      name: "pay",
      replicas: [nines, nines],
      quorum: 1,
      external: false,
      placement: [[], []],
      disruption: { rollout: 0, drain: 1 },
      origin: {
        workload: "Deployment/pay",
        replicasFrom: "manifest",
        replicaAvailabilityFrom: "default",
        replicasPlace: { file: "pay.yaml", line: 6, column: 3 },
        disruption: {
          rollout: {
            rule: "maxUnavailable 25% down 0",
            place: { file: "pay.yaml", line: 5, column: 3 },
          },
          drain: null,
        },
        place: { file: "availability.yaml", line: 2, column: 16 },
      },
    });
  });

  it("else from the spec, else there is one", async () => {
    expect(await payOf(withPay("replicas: 3, replicaAvailability: 99%"))).toMatchObject({
      replicas: [{ p: 0.99, q: 0.01 }, { p: 0.99 }, { p: 0.99 }],
      origin: {
        replicasFrom: "spec",
        replicaAvailabilityFrom: "spec",
        replicasPlace: { line: 4, column: 30 },
      },
    });
    expect(await payOf(spec)).toMatchObject({
      replicas: [nines],
      origin: { replicasFrom: "default", workload: null },
    });
  });

  it("remember the line that sets θ, of the service or of the defaults", async () => {
    const own = await payOf(withPay("replicaAvailability: 99%"));
    expect(own.origin.replicaAvailabilityPlace).toMatchObject({ line: 4 });
    const byDefault = await payOf(`${spec}defaults: { replicaAvailability: 99% }\n`);
    expect(byDefault.origin.replicaAvailabilityPlace).toMatchObject({ line: 4 });
    expect(await payOf(spec)).not.toHaveProperty("origin.replicaAvailabilityPlace");
  });

  it("of an external service are one unit", async () => {
    expect(await payOf(withPay("external: 99.95%"), [pay(3)])).toMatchObject({
      replicas: [{ p: 0.9995, q: 0.0005 }],
      external: true,
      origin: { replicasFrom: "external", workload: null },
    });
  });

  it("of a DaemonSet come from the defaults", async () => {
    const daemon = pay(null, "DaemonSet");
    const set = await payOf(`${spec}defaults: { daemonSetReplicas: 4 }\n`, [daemon]);
    expect(set.replicas.length).toBe(4);
    expect(set.origin.replicasPlace).toEqual({ file: "availability.yaml", line: 4, column: 32 });
    const { model, diagnostics } = await build(spec, [daemon]);
    expect(model?.services[1]?.replicas.length).toBe(1);
    expect(lines(diagnostics)[0]).toContain("1 replica for 1 DaemonSet");
  });

  it("take the spec's defaults", async () => {
    const text = `${spec}defaults: { replicaAvailability: 98%, dependencyAvailability: 97% }\n`;
    const { model, diagnostics } = await build(text, [pay(1), workload({ name: "web" })]);
    expect(model?.services[0]?.replicas).toEqual([{ p: 0.98, q: 0.02 }]);
    expect(model?.services[0]?.origin.replicaAvailabilityFrom).toBe("default");
    expect(model?.dependencies[0]?.channels).toMatchObject([
      { up: { p: 0.97, q: 0.03 }, availabilityFrom: "default" },
    ]);
    expect(diagnostics).toEqual([]);
  });

  it("may each have an availability, one for each", async () => {
    const text = withPay("replicaAvailability: [99%, 98%]");
    expect((await payOf(text, [pay(2)])).replicas).toEqual([
      { p: 0.99, q: 0.01 },
      { p: 0.98, q: 0.02 },
    ]);
    const { model, diagnostics } = await build(text, [pay(3)]);
    expect(model).toBeNull();
    expect(lines(diagnostics)).toEqual([
      "4:41 error replica-availability-length: `replicaAvailability` of `pay` lists 2 for 3 replicas; list one for each, or give one for all",
    ]);
  });
});

describe("quorum", () => {
  it.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [5, 3],
  ])("majority of %d is %d", async (replicas, quorum) => {
    expect((await payOf(withPay("quorum: majority"), [pay(replicas)])).quorum).toBe(quorum);
  });

  it("that cannot be met is told", async () => {
    const beyond = await build(withPay("quorum: 3"), [pay(2)]);
    expect(beyond.model?.services.find(({ name }) => name === "pay")).toMatchObject({ quorum: 3 });
    expect(lines(beyond.diagnostics)[0]).toBe(
      "4:28 warning never-live: service `pay` needs 3 live replicas and has 2: it is never live; give it more replicas",
    );
    const none = await build(spec, [pay(0)]);
    expect(none.model?.services[1]?.replicas).toEqual([]);
    expect(lines(none.diagnostics)[0]).toBe(
      "pay.yaml:6:3 warning never-live: service `pay` has no replicas: it is never live; give it more replicas",
    );
  });
});

describe("channels", () => {
  const channels = async (lines: string) =>
    (await builtModel(`version: 1\ndependencies:\n${lines}${endpoint}`)).dependencies;

  it("are shared by the lines of one pair and arrow, up with the lowest", async () => {
    const found = await channels(
      "  - web -> pay: { availability: 99.95%, operation: A }\n  - web -> pay: { availability: 99%, operation: B }\n  - web   ->   pay\n  - web ~> pay\n",
    );
    expect(found.map(({ name, mode }) => [name, mode])).toEqual([
      ["web -> pay", "sync"],
      ["web ~> pay", "async"],
    ]);
    expect(found[0]?.channels).toEqual([
      {
        up: { p: 0.99, q: 0.01 },
        timeout: null,
        members: [],
        availabilityFrom: "spec",
        place: { file: "availability.yaml", line: 4, column: 33 },
      },
    ]);
    expect(found[1]?.channels).toMatchObject([
      { up: { p: 0.9999, q: 0.0001 }, availabilityFrom: "default" },
    ]);
  });

  it("tell apart availabilities that are one double", async () => {
    const found = await channels(
      "  - web -> pay: { availability: 99.999999999999999999% }\n  - web -> pay: { availability: 99.99999999999999999% }\n",
    );
    expect(found[0]?.channels).toMatchObject([{ up: { p: 1, q: 1e-19 } }]);
  });

  it("of independent lines are their own", async () => {
    const found = await channels(
      "  - web -> pay: { independent: true, availability: 98% }\n  - web -> pay\n  - web -> pay: { independent: true, availability: 97% }\n  - web -> pay: { availability: 99% }\n",
    );
    expect(found[0]?.channels.map(({ up }) => up.p)).toEqual([0.99, 0.98, 0.97]);
  });
});

describe("endpoints", () => {
  it("carry their objective, rename and places, and weights as shares", async () => {
    const { endpoints, gate } = await builtModel(
      "version: 1\ndependencies: [web -> pay, web -> cart]\ngate: { maxDrop: 0.1%, adoption: fail }\nendpoints:\n  e:\n    entry: web\n    slo: 99.9%\n    was: old\n    completion: eventual\n    mixture: [{ weight: 8, calls: [pay] }, { weight: 2, needs: [] }]\n",
    );
    expect(endpoints).toEqual([
      {
        name: "e",
        entry: 0,
        completion: "eventual",
        mixture: [
          {
            share: 0.8,
            strict: true,
            need: { kind: "atLeast", k: 1, of: [{ kind: "dependency", dependency: 0 }] },
            cuts: { calls: ["pay"], optional: [] },
          },
          { share: 0.2, strict: false, need: { kind: "atLeast", k: 0, of: [] } },
        ],
        slo: { p: 0.999, q: 0.001 },
        under: [],
        was: "old",
        place: { file: "availability.yaml", line: 5, column: 3 },
        sloPlace: { file: "availability.yaml", line: 7, column: 10 },
      },
    ]);
    expect(gate).toEqual({
      maxDrop: 0.001,
      maxDowntimeIncrease: null,
      warnAt: 0.9,
      preexisting: "warn",
      undecided: "warn",
      adoption: "fail",
      place: { file: "availability.yaml", line: 3, column: 1 },
    });
  });

  it("lower needs to gates over indices", async () => {
    const { endpoints } = await builtModel(
      "version: 1\ndependencies: [web -> pay, web -> cart]\nendpoints: { e: { entry: web, needs: [pay, { anyOf: [cart, web -> pay] }, { atLeast: 2, of: [web, pay, cart] }] } }\n",
    );
    const service = (index: number) => ({ kind: "service", service: index });
    expect(endpoints[0]?.mixture[0]?.need).toEqual({
      kind: "atLeast",
      k: 3,
      of: [
        service(1),
        { kind: "atLeast", k: 1, of: [service(2), { kind: "dependency", dependency: 0 }] },
        { kind: "atLeast", k: 2, of: [service(0), service(1), service(2)] },
      ],
    });
  });
});

describe("what is told", () => {
  it("counts defaults and unclaimed workloads", async () => {
    const { unclaimed, diagnostics } = await build(spec, [
      pay(1),
      workload({ name: "x" }),
      workload({ name: "y" }),
    ]);
    expect(unclaimed.map(({ name }) => name)).toEqual(["x", "y"]);
    expect(lines(diagnostics)).toEqual([
      "1:1 notice defaulted: by default: 1 replica for 1 service, a replica availability of 99.9% for 2 services, an availability of 99.99% for 1 dependency; set `defaults` or the services' own to say otherwise",
      "1:1 notice unclaimed-workloads: 2 workloads of the manifests are no service of the spec",
    ]);
  });
});

describe("manifests without a workload", () => {
  const named = `${spec}manifests: [deploi/*.yaml]\n`;
  const codes = async (text: string, workloads: readonly Workload[]) =>
    lines((await build(text, workloads)).diagnostics).filter((one) => one.includes("no-workloads"));

  it("are told where the spec names them", async () => {
    expect(await codes(named, [])).toEqual([
      expect.stringMatching(/^4:13 warning no-workloads: .*correct `manifests`/),
    ]);
    expect(await codes(named, [pay(1)])).toEqual([]);
    const gone = { matchedAtBase: new Map([["pay", [pay(3)]]]), carriedFrom: null };
    expect((await build(named, [], gone)).diagnostics.map(({ code }) => code)).toEqual([
      "workload-gone",
      "no-workloads",
    ]);
    expect(await codes(spec, [])).toEqual([]);
  });
});

describe("a workload that base had", () => {
  const matchedAtBase = new Map([["pay", [pay(3)]]]);

  it("is never replaced by a default", async () => {
    const { model, diagnostics } = await build(spec, [], { matchedAtBase, carriedFrom: null });
    expect(model).toBeNull();
    expect(lines(diagnostics)).toEqual([
      "2:16 error workload-gone: service `pay` matched Deployment/pay (pay.yaml:5) at base and nothing at head; name its workload or remove the service",
    ]);
    for (const facts of ["replicas: 2", "external: 99%"]) {
      expect(
        (await build(withPay(facts), [], { matchedAtBase, carriedFrom: null })).model,
      ).not.toBeNull();
    }
    expect((await build(spec, [], { ...alone, matchedAtBase: new Map() })).model).not.toBeNull();
  });
});

describe("the carried evaluation", () => {
  const renamed = workload({ name: "billing", count: 2 });
  const matchedAtBase = new Map([["pay", [pay(3)]]]);
  const carriedFrom = new Map([["pay", [renamed]]]);
  const carried = async (
    text: string,
    workloads: readonly Workload[],
    from: Matches = carriedFrom,
    atBase: Matches = matchedAtBase,
  ) => {
    const { model, diagnostics } = await build(text, workloads, {
      matchedAtBase: atBase,
      carriedFrom: from,
    });
    expect(diagnostics).toEqual([]);
    return model?.services.find(({ name }) => name === "pay");
  };

  it("finds by base's rules first", async () => {
    expect((await carried(spec, [pay(5), renamed]))?.replicas.length).toBe(5);
  });

  it("follows head's spec where base's rules find none or several", async () => {
    const named = withPay("workload: Deployment/pay");
    const twins = [
      workload({ name: "pay", namespace: "a" }),
      workload({ name: "pay", namespace: "b" }),
    ];
    for (const [text, workloads] of [
      [spec, [renamed]],
      [named, [renamed]],
      [spec, [...twins, renamed]],
      [spec, [{ ...pay(4), conflicts: [pay(1).replicas] }, renamed]],
    ] as const) {
      expect(await carried(text, workloads)).toMatchObject({
        replicas: [nines, nines],
        origin: { workload: "Deployment/billing", replicasFrom: "manifest" },
      });
    }
  });

  it("has no replicas where the workload is gone", async () => {
    expect(await carried(spec, [], new Map())).toMatchObject({
      replicas: [],
      origin: { replicasFrom: "missing" },
    });
  });

  it("keeps what base's spec asserts where base matched nothing either", async () => {
    const none: Matches = new Map();
    expect((await carried(withPay("replicas: 4"), [], none, none))?.replicas.length).toBe(4);
    expect((await carried(spec, [], none, none))?.origin.replicasFrom).toBe("default");
  });

  it("stretches a list of availabilities that head's manifests no longer fit", async () => {
    const text = withPay("replicaAvailability: [99%, 98%]");
    expect((await carried(text, [pay(3)]))?.replicas.map(({ p }) => p)).toEqual([0.99, 0.98, 0.98]);
    expect((await carried(text, [pay(1)]))?.replicas.map(({ p }) => p)).toEqual([0.99]);
  });

  it("takes a workload over base's `replicas`", async () => {
    expect(
      (await carried(withPay("replicas: 4"), [pay(2)], new Map(), new Map()))?.replicas.length,
    ).toBe(2);
  });
});
