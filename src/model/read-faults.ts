import { diagnostic } from "../yaml/diagnostic.ts";
import type { Rounding } from "./decimal.ts";
import { entriesOf, itemsOf, type SpecEntry, type SpecNode } from "./document.ts";
import { type Report, readCount, readDecimal, readProbability } from "./figures.ts";
import { normalised, readTargets, readText, readTexts } from "./read-targets.ts";
import type {
  SpecChange,
  SpecFault,
  SpecIncident,
  SpecKill,
  SpecOverride,
  SpecTurn,
} from "./spec.ts";

type Entries = ReadonlyMap<string, SpecEntry>;

/** The entries of `faults`, by name. */
export function readFaults(
  node: SpecNode | undefined,
  report: Report,
): ReadonlyMap<string, SpecFault> {
  const faults = [...entriesOf(node).values()].map(({ key, keyPlace, value }): SpecFault => {
    const entries = entriesOf(value);
    return {
      name: key,
      ...readChange(entries, report),
      rollout: readTurn(entries.get("rollout")),
      drain: readTurn(entries.get("drain")),
      kill: readKill(entries.get("kill"), report),
      worstOf: readText(entries.get("worstOf")?.value),
      place: keyPlace,
    };
  });
  return new Map(faults.map((fault) => [fault.name, fault]));
}

/** The items of `incidents`. Those without a probability are left to the schema. */
export function readIncidents(node: SpecNode | undefined, report: Report): readonly SpecIncident[] {
  return itemsOf(node).flatMap((item) => {
    const entries = entriesOf(item);
    const written = entries.get("probability")?.value;
    const probability = readProbability("probability", written, report);
    const share = readDecimal("probability", written, report);
    if (item.kind === "map" && !entries.has("down") && !entries.has("override")) {
      const message = "an incident changes something; add `down` or `override`";
      report(diagnostic("error", "missing-key", message, item.place));
    }
    if (probability === null || share === null) return [];
    const change = readChange(entries, report);
    return { probability: probability.value, share, ...change, place: item.place };
  });
}

function readChange(entries: Entries, report: Report): Omit<SpecChange, "place"> {
  return {
    overrides: [...entriesOf(entries.get("override")?.value).values()].flatMap(
      (entry) => readOverride(entry, report) ?? [],
    ),
    down: readTargets(entries.get("down")?.value, report),
  };
}

function readOverride({ key, keyPlace, value }: SpecEntry, report: Report): SpecOverride | null {
  const target = normalised({ value: key, place: keyPlace }, report);
  const ofReplica = entriesOf(value).get("replicaAvailability")?.value;
  const figure =
    ofReplica === undefined
      ? readProbability(key, value, report)
      : readProbability("replicaAvailability", ofReplica, report);
  if (target === null || figure === null) return null;
  return { target, of: ofReplica === undefined ? "whole" : "replica", up: figure.value };
}

function readTurn(entry: SpecEntry | undefined): SpecTurn | null {
  if (entry === undefined) return null;
  const { value, keyPlace: place } = entry;
  if (value.kind === "list") return { value: readTexts(value), place };
  return value.kind === "scalar" && value.value === "each" ? { value: "each", place } : null;
}

function readKill(entry: SpecEntry | undefined, report: Report): SpecKill | null {
  if (entry === undefined) return null;
  const part = (key: string): SpecNode | undefined => entriesOf(entry.value).get(key)?.value;
  const fraction = readDecimal("fraction", part("fraction"), report);
  if (fraction === null) return null;
  const among = part("among");
  return {
    fraction,
    rounding: readRounding(part("rounding")),
    minimum: readCount(part("minimum"))?.value ?? 0,
    among: among === undefined ? null : readTexts(among),
    place: entry.keyPlace,
  };
}

function readRounding(node: SpecNode | undefined): Rounding {
  const written = readText(node)?.value;
  return written === "floor" || written === "round" ? written : "ceil";
}
