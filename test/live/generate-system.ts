import { uniforms } from "../availability/simulate.ts";
import type { Endpoint, Link, Plan, Service, System } from "./system.ts";

type Dice = {
  readonly below: (limit: number) => number;
  readonly chance: (percent: number) => boolean;
};

/** `hasTwoWays`: checkout and catalog both do nothing but ask the store, and one of them is enough. */
type Draft = {
  readonly hasTwoWays: boolean;
  readonly services: Service[];
  readonly links: Link[];
  readonly dice: Dice;
};

const NAMES = ["checkout", "catalog", "payment", "stock"];
const NOTHING: Plan = { all: [] };

/** A system of four to seven services, other for each number, and with every feature for some. */
export function generateSystem(number: number): System {
  const uniform = uniforms(20261200 + number);
  const dice: Dice = {
    below: (limit) => Math.floor(uniform() * limit),
    chance: (percent) => uniform() < percent / 100,
  };
  const draft: Draft = { services: [], links: [], dice, hasTwoWays: number % 5 === 4 };
  const hasMesh = number % 4 === 2;
  addServices(draft, number, hasMesh);
  const services = draft.services.map((one) => ({ ...one, plan: planFor(draft, one) }));
  const sender = draft.links.find(({ arrow }) => arrow === "~>")?.from;
  const planned = services.map((one) =>
    one.name === sender ? { ...one, plan: { all: [one.plan, { send: "queue" }] } } : one,
  );
  return {
    name: `system ${number}`,
    services: planned,
    links: draft.links,
    zones: number % 3 === 1 ? [90, 94] : number % 3 === 2 ? [92, 90, 95] : [],
    mesh: hasMesh ? 94 : null,
    endpoints: endpointsOf(planned, dice, sender !== undefined),
  };
}

function addServices(draft: Draft, number: number, hasMesh: boolean): void {
  const { services, dice, hasTwoWays } = draft;
  const link = (from: string, to: string, leaf = false): void =>
    addLink(draft, { from, to, arrow: "->", isMeshed: hasMesh && dice.chance(60) }, leaf);
  const plain = ["web", ...NAMES.slice(0, 2 + dice.below(2))];
  plain.forEach((name, at) => {
    services.push(service(draft, name, "plain", fewReplicas(dice)));
    if (at > 0) link(plain[at > 2 && dice.chance(40) ? 1 : 0]!, name);
  });
  if (number % 2 === 0 || hasTwoWays) {
    services.push(service(draft, "orders-db", "store", 3));
    for (const from of plain.slice(1, 3)) link(from, "orders-db", true);
  }
  if (number % 3 !== 0 && !hasTwoWays) {
    services.push({ ...service(draft, "bank", "external", 1), isZoned: false });
    link(plain[1]!, "bank", true);
    if (dice.chance(40)) link("web", "bank", true);
  }
  if (number % 3 === 0) {
    services.push(service(draft, "queue", "queue", 1 + dice.below(2)));
    services.push(service(draft, "mail", "plain", 1 + dice.below(2)));
    const from = "web";
    addLink(draft, { from, to: "queue", arrow: "~>", isMeshed: false });
    addLink(draft, { from: "queue", to: "mail", arrow: "~>", isMeshed: hasMesh });
    if (number % 2 === 0) link("mail", "orders-db");
  }
}

function fewReplicas({ below }: Dice): number {
  return [1, 1, 2, 2, 3][below(5)]!;
}

function service({ dice }: Draft, name: string, kind: Service["kind"], replicas: number): Service {
  const quorum = kind === "store" ? 2 + dice.below(2) * dice.below(2) : 1;
  // The more there are, the less each: all outcomes should be seen.
  const up = [0, 88, 78, 70][replicas]! + dice.below(8) + (kind === "store" ? 12 : 0);
  return { name, kind, replicas, quorum, up, isZoned: true, plan: NOTHING };
}

function addLink(
  { links, dice }: Draft,
  given: Pick<Link, "from" | "to" | "arrow" | "isMeshed">,
  mayBeLate = false,
): void {
  const isLate = mayBeLate && dice.chance(25);
  const hasRoutes = !isLate && dice.chance(15);
  const up = hasRoutes ? [78, 84] : [90 + dice.below(9)];
  const timeout = isLate ? { onTime: 70 + dice.below(15), retries: dice.below(3) } : null;
  links.push({ ...given, up, timeout });
}

/** All calls that it can make, each needed, a fall-back, one of several, or done without. */
function planFor({ links, dice, hasTwoWays }: Draft, { name, kind }: Service): Plan {
  if (kind !== "plain") return NOTHING;
  const calls = links
    .filter(({ from, arrow }) => from === name && arrow === "->")
    .map(({ to }): Plan => ({ call: to }));
  const [first, second, third, ...more] = calls;
  if (first === undefined) return NOTHING;
  if (second === undefined) return !hasTwoWays && dice.chance(20) ? { optional: first } : first;
  if (hasTwoWays && name === "web") {
    const more = calls.slice(2).map((one): Plan => ({ optional: one }));
    return { all: [{ any: [first, second] }, ...more] };
  }
  const way = dice.below(4);
  if (third === undefined) {
    if (way < 2) return { any: [first, second] };
    return way === 2 ? { all: [first, second] } : { all: [first, { optional: second }] };
  }
  const three: Plan = [
    { some: 2, of: [first, second, third] },
    { all: [first, { any: [second, third] }] },
    { all: [first, second, { optional: third }] },
    { any: [{ all: [first, second] }, third] },
  ][way]!;
  return more.length === 0 ? three : { all: [three, ...more.map((one) => ({ optional: one }))] };
}

function endpointsOf(services: readonly Service[], dice: Dice, hasQueue: boolean): Endpoint[] {
  const web = services[0]!;
  const whole = { name: "POST /order", entry: "web", ways: [{ weight: 1, plan: web.plan }] };
  const few: Plan = { call: services[1]!.name };
  const more: Plan = { all: [few, { call: services[2]!.name }] };
  return [
    { ...whole, effects: [] },
    {
      name: "GET /item",
      entry: "web",
      ways: [
        { weight: 3, plan: few },
        { weight: 1 + dice.below(3), plan: more },
      ],
      effects: [],
    },
    ...(hasQueue ? [{ ...whole, name: "order mailed", effects: ["mail"] }] : []),
  ];
}
