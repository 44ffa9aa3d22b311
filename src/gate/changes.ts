import { formatPercent } from "../availability/figures.ts";
import type { GateSettings, Model } from "../model/model.ts";
import { change, gatherAlike } from "./change-row.ts";
import { dependencyChanges } from "./dependency-changes.ts";
import { domainChanges } from "./domain-changes.ts";
import { endpointChanges } from "./endpoint-changes.ts";
import { faultChanges, incidentChanges } from "./fault-changes.ts";
import { placementChanges } from "./placement-changes.ts";
import type { Change } from "./result.ts";
import { serviceChanges } from "./service-changes.ts";

/**
 * What differs in effective facts between two models: a row each, attributes of an added thing
 * belonging to its addition. Values are for people. Two equal models give no rows, however their
 * texts differ.
 */
export function describeChanges(base: Model, head: Model): readonly Change[] {
  return [
    ...domainChanges(base, head),
    ...serviceChanges(base, head),
    ...gatherAlike(placementChanges(base, head)),
    ...dependencyChanges(base, head),
    ...faultChanges(base, head),
    ...incidentChanges(base, head),
    ...endpointChanges(base, head),
    ...gateChanges(base.gate, head.gate),
  ];
}

function gateChanges(base: GateSettings, head: GateSettings): readonly Change[] {
  const before = settingTexts(base);
  return settingTexts(head).flatMap(([setting, text], i) => {
    const old = before[i]?.[1] ?? null;
    return old === text ? [] : [change("gate", setting, old, text, head.place)];
  });
}

function settingTexts(gate: GateSettings): readonly (readonly [string, string | null])[] {
  return [
    ["maxDrop", gate.maxDrop === null ? null : formatPercent(gate.maxDrop)],
    [
      "maxDowntimeIncrease",
      gate.maxDowntimeIncrease === null ? null : formatPercent(gate.maxDowntimeIncrease),
    ],
    ["warnAt", formatPercent(gate.warnAt)],
    ["preexisting", gate.preexisting],
    ["undecided", gate.undecided],
    ["adoption", gate.adoption],
  ];
}
