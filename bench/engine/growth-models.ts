import type { Subject } from "../../src/availability/subject.ts";
import type { Fault, Model, Probability } from "../../src/model/model.ts";
import { all, endpoint, reached, strict } from "../../test/availability/models.ts";
import { type SystemFile, subjectOf } from "../../test/availability/system-file.ts";
import { pick, randomFrom, reachedFrom } from "../../test/availability/systems.ts";

const NOWHERE = { file: "availability.yaml", line: 1, column: 1 };

/** Strict endpoints: each enters at a service of its own, and all that it may reach must work. */
export function strictSubjectsOf(file: SystemFile, count: number): readonly Subject[] {
  const { model } = subjectOf(file);
  const endpoints = Array.from({ length: count }, (_, index) => {
    const entry = index % model.services.length;
    const mixture = [strict(model.dependencies, entry, "immediate")];
    return { ...endpoint(entry, mixture), name: `GET /${index}` };
  });
  const whole: Model = { ...model, endpoints };
  return endpoints.map((one) => ({ model: whole, endpoint: one, fault: null }));
}

/** Endpoints that enter at one of the first services and need one to three that they may reach. */
export function subjectsOf(file: SystemFile, count: number, seed: number): readonly Subject[] {
  const random = randomFrom(seed);
  const { model } = subjectOf(file);
  const endpoints = Array.from({ length: count }, (_, index) => {
    const entry = Math.floor(random() * 10);
    const within = reachedFrom(entry, file.dependencies).slice(1);
    const needs = pick(random, 0, within.length, 1 + (index % 3)).map((at) => within[at]!);
    return { ...endpoint(entry, all(...needs.map(reached))), name: `GET /${index}` };
  });
  const whole: Model = { ...model, endpoints };
  return endpoints.map((one) => ({ model: whole, endpoint: one, fault: null }));
}

const ZONES = 3;
const ZONE_UP: Probability = { p: 0.9999, q: 0.0001 };

/**
 * The steady state and so many faults of one endpoint, whose services have two replicas in two of
 * three zones: in turn a service that is down, the worst zone to lose, and a node that is drained.
 */
export function underFaults(file: SystemFile, count: number): readonly Subject[] {
  const { model, endpoint: one } = subjectOf({ ...file, replicas: 2, replicaAvailability: 0.99 });
  const faults = Array.from({ length: count }, (_, index) => faultOf(file, index));
  const whole: Model = {
    ...model,
    domains: [{ name: "zone", topologyKey: null, members: [0, 1, 2], place: NOWHERE }],
    members: Array.from({ length: ZONES }, (_, zone) => ({
      name: `zone/${zone}`,
      domain: 0,
      up: ZONE_UP,
      place: NOWHERE,
    })),
    services: model.services.map((service, index) => ({
      ...service,
      placement: [[index % ZONES], [(index + 1) % ZONES]],
    })),
    faults,
  };
  return [null, ...faults].map((fault) => ({ model: whole, endpoint: one, fault }));
}

function faultOf({ services }: SystemFile, index: number): Fault {
  const service = 1 + ((index * 7) % (services - 1));
  return {
    name: `fault ${index}`,
    overrides: [],
    down: index % 3 === 0 ? [{ kind: "service", service }] : [],
    rollout: null,
    drain: index % 3 === 2 ? [service] : null,
    kill: null,
    worstOf: index % 3 === 1 ? 0 : null,
    place: NOWHERE,
  };
}
