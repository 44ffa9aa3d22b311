import type { Measure } from "./measure.ts";
import { allOf } from "./need.ts";
import type { Network, NetworkNeed } from "./network.ts";
import type { Prepared } from "./prepare.ts";
import type { Sampled } from "./sampler.ts";
import { membersOf } from "./standing.ts";

/** What of a preparation is left to be drawn, with the members in it: A = P(all of `factors`) · P(rest). */
export function sampledOf(
  { factors, guards, rest }: Prepared,
  measure: Measure,
): { readonly factors: readonly number[]; readonly rest: Sampled } {
  const isAlone = (component: number) => membersOf(measure.components[component]!).length === 0;
  const drawn = [...factors.filter((one) => !isAlone(one)), ...guards];
  return {
    factors: factors.filter(isAlone),
    rest: { network: withGuards(rest, drawn), measure },
  };
}

/** Each guard as a node that is reached from the entry while it is up. */
function withGuards(rest: Network | null, guards: readonly number[]): Network {
  const nodes = [...(rest?.nodes ?? [{ component: null }])];
  const links = [...(rest?.links ?? [])];
  const needs: NetworkNeed[] = rest === null ? [] : [rest.need];
  for (const component of guards) {
    const node = nodes.push({ component }) - 1;
    links.push({ component: null, from: 0, to: node });
    needs.push({ kind: "node", node });
  }
  return { nodes, links, need: allOf(needs) };
}

/**
 * A text that is equal for what fails in the same states, draw for draw: equal networks, up to the
 * order of their parts, of components and members of equal name and equal figures.
 */
export function signatureOf({ network, measure }: Sampled): string {
  const seen = new Set<number>();
  const labels = new Map<number, string>();
  const label = (component: number | null): string => {
    if (component === null) return "";
    const before = labels.get(component);
    if (before !== undefined) return before;
    const { kind, name, units, quorum, victims, inUrn } = measure.components[component]!;
    for (const member of membersOf(measure.components[component]!)) seen.add(member);
    const figures = units.map(({ up, members }) => [
      up.p,
      up.q,
      members.map((member) => measure.members[member]!.name),
    ]);
    const text = JSON.stringify([kind, name, quorum, victims, inUrn, figures]);
    labels.set(component, text);
    return text;
  };
  const nodes = namesOf(network, label);
  const links = network.links.map(({ component, from, to }) =>
    JSON.stringify([label(component), nodes[from], nodes[to]]),
  );
  const need = (one: NetworkNeed): string =>
    one.kind === "node" ? nodes[one.node]! : JSON.stringify([one.k, one.of.map(need).sort()]);
  const top = need(network.need);
  const members = [...seen].map((member) => {
    const { name, p, q } = measure.members[member]!;
    return JSON.stringify([name, p, q]);
  });
  return JSON.stringify([nodes.toSorted(), links.sort(), top, members.sort(), measure.urn]);
}

/** So far from a certain node one looks for what tells it from others. */
const ROUNDS = 3;

/**
 * A name for each node, no two the same. Certain ones are told apart by what leads to them and from
 * them, and that by what leads there; where this does not do they are named in the order they stand
 * in: then signatures differ by order, and the same may be drawn twice.
 */
function namesOf({ nodes, links }: Network, label: (component: number | null) => string) {
  const own = nodes.map(({ component }, node) => label(component) || (node === 0 ? "entry" : ""));
  const ends = links.map(({ component, from, to }) => ({ text: label(component), from, to }));
  let names = own.map((name) => name || "#");
  for (let round = 0; round < ROUNDS; round++) {
    const near = names.map((name) => [name]);
    for (const { text, from, to } of ends) {
      if (own[to] === "") near[to]!.push(JSON.stringify(["from", names[from], text]));
      if (own[from] === "") near[from]!.push(JSON.stringify(["to", names[to], text]));
    }
    const told = near.map((all) => JSON.stringify(all.sort()));
    const ranks = new Map([...new Set(told)].sort().map((one, rank) => [one, `#${rank}`]));
    names = own.map((name, node) => name || ranks.get(told[node]!)!);
  }
  const alike = new Map<string, number>();
  return names.map((name, node) => {
    if (own[node] !== "") return name;
    const before = alike.get(name) ?? 0;
    alike.set(name, before + 1);
    return `${name}.${before}`;
  });
}
