import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { structureOf } from "../../src/availability/structure.ts";
import type { Endpoint, Model } from "../../src/model/model.ts";
import { dependency, endpoint, model, parts, reached, service, withDomains } from "./models.ts";
import { rememberedSuccess } from "./oracle.ts";
import { fullModel } from "./random-models.ts";

/** Of each member of the mixture, whether it holds when these have fallen and all else is up: by the definition. */
function holding(one: Model, asked: Endpoint): (fallen: readonly number[]) => readonly boolean[] {
  const { services, dependencies } = one;
  const firstMember = services.length + dependencies.length;
  const eachAlone = asked.mixture.map((each) =>
    rememberedSuccess(one, { ...asked, mixture: [{ ...each, share: 1 }] }),
  );
  return (fallen) => {
    const on = (members: readonly number[]) =>
      !members.some((member) => fallen.includes(firstMember + member));
    const bits = (states: readonly boolean[]) =>
      states.reduce((sum, up, at) => sum + (up ? 2 ** at : 0), 0);
    const live = services.map(
      ({ replicas, placement, quorum }, at) =>
        !fallen.includes(at) &&
        replicas.filter((_, replica) => on(placement[replica] ?? [])).length >= quorum,
    );
    const open = dependencies.map(
      ({ channels }, at) =>
        !fallen.includes(services.length + at) && channels.some(({ members }) => on(members)),
    );
    return eachAlone.map((success) => success(bits(live), bits(open)).p === 1);
  };
}

describe("what an endpoint cannot do without", () => {
  it("is what makes it false by falling alone, beside what has fallen already", () => {
    let [none, some, members] = [0, 0, 0];
    fc.assert(
      fc.property(fullModel(8), fc.array(fc.nat(), { maxLength: 2 }), (given, chosen) => {
        const { model: one, endpoint: asked } = given;
        const structure = structureOf(one, asked);
        const { firstMember } = structure;
        const count = firstMember + one.members.length;
        const holds = holding(one, asked);
        for (const fallen of [[], [...new Set(chosen.map((each) => each % count))]]) {
          const before = holds(fallen);
          const found = structure.mandatory(fallen);
          const after = Array.from({ length: count }, (_, part) => holds([...fallen, part]));
          const expected = before.map((isUp, at) =>
            isUp ? after.flatMap((each, part) => (each[at] ? [] : [part])) : null,
          );
          expect(found.map((each) => each && [...each].sort((a, b) => a - b))).toEqual(expected);
          if (fallen.length === 0) expect(structure.alone).toEqual(found);
          for (const each of expected) {
            if (each === null) none++;
            else if (each.length > 0) some++;
            if (each?.some((part) => part >= firstMember)) members++;
          }
        }
      }),
      { seed: 20261205, numRuns: 300 },
    );
    expect(Math.min(none, some, members)).toBeGreaterThan(40);
  });

  it("is sought among what the entry reaches, and the members that that shares", () => {
    const up = parts(990);
    const services = ["front", "shop", "lonely"].map((name, at) => ({
      ...service(name, [up]),
      placement: [[at]],
    }));
    const call = dependency(services, 0, 1, [up]);
    const shared = { ...call, channels: call.channels.map((one) => ({ ...one, members: [3] })) };
    const back = dependency(services, 2, 0, [up]);
    const one = withDomains(model(services, [shared, back]), [[up, up, up, up]]);
    const found = structureOf(one, endpoint(0, reached(1)));
    expect([found.services, found.firstMember]).toEqual([3, 5]);
    // Two services, a call, and the members of each of these.
    expect(found.reached.toSorted()).toEqual([0, 1, 3, 5, 6, 8]);
    // An entry that can never live reaches nothing but itself.
    const short = services.with(0, { ...services[0]!, quorum: 2 });
    const never = structureOf({ ...one, services: short }, endpoint(0, reached(1)));
    expect(never.reached).toEqual([0]);
    expect(never.alone).toEqual([null]);
  });
});
