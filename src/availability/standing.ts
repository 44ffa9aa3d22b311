import type { Probability } from "../model/model.ts";
import { liveGiven } from "./liveness.ts";
import type { Component, Measure } from "./measure.ts";
import { once } from "./once.ts";

/** The members that any of a component's units sits on, in order. */
export function membersOf(component: Component): readonly number[] {
  // Most components sit on none, and are asked about more often than anything is looked up.
  return component.units.every(({ members }) => members.length === 0) ? NONE : placed(component);
}

const NONE: readonly number[] = [];

const placed = once(({ units }: Component): readonly number[] => {
  const found = new Set(units.flatMap(({ members }) => members));
  return [...found].sort((one, other) => one - other);
});

/** How likely a component lives with all members up, and none of its dead where these are in the urn. */
export function livenessAtBest(component: Component): Probability {
  const { units, quorum, victims } = component;
  const [only] = units;
  const isSingle = only !== undefined && units.length === 1 && quorum === 1 && victims === 0;
  return isSingle ? only.up : best(component);
}

const best = once((component: Component) => liveGiven(component, () => true, component.victims));

/** It is up in every state. */
export function isCertain({ components, urn }: Measure, index: number): boolean {
  const component = components[index]!;
  if (membersOf(component).length > 0) return false;
  if (!component.inUrn) return livenessAtBest(component).q === 0;
  return component.units.length - urn!.dead >= component.quorum;
}

/** It is down in every state. */
export function isImpossible({ components }: Measure, index: number): boolean {
  return livenessAtBest(components[index]!).p === 0;
}
