import type { Importance } from "../../availability/importance.ts";
import { any } from "../../availability/probability.ts";
import { quorumOf } from "../../availability/quorum.ts";
import type { Structure } from "../../availability/structure.ts";
import { callAvailability } from "../../availability/variants.ts";
import type { Model, Probability } from "../../model/model.ts";
import type { Place } from "../../yaml/diagnostic.ts";
import type { ComponentKind } from "../explained.ts";

/** Something of a model that can fail by itself, numbered as in `Structure`. */
export type ModelComponent = {
  readonly index: number;
  readonly name: string;
  readonly kind: ComponentKind;
  /** A third party's: no replica of it can be added. */
  readonly external: boolean;
  /** By its own states alone, all domains being up: Eq. (5) of a service, Eq. (11) of a dependency. */
  readonly up: Probability;
  /** Where that is decided. */
  readonly place: Place;
};

/** All components of a model: its services, its dependencies, the members of its domains. */
export function componentsOf(model: Model): readonly ModelComponent[] {
  const { services, dependencies, members } = model;
  return [
    ...services.map(({ name, replicas, quorum, external, origin }) => ({
      name,
      kind: "service" as const,
      external,
      up: quorumOf(replicas, quorum),
      place: origin.replicasPlace,
    })),
    ...dependencies.map(({ name, channels }) => ({
      name,
      kind: "dependency" as const,
      external: false,
      up: any(channels.map(({ up, timeout }) => callAvailability(up, timeout))),
      place: channels[0]!.place,
    })),
    ...members.map(({ name, up, place }) => ({
      name,
      kind: "domain" as const,
      external: false,
      up,
      place,
    })),
  ].map((one, index) => ({ ...one, index }));
}

/** Where something stands, as a result tells it. */
export function placeOf({ file, line }: Place): { readonly file: string; readonly line: number } {
  return { file, line };
}

/** The importances of components alone, without those of their parts: a tenth of the memory. */
export type Birnbaums = Pick<Importance, "up" | "services" | "dependencies" | "members">;

/** B = A(1) - A(0) of a component. */
export function birnbaumOf(
  importance: Birnbaums,
  { services, firstMember }: Structure,
  index: number,
): number {
  if (index < services) return importance.services[index]!;
  return index < firstMember
    ? importance.dependencies[index - services]!
    : importance.members[index - firstMember]!;
}
