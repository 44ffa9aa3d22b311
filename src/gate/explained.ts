import type { NamedStep, Step } from "./remedies/step.ts";

/**
 * What a result says beside its verdicts: what holds an endpoint back, the cheapest ways out, what the
 * figures rest on and what each fault takes down. All of head, or of the one commit that is estimated.
 */

export type Explained = {
  readonly limits: readonly Limit[];
  readonly cuts: readonly CutPair[];
  /** Of an endpoint below its SLO. */
  readonly remedies: readonly Remedy[];
  /** Where there is no remedy. */
  readonly requirements: readonly Requirement[];
  readonly assumptions: readonly Assumption[];
};

/** Something of the model that can fail by itself. */
export type ComponentKind = "service" | "dependency" | "domain";

/** How much an endpoint rests on one component; the most critical first. */
export type Limit = {
  /** `payment`, `checkout -> payment`, `zone/eu-west-1a`. */
  readonly component: string;
  readonly kind: ComponentKind;
  /** A third party: no replica of it can be added. */
  readonly external?: boolean;
  /** B = A(1) - A(0), in [0, 1]. */
  readonly birnbaum: number;
  /** B(1-p)/U: the share of the downtime that goes with its failures. */
  readonly criticality: number;
  /** Proposition 4: the most the endpoint could reach while it stays as it is and all else were perfect. */
  readonly ceiling: number;
  /** Its failure alone takes the endpoint down. */
  readonly single: boolean;
  /** Where its availability, or the number of its replicas, is decided; absent where nothing says. */
  readonly file?: string;
  readonly line?: number;
};

/** Two components, neither a single point of failure, whose failure together takes the endpoint down. */
export type CutPair = {
  readonly components: readonly [string, string];
  /** That both are down, as far as they are independent. */
  readonly probability: number;
};

/** A change that brings an endpoint back over its SLO, verified by the engine; the cheapest first. */
export type Remedy = {
  /** `replicas of payment 1 -> 2`; several joined by `, `. */
  readonly change: string;
  /** Of the endpoint after it. */
  readonly availability: number;
  /** Replicas that it adds. */
  readonly replicasAdded: number;
  /** Where to change it, if one place decides it. */
  readonly file?: string;
  readonly line?: number;
  /** A unified diff of the lines; absent where no line can be edited (a template, a chart). */
  readonly patch?: string;
  /** What it does to the model, for those who make the patch; not published. */
  readonly steps: readonly Step[];
  /** The steps by names, for those who tell them; not published. */
  readonly named: readonly NamedStep[];
};

/** What would have to be true where no change of the deployment reaches the SLO. */
export type Requirement = {
  readonly component: string;
  readonly kind: ComponentKind;
  /** Of the component now, and what it would have to be at least. */
  readonly availability: number;
  readonly required: number;
};

/** Something that a figure rests on and that nobody measured; what could move it the most first. */
export type Assumption = {
  readonly kind:
    | "default"
    | "unmatched"
    | "evidence-age"
    | "evidence-amount"
    | "hint"
    | "placement";
  readonly subject: string;
  readonly message: string;
  /** The least and the most that the endpoint's availability could be over the plausible range. */
  readonly range: readonly [number, number] | null;
  /** Of a figure that is drawn (95%) or bounded (certain): what each end of the range may be. */
  readonly intervals?: readonly [readonly [number, number], readonly [number, number]];
  /** Whether its verdict could be another within the range. */
  readonly decisive: boolean;
  /** The intervals do not let one say. */
  readonly undecided?: true;
  readonly file?: string;
  readonly line?: number;
};

/** What one fault, or the loss of one component, takes below its SLO. */
export type Blast = {
  readonly fault: string;
  readonly kind: "fault" | ComponentKind;
  readonly endpoints: readonly Fallen[];
  /** How many more there are than a result carries; absent: none. */
  readonly moreEndpoints?: number;
  /** Those of which draws or bounds do not tell; absent where there are none. */
  readonly undecided?: readonly Fallen[];
  readonly moreUndecided?: number;
};

/** An endpoint, and what it is then. */
export type Fallen = {
  readonly name: string;
  readonly availability: number;
  /** Where that is drawn (95%) or bounded (certain). */
  readonly interval?: readonly [number, number];
};

/** The part of the graph that the changes and the limits touch: at most 40 services. */
export type AffectedGraph = {
  readonly services: readonly AffectedService[];
  readonly dependencies: readonly AffectedDependency[];
  /** Services left out to stay within the bound. */
  readonly omitted: number;
};

/** `limiting`: it is among the limits of an endpoint that is told. */
export type AffectedService = {
  readonly name: string;
  readonly replicas: number;
  readonly external: boolean;
  readonly entry: boolean;
  readonly change: "added" | "removed" | "changed" | null;
  readonly limiting: boolean;
};

export type AffectedDependency = {
  readonly from: string;
  readonly to: string;
  readonly mode: "sync" | "async";
  readonly change: "added" | "removed" | "changed" | null;
  readonly limiting: boolean;
};
