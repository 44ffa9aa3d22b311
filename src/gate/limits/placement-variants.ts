import type { Domain, Model, Service } from "../../model/model.ts";
import { quote } from "../../model/wording.ts";
import { type Variant, withServices } from "./variant.ts";

/**
 * Where replicas may not sit as they are counted: the scheduler may leave a soft rule undone, nobody may
 * have said, and a service in no domain of a zoned system runs somewhere all the same.
 */
export function placementVariants(model: Model): readonly Variant[] {
  return model.domains.flatMap((domain, at) =>
    domain.topologyKey === null || domain.members.length < 2 || !isUsed(model, domain)
      ? []
      : model.services.flatMap((service, index) => variantOf(model, at, service, index)),
  );
}

function variantOf(model: Model, domain: number, service: Service, index: number): Variant[] {
  const { name, external, replicas, origin } = service;
  if (external || replicas.length === 0) return [];
  const by = origin.placement?.find((one) => one.domain === domain);
  const { name: domainName, members } = model.domains[domain]!;
  const common = {
    kind: "placement" as const,
    subject: name,
    place: by?.place ?? origin.replicasPlace,
    moves: [index],
  };
  const packed = () => seated(model, index, members, () => leastAvailable(model, members));
  if (by === undefined) {
    const message = `${quote(name)} is in no ${domainName}, so that no loss of one reaches it; it may run on one alone`;
    return [{ ...common, message, worse: packed, better: null }];
  }
  if (by.from === "assumed") {
    const spread = () =>
      seated(model, index, members, (replica) => members[replica % members.length]!);
    const message = `nothing says where ${quote(name)} runs in ${domainName}: all replicas count as on its least available member`;
    return [{ ...common, message, worse: null, better: spread }];
  }
  if (!by.soft || replicas.length < 2) return [];
  const message = `${quote(name)} is spread over ${domainName} where the scheduler can; its replicas may end up on one`;
  return [{ ...common, message, worse: packed, better: null }];
}

function isUsed({ services }: Model, { members }: Domain): boolean {
  return services.some(({ placement }) =>
    placement.some((seats) => seats.some((one) => members.includes(one))),
  );
}

function leastAvailable(model: Model, members: readonly number[]): number {
  return members.reduce((least, one) =>
    model.members[one]!.up.q > model.members[least]!.up.q ? one : least,
  );
}

/** Each replica on one member of the domain, and on what it sits of others. */
function seated(
  model: Model,
  index: number,
  members: readonly number[],
  memberOf: (replica: number) => number,
): Model {
  return withServices(model, (one, at) =>
    at !== index
      ? one
      : {
          ...one,
          placement: one.replicas.map((_, replica) => [
            ...(one.placement[replica] ?? []).filter((member) => !members.includes(member)),
            memberOf(replica),
          ]),
        },
  );
}
