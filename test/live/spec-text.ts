import type { Endpoint, Link, Plan, Service, State, System } from "./system.ts";

/** Percentages: the system's own, or 0 and 100 of one state. */
type Figures = {
  readonly replica: (service: number, replica: number) => number;
  readonly route: (link: number, route: number) => number;
  readonly onTime: (link: number) => number;
  readonly zone: (zone: number) => number;
  readonly mesh: number;
};

/** The system as an `availability.yaml`. */
export function specText(system: System): string {
  return textOf(system, {
    replica: (service) => system.services[service]!.up,
    route: (link, route) => system.links[link]!.up[route]!,
    onTime: (link) => system.links[link]!.timeout!.onTime,
    zone: (zone) => system.zones[zone]!,
    mesh: system.mesh ?? 100,
  });
}

/** The same where nothing is left to chance: what it comes to is Φ(ω). */
export function specTextOf(system: System, state: State): string {
  const sure = (isUp: boolean): number => (isUp ? 100 : 0);
  return textOf(system, {
    replica: (service, replica) => sure(state.replicas[service]![replica]!),
    route: (link, route) => sure(state.routes[link]![route]!),
    onTime: (link) => sure(state.late[link]! <= system.links[link]!.timeout!.retries),
    zone: (zone) => sure(state.zones[zone]!),
    mesh: sure(state.mesh),
  });
}

function textOf(system: System, figures: Figures): string {
  const zones = system.zones.map((_, at) => `z${at}: ${figures.zone(at)}%`);
  const names = system.zones.map((_, at) => `z${at}`).join(", ");
  const domains = [
    ...(zones.length > 0
      ? [`  zone: { members: [${names}], availability: { ${zones.join(", ")} } }`]
      : []),
    ...(system.mesh === null ? [] : [`  mesh: { availability: ${figures.mesh}% }`]),
  ];
  return [
    "version: 1",
    ...(domains.length > 0 ? ["domains:", ...domains] : []),
    "services:",
    ...system.services.map((one, at) => serviceLine(one, at, system, figures)),
    "dependencies:",
    ...system.links.flatMap((one, at) => linkLines(one, at, figures)),
    "endpoints:",
    ...system.endpoints.flatMap((one) => endpointLines(system, one)),
    "",
  ].join("\n");
}

function serviceLine(one: Service, at: number, { zones }: System, { replica }: Figures): string {
  const { name, kind, replicas, quorum, isZoned } = one;
  const figures = Array.from({ length: replicas }, (_, index) => `${replica(at, index)}%`);
  if (kind === "external") return `  ${name}: { external: ${figures[0]} }`;
  const isMajority = quorum > 1 && quorum === Math.floor(replicas / 2) + 1;
  const facts = [
    `replicas: ${replicas}`,
    `replicaAvailability: [${figures.join(", ")}]`,
    ...(quorum > 1 ? [`quorum: ${isMajority ? "majority" : quorum}`] : []),
    ...(isZoned && zones.length > 0 ? ["placement: { zone: spread }"] : []),
  ];
  return `  ${name}: { ${facts.join(", ")} }`;
}

function linkLines(one: Link, at: number, { route, onTime }: Figures): readonly string[] {
  const { from, to, arrow, up, timeout, isMeshed } = one;
  return up.map((_, index) => {
    const facts = [
      `availability: ${route(at, index)}%`,
      ...(index > 0 ? ["independent: true"] : []),
      ...(timeout === null
        ? []
        : [`timeout: { onTime: ${onTime(at)}%, retries: ${timeout.retries} }`]),
      ...(isMeshed ? ["domains: [mesh]"] : []),
    ];
    return `  - ${from} ${arrow} ${to}: { ${facts.join(", ")} }`;
  });
}

function endpointLines(system: System, endpoint: Endpoint): readonly string[] {
  const { name, entry, ways, effects } = endpoint;
  const predicates = ways.map(({ plan }) => predicateOf(system, endpoint, plan));
  const completion = effects.length > 0 ? ["    completion: eventual"] : [];
  const head = [`  ${name}:`, `    entry: ${entry}`, ...completion];
  if (ways.length === 1) return [...head, ...predicates[0]!.map((line) => `    ${line}`)];
  const members = ways.map(
    ({ weight }, at) => `      - { ${[`weight: ${weight}`, ...predicates[at]!].join(", ")} }`,
  );
  return [...head, "    mixture:", ...members];
}

