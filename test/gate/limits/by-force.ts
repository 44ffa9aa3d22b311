import type { Endpoint, Model } from "../../../src/model/model.ts";
import { bruteForce, type Forced } from "../../availability/oracle.ts";

const CERTAIN = { p: 1, q: 0 };

/** The same system, of which nothing fails by itself. */
export function perfect(model: Model): Model {
  return {
    ...model,
    services: model.services.map((one) => ({
      ...one,
      replicas: one.replicas.map(() => CERTAIN),
    })),
    dependencies: model.dependencies.map((one) => ({
      ...one,
      channels: one.channels.map((channel) => ({ ...channel, up: CERTAIN, timeout: null })),
    })),
    members: model.members.map((one) => ({ ...one, up: CERTAIN })),
    incidents: [],
  };
}

/** The share of requests that succeed when exactly these components have fallen. */
export function withFallen(model: Model, endpoint: Endpoint, fallen: readonly number[]): number {
  const forced = fallen.map((one) => down(model, one));
  return bruteForce(perfect(model), endpoint, null, forced).p;
}

function down({ services, dependencies }: Model, component: number): Forced {
  const dependency = component - services.length;
  const member = dependency - dependencies.length;
  if (member >= 0) return { up: false, kind: "member", member };
  return dependency >= 0
    ? { up: false, kind: "dependency", dependency }
    : { up: false, kind: "service", service: component };
}
