import type { Need } from "../model/model.ts";
import type { System } from "./system.ts";

/** A system with its gates laid out flat, parents before children. */
export type Program = {
  readonly system: System;
  /** Ends of each link. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Links by target and by source. */
  readonly incoming: readonly (readonly number[])[];
  readonly outgoing: readonly (readonly number[])[];
  readonly gates: readonly Gate[];
  /** Gates that take r_v of a service, and u_d of a link, as often as they do. */
  readonly gatesOfService: readonly (readonly number[])[];
  readonly gatesOfLink: readonly (readonly number[])[];
};

export type Gate = {
  readonly k: number;
  /** -1 at the top. */
  readonly parent: number;
};

/** Lay out a system whose need is open. Gate 0 is the top. */
export function compile(system: System): Program {
  const { services, links } = system;
  const incoming = services.map((): number[] => []);
  const outgoing = services.map((): number[] => []);
  links.forEach(({ from, to }, index) => {
    incoming[to]!.push(index);
    outgoing[from]!.push(index);
  });
  const gates: Gate[] = [];
  const gatesOfService = services.map((): number[] => []);
  const gatesOfLink = links.map((): number[] => []);
  const add = (need: Need, parent: number): void => {
    if (need.kind === "service") gatesOfService[need.service]!.push(parent);
    else if (need.kind === "dependency") gatesOfLink[need.dependency]!.push(parent);
    else {
      const gate = gates.push({ k: need.k, parent }) - 1;
      for (const input of need.of) add(input, gate);
    }
  };
  const top: Need =
    system.need.kind === "atLeast" ? system.need : { kind: "atLeast", k: 1, of: [system.need] };
  add(top, -1);
  const from = Int32Array.from(links, (link) => link.from);
  const to = Int32Array.from(links, (link) => link.to);
  return { system, from, to, incoming, outgoing, gates, gatesOfService, gatesOfLink };
}
