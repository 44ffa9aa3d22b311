import type { Fault, Model, Service } from "../model/model.ts";
import type { Place } from "../yaml/diagnostic.ts";
import {
  bundleChanged,
  bundleText,
  bundleTexts,
  change,
  groupByValues,
  removal,
} from "./change-row.ts";
import { isServiceByEvidence } from "./evidence-changes.ts";
import type { Change } from "./result.ts";
import { disruptionOrigins, replicasPlace } from "./service-parts.ts";

/** What differs between the services of two models, by name. */
export function serviceChanges(base: Model, head: Model): readonly Change[] {
  const before = new Map(base.services.map((service) => [service.name, service]));
  const takes = takenBy([...base.faults, ...head.faults]);
  const defaults: Change[] = [];
  const rows = head.services.flatMap((service) => {
    const old = before.get(service.name);
    before.delete(service.name);
    if (old === undefined) {
      return [change("service-added", service.name, null, mainFact(service), service.origin.place)];
    }
    if (followsChangedDefault(old, service)) defaults.push(defaultChange(old, service));
    return [...attributeChanges(old, service), ...disruptionChanges(old, service, takes)];
  });
  const gone = [...before.values()].map((service) =>
    removal("service-removed", service.name, mainFact(service), service.origin.place),
  );
  return [...rows, ...groupByValues(defaults), ...gone];
}

function mainFact(service: Service): string | number {
  return service.external ? bundleText(service.replicas) : service.replicas.length;
}

function attributeChanges(base: Service, head: Service): readonly Change[] {
  const { name, origin } = head;
  if (base.external || head.external) return externalChanges(base, head);
  const rows: Change[] = [];
  if (base.origin.workload !== origin.workload) {
    const [old, now] = [base.origin.workload, origin.workload];
    rows.push(change("workload", name, old, now, replicasPlace(base, head)));
  }
  if (base.replicas.length !== head.replicas.length) {
    const [old, now] = [base.replicas.length, head.replicas.length];
    rows.push(change("replicas", name, old, now, replicasPlace(base, head)));
  }
  if (base.quorum !== head.quorum) {
    rows.push(change("quorum", name, base.quorum, head.quorum, origin.place));
  }
  if (bundleChanged(base.replicas, head.replicas) && !followsChangedDefault(base, head)) {
    const place = availabilityPlace(head);
    if (isServiceByEvidence(base, head)) {
      rows.push(change("evidence", name, ...bundleTexts(base.replicas, head.replicas), place));
    } else {
      const [old, now] = [bundleText(base.replicas), bundleText(head.replicas)];
      rows.push(change("replica-availability", name, old, now, place));
    }
  }
  return rows;
}

/** By which of the two a fault takes replicas away: what none takes moves no figure. */
function takenBy(faults: readonly Fault[]): readonly ("rollout" | "drain")[] {
  return (["rollout", "drain"] as const).filter((how) => faults.some((one) => one[how] !== null));
}

/**
 * How many replicas go at once. Where their number changed, this may follow from that, unless the update
 * strategy or the disruption budget says another thing too.
 */
export function disruptionChanges(
  base: Service,
  head: Service,
  takes: readonly ("rollout" | "drain")[],
): readonly Change[] {
  if (base.external || head.external) return [];
  return takes.flatMap((how) => {
    const [was, now] = disruptionOrigins(base, head, how);
    const follows = base.replicas.length !== head.replicas.length && was?.rule === now?.rule;
    if (follows || base.disruption[how] === head.disruption[how]) return [];
    const text = ({ disruption }: Service) => `${disruption[how]} in a ${how}`;
    const place = now?.place ?? head.origin.replicasPlace;
    const row = change("disruption", head.name, text(base), text(head), place);
    // A budget that is gone has its line at base alone.
    if (was == null || now != null) return [row];
    return [{ ...row, file: was.place.file, line: was.place.line, side: "base" as const }];
  });
}

/** A third party has one attribute; becoming one, or ceasing to be, is one change. */
function externalChanges(base: Service, head: Service): readonly Change[] {
  const old = base.external ? bundleText(base.replicas) : null;
  const now = head.external ? bundleText(head.replicas) : null;
  return old === now ? [] : [change("external", head.name, old, now, availabilityPlace(head))];
}

function availabilityPlace({ origin }: Service): Place {
  return origin.replicaAvailabilityPlace ?? origin.place;
}

function followsChangedDefault(base: Service, head: Service): boolean {
  return (
    !base.external &&
    !head.external &&
    base.origin.replicaAvailabilityFrom === "default" &&
    head.origin.replicaAvailabilityFrom === "default" &&
    bundleChanged(base.replicas, head.replicas)
  );
}

function defaultChange(base: Service, head: Service): Change {
  return change(
    "default-replica-availability",
    "replicaAvailability",
    bundleText(base.replicas),
    bundleText(head.replicas),
    availabilityPlace(head),
  );
}
