import { describe, expect, test } from "vitest";
import { type Seats, seatOf, seatsDiffer, seatsIn } from "../../../src/gate/causes/seats.ts";
import { sidesOf } from "../../../src/gate/causes/sides.ts";
import { modelOf } from "./scene.ts";

/** Where so many replicas of one service sit, by what the spec says. */
async function seats(replicas: number, zone: string | readonly string[]): Promise<Seats> {
  const model = await modelOf({
    domains: { zone: { members: ["a", "b", "c"], availability: "99%" } },
    services: { web: { replicas, placement: { zone } } },
    endpoints: { "GET /": { entry: "web" } },
  });
  const subject = { model, endpoint: model.endpoints[0]!, fault: null };
  return seatsIn(sidesOf(subject, subject).base, model.services[0]!, "zone");
}

const MANY = 8;
const PLACEMENTS = [{ zone: "spread" }, { zone: "packed" }, { zone: ["c", "a"] }] as const;

describe("a replica beyond those that there are", () => {
  test.each(PLACEMENTS)("sits where it would, were there so many: $zone", async ({ zone }) => {
    const [few, many] = [await seats(2, zone), await seats(MANY, zone)];
    const found = Array.from({ length: MANY }, (_, i) => seatOf(few, null, i));
    expect(found).toEqual(many.own);
  });

  test("sits by the other side's word where its own side has none, and else in turn", async () => {
    const few: Seats = { ...(await seats(2, ["c", "a"])), row: [] };
    const found = (other: Seats | null) => [1, 2, 3].map((i) => seatOf(few, other, i).join());
    expect(found(await seats(1, ["b", "a"]))).toEqual(["zone/a", "zone/b", "zone/a"]);
    expect(found(await seats(1, "packed"))).toEqual(["zone/a", "zone/a", "zone/a"]);
    expect(found(null)).toEqual(["zone/a", "zone/c", "zone/a"]);
  });
});

describe("two placements", () => {
  test.each(PLACEMENTS)("do not differ by the number of replicas: $zone", async ({ zone }) => {
    expect(seatsDiffer(await seats(2, zone), await seats(MANY, zone), MANY)).toBe(false);
  });

  test("differ from the first replica on that sits elsewhere", async () => {
    const [spread, packed] = [await seats(1, "spread"), await seats(1, "packed")];
    expect([1, 2, MANY].map((count) => seatsDiffer(spread, packed, count))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("do not differ by replicas of which one side knows nothing", async () => {
    const known = await seats(2, "spread");
    const unknown: Seats = { ...known, row: [], isSpread: false };
    expect(seatsDiffer(known, unknown, MANY)).toBe(false);
    expect(seatsDiffer({ ...known, isSpread: false }, await seats(1, "packed"), 2)).toBe(true);
  });
});

describe("where replicas sit in one domain", () => {
  /** Spread over a zone and packed in a rack, but for what is said of the model afterwards. */
  const inTwo = async (zone: readonly string[], replicas = 3) => {
    const model = await modelOf({
      domains: {
        rack: { members: ["r", "s"], availability: "99%" },
        zone: { members: zone, availability: "99%" },
      },
      services: {
        web: { replicas, placement: { rack: "packed", zone: "spread" } },
        cart: { replicas },
      },
      dependencies: ["web -> cart"],
      endpoints: { "GET /": { entry: "web" } },
    });
    const { base } = sidesOf(
      { model, endpoint: model.endpoints[0]!, fault: null },
      { model, endpoint: model.endpoints[0]!, fault: null },
    );
    return { base, web: model.services[0]!, cart: model.services[1]! };
  };

  test("is told of that domain alone", async () => {
    const { base, web } = await inTwo(["a", "b"]);
    expect(seatsIn(base, web, "zone")).toEqual({
      own: [["zone/a"], ["zone/b"], ["zone/a"]],
      row: [["zone/a"], ["zone/b"]],
      isSpread: true,
    });
    expect(seatsIn(base, web, "rack")).toEqual({
      own: [["rack/r"], ["rack/r"], ["rack/r"]],
      row: [["rack/r"]],
      isSpread: false,
    });
  });

  test("is nowhere, for any replica, where none of it sits there", async () => {
    const { base, cart } = await inTwo(["a", "b"]);
    const none = seatsIn(base, cart, "zone");
    expect(seatOf(none, null, 7)).toEqual([]);
    expect(seatsDiffer(none, none, 7)).toBe(false);
  });

  test("is nowhere, whatever the other side says, also where there are no replicas", async () => {
    for (const replicas of [0, 3]) {
      const { base, web, cart } = await inTwo(["a", "b"], replicas);
      const [none, spread] = [seatsIn(base, cart, "zone"), seatsIn(base, web, "zone")];
      expect(seatOf(none, spread, 7)).toEqual([]);
      expect(seatsDiffer(none, spread, 8)).toBe(true);
    }
  });

  test("is not known of further replicas where only some of those that there are sit there", async () => {
    const { base, cart, web } = await inTwo(["a", "b"]);
    const some = { ...cart, placement: [web.placement[0]!, [], []] };
    expect(seatsIn(base, some, "zone")).toMatchObject({ own: [["zone/a"], [], []], row: [] });
  });

  test("is not known of further replicas where no row says it", async () => {
    const { base, web } = await inTwo(["a", "b"]);
    const unsaid = { ...web, origin: { ...web.origin, placement: [] } };
    const unknown = seatsIn(base, unsaid, "zone");
    const known = seatsIn(base, web, "zone");
    expect(unknown.own).toEqual(known.own);
    // Neither here nor there: they differ from no other seats.
    expect(seatsDiffer(unknown, { ...known, row: [["zone/b"]] }, 9)).toBe(false);
    expect(seatsDiffer({ ...known, row: [["zone/b"]] }, unknown, 9)).toBe(false);
    expect(seatsDiffer({ ...known, row: [["zone/b"]], isSpread: false }, known, 9)).toBe(true);
    expect(seatsDiffer({ ...known, row: [["zone/b"]], isSpread: false }, known, 3)).toBe(false);
  });

  test("is a spread, whichever members there are, where there are several and all sit in turn", async () => {
    const spread = async (zone: readonly string[]) => {
      const { base, web } = await inTwo(zone);
      return seatsIn(base, web, "zone");
    };
    expect(seatsDiffer(await spread(["a", "b"]), await spread(["a", "b", "c"]), 9)).toBe(false);
    expect((await spread(["a"])).isSpread).toBe(false);
    const { base, web } = await inTwo(["a", "b"]);
    const [first] = web.placement;
    const stuck = { ...web, placement: [first!, first!, first!] };
    expect(seatsIn(base, stuck, "zone").isSpread).toBe(false);
  });
});
