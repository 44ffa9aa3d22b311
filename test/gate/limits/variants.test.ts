import { describe, expect, test } from "vitest";
import { defaultVariants } from "../../../src/gate/limits/default-variants.ts";
import { evidenceVariants } from "../../../src/gate/limits/evidence-variants.ts";
import { placementVariants } from "../../../src/gate/limits/placement-variants.ts";
import type { Variant } from "../../../src/gate/limits/variant.ts";
import type { Channel, Model, Service } from "../../../src/model/model.ts";
import { jeffreysInterval } from "../../../src/numbers/jeffreys.ts";
import {
  atLeast,
  dependency,
  endpoint,
  model,
  parts,
  service,
  withDomains,
} from "../../availability/models.ts";

const place = (line: number) => ({ file: "availability.yaml", line, column: 1 });
const ASKED = endpoint(0, atLeast(0));

type Origin = Service["origin"];

function having(one: Service, origin: Partial<Origin>, over: Partial<Service> = {}): Service {
  return { ...one, ...over, origin: { ...one.origin, ...origin } };
}

/** How often replicas fail, by service. */
function failures({ services }: Model): readonly (readonly number[])[] {
  return services.map(({ replicas }) => replicas.map(({ q }) => q));
}

/** How often channels fail, by dependency. */
function lost({ dependencies }: Model): readonly (readonly number[])[] {
  return dependencies.map(({ channels }) => channels.map(({ up }) => up.q));
}

function expectNear(found: readonly (readonly number[])[], given: readonly (readonly number[])[]) {
  expect(found.map((row) => row.length)).toEqual(given.map((row) => row.length));
  found.flat().forEach((one, at) => {
    expect(Math.abs(one - given.flat()[at]!)).toBeLessThan(1e-12);
  });
}

function only(variants: readonly Variant[]): Variant {
  expect(variants).toHaveLength(1);
  return variants[0]!;
}

const EVIDENCE = { good: 95, total: 100, until: "2026-08-01", place: place(40) };

describe("the default of replicas", () => {
  const services = [
    having(service("web", [parts(990), parts(990)]), {
      replicaAvailabilityFrom: "default",
      replicaAvailabilityPlace: place(7),
    }),
    service("said", [parts(990)]),
    having(service("seen", [parts(990)]), {
      replicaAvailabilityFrom: "default",
      evidence: EVIDENCE,
    }),
    having(
      service("bank", [parts(990)]),
      { replicaAvailabilityFrom: "default" },
      { external: true },
    ),
    having(service("none", []), { replicaAvailabilityFrom: "default" }),
    having(service("often", [parts(900)]), { replicaAvailabilityFrom: "default" }),
    having(service("mostly", [parts(300)]), { replicaAvailabilityFrom: "default" }),
  ];
  const one = model(services, [], [ASKED]);
  const moved = () => only(defaultVariants(one));

  test("moves all that follow it, and nothing that was said, seen, or is another's", () => {
    const found = moved();
    expect(found).toMatchObject({
      kind: "default",
      subject: "replicaAvailability",
      place: place(7),
    });
    expect(found.moves).toEqual([0, 5, 6]);
    expect(found.message).toBe(
      "a replica is available 99% of the time: the default of 3 services, which nobody measured",
    );
  });

  test("is ten times as bad, though no more often down than up unless it is so already, or as good", () => {
    const found = moved();
    const [worse, better] = [found.worse!(), found.better!()];
    expectNear(failures(worse), [[0.1, 0.1], [0.01], [0.01], [0.01], [], [0.5], [0.7]]);
    expectNear(failures(better), [[0.001, 0.001], [0.01], [0.01], [0.01], [], [0.01], [0.07]]);
    for (const of of [worse, better]) {
      expect(of.services.flatMap(({ replicas }) => replicas).every(({ p, q }) => p === 1 - q)).toBe(
        true,
      );
      // The graph is the same, and so are the endpoints.
      expect(of.endpoints[0]).toBe(ASKED);
    }
    // For all endpoints it is built once.
    expect([found.worse!(), found.better!()].map((of, at) => of === [worse, better][at])).toEqual([
      true,
      true,
    ]);
  });

  test("is told of one service as of one, at the service where no line sets it", () => {
    const alone = having(service("web", [parts(990)]), {
      replicaAvailabilityFrom: "default",
      place: place(9),
    });
    const { message, place: where } = only(defaultVariants(model([alone], [])));
    expect(message).toContain("the default of 1 service, which");
    expect(where).toEqual(place(9));
    expect(defaultVariants(model([service("web", [parts(990)])], []))).toEqual([]);
  });
});

