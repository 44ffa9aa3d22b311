import { formatProbability } from "../availability/figures.ts";
import type { Incident, Model } from "../model/model.ts";
import { change, removal } from "./change-row.ts";
import { faultChanged, faultText, incidentText } from "./fault-text.ts";
import type { Change } from "./result.ts";

/** What differs between the faults of two models, by name. */
export function faultChanges(base: Model, head: Model): readonly Change[] {
  const before = new Map(base.faults.map((fault) => [fault.name, fault]));
  const rows = head.faults.flatMap((fault) => {
    const { name, place } = fault;
    const old = before.get(name);
    before.delete(name);
    const now = faultText(head, fault);
    if (old === undefined) return [change("fault-added", name, null, now, place)];
    if (!faultChanged(base, old, head, fault)) return [];
    return [change("fault-changed", name, faultText(base, old), now, place)];
  });
  const gone = [...before.values()].map((fault) =>
    removal("fault-removed", fault.name, faultText(base, fault), fault.place),
  );
  return [...rows, ...gone];
}

/** What differs between the incidents of two models, by what they do. */
export function incidentChanges(base: Model, head: Model): readonly Change[] {
  const before = incidentsByText(base);
  const rows = [...incidentsByText(head)].flatMap(([text, { probability, place }]) => {
    const old = before.get(text)?.probability;
    before.delete(text);
    const now = formatProbability(probability);
    if (old === undefined) return [change("incident-added", text, null, now, place)];
    if (old.p === probability.p) return [];
    return [change("incident-changed", text, formatProbability(old), now, place)];
  });
  const gone = [...before].map(([text, { probability, place }]) =>
    removal("incident-removed", text, formatProbability(probability), place),
  );
  return [...rows, ...gone];
}

/** The incidents of a model by what they do, those that do the same counted up. */
export function incidentsByText(model: Model): Map<string, Incident> {
  const found = new Map<string, Incident>();
  for (const incident of model.incidents) {
    const text = incidentText(model, incident);
    let own = text;
    for (let n = 2; found.has(own); n++) own = `${text} (${n})`;
    found.set(own, incident);
  }
  return found;
}
