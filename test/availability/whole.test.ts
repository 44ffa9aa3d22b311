import { describe, expect, it } from "vitest";
import { openSampler } from "../../src/availability/sampler.ts";
import { planOf } from "../../src/availability/sampler-plan.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import { wholeOf } from "../../src/availability/whole.ts";
import type { Dependency, Endpoint, Model, Need } from "../../src/model/model.ts";
import {
  all,
  atLeast,
  dependency,
  endpoint,
  model,
  parts,
  reached,
  service,
  used,
  withDomains,
} from "./models.ts";
import { bruteForce } from "./oracle.ts";
import { failureByEnumeration } from "./sampler-oracle.ts";

const [THETA, RHO, LATE] = [parts(970), parts(950), parts(780)];

function whole(system: Model, { entry, completion, mixture }: Endpoint) {
  const { measure } = situationsOf(system, null)[0]![0]!;
  return wholeOf(system, { entry, completion, need: mixture[0]!.need }, measure);
}

/** How many independent events are drawn for it. */
function drawnIn(system: Model, asked: Endpoint): number {
  return planOf([whole(system, asked)], 1, "units").sources.length;
}

function timed(one: Dependency, retries: number): Dependency {
  const timeout = { onTime: LATE, retries };
  return { ...one, channels: one.channels.map((channel) => ({ ...channel, timeout })) };
}

describe("a whole model", () => {
  const services = [1, 3, 2].map((replicas, at) =>
    service(`s${at}`, Array(replicas).fill(THETA), at === 2 ? 2 : 1),
  );
  const links = [dependency(services, 0, 1, [RHO]), dependency(services, 1, 2, [RHO, RHO])];

  it("has every replica and every channel drawn, the entry's among them", () => {
    expect(drawnIn(model(services, links), endpoint(0, reached(2)))).toBe(6 + 3);
    expect(drawnIn(model(services, links), endpoint(0, all(used(0), used(1))))).toBe(6 + 3);
    // Not only what the need can be without, but all that the entry reaches.
    expect(drawnIn(model(services, links), endpoint(0, all()))).toBe(6 + 3);
  });

  it("has every attempt in time drawn, and every member once", () => {
    const late = links.with(0, timed(links[0]!, 2)).with(1, timed(links[1]!, 0));
    expect(drawnIn(model(services, late), endpoint(0, reached(2)))).toBe(6 + 3 + 3 + 2);
    const zoned = withDomains(model(services, links), [[THETA, THETA]]);
    const placed = zoned.services.map((one) => ({
      ...one,
      placement: one.replicas.map((_, at) => [at % 2]),
    }));
    expect(drawnIn({ ...zoned, services: placed }, endpoint(0, reached(2)))).toBe(6 + 3 + 2);
  });

  it("adds its parts to a copy of the model's", () => {
    const system = model(services, links);
    const { components } = situationsOf(system, null)[0]![0]!.measure;
    whole(system, endpoint(0, reached(2)));
    expect(components).toHaveLength(services.length + links.length);
  });

  it("leaves out only what the entry cannot reach in the mode", () => {
    const extra = [...services, service("log", [THETA]), service("apart", [THETA])];
    const async = dependency(extra, 0, 3, [RHO], "async");
    const system = model(extra, [...links, async, dependency(extra, 4, 0, [RHO])]);
    expect(drawnIn(system, endpoint(0, reached(2)))).toBe(6 + 3);
    expect(drawnIn(system, endpoint(0, reached(2), "eventual"))).toBe(6 + 3 + 2);
  });

  it("fails as often as the model does, by the definitions of both", () => {
    const some = [1, 2, 1, 1].map((replicas, at) => service(`s${at}`, Array(replicas).fill(THETA)));
    const ways = [
      timed(dependency(some, 0, 1, [RHO]), 1),
      dependency(some, 1, 2, [RHO]),
      dependency(some, 0, 2, [parts(900)]),
      dependency(some, 3, 2, [RHO]),
    ];
    const system = model(some, ways);
    for (const need of [
      all(),
      reached(0),
      reached(2),
      used(0),
      used(1),
      all(used(0), used(2)),
      all(reached(1), used(1), used(2)),
      atLeast(1, used(0), used(2)),
      atLeast(2, used(1), all(used(0), reached(2)), reached(1)),
      // The entry reaches neither.
      atLeast(1, reached(2), reached(3)),
      atLeast(1, used(2), used(3)),
      atLeast(1, used(3), all(reached(3), reached(1))),
    ]) {
      const asked = endpoint(0, need);
      expect(failureByEnumeration(whole(system, asked))).toBeCloseTo(
        bruteForce(system, asked).q,
        13,
      );
    }
  });

  it("fails without what the entry cannot reach, and only where that is needed", () => {
    const extra = [...services, service("apart", [THETA])];
    const system = model(extra, [...links, dependency(extra, 3, 0, [RHO])]);
    const failed = (need: Need) => {
      const { block } = openSampler([whole(system, endpoint(0, need))], 5, "units");
      return [...block(0)[0]!];
    };
    const reachable = failed(reached(2));
    expect(reachable.some((word) => word !== 0 && word !== -1)).toBe(true);
    expect(failed(atLeast(1, reached(2), reached(3)))).toEqual(reachable);
    expect(failed(atLeast(1, reached(2), used(2)))).toEqual(reachable);
    expect(failed(all(reached(2), reached(3))).every((word) => word === -1)).toBe(true);
    expect(failed(all(reached(2), used(2))).every((word) => word === -1)).toBe(true);
  });

  it("has no stratum of states set aside, however rare failures are", () => {
    const rare = parts(999_999, 1_000_000);
    const either = [parts(1000), rare, rare].map((theta, at) => service(`s${at}`, [theta]));
    const ways = [1, 2].map((to) => dependency(either, 0, to, [parts(1000)]));
    const need = atLeast(1, reached(1), reached(2));
    const subject = whole(model(either, ways), endpoint(0, need));
    expect(openSampler([subject], 1, "units").stratum).toEqual({ p: 1, q: 0 });
    expect(openSampler([subject], 1).stratum.p).toBeLessThan(1e-9);
  });

  it("gives a block's bytes whatever was asked before", () => {
    const subject = whole(model(services, links), endpoint(0, reached(2)));
    const words = (blocks: readonly number[]) => {
      const { block } = openSampler([subject], 5, "units");
      return new Map(blocks.map((index) => [index, block(index)[0]!.join()]));
    };
    const forth = words([0, 1, 2, 7]);
    const back = words([7, 2, 0, 1]);
    for (const [index, text] of forth) expect(back.get(index)).toBe(text);
    expect(new Set(forth.values()).size).toBe(4);
  });
});
