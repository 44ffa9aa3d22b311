import type { Probability } from "../model/model.ts";
import { type Law, lawOf } from "./draw-failures.ts";
import type { Lot } from "./draw-lot.ts";
import type { Component, Measure } from "./measure.ts";
import type { Network } from "./network.ts";
import { NEVER } from "./probability.ts";
import { binaryDigits, type Key, keyOf } from "./random.ts";
import { type Counter, newCounter } from "./sampler-counter.ts";
import { livenessAtBest } from "./standing.ts";

/** One predicate to sample: what is left of it, and the measure that its components are of. */
export type Sampled = { readonly network: Network; readonly measure: Measure };

/** An independent event: the state of a member, of a unit, or of a component whose units are summed out. */
export type Source = {
  readonly key: Key;
  readonly index: number;
  /** The greatest failure probability that a subject gives it. */
  readonly up: Probability;
  readonly law: Law;
  readonly row: number;
  /** Each smaller one in turn, by its ratio to the one before. */
  readonly thinner: readonly { readonly digits: Uint8Array; readonly row: number }[];
};

/** A component that fails where `counter` counts enough units, each down where one of its rows says so. */
export type Tally = {
  readonly row: number;
  readonly units: readonly (readonly number[])[];
  readonly counter: Counter;
};

/** What to draw for some subjects, and into which rows. */
export type Plan = {
  readonly rows: number;
  readonly sources: readonly Source[];
  readonly lots: readonly Lot[];
  readonly tallies: readonly Tally[];
  /** Of each subject, of each component of its measure: the row of its failures; -1: none, or not named. */
  readonly rowsOf: readonly Int32Array[];
};

/** What a state is drawn as. */
export type Grain =
  /** A component that is independent of all else as one event; and rare failures, where that pays. */
  | "components"
  /** Every unit and every member for itself, whatever the chances. */
  | "units";

/** Lay out the draws. Equal names share them, whatever subject they are of. */
export function planOf(subjects: readonly Sampled[], seed: number, grain: Grain): Plan {
  const rows = newLedger(seed);
  const apart = new Set<string>();
  const named = subjects.map(({ network, measure }) => {
    const components = namedIn(network);
    for (const component of components) {
      const one = measure.components[component]!;
      const isDrawnWhole = grain === "components" || one.units.length === 1;
      if (!standsAlone(one) || !isDrawnWhole) apart.add(idOf(one));
    }
    return components;
  });
  const urns = urnsOf(subjects, named);
  const tallies = new Map<string, Tally>();

  function unitRows(measure: Measure, component: Component, unit: number, urn: string): number[] {
    const { up, members } = component.units[unit]!;
    const id = idOf(component);
    const { victims, units } = component;
    const found = [
      rows.event(`unit ${id}`, unit, up),
      ...members.map((member) => {
        const { name, p, q } = measure.members[member]!;
        return rows.event(`member ${name}`, 0, { p, q });
      }),
      rows.slot("", id, unit, units.length, victims),
    ];
    if (component.inUrn) {
      const { size, dead } = measure.urn!;
      found.push(rows.slot(`urn ${urn}`, id, unit, size, dead));
    }
    return found.filter((row) => row >= 0);
  }

  function tally(measure: Measure, component: Component, urn: string): number {
    const threshold = component.units.length - component.quorum + 1;
    if (component.quorum <= 0) return -1;
    if (threshold <= 0) return rows.event("always", 0, NEVER);
    const units = component.units.map((_, unit) => unitRows(measure, component, unit, urn));
    const text = `${threshold} of ${units.join(";")}`;
    const known = tallies.get(text);
    if (known !== undefined) return known.row;
    const row = rows.next();
    tallies.set(text, { row, units, counter: newCounter(threshold) });
    return row;
  }

  const rowsOf = subjects.map(({ measure }, subject) => {
    const found = new Int32Array(measure.components.length).fill(-1);
    for (const index of named[subject]!) {
      const component = measure.components[index]!;
      found[index] = apart.has(idOf(component))
        ? tally(measure, component, urns[subject]!)
        : rows.event(idOf(component), 0, livenessAtBest(component));
    }
    return found;
  });
  return { ...rows.settled(), tallies: [...tallies.values()], rowsOf };
}

