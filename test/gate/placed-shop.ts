import type { Domain, Member, Model, Service } from "../../src/model/model.ts";
import { dependencies, failing, place, service } from "./models.ts";
import { LINES, NAMES, SERVICES, shop } from "./shop.ts";

/** A domain of the shop: its members by name with the failure probability of each. */
export type DomainOf = {
  readonly name: string;
  readonly members: Readonly<Record<string, number>>;
};

export const ZONES: DomainOf = { name: "zone", members: { a: 0.0005, b: 0.0005, c: 0.0005 } };
export const MESH: DomainOf = { name: "mesh", members: { "": 0.0001 } };

/** The shop in some domains; `seats` give the members of each replica of a service, by name. */
export function placedShop(
  domains: readonly DomainOf[],
  seats: Readonly<Record<string, readonly string[]>> = {},
  over: Partial<Model> = {},
): Model {
  const members: Member[] = domains.flatMap(({ name, members: own }, domain) =>
    Object.entries(own).map(([member, q]) => ({
      name: member === "" ? name : `${name}/${member}`,
      domain,
      up: failing(q),
      place: place(65),
    })),
  );
  const index = (name: string) => members.findIndex((one) => one.name === name);
  const placed = domains.map(
    ({ name }, domain): Domain => ({
      name,
      topologyKey: null,
      members: members.flatMap((one, i) => (one.domain === domain ? [i] : [])),
      place: place(60 + domain),
    }),
  );
  const services = SERVICES.map((one): Service => {
    const own = seats[one.name];
    if (own === undefined) return one;
    const placement = own.map((seat) => (seat === "" ? [] : seat.split(" ").map(index)));
    return service(one.name, own.length, { placement });
  });
  return shop({ domains: placed, members, services, ...over });
}

/** The lines of the shop, all of them covered by these members of `model`. */
export function covered(model: Model, names: readonly string[]): Model {
  const members = names.map((name) => model.members.findIndex((one) => one.name === name));
  const lines = dependencies(NAMES, LINES).map((one) => ({
    ...one,
    channels: one.channels.map((channel) => ({ ...channel, members })),
  }));
  return { ...model, dependencies: lines };
}
