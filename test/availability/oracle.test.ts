import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fault, Model, Probability, Service } from "../../src/model/model.ts";
import {
  all,
  atLeast,
  dependency,
  endpoint,
  fault,
  incident,
  killOf,
  model,
  parts,
  reached,
  service,
  strict,
  used,
  withDomains,
} from "./models.ts";
import { bruteForce, bruteForceEach } from "./oracle.ts";
import { fullModel } from "./random-models.ts";

const SURE = parts(1000);

const placed = (one: Service, ...placement: number[][]): Service => ({ ...one, placement });

function near({ p, q }: Probability, truth: number): void {
  expect(Math.abs(p - truth)).toBeLessThanOrEqual(1e-15);
  expect(Math.abs(q - (1 - truth))).toBeLessThanOrEqual(1e-15);
}

describe("the enumeration, where the answer can be worked out by hand", () => {
  const services = [
    service("front", [SURE]),
    placed(service("a", [parts(900)]), [0]),
    placed(service("b", [parts(800)]), [0]),
    placed(service("c", [SURE, SURE]), [0], [1]),
  ];
  const links = [1, 2, 3].map((to) => dependency(services, 0, to, [SURE]));
  const shop = withDomains(model(services, links), [[parts(500), parts(600)]]);
  const either = endpoint(0, atLeast(1, reached(1), reached(2)));
  const third = endpoint(0, reached(3));

  it("lets alternatives share a member", () => {
    near(bruteForce(shop, either), 0.5 * 0.98);
    near(bruteForce(shop, third), 1 - 0.5 * 0.4);
  });

  it("takes the worst member, and a member down by condition", () => {
    near(bruteForce(shop, third, fault({ worstOf: 0 })), 0.5);
    const [first, second] = bruteForceEach(shop, third, fault({ worstOf: 0 }));
    near(first!, 0.6);
    near(second!, 0.5);
    near(bruteForce(shop, third, fault({ down: [{ kind: "member", member: 1 }] })), 0.5);
  });

  it("draws victims within a service, each as likely as the other", () => {
    const lossy = {
      ...shop,
      services: services.with(3, { ...services[3]!, disruption: { rollout: 1, drain: 1 } }),
    };
    near(bruteForce(lossy, third, fault({ rollout: [3] })), (0.5 + 0.6) / 2);
    near(bruteForce(lossy, third, fault({ rollout: [3], drain: "each" })), 0);
    // The drain of `b` or `a` leaves the other.
    near(bruteForce(lossy, either, fault({ drain: [1] })), 0.5 * 0.8);
  });

  it("draws the dead without replacement from all of the urn, needed or not", () => {
    const kill = killOf([1, 2, 3], 2);
    // Of 6 pairs, 1 takes both `a` and `b`; own states no longer count.
    near(bruteForce(shop, either, fault({ kill })), 0.5 * (5 / 6));
    // Both replicas of `c`: 1 of 6. One of them: 4 of 6, each of the two alike.
    near(bruteForce(shop, third, fault({ kill })), (1 / 6) * 0.8 + (2 / 6) * (0.5 + 0.6));
  });

  it("mixes incidents, which a fault's own words replace", () => {
    const stormy = {
      ...shop,
      incidents: [incident(parts(100), { down: [{ kind: "service", service: 3 }] })],
    };
    near(bruteForce(stormy, third), 0.9 * 0.8);
    const overrides = [{ kind: "external", service: 3, up: parts(700) }] as const;
    near(bruteForce(stormy, third, fault({ overrides })), 0.7);
  });

  it("repeats late calls, but not lost ones, also where the fault changes the loss", () => {
    const timeout = { onTime: parts(900), retries: 1 };
    const [channel] = links[2]!.channels;
    const timed = {
      ...shop,
      services: services.with(3, service("c", [SURE])),
      dependencies: links.with(2, {
        ...links[2]!,
        channels: [{ ...channel!, up: parts(950), timeout, members: [1] }],
      }),
    };
    near(bruteForce(timed, third), 0.6 * 0.95 * 0.99);
    const overrides = [{ kind: "dependency", dependency: 2, up: parts(500) }] as const;
    near(bruteForce(timed, third, fault({ overrides })), 0.6 * 0.5 * 0.99);
  });

  it("asks of a strict endpoint no more than `optional` left", () => {
    const whole = endpoint(0, [strict(links, 0, "immediate")]);
    const without = endpoint(0, [{ share: 1, strict: true, need: all(used(0), used(2)) }]);
    near(bruteForce(shop, whole), 0.5 * 0.9 * 0.8);
    near(bruteForce(shop, without), 0.5 * 0.9);
  });
});

describe("a forced state", () => {
  const between = (one: number, a: Probability, b: Probability): number =>
    one * a.p + (1 - one) * b.p;

  it("splits the figure as the law of total probability says, in the steady state", () => {
    fc.assert(
      fc.property(fullModel(7), fc.nat(), ({ model: drawn, endpoint }, pick) => {
        const calm: Model = { ...drawn, incidents: [] };
        const truth = bruteForce(calm, endpoint).p;
        const given = (forced: Parameters<typeof bruteForce>[3]): Probability =>
          bruteForce(calm, endpoint, null, forced);
        const split = (up: number, part: object): void => {
          const [a, b] = [true, false].map((up) => given([{ ...part, up } as never]));
          expect(Math.abs(between(up, a!, b!) - truth)).toBeLessThanOrEqual(1e-13);
        };
        const at = pick % calm.services.length;
        const { replicas } = calm.services[at]!;
        const [replica] = replicas;
        if (replica) split(replica.p, { kind: "replica", service: at, replica: 0 });
        const [member] = calm.members;
        if (member) split(member.up.p, { kind: "member", member: 0 });
        const [dependency] = calm.dependencies;
        const [channel] = dependency?.channels ?? [];
        if (channel?.timeout === null) {
          split(channel.up.p, { kind: "channel", dependency: 0, channel: 0 });
        }
        // A component's own state is independent of all else where it sits on no member.
        if (
          dependency?.channels.every(({ members, timeout }) => members.length === 0 && !timeout)
        ) {
          const lost = dependency.channels.reduce((q, { up }) => q * up.q, 1);
          split(1 - lost, { kind: "dependency", dependency: 0 });
        }
        if (replicas.length === 1 && calm.services[at]!.placement[0]!.length === 0) {
          const { quorum } = calm.services[at]!;
          split(quorum === 1 ? replica!.p : 0, { kind: "service", service: at });
        }
      }),
      { numRuns: 300, seed: 20261206 },
    );
  });

  it("decides on a service under kill, whoever is dead", () => {
    const services = [service("front", [SURE]), service("a", [SURE]), service("b", [SURE])];
    const shop = model(
      services,
      [1, 2].map((to) => dependency(services, 0, to, [SURE])),
    );
    const either = endpoint(0, atLeast(1, reached(1), reached(2)));
    const kill: Fault = fault({ kill: killOf([0, 1, 2], 1) });
    const given = (up: boolean): number =>
      bruteForce(shop, either, kill, [{ kind: "service", service: 0, up }]).p;
    near(bruteForce(shop, either, kill), 2 / 3);
    expect([given(true), given(false)]).toEqual([1, 0]);
  });
});
