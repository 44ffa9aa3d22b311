import type { Endpoint, Model, Need, Probability } from "../model/model.ts";
import { type Mandatory, mandatoryComponents } from "./mandatory.ts";
import { both, CERTAIN, NEVER } from "./probability.ts";
import {
  forEachLeaf,
  type Link,
  liveProbability,
  mapLeaves,
  type System,
  settled,
  systemOf,
} from "./system.ts";

/** A = P(factor) · P(rest): all of `factor` must be up, and `rest` is independent of it. */
export type Reduced = {
  readonly factor: Probability;
  /** `null`: nothing else matters. */
  readonly rest: System | null;
};

/**
 * Reduce one member of an endpoint's predicate to what lies between the entry and its needs, with
 * the mandatory components factored out. No component of the rest is mandatory, certain or never up.
 */
export function reduce(model: Model, endpoint: Endpoint, need: Need): Reduced {
  const entry = liveProbability(model, endpoint.entry);
  if (entry.p === 0) return { factor: NEVER, rest: null };
  const system = trim(systemOf(model, endpoint.entry, endpoint.completion, need));
  const truth = settled(system.need);
  if (truth !== null) return { factor: truth ? entry : NEVER, rest: null };

  const mandatory = mandatoryComponents(system);
  const factor = both(entry, allOf(system, mandatory));
  const everything =
    mandatory.services.size === system.services.length &&
    mandatory.links.size === system.links.length;
  if (everything) return { factor, rest: null };
  const rest = trim(given(system, mandatory));
  return { factor, rest: settled(rest.need) === true ? null : rest };
}

function allOf({ services, links }: System, mandatory: Mandatory): Probability {
  let product = CERTAIN;
  for (const service of mandatory.services) product = both(product, services[service]!);
  for (const link of mandatory.links) product = both(product, links[link]!);
  return product;
}

/** The system with its mandatory components up. */
function given(system: System, mandatory: Mandatory): System {
  return {
    services: system.services.map((service, index) =>
      mandatory.services.has(index) ? { ...service, ...CERTAIN } : service,
    ),
    links: system.links.map((link, index) =>
      mandatory.links.has(index) ? { ...link, ...CERTAIN } : link,
    ),
    need: system.need,
  };
}

/**
 * Merge all that is reached for sure into the entry, settle what follows, and keep only what lies on
 * a path to an open need, in reverse postorder. The links of dependency needs are kept as they are.
 */
function trim(system: System): System {
  const sure = reachedForSure(system);
  const certainLink = (link: Link) =>
    link.q === 0 && sure[link.from] === 1 && system.services[link.to]!.q === 0;
  const need = mapLeaves(system.need, (leaf) => {
    if (leaf.kind === "service") return sure[leaf.service] === 1 || leaf;
    return certainLink(system.links[leaf.dependency]!) || leaf;
  });

  const needed = new Uint8Array(system.links.length);
  const wanted = new Uint8Array(system.services.length);
  const queue: number[] = [];
  const want = (service: number) => {
    if (sure[service] === 1 || wanted[service] === 1) return;
    wanted[service] = 1;
    queue.push(service);
  };
  forEachLeaf(need, (leaf) => {
    if (leaf.kind === "dependency") needed[leaf.dependency] = 1;
    want(leaf.kind === "service" ? leaf.service : system.links[leaf.dependency]!.from);
  });
  const incoming = system.services.map((): number[] => []);
  system.links.forEach(({ from, to }, index) => {
    if (from !== to) incoming[to]!.push(index);
  });
  for (const service of queue) {
    for (const link of incoming[service]!) {
      needed[link] = 1;
      want(system.links[link]!.from);
    }
  }
  return renumber(system, need, sure, needed);
}

/** Services that are reached whatever is drawn: over certain links to certain services. */
function reachedForSure({ services, links }: System): Uint8Array {
  const sure = new Uint8Array(services.length);
  sure[0] = 1;
  if (links.every(({ q }) => q > 0)) return sure;
  const outgoing = services.map((): number[] => []);
  for (const { from, to, q } of links) {
    if (q === 0 && services[to]!.q === 0) outgoing[from]!.push(to);
  }
  const queue = [0];
  for (const from of queue) {
    for (const to of outgoing[from]!) {
      if (sure[to] === 1) continue;
      sure[to] = 1;
      queue.push(to);
    }
  }
  return sure;
}

/** The needed links and their ends, with the sure services as service 0. */
function renumber(system: System, need: Need, sure: Uint8Array, needed: Uint8Array): System {
  const outgoing = system.services.map((): number[] => []);
  const source = (link: Link) => (sure[link.from] === 1 ? 0 : link.from);
  const target = (link: Link) => (sure[link.to] === 1 ? 0 : link.to);
  system.links.forEach((link, index) => {
    if (needed[index] === 1) outgoing[source(link)]!.push(index);
  });
  const order = reversePostorder(outgoing, (index) => target(system.links[index]!));
  const place = new Int32Array(system.services.length);
  order.forEach((service, index) => {
    place[service] = index;
  });
  const linkPlace = new Int32Array(system.links.length);
  const links: Link[] = [];
  for (const service of order) {
    for (const index of outgoing[service]!) {
      const link = system.links[index]!;
      linkPlace[index] = links.length;
      const { name, p, q } = link;
      links.push({ name, p, q, from: place[source(link)]!, to: place[target(link)]! });
    }
  }
  return {
    services: order.map((service, index) =>
      index === 0 ? { name: system.services[0]!.name, ...CERTAIN } : system.services[service]!,
    ),
    links,
    need: mapLeaves(need, (leaf) =>
      leaf.kind === "service"
        ? { kind: "service", service: place[leaf.service]! }
        : { kind: "dependency", dependency: linkPlace[leaf.dependency]! },
    ),
  };
}

/** A service stands before all that it dominates. Iterative: a chain may be longer than the stack. */
function reversePostorder(
  outgoing: readonly (readonly number[])[],
  target: (link: number) => number,
): number[] {
  const seen = new Uint8Array(outgoing.length);
  const next = new Int32Array(outgoing.length);
  const path = [0];
  const order: number[] = [];
  seen[0] = 1;
  while (path.length > 0) {
    const service = path[path.length - 1]!;
    const links = outgoing[service]!;
    if (next[service]! < links.length) {
      const to = target(links[next[service]!++]!);
      if (seen[to] === 1) continue;
      seen[to] = 1;
      path.push(to);
    } else {
      order.push(service);
      path.pop();
    }
  }
  return order.reverse();
}
