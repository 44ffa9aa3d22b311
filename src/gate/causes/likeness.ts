import { once } from "../../availability/once.ts";
import type { Subject } from "../../availability/subject.ts";
import type { Dependency, Service } from "../../model/model.ts";
import type { Mixture } from "./mixtures.ts";

/** Finds to each mixture the first that was asked about of which all that is prepared serves it, too. */
export type Likeness = (mixture: Mixture & { readonly subject: Subject }) => Subject;

/**
 * What an endpoint is prepared for serves others of the same graph whose parts sit on the same members, and of
 * which the same can fail at all and can be up at all (`isGoodFor`). To prepare one is most of what it costs
 * to draw it.
 */
export function likeness(): Likeness {
  const known = new Map<object | null, Map<string, Subject>>();
  return ({ graph, subject }) => {
    const alike = known.get(graph) ?? new Map<string, Subject>();
    known.set(graph, alike);
    const text = textOf(subject);
    const first = alike.get(text) ?? subject;
    alike.set(text, first);
    return first;
  };
}

function textOf({ model, fault }: Subject): string {
  const parts = [...model.services.map(serviceText), ...model.dependencies.map(dependencyText)];
  // How many a fault takes, and whether enough are left, rests on their number.
  const counts =
    fault === null
      ? []
      : model.services.map(({ replicas, quorum, disruption }) => [
          replicas.length,
          quorum,
          disruption,
        ]);
  return JSON.stringify([parts, counts]);
}

const serviceText = once(({ replicas, quorum, placement }: Service): string => {
  const members = [...new Set(placement.flat())].sort((one, other) => one - other);
  const sure = replicas.filter(({ q }) => q === 0).length >= quorum;
  const possible = replicas.filter(({ p }) => p > 0).length >= quorum;
  return JSON.stringify([members, sure, possible]);
});

const dependencyText = once(({ channels }: Dependency): string =>
  JSON.stringify(
    channels.map(({ up, timeout, members }) => [
      members,
      up.q === 0 && (timeout === null || timeout.onTime.q === 0),
      up.p > 0,
    ]),
  ),
);
