import { both } from "../availability/probability.ts";
import type { Channel, Dependency, Injected, Model, Probability, Service } from "../model/model.ts";

type Source = "spec" | "default" | "evidence";

/**
 * Whether a value differs because evidence was updated: it gives the value at one of the commits, and
 * nobody set another at head.
 */
export function isByEvidence(base: Source, head: Source): boolean {
  return head !== "spec" && (base === "evidence" || head === "evidence");
}

/**
 * Services whose θ differs because evidence was updated. Of a third party a person says it, so that one which
 * now is, or no more is, has another θ for that.
 */
export function isServiceByEvidence(base: Service, head: Service): boolean {
  if (base.external) return false;
  const [was, now] = [base.replicas[0], head.replicas[0]];
  // Of no replicas there is no θ.
  if (was === undefined || now === undefined || was.q === now.q) return false;
  return isByEvidence(base.origin.replicaAvailabilityFrom, head.origin.replicaAvailabilityFrom);
}

/** Dependencies of which the ρ of a channel differs because evidence was updated. */
export function isDependencyByEvidence(base: Dependency, head: Dependency): boolean {
  if (base.channels.length !== head.channels.length) return false;
  return head.channels.some((channel, at) => isChannelByEvidence(base.channels[at]!, channel));
}

function isChannelByEvidence(base: Channel, head: Channel): boolean {
  return (
    isByEvidence(base.availabilityFrom, head.availabilityFrom) && alone(base).q !== alone(head).q
  );
}

/** A model as it would be had nobody updated the evidence, and what it concerns. */
export type Unupdated = { readonly model: Model; readonly names: readonly string[] };

/**
 * Head with what base has where evidence was updated, by name: added evidence is taken back, too, and so
 * is what took the place of a value that a person had set.
 *
 * @returns `null` where there is no such thing
 */
export function withoutUpdates(base: Model, head: Model): Unupdated | null {
  const names: string[] = [];
  const servicesAtBase = new Map(base.services.map((one) => [one.name, one]));
  const services = head.services.map((service) => {
    const old = servicesAtBase.get(service.name);
    if (old === undefined || !isServiceByEvidence(old, service)) return service;
    names.push(service.name);
    return withReplicasOf(service, old);
  });
  const dependenciesAtBase = new Map(base.dependencies.map((one) => [one.name, one]));
  const dependencies = head.dependencies.map((dependency) => {
    const old = dependenciesAtBase.get(dependency.name);
    if (old === undefined || !isDependencyByEvidence(old, dependency)) return dependency;
    names.push(dependency.name);
    const channels = dependency.channels.map((channel, at) =>
      isChannelByEvidence(old.channels[at]!, channel)
        ? withAvailabilityOf(channel, old.channels[at]!)
        : channel,
    );
    return { ...dependency, channels };
  });
  return names.length === 0 ? null : { model: { ...head, services, dependencies }, names };
}

/** Beyond the replicas that base had, its last θ. */
function withReplicasOf(head: Service, base: Service): Service {
  const { replicas } = base;
  const last = replicas.length - 1;
  return { ...head, replicas: head.replicas.map((_, at) => replicas[Math.min(at, last)]!) };
}

/** What head's manifests make fail is a change of its own, and stays. */
function withAvailabilityOf(head: Channel, base: Channel): Channel {
  const injected = head.origin?.injected ?? null;
  const up = alone(base);
  if (injected === null) return { ...head, up };
  return {
    ...head,
    up: both(up, notInjected(injected)),
    origin: { ...head.origin!, injected: { ...injected, without: up } },
  };
}

function notInjected({ share: { p, q } }: Injected): Probability {
  return { p: q, q: p };
}

/** ρ without what the manifests make fail. */
function alone({ up, origin }: Channel): Probability {
  return origin?.injected?.without ?? up;
}