/** `calls` and `optional` where the code has no fall-backs, else `needs`. */
function predicateOf(system: System, { entry, effects }: Endpoint, plan: Plan): readonly string[] {
  const optional: string[] = [];
  const plans = [
    { from: entry, plan },
    ...effects.map((from) => ({ from, plan: planOf(system, from) })),
  ];
  if (plans.every((one) => isStrict(system, one.from, one.plan, optional))) {
    const carried = system.links.filter(({ arrow }) => arrow === "->" || effects.length > 0);
    const possible = carried.filter(({ from }) => from === entry).map(({ to }) => to);
    const own = possible.filter((one) => calleesOf(plan).includes(one));
    const calls = own.length === possible.length ? [] : [`calls: [${own.join(", ")}]`];
    const cut = [...new Set(optional)].map((one) => `"${one}"`);
    return [...calls, ...(cut.length > 0 ? [`optional: [${cut.join(", ")}]`] : [])];
  }
  const needs = [
    ...needsOf(system, entry, plan),
    ...effects.flatMap((one) => effectNeeds(system, one)),
  ];
  return [`needs: [${[...new Set(needs)].join(", ")}]`];
}

/** All calls must succeed, but for those that are collected. */
function isStrict(system: System, from: string, plan: Plan, optional: string[]): boolean {
  if ("any" in plan || "some" in plan) return false;
  if ("all" in plan) return plan.all.every((one) => isStrict(system, from, one, optional));
  if ("call" in plan) return isStrict(system, plan.call, planOf(system, plan.call), optional);
  if ("optional" in plan && "call" in plan.optional) {
    optional.push(`${from} -> ${plan.optional.call}`);
  }
  return true;
}

function calleesOf(plan: Plan): readonly string[] {
  if ("call" in plan) return [plan.call];
  if ("send" in plan) return [plan.send];
  if ("optional" in plan) return calleesOf(plan.optional);
  return ("all" in plan ? plan.all : "any" in plan ? plan.any : plan.of).flatMap(calleesOf);
}

/**
 * What must hold for `plan` to be carried out by `from`, as items of a list. A call is its dependency, and
 * what its callee needs in turn.
 */
function needsOf(system: System, from: string, plan: Plan): readonly string[] {
  if ("call" in plan) {
    const further = needsOf(system, plan.call, planOf(system, plan.call));
    return [needOfCall(system, from, plan.call), ...further];
  }
  if ("all" in plan) return [...new Set(plan.all.flatMap((one) => needsOf(system, from, one)))];
  if ("any" in plan) {
    const joint = whereBothLead(system, plan.any);
    if (joint !== null) return [joint];
    return [
      `{ anyOf: [${plan.any.map((one) => together(needsOf(system, from, one))).join(", ")}] }`,
    ];
  }
  if ("some" in plan) {
    const of = plan.of.map((one) => together(needsOf(system, from, one)));
    return [`{ atLeast: ${plan.some}, of: [${of.join(", ")}] }`];
  }
  return [];
}

/** Where nobody else calls it, it is enough to say that it is reached. */
function needOfCall({ links }: System, from: string, to: string): string {
  const callers = links.filter((one) => one.to === to);
  return callers.length === 1 ? to : `"${from} -> ${to}"`;
}

/** Two callees that do nothing but call a third, which nobody else calls: it must be reached, by either. */
function whereBothLead(system: System, ways: readonly Plan[]): string | null {
  const ends = ways.map((one) => {
    const plan = "call" in one ? planOf(system, one.call) : null;
    return plan !== null && "call" in plan ? plan.call : null;
  });
  const [end] = ends;
  if (end === undefined || end === null || ends.some((one) => one !== end)) return null;
  const callers = system.links.filter(({ to }) => to === end).length;
  return callers === ways.length && calleesOf(planOf(system, end)).length === 0 ? end : null;
}

function together(needs: readonly string[]): string {
  return needs.length === 1 ? needs[0]! : `{ atLeast: ${needs.length}, of: [${needs.join(", ")}] }`;
}

/** From the sender through the queue to the consumer, and what that needs. */
function effectNeeds(system: System, consumer: string): readonly string[] {
  const last = system.links.find(({ to, arrow }) => to === consumer && arrow === "~>")!;
  const first = system.links.find(({ to }) => to === last.from)!;
  const quoted = [first, last].map(({ from, to }) => `"${from} ~> ${to}"`);
  return [...quoted, ...needsOf(system, consumer, planOf(system, consumer))];
}

function planOf({ services }: System, name: string): Plan {
  return services.find((one) => one.name === name)!.plan;
}