describe("the default of dependencies", () => {
  const services = [0, 1, 2].map((at) => service(`s${at}`, [parts(990)]));
  const channel = (over: Partial<Channel>): Channel => ({
    ...dependency(services, 0, 1, [parts(990)]).channels[0]!,
    ...over,
  });
  const first = channel({ availabilityFrom: "default", place: place(12) });
  const said = channel({});
  const seen = channel({ availabilityFrom: "default", evidence: EVIDENCE });
  const having = (...of: readonly (readonly Channel[])[]) =>
    of.map((channels, at) => ({ ...dependency(services, at, (at + 1) % 3, []), channels }));
  const one = model(services, having([said, seen], [said, first], [first]), [ASKED]);
  const moved = () => only(defaultVariants(one));

  test("moves the channels that follow it alone, of each dependency", () => {
    const found = moved();
    expect(found).toMatchObject({
      kind: "default",
      subject: "dependencyAvailability",
      place: place(12),
      moves: [4, 5],
      message:
        "a dependency is available 99% of the time: the default of 2 dependencies, which nobody measured",
    });
    expectNear(lost(found.worse!()), [[0.01, 0.01], [0.01, 0.1], [0.1]]);
    expectNear(lost(found.better!()), [[0.01, 0.01], [0.01, 0.001], [0.001]]);
    expect(found.worse!().endpoints[0]).toBe(ASKED);
  });

  test("is told without what a mesh is told to inject", () => {
    const injected = { without: parts(995) };
    const origin = { onTime: null, retries: null, injected } as unknown as Channel["origin"];
    const of = model(services, having([{ ...first, origin }]));
    expect(only(defaultVariants(of)).message).toContain("available 99.5% of the time");
    expect(only(defaultVariants(of)).message).toContain("of 1 dependency, which");
  });
});

test("a service that nobody counted may have three replicas, where the one is", () => {
  const uncounted = { replicasFrom: "default", place: place(3) } as const;
  const services = [
    having(service("web", [parts(990)]), uncounted, { placement: [[1]] }),
    having(service("bank", [parts(990)]), uncounted, { external: true }),
    having(service("none", []), uncounted),
    service("said", [parts(980)]),
  ];
  const found = only(defaultVariants(model(services, [], [ASKED])));
  expect(found).toMatchObject({
    kind: "unmatched",
    subject: "web",
    place: place(3),
    moves: [0],
    worse: null,
    message: "`web` has no manifest and counts as one replica; it may well have 3",
  });
  const better = found.better!();
  expectNear(failures(better), [[0.01, 0.01, 0.01], [0.01], [], [0.02]]);
  expect(better.services[0]!.placement).toEqual([[1], [1], [1]]);
  expect(better.services.slice(1)).toEqual(services.slice(1));
});

