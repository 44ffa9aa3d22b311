import type { Difference, Estimate } from "../../src/availability/estimate.ts";
import type { JudgedSide, ModelComparison } from "../../src/gate/compare-models.ts";
import type { Engine } from "../../src/gate/engine.ts";
import type {
  Dependency,
  Endpoint,
  GateSettings,
  Model,
  Need,
  Probability,
  Service,
} from "../../src/model/model.ts";

/** Small models whose figures a test makes up: the gate is judged apart from the engine. */

export const OPTIONS = { samples: 1000, seed: 1 };

export function place(line: number, file = "availability.yaml") {
  return { file, line, column: 1 };
}

/** From the decimal text of the failure probability, as the spec's reader does it. */
export function failing(q: number): Probability {
  return { p: Number((1 - q).toPrecision(15)), q };
}

export const GATE: GateSettings = {
  maxDrop: null,
  maxDowntimeIncrease: null,
  warnAt: 0.9,
  preexisting: "warn",
  undecided: "warn",
  adoption: "warn",
  place: place(90),
};

export function service(name: string, replicas = 2, over: Partial<Service> = {}): Service {
  return {
    name,
    replicas: Array.from({ length: replicas }, () => failing(0.001)),
    quorum: 1,
    external: false,
    placement: Array.from({ length: replicas }, () => []),
    disruption: { rollout: Math.floor(replicas / 4), drain: Math.min(1, replicas) },
    origin: {
      workload: `Deployment/${name}`,
      replicasFrom: "manifest",
      replicaAvailabilityFrom: "default",
      replicasPlace: place(12, `deploy/${name}.yaml`),
      place: place(20),
    },
    ...over,
  };
}

/** Dependencies written as in a spec, between services by their order. */
export function dependencies(names: readonly string[], lines: readonly string[]): Dependency[] {
  return lines.map((line, i) => {
    const [from = "", arrow = "", to = ""] = line.split(" ");
    return {
      name: line,
      from: names.indexOf(from),
      to: names.indexOf(to),
      mode: arrow === "->" ? "sync" : "async",
      channels: [
        {
          up: failing(0.0001),
          timeout: null,
          members: [],
          availabilityFrom: "default",
          place: place(30 + i),
        },
      ],
      place: place(30 + i),
    };
  });
}

export const ENTRY_ALONE: Need = { kind: "atLeast", k: 0, of: [] };

export function endpoint(name: string, over: Partial<Endpoint> = {}): Endpoint {
  return {
    name,
    entry: 0,
    completion: "immediate",
    mixture: [{ share: 1, strict: false, need: ENTRY_ALONE }],
    slo: failing(0.005),
    under: [],
    was: null,
    place: place(50),
    sloPlace: place(51),
    ...over,
  };
}

export function model(over: Partial<Model> = {}): Model {
  return {
    services: [service("frontend")],
    dependencies: [],
    domains: [],
    members: [],
    faults: [],
    incidents: [],
    endpoints: [endpoint("GET /")],
    gate: GATE,
    ...over,
  };
}

export function exact(unavailability: number): Estimate {
  return { availability: 1 - unavailability, unavailability, method: "exact" };
}

/** An engine that knows the figures of each model by heart. */
export function engineOf(
  figures: ReadonlyMap<Model, Readonly<Record<string, Estimate | undefined>>>,
  difference?: Difference,
): Engine {
  const estimate = (of: Model, { name }: Endpoint): Estimate => {
    const figure = figures.get(of)?.[name];
    if (figure === undefined) throw new Error(`no figure is made up for ${name}`);
    return figure;
  };
  return {
    estimate,
    compare: (base, head) => {
      const [b, h] = [estimate(base.model, base.endpoint), estimate(head.model, head.endpoint)];
      const delta = b.unavailability - h.unavailability;
      return {
        base: b,
        head: h,
        difference: difference ?? { delta: Math.abs(delta) <= 1e-12 ? 0 : delta },
      };
    },
  };
}

export function valid(of: Model): Extract<JudgedSide, { kind: "valid" }> {
  return { kind: "valid", model: of };
}

export function comparison(over: Partial<ModelComparison>): ModelComparison {
  return {
    path: "availability.yaml",
    basePath: null,
    base: { kind: "absent" },
    head: { kind: "absent" },
    carried: null,
    diagnostics: [],
    ...over,
  };
}
