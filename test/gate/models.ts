import type { Claim, Decision } from "../../src/availability/claim.ts";
import type { Difference, Estimate } from "../../src/availability/estimate.ts";
import type { Subject } from "../../src/availability/subject.ts";
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

export const OPTIONS = { samples: 1000, seed: 1, alpha: 0.001 };

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

/** Figures of a model: by endpoint, or by `endpoint under fault`. */
export type Figures = Readonly<Record<string, Estimate | undefined>>;

/** An engine that knows the figures of each model by heart, and decides by them and their intervals. */
export function engineOf(figures: ReadonlyMap<Model, Figures>, difference?: Difference): Engine {
  const figureOf = ({ model: of, endpoint: { name }, fault }: Subject): Estimate => {
    const key = fault === null ? name : `${name} under ${fault.name}`;
    const figure = figures.get(of)?.[key];
    if (figure === undefined) throw new Error(`no figure is made up for ${key}`);
    return figure;
  };
  return {
    estimate: (subject, _, claims) => {
      const estimate = figureOf(subject);
      if (claims.some(({ base }) => base !== 0)) throw new Error("there is no base to claim about");
      return { estimate, decisions: claims.map((claim) => decide(claim, estimate, estimate)) };
    },
    compare: (base, head, _, claims) => {
      const [b, h] = [figureOf(base), figureOf(head)];
      const delta = b.unavailability - h.unavailability;
      const moved = difference ?? { delta: Math.abs(delta) <= 1e-12 ? 0 : delta };
      const decisions = claims.map((claim) => decide(claim, b, h, moved));
      return { base: b, head: h, difference: moved, decisions };
    },
  };
}

/**
 * base · U_base + head · U_head > beyond by more than 1e-12. A claim about both is decided by the
 * interval of the difference, U_head = U_base - delta.
 */
function decide(claim: Claim, b: Estimate, h: Estimate, difference?: Difference): Decision {
  const { base, head, beyond } = claim;
  if (!Number.isFinite(base + head + beyond)) throw new Error("this is no claim");
  const between = (ends: readonly number[]): Decision => {
    if (Math.min(...ends) - beyond > 1e-12) return "yes";
    return Math.max(...ends) - beyond > 1e-12 ? "open" : "no";
  };
  if (base !== 0 && head !== 0 && difference !== undefined) {
    const { delta, interval = [delta] } = difference;
    return between(interval.map((end) => (base + head) * b.unavailability - head * end));
  }
  const figure = head === 0 ? b : h;
  const ends = figure.interval?.map((end) => 1 - end) ?? [figure.unavailability];
  return between(ends.map((end) => (base + head) * end));
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