describe("what was observed", () => {
  const seen = { replicaAvailabilityFrom: "evidence", evidence: EVIDENCE } as const;
  const services = [
    service("web", [parts(990)]),
    having(service("pay", [parts(950), parts(950)]), seen),
    having(service("bank", [parts(950)]), seen, { external: true }),
    having(service("said", [parts(950)]), { ...seen, replicaAvailabilityFrom: "spec" }),
    having(service("default", [parts(950)]), { replicaAvailabilityFrom: "default" }),
  ];
  const calls = [0, 1].map((from) => {
    const of = dependency(services, from, 2, [parts(950), parts(950), parts(950)]);
    const [a, b, c] = of.channels;
    const channel = { ...b!, availabilityFrom: "evidence" as const, evidence: EVIDENCE };
    // What a person set does not rest on it.
    return {
      ...of,
      channels: [
        { ...a!, availabilityFrom: "default" as const },
        channel,
        { ...c!, evidence: EVIDENCE },
      ],
    };
  });
  const one = model(services, calls, [ASKED]);
  const { low, high } = jeffreysInterval(95, 100);

  test("moves each service and channel of which it was, within its 95% interval", () => {
    const found = evidenceVariants(one, null);
    expect(found.map(({ subject, moves }) => [subject, moves])).toEqual([
      ["pay", [1]],
      ["web -> bank", [5]],
      ["pay -> bank", [6]],
    ]);
    expect(new Set(found.map((each) => each.place))).toEqual(new Set([EVIDENCE.place]));
    const [pay, , call] = found;
    for (const [end, { q }] of [
      ["worse", low],
      ["better", high],
    ] as const) {
      const [replicas, channels] = [pay![end]!(), call![end]!()];
      expectNear(failures(replicas), [[0.01], [q, q], [0.05], [0.05], [0.05]]);
      expectNear(lost(replicas), lost(one));
      expectNear(failures(channels), failures(one));
      expectNear(lost(channels), [
        [0.05, 0.05, 0.05],
        [0.05, q, 0.05],
      ]);
      expect(channels.endpoints[0]).toBe(ASKED);
    }
    expect(pay!.message).toMatch(
      /^the availability of a replica of `pay` rests on 100 observations, 5 of them failures: it is between 8\d\.\d+% and 98\.\d+% \(95%\)$/,
    );
    expect(call!.message).toMatch(/^the availability of `pay -> bank` rests on/);
  });

  test.each<[string | null, string | null, number | null]>([
    ["2026-08-01", "2026-10-30", null],
    ["2026-08-01", "2026-10-31", 91],
    ["2026-08-01T23:59:00Z", "2026-10-31", 91],
    ["2026-08-01", null, null],
    [null, "2026-10-31", null],
    ["some day", "2026-10-31", null],
  ])("until %s is old on %s after 90 days", (until, today, days) => {
    const evidence = { ...EVIDENCE, until };
    const pay = having(service("pay", [parts(950)]), {
      replicaAvailabilityFrom: "evidence",
      evidence,
    });
    const { kind, message } = only(evidenceVariants(model([pay], []), today));
    expect(kind).toBe(days === null ? "evidence-amount" : "evidence-age");
    if (days === null) expect(message).not.toContain("old");
    else expect(message).toContain(`failures, ${days} days old: it`);
  });
});

