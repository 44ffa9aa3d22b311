import type { Contracted } from "./contract.ts";
import { holds, tally } from "./gates.ts";
import {
  type Block,
  bitsFor,
  componentOf,
  type Item,
  type Items,
  itemsOf,
  type Layout,
  layOut,
  type Traits,
  widthOf,
} from "./layout.ts";
import type { Plan, Step, Work } from "./plan.ts";
import { openSlots, type Slots } from "./slots.ts";
import { liveItem, workOf } from "./sources.ts";
import { bitsOf, gather, type Outcome, stepOf, type Values } from "./step.ts";

/** Bits that one step may read: its transitions are listed one by one. */
const MOST_BITS_READ = 16;
/** Nodes of a cycle: there are 3^n ways to have reached some and to go on from others. */
const MOST_IN_CYCLE = 14;

/** Transitions of all draws from the urn together: to list them takes some ten seconds. */
const MOST_DRAWN = 2e7;

/** How many of the urn are dead so far. */
const COUNT: Item = -1;

/**
 * Lay out a network, and the guards beside it, as a frontier program.
 *
 * @param guards components that must be up by themselves
 * @returns `null` where a step would have to look at too much at once
 */
export function compile(
  network: Contracted,
  guards: readonly number[],
  traits: Traits,
): Plan | null {
  const layout = layOut(network, guards, traits);
  const left = new Map<Item, number>();
  for (const items of layout.uses) {
    for (const item of items) left.set(item, (left.get(item) ?? 0) + 1);
  }
  const compiler: Compiler = {
    network,
    layout,
    items: itemsOf(network.nodes.length, layout.gates.gates.length),
    traits,
    slots: openSlots(),
    left,
    drawn: 0,
    listed: 0,
    steps: [],
  };
  if (traits.dead > 0) compiler.slots.open(COUNT, bitsFor(traits.dead));
  for (let at = 0; at < layout.blocks.length; at++) {
    if (!addBlock(compiler, layout.blocks[at]!, layout.uses[at]!)) return null;
  }
  const { steps, slots } = compiler;
  const cost = steps.reduce(
    (sum, { restBits, target }) => sum + target.length * 2 ** restBits.length,
    0,
  );
  return { network, steps, bits: slots.most(), lastBits: slots.inUse(), cost };
}

type Compiler = {
  readonly network: Contracted;
  readonly layout: Layout;
  readonly items: Items;
  readonly traits: Traits;
  readonly slots: Slots;
  /** By item: how many blocks use it from here on. */
  readonly left: Map<Item, number>;
  /** Units drawn from the urn so far. */
  drawn: number;
  /** Transitions of these draws, at the most. */
  listed: number;
  readonly steps: Step[];
};

function addBlock(compiler: Compiler, block: Block, uses: readonly Item[]): boolean {
  const { network, items, slots, left, traits } = compiler;
  const parts = block.nodes.map((node) => componentOf(network, network.nodes[node]!));
  const drawn = [...parts, block.guard].filter(
    (one): one is number => one !== null && traits.urnUnits(one) > 0,
  );
  // Before anything is listed: a draw reads the members that the block reads, and a step has 2^n patterns.
  const width = uses.reduce((sum, item) => sum + bitsRead(compiler, item), drawn.length);
  if (width > MOST_BITS_READ || block.nodes.length > MOST_IN_CYCLE) return false;
  for (const component of drawn) compiler.listed += drawSize(traits, component);
  if (compiler.listed > MOST_DRAWN) return false;

  openMembers(compiler, uses);
  for (const component of drawn) addDraw(compiler, component);
  const read = [...uses.filter((item) => slots.isOpen(item)), ...drawn.map(liveItem)];
  const write = uses.filter((item) => left.get(item)! > 1);
  const closed = new Set(uses.filter((item) => left.get(item) === 1));
  for (const item of uses) left.set(item, left.get(item)! - 1);

  // Parents have lower numbers than their inputs.
  const inputsFirst = uses
    .map((item) => item - items.gate(0))
    .filter((gate) => compiler.layout.gates.gates[gate] !== undefined)
    .sort((one, other) => other - one);
  const bits = bitsOf(slots, read);
  const work = workOf(network, block, items, traits, (item) => bits.get(item)?.[0] ?? null);
  // Of a cycle: the set of reached nodes. Else 0 is joined, 1 missed.
  const outcomes = work.kind === "cluster" ? 2 ** block.nodes.length : 2;
  addStep(compiler, work, read, write, (value, pattern) => {
    const situation = gather(pattern, work.relevant);
    const found: Outcome[] = [];
    for (let outcome = 0; outcome < outcomes; outcome++) {
      const isReached = (at: number) =>
        work.kind === "cluster" ? ((outcome >> at) & 1) === 1 : outcome === 0;
      const written = decide(compiler, block, inputsFirst, closed, value, isReached);
      found.push({ code: situation * outcomes + outcome, written });
    }
    return found;
  });
  return true;
}

