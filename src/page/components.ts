import { formatProbability } from "../availability/figures.ts";
import type { Model, Probability } from "../model/model.ts";
import type { WhatIf } from "./what-if.ts";

/** Something that the sliders change. */
export type Component = {
  readonly kind: WhatIf["kind"];
  readonly index: number;
  readonly name: string;
  /** `null`: it runs none, being a third party, or is no service. */
  readonly replicas: number | null;
  /** θ, ρ, or the availability of a third party or of a domain's state; the least of several. */
  readonly up: Probability;
  /** What that is. */
  readonly rate: string;
};

export function componentsOf({ services, dependencies, members }: Model): readonly Component[] {
  return [
    ...services.map(
      ({ name, replicas, external }, index): Component => ({
        kind: "service",
        index,
        name,
        replicas: external ? null : replicas.length,
        up: least(replicas),
        rate: external ? "availability" : "θ of each replica",
      }),
    ),
    ...dependencies.map(
      ({ name, channels }, index): Component => ({
        kind: "dependency",
        index,
        name,
        replicas: null,
        up: least(channels.map(({ up, origin }) => origin?.injected?.without ?? up)),
        rate: channels.length > 1 ? "ρ of each channel" : "ρ",
      }),
    ),
    ...members.map(
      ({ name, up }, index): Component => ({
        kind: "member",
        index,
        name,
        replicas: null,
        up,
        rate: "availability",
      }),
    ),
  ];
}

function least(all: readonly Probability[]): Probability {
  return all.reduce((a, b) => (b.q > a.q ? b : a), all[0] ?? { p: 0, q: 1 });
}

/** As a spec could say it. */
export function rateText({ up }: Component): string {
  return formatProbability(up);
}