describe("where replicas may not sit as they are counted", () => {
  type Placed = NonNullable<Origin["placement"]>[number];

  /** Two zones, the second of them the less available, and one node apart. */
  function zoned(
    pay: Service,
    over: Partial<Service> = {},
    topologyKey: string | null = "zone",
  ): Model {
    const web = { ...service("web", [parts(990)]), placement: [[0]] };
    const sits: Placed = { domain: 0, from: "spec", soft: false, place: place(5) };
    const given = having(web, { placement: [sits] });
    const one = withDomains(model([given, { ...pay, ...over }], [], [ASKED]), [
      [parts(999), parts(990), parts(990)],
      [parts(999)],
    ]);
    return {
      ...one,
      domains: one.domains.map((domain, at) => ({
        ...domain,
        topologyKey: at === 0 ? topologyKey : "node",
      })),
    };
  }

  const three = service("pay", [parts(990), parts(990), parts(990), parts(990)]);
  const placed = (by: Partial<Placed>, placement: Service["placement"]) =>
    having(
      three,
      { placement: [{ domain: 0, from: "manifest", soft: false, place: place(6), ...by }] },
      { placement },
    );
  const seats = ({ services }: Model) => services[1]!.placement;
  const SPREAD = [
    [0, 3],
    [1, 3],
    [2, 3],
    [0, 3],
  ];

  test("a soft rule may be left undone: all may end up on the member that is least available", () => {
    const of = zoned(placed({ soft: true }, SPREAD));
    const found = only(placementVariants(of));
    expect(found).toMatchObject({ kind: "placement", subject: "pay", moves: [1], better: null });
    expect(found.place).toEqual(place(6));
    expect(found.message).toBe(
      "`pay` is spread over d0 where the scheduler can; its replicas may end up on one",
    );
    const worse = found.worse!();
    // Where they sit of others, they stay.
    expect(seats(worse)).toEqual([
      [3, 1],
      [3, 1],
      [3, 1],
      [3, 1],
    ]);
    expect(worse.services[0]).toEqual(of.services[0]);
    expect(worse.endpoints[0]).toBe(ASKED);
  });

  test("a rule that holds, or that one replica cannot break, moves nothing", () => {
    expect(placementVariants(zoned(placed({}, SPREAD)))).toEqual([]);
    const alone = placed({ soft: true }, [[0]]);
    expect(placementVariants(zoned(alone, { replicas: [parts(990)] }))).toEqual([]);
  });

  test("two replicas on two members, or one of several on any, are enough to be told of", () => {
    const two = { replicas: [parts(990), parts(990)], placement: [[0], []] };
    const one = zoned(placed({ soft: true }, SPREAD), two);
    const [zone] = one.domains;
    const pair = { ...one, domains: [{ ...zone!, members: [0, 1] }] };
    expect(seats(only(placementVariants(pair)).worse!())).toEqual([[1], [1]]);
    // What one of its replicas sits on is used.
    const alone = { ...pair, services: pair.services.slice(1) };
    expect(placementVariants(alone)).toHaveLength(1);
  });

  test("what is said of another domain says nothing of this one", () => {
    const elsewhere = placed({ domain: 1, soft: true }, [[], [], [], []]);
    expect(only(placementVariants(zoned(elsewhere))).message).toContain("is in no d0");
  });

  test("nothing said counts as all on the least available member, and may be a spread", () => {
    const found = only(placementVariants(zoned(placed({ from: "assumed" }, [[1], [1], [1], [1]]))));
    expect(found.worse).toBeNull();
    expect(found.place).toEqual(place(6));
    expect(found.message).toBe(
      "nothing says where `pay` runs in d0: all replicas count as on its least available member",
    );
    expect(seats(found.better!())).toEqual([[0], [1], [2], [0]]);
  });

  test("a service in no domain of a zoned system may run on one member all the same", () => {
    const apart = having(three, { replicasPlace: place(8) });
    const found = only(placementVariants(zoned(apart)));
    expect(found.better).toBeNull();
    expect(found.place).toEqual(place(8));
    expect(found.message).toBe(
      "`pay` is in no d0, so that no loss of one reaches it; it may run on one alone",
    );
    expect(seats(found.worse!())).toEqual([[1], [1], [1], [1]]);
  });

  test("a third party's, what has no replicas, and a domain that nothing tells of, move nothing", () => {
    expect(placementVariants(zoned(three, { external: true }))).toEqual([]);
    expect(placementVariants(zoned(three, { replicas: [], placement: [] }))).toEqual([]);
    expect(placementVariants(zoned(three, {}, null))).toEqual([]);
    const used = zoned(three);
    const nowhere = used.services.map((one) => ({ ...one, placement: one.replicas.map(() => []) }));
    expect(placementVariants({ ...used, services: nowhere })).toEqual([]);
    // Of one member there is no other to sit on.
    const [, node] = used.domains;
    expect(placementVariants({ ...used, domains: [{ ...node!, members: [0] }] })).toEqual([]);
  });
});