/** What an item takes of the bits that a block reads; a member that is not open yet is opened for it. */
function bitsRead({ items, slots }: Compiler, item: Item): number {
  if (slots.isOpen(item)) return slots.of(item).length;
  return item < items.member(0) ? 0 : 1;
}

/** Not fewer than the transitions of `addDraw`. */
function drawSize({ urnUnits, openMembers: membersOf, dead }: Traits, component: number): number {
  const most = Math.min(urnUnits(component), dead);
  return 2 * (dead + 1) * (most + 1) * 2 ** membersOf(component).length;
}

function openMembers(compiler: Compiler, uses: readonly Item[]): void {
  const { items, slots } = compiler;
  for (const item of uses) {
    if (item < items.member(0) || slots.isOpen(item)) continue;
    addStep(compiler, { kind: "member", member: item - items.member(0) }, [], [item], () => [
      { code: 0, written: new Map([[item, 1]]) },
      { code: 1, written: new Map([[item, 0]]) },
    ]);
  }
}

/** Semantics of `kill`: sequential draws from an urn without replacement, one component at a time. */
function addDraw(compiler: Compiler, component: number): void {
  const { traits, items } = compiler;
  const units = traits.urnUnits(component);
  const members = traits.openMembers(component);
  const live = liveItem(component);
  const work: Work = { kind: "draw", component, before: compiler.drawn, units, members };
  compiler.drawn += units;
  const read = [COUNT, ...members.map(items.member)];
  addStep(compiler, work, read, [...read, live], (value) => {
    const dead = value(COUNT);
    if (dead > traits.dead) return [];
    const states = members.reduce(
      (sum, member, at) => sum + (value(items.member(member)) << at),
      0,
    );
    const most = Math.min(units, traits.dead - dead);
    return Array.from({ length: 2 * (most + 1) }, (_, outcome) => {
      const more = outcome >> 1;
      const written = new Map([
        [COUNT, dead + more],
        [live, 1 - (outcome & 1)],
      ]);
      const situation = (states * (traits.dead + 1) + dead) * (units + 1) + more;
      return { code: 2 * situation + (outcome & 1), written };
    });
  });
}

/** What a block leaves behind; `null` where something required fails. */
function decide(
  { layout, items }: Compiler,
  block: Block,
  inputsFirst: readonly number[],
  closed: ReadonlySet<Item>,
  value: Values,
  isReached: (at: number) => boolean,
): ReadonlyMap<Item, number> | null {
  const { required, gates, gatesOf } = layout.gates;
  if (block.guard !== null && !isReached(0)) return null;
  const counts = new Map<number, number>();
  const count = (gate: number, held: boolean) => {
    const before = counts.get(gate) ?? value(items.gate(gate));
    counts.set(gate, tally(gates[gate]!, before, held));
  };
  const written = new Map<Item, number>();
  for (const [at, node] of block.nodes.entries()) {
    if (required[node] === 1 && !isReached(at)) return null;
    written.set(items.node(node), isReached(at) ? 1 : 0);
    for (const gate of gatesOf[node]!) count(gate, isReached(at));
  }
  for (const gate of inputsFirst) {
    const one = gates[gate]!;
    const total = counts.get(gate) ?? value(items.gate(gate));
    const isClosed = closed.has(items.gate(gate));
    const hasFailed = one.counts === "failed" && total === one.limit;
    if (one.parent === -1 && (isClosed ? !holds(one, total) : hasFailed)) return null;
    if (isClosed && one.parent !== -1) count(one.parent, holds(one, total));
    else written.set(items.gate(gate), total);
  }
  return written;
}

function addStep(
  { layout, network, slots, steps }: Compiler,
  work: Work,
  read: readonly Item[],
  write: readonly Item[],
  outcomesOf: (value: Values, pattern: number) => readonly Outcome[],
): void {
  const width = (item: Item) => widthOf(item, network.nodes.length, layout.gates);
  steps.push(stepOf(slots, width, work, read, write, outcomesOf));
}
