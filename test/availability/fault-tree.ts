import type { Endpoint, Fault, Model, Need } from "../../src/model/model.ts";
import { type Replica, type World, worldsOf } from "./worlds.ts";

/**
 * An endpoint as a fault tree in the Open-PSA Model Exchange Format (2.0d): its top event is that the
 * predicate does not hold. Replicas, channels and domain members are basic events, and so is the choice
 * between the members of a mixture, and between the states of the whole that incidents make.
 *
 * Reaching is a gate for each service, `dead, or missed by every caller`. A fault tree may have no
 * cycles, so where calls do there is a gate for each service and number of calls on the way.
 */
export type FaultTree = { readonly gates: readonly string[]; readonly events: readonly string[] };

/**
 * Its top gate is called `name`, and all else begins with that.
 *
 * @returns `null` for what independent events cannot say: victims drawn without replacement (`kill`,
 *   `rollout`, `drain`), and the worst of several readings
 */
export function faultTree(
  name: string,
  model: Model,
  endpoint: Endpoint,
  fault: Fault | null,
): FaultTree | null {
  const readings = worldsOf(model, fault);
  const worlds = readings[0]!;
  const isDealt = ({ services, urn }: World): boolean =>
    urn.dead > 0 || services.some(({ victims }) => victims > 0);
  if (readings.length > 1 || worlds.some(isDealt)) return null;
  const paper: Paper = { name, gates: new Map(), events: new Map() };
  const cases = worlds.flatMap((world, at) =>
    endpoint.mixture.map(({ share, need }, member) => {
      const scene = { paper, model, endpoint, world, prefix: `w${at}` };
      const failed = gate(paper, `w${at}-case${member}`, () => fails(scene, need));
      return { share: share * world.weight, failed };
    }),
  );
  gate(paper, "top", () => oneOf(paper, cases));
  return { gates: [...paper.gates.values()], events: [...paper.events.values()] };
}

type Paper = {
  readonly name: string;
  readonly gates: Map<string, string>;
  readonly events: Map<string, string>;
};

type Scene = {
  readonly paper: Paper;
  readonly model: Model;
  readonly endpoint: Endpoint;
  readonly world: World;
  /** Of its events and gates: the same part fails otherwise in another state of the whole. */
  readonly prefix: string;
};

type Case = { readonly share: number; readonly failed: string };

/** Disjoint cases: the first, or else the second, each with what it has of what is left. */
function oneOf(paper: Paper, cases: readonly Case[], left = 1, at = 0): string {
  const [first, ...others] = cases;
  if (others.length === 0) return first!.failed;
  const chosen = event(paper, `chosen${at}`, Math.min(1, first!.share / left));
  const rest = oneOf(paper, others, left - first!.share, at + 1);
  return or([and([chosen, first!.failed]), and([`<not>${chosen}</not>`, rest])]);
}

/** Φ does not hold. */
function fails(scene: Scene, need: Need): string {
  return or([dead(scene, scene.endpoint.entry), lacks(scene, need)]);
}

function lacks(scene: Scene, need: Need): string {
  if (need.kind === "service") return missed(scene, need.service, callsAtMost(scene));
  if (need.kind === "dependency") {
    if (!carries(scene, need.dependency)) return always(scene);
    const { from, to } = scene.model.dependencies[need.dependency]!;
    const source = missed(scene, from, callsAtMost(scene));
    return or([source, dead(scene, to), cut(scene, need.dependency)]);
  }
  const inputs = need.of.map((one) => lacks(scene, one));
  return atLeast(scene, inputs.length - need.k + 1, inputs);
}

/** No way of up to so many calls leads to it. Eq. (12), (13). */
function missed(scene: Scene, service: number, calls: number): string {
  const { paper, model, endpoint, prefix } = scene;
  if (service === endpoint.entry) return dead(scene, service);
  if (calls === 0) return always(scene);
  return gate(paper, `${prefix}-missed${service}-${calls}`, () => {
    const ways = model.dependencies.flatMap(({ from, to }, dependency) =>
      to === service && from !== service && carries(scene, dependency)
        ? [or([missed(scene, from, calls - 1), cut(scene, dependency)])]
        : [],
    );
    return ways.length === 0 ? always(scene) : or([dead(scene, service), and(ways)]);
  });
}

/** Fewer than k of its replicas live. Eq. (5) */
function dead(scene: Scene, service: number): string {
  return gate(scene.paper, `${scene.prefix}-dead${service}`, () => {
    const { replicas, quorum } = scene.world.services[service]!;
    const units = replicas.map((one, at) => down(scene, `replica${service}-${at}`, one));
    return atLeast(scene, units.length - quorum + 1, units);
  });
}

/** None of its channels is up. */
function cut(scene: Scene, dependency: number): string {
  return gate(scene.paper, `${scene.prefix}-cut${dependency}`, () => {
    const channels = scene.world.dependencies[dependency]!;
    return and(channels.map((one, at) => down(scene, `channel${dependency}-${at}`, one)));
  });
}

/** Its own state, or that of a member it sits on. */
function down({ paper, world, prefix }: Scene, name: string, { up, on }: Replica): string {
  const members = on.map((member) =>
    event(paper, `${prefix}-member${member}`, world.members[member]!.q),
  );
  return or([event(paper, `${prefix}-${name}`, up.q), ...members]);
}

function carries({ model, endpoint }: Scene, dependency: number): boolean {
  return model.dependencies[dependency]!.mode === "sync" || endpoint.completion === "eventual";
}

function callsAtMost({ model }: Scene): number {
  return model.services.length - 1;
}

function always({ paper }: Scene): string {
  return event(paper, "always", 1);
}

function never({ paper }: Scene): string {
  return event(paper, "never", 0);
}

function event({ name, events }: Paper, own: string, probability: number): string {
  const full = `${name}-${own}`;
  events.set(
    full,
    `<define-basic-event name="${full}"><float value="${probability}"/></define-basic-event>`,
  );
  return `<basic-event name="${full}"/>`;
}

/** Written once; what it says must not ask for itself. */
function gate({ name, gates }: Paper, own: string, formula: () => string): string {
  const full = own === "top" ? name : `${name}-${own}`;
  if (!gates.has(full)) {
    const inside = formula();
    gates.set(full, `<define-gate name="${full}">${inside}</define-gate>`);
  }
  return `<gate name="${full}"/>`;
}

function or(inputs: readonly string[]): string {
  return connected("or", inputs);
}

function and(inputs: readonly string[]): string {
  return connected("and", inputs);
}

/** A formula has at least two arguments, and none twice. */
function connected(kind: "or" | "and", inputs: readonly string[]): string {
  const once = [...new Set(inputs)];
  return once.length === 1 ? once[0]! : `<${kind}>${once.join("")}</${kind}>`;
}

/**
 * `atleast` of the format is for what is neither all nor one, and is written for distinct basic events
 * alone: SCRAM 0.16 gets it wrong where two arguments come down to one. Else by Shannon's expansion.
 */
function atLeast(scene: Scene, k: number, inputs: readonly string[]): string {
  if (k > inputs.length) return never(scene);
  if (k <= 0) return always(scene);
  if (k === inputs.length) return and(inputs);
  if (k === 1) return or(inputs);
  const areDistinct = new Set(inputs).size === inputs.length;
  if (areDistinct && inputs.every((one) => /^<basic-event name="[^"]*"\/>$/.test(one))) {
    return `<atleast min="${k}">${inputs.join("")}</atleast>`;
  }
  const [first, ...others] = inputs;
  return or([and([first!, atLeast(scene, k - 1, others)]), atLeast(scene, k, others)]);
}