function idOf({ kind, name }: Component): string {
  return `${kind} ${name}`;
}

function namedIn({ nodes, links }: Network): readonly number[] {
  return [...nodes, ...links].flatMap(({ component }) => (component === null ? [] : [component]));
}

/** Independent of all else, so that its units need not be told apart. */
function standsAlone({ units, inUrn }: Component): boolean {
  return !inUrn && units.every(({ members }) => members.length === 0);
}

/**
 * The name of each subject's urn. Urns of one size and number of dead are one, unless their needed
 * replicas together are more than there are: then they cannot be the same.
 */
function urnsOf(
  subjects: readonly Sampled[],
  named: readonly (readonly number[])[],
): readonly string[] {
  const slots = new Map<string, Map<string, number>>();
  const names = subjects.map(({ measure: { urn, components } }, subject) => {
    const name = urn === null ? "" : `${urn.dead} of ${urn.size}`;
    const known = slots.get(name) ?? new Map<string, number>();
    slots.set(name, known);
    for (const index of named[subject]!) {
      const component = components[index]!;
      const id = idOf(component);
      if (component.inUrn) known.set(id, Math.max(known.get(id) ?? 0, component.units.length));
    }
    return name;
  });
  return names.map((name, subject) => {
    const needed = [...slots.get(name)!.values()].reduce((sum, units) => sum + units, 0);
    return needed <= (subjects[subject]!.measure.urn?.size ?? 0) ? name : `${name} for ${subject}`;
  });
}

type Slots = Map<string, { readonly id: string; readonly index: number; readonly row: number }>;

/** Hands out rows: the same for what is the same. */
function newLedger(seed: number) {
  const events = new Map<string, Map<number, { up: Probability; row: number }>>();
  const places = new Map<string, { id: string; index: number }>();
  const lots = new Map<string, { size: number; dead: number; slots: Slots }>();
  let rows = 0;
  const next = () => rows++;

  /** The row of an event; -1 where it never fails. */
  function event(id: string, index: number, up: Probability): number {
    if (up.q === 0) return -1;
    const place = `${index} ${id}`;
    places.set(place, { id, index });
    const laws = events.get(place) ?? new Map<number, { up: Probability; row: number }>();
    events.set(place, laws);
    const known = laws.get(up.q) ?? { up, row: next() };
    laws.set(up.q, known);
    return known.row;
  }

  /** The row of a slot of a lot of the component's own, or of the one that is named. */
  function slot(name: string, id: string, index: number, size: number, dead: number): number {
    if (dead === 0) return -1;
    const lotName = name === "" ? `victims ${dead} of ${size} ${id}` : name;
    const lot = lots.get(lotName) ?? { size, dead, slots: new Map() };
    lots.set(lotName, lot);
    const place = `${id} ${index}`;
    const known = lot.slots.get(place) ?? { id, index, row: next() };
    lot.slots.set(place, known);
    return known.row;
  }

  function settled(): Pick<Plan, "rows" | "sources" | "lots"> {
    const laws = new Map<number, Law>();
    const lawFor = (up: Probability): Law => {
      const law = laws.get(up.q) ?? lawOf(up);
      laws.set(up.q, law);
      return law;
    };
    const sources = [...places.keys()].sort(byText).map((place): Source => {
      const { id, index } = places.get(place)!;
      const found = [...events.get(place)!.values()].sort((a, b) => b.up.q - a.up.q);
      const [greatest, ...smaller] = found;
      const thinner = smaller.map(({ up, row }, at) => ({
        digits: binaryDigits(up.q / found[at]!.up.q),
        row,
      }));
      const { up, row } = greatest!;
      return { key: keyOf(seed, id), index, up, law: lawFor(up), row, thinner };
    });
    return {
      rows,
      sources,
      lots: [...lots.values()].map(({ size, dead, slots }) => ({
        size,
        dead,
        // Of one component they stand by index already.
        slots: [...slots.values()]
          .sort((a, b) => byText(a.id, b.id))
          .map(({ id, index, row }) => ({ key: keyOf(seed, `taken ${id}`), index, row })),
      })),
    };
  }

  return { next, event, slot, settled };
}

/** By code unit: the same order in every locale. */
function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
