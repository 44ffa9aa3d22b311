import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { availabilities } from "./compare.ts";
import { HABITS } from "./roles.ts";
import { specText, specTextOf } from "./spec-text.ts";
import { openStage, type Stage } from "./stage.ts";
import { allUp, type Service, type State, type System } from "./system.ts";

/** What reality does beside the predicate, and how a spec says so: docs/trust.md, "Where they differ". */

const service = (name: string, facts: Partial<Service> = {}): Service => ({
  name,
  kind: "plain",
  replicas: 1,
  quorum: 1,
  up: 90,
  isZoned: false,
  plan: { all: [] },
  ...facts,
});

const link = (from: string, to: string, arrow: "->" | "~>" = "->") => ({
  from,
  to,
  arrow,
  up: [100],
  timeout: null,
  isMeshed: false,
});

const bare = { zones: [], mesh: null };

/** Web calls one of two replicas. */
const paying: System = {
  ...bare,
  name: "paying",
  services: [service("web", { up: 100, plan: { call: "pay" } }), service("pay", { replicas: 2 })],
  links: [link("web", "pay")],
  endpoints: [
    { name: "GET /", entry: "web", ways: [{ weight: 1, plan: { call: "pay" } }], effects: [] },
  ],
};

const CASES = { timeout: 120_000 };

describe("reality beside the predicate", () => {
  let stage: Stage;
  beforeAll(() => {
    stage = openStage();
  });
  afterAll(() => stage.close());

  /** The share of four requests that succeed. */
  async function share(): Promise<number> {
    let done = 0;
    for (let at = 0; at < 4; at++) if ((await stage.request(0, 0)).done) done++;
    return done / 4;
  }

  const payUp = (...live: boolean[]): State => {
    const whole = allUp(paying);
    return { ...whole, replicas: [whole.replicas[0]!, live] };
  };

  it(
    "without health checks a dead replica gets its share: as one replica would",
    CASES,
    async () => {
      await stage.load(paying, { ...HABITS, areChecked: false });
      const states = [
        payUp(true, true),
        payUp(true, false),
        payUp(false, true),
        payUp(false, false),
      ];
      const shares: number[] = [];
      for (const state of states) {
        await stage.setState(state);
        shares.push(await share());
      }
      expect(shares).toEqual([1, 0.5, 0.5, 0]);
      const mean = 0.81 * shares[0]! + 0.09 * (shares[1]! + shares[2]!) + 0.01 * shares[3]!;
      expect(await availabilities(specText(paying))).toEqual([expect.closeTo(0.99, 12)]);
      const [web, pay] = paying.services;
      const unit: Service = { ...pay!, kind: "external", replicas: 1 };
      const alone = { ...paying, services: [web!, unit] };
      expect(await availabilities(specText(alone))).toEqual([expect.closeTo(mean, 12)]);
    },
  );

  it("with one more attempt elsewhere it is as predicted again", CASES, async () => {
    await stage.load(paying, { ...HABITS, areChecked: false, retriesLost: 1 });
    for (const state of [payUp(true, false), payUp(false, true), payUp(false, false)]) {
      await stage.setState(state);
      expect([await share()]).toEqual(await availabilities(specTextOf(paying, state)));
    }
  });

  it("until a check notices, calls still go to what is dead", CASES, async () => {
    await stage.load(paying);
    await stage.setState(payUp(true, false), { isUnnoticed: true });
    expect(await share()).toBe(0.5);
    await stage.setState(payUp(true, false));
    expect(await share()).toBe(1);
  });

  it("a call without a time-out that hangs is no optional one", CASES, async () => {
    const plan = { optional: { call: "ads" } };
    const showing: System = {
      ...bare,
      name: "showing",
      services: [service("web", { plan }), service("ads")],
      links: [link("web", "ads")],
      endpoints: [{ name: "GET /", entry: "web", ways: [{ weight: 1, plan }], effects: [] }],
    };
    const cut: State = { ...allUp(showing), routes: [[false]] };
    const optional = specTextOf(showing, cut);
    expect(optional).toContain('optional: ["web -> ads"]');
    expect(await availabilities(optional)).toEqual([1]);
    const needed = optional.replace(/ {4}optional: .*\n/, "");
    expect(await availabilities(needed)).toEqual([0]);

    await stage.load(showing, { ...HABITS, areChecked: false });
    await stage.setState(cut, { mute: [0] });
    const asked = stage.request(0, 0).catch(() => null);
    const patience = new Promise((resolve) => setTimeout(resolve, 1_500, "no answer"));
    expect(await Promise.race([asked, patience])).toBe("no answer");

    await stage.load(showing, { ...HABITS, areChecked: false, withTimeout: ["web ads"] });
    await stage.setState(cut, { mute: [0] });
    expect(await stage.request(0, 0)).toMatchObject({ done: true });
  });

  it(
    "a message waits for its consumer: not done in this state, and done in a later one",
    CASES,
    async () => {
      const plan = { send: "queue" };
      const mailing: System = {
        ...bare,
        name: "mailing",
        services: [service("web", { plan }), service("queue", { kind: "queue" }), service("mail")],
        links: [link("web", "queue", "~>"), link("queue", "mail", "~>")],
        endpoints: [
          { name: "order mailed", entry: "web", ways: [{ weight: 1, plan }], effects: ["mail"] },
        ],
      };
      const down: State = { ...allUp(mailing), replicas: [[true], [true], [false]] };
      await stage.load(mailing);
      await stage.setState(down);
      const outcome = await stage.request(0, 0);
      expect(outcome).toMatchObject({ replied: true, done: false });
      expect(await availabilities(specTextOf(mailing, down))).toEqual([0]);
      const taken = specTextOf(mailing, down).concat('    needs: ["web ~> queue"]\n');
      expect(await availabilities(taken)).toEqual([1]);
      await stage.setState(allUp(mailing));
      expect(await stage.isServed("mail", outcome.name)).toBe(true);
    },
  );
});
