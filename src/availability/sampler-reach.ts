import type { Network, NetworkNeed } from "./network.ts";
import { type Counter, countRow, countWord, newCounter, resetCounter } from "./sampler-counter.ts";
import { clearRows, list, mark, markRow, newRows, ROW, type Rows, WORDS } from "./sampler-rows.ts";

/** A network laid out for going through it: links by the node that they lead to; row -1: never fails. */
export type Course = {
  /** The links into node v are those from `begin[v]` to before `begin[v + 1]`. */
  readonly begin: Int32Array;
  readonly from: Int32Array;
  readonly linkRow: Int32Array;
  readonly nodeRow: Int32Array;
  readonly acyclic: boolean;
  readonly need: Gate;
  /** Where each node is not reached. */
  readonly lost: Rows;
};

/** A gate fails where `counter` counts enough failed inputs. */
type Gate = {
  readonly counter: Counter;
  readonly nodes: readonly number[];
  readonly gates: readonly Gate[];
};

/**
 * `rowOf[component]`: the row of its failures.
 *
 * @param lost a row for each node at least; courses that are gone through one after the other may share it
 */
export function courseOf(
  network: Network,
  rowOf: Int32Array,
  lost = newRows(network.nodes.length),
): Course {
  const rowOfPart = (component: number | null) => (component === null ? -1 : rowOf[component]!);
  const count = network.nodes.length;
  const incoming = network.nodes.map((): number[] => []);
  network.links.forEach(({ from, to }, link) => {
    if (to !== 0 && to !== from) incoming[to]!.push(link);
  });
  const begin = new Int32Array(count + 1);
  incoming.forEach((links, node) => {
    begin[node + 1] = begin[node]! + links.length;
  });
  const order = incoming.flat().map((link) => network.links[link]!);
  return {
    begin,
    from: Int32Array.from(order, ({ from }) => from),
    linkRow: Int32Array.from(order, ({ component }) => rowOfPart(component)),
    nodeRow: Int32Array.from(network.nodes, ({ component }) => rowOfPart(component)),
    acyclic: order.every(({ from, to }) => from < to),
    need: gateOf(network.need),
    lost,
  };
}

function gateOf(need: NetworkNeed): Gate {
  if (need.kind === "node") return { counter: newCounter(1), nodes: [need.node], gates: [] };
  return {
    counter: newCounter(need.of.length - need.k + 1),
    nodes: need.of.flatMap((input) => (input.kind === "node" ? [input.node] : [])),
    gates: need.of.flatMap((input) => (input.kind === "node" ? [] : [gateOf(input)])),
  };
}

/** A word for each 32 states, set where the need fails. Of the course: the next call writes it anew. */
export function failuresOf(course: Course, rows: Rows): Int32Array {
  clearRows(course.lost);
  if (course.acyclic) sweep(course, rows);
  else settle(course, rows);
  return judge(course.need, course.lost);
}

/** Where enough inputs of the gate fail. */
function judge({ counter, nodes, gates }: Gate, lost: Rows): Int32Array {
  resetCounter(counter);
  for (const node of nodes) countRow(counter, lost, node);
  for (const gate of gates) {
    judge(gate, lost).forEach((bits, word) => {
      countWord(counter, word, bits);
    });
  }
  return counter.reached;
}

/**
 * Eq. (12, 13) without cycles: a node is lost where it fails or where each link into it fails or comes
 * from a lost node. Only the words of the link that is gone in the fewest of them need a look.
 */
function sweep(course: Course, rows: Rows): void {
  const { from, linkRow, nodeRow, lost } = course;
  for (let node = 0; node < nodeRow.length; node++) {
    if (nodeRow[node]! >= 0) markRow(lost, node, rows, nodeRow[node]!);
    if (node === 0) continue;
    const first = course.begin[node]!;
    const links = course.begin[node + 1]! - first;
    if (links === 0) {
      for (let word = 0; word < WORDS; word++) mark(lost, node, word, -1);
      continue;
    }
    if (links === 1) {
      markRow(lost, node, lost, from[first]!);
      if (linkRow[first]! >= 0) markRow(lost, node, rows, linkRow[first]!);
      continue;
    }
    const least = rarest(course, rows, node);
    const source = from[least]!;
    const base = source * ROW;
    for (let place = base, end = base + lost.sizes[source]!; place < end; place++) {
      const word = lost.at[place]!;
      mark(lost, node, word, allGone(course, rows, node, word));
    }
    const row = linkRow[least]!;
    if (row < 0) continue;
    const start = row * ROW;
    for (let place = start, end = start + rows.sizes[row]!; place < end; place++) {
      const word = rows.at[place]!;
      if (lost.words[base + word] !== 0) continue;
      mark(lost, node, word, allGone(course, rows, node, word));
    }
  }
}

/** The link into a node that is gone in the fewest words. */
function rarest({ begin, from, linkRow, lost }: Course, rows: Rows, node: number): number {
  let least = begin[node]!;
  let fewest = Number.POSITIVE_INFINITY;
  for (let link = begin[node]!; link < begin[node + 1]!; link++) {
    const row = linkRow[link]!;
    const size = lost.sizes[from[link]!]! + (row < 0 ? 0 : rows.sizes[row]!);
    if (size >= fewest) continue;
    fewest = size;
    least = link;
  }
  return least;
}

/** Where every link into a node is gone, of the 32 states of a word. */
function allGone(
  { begin, from, linkRow, lost }: Course,
  rows: Rows,
  node: number,
  word: number,
): number {
  let gone = -1;
  const end = begin[node + 1]!;
  for (let link = begin[node]!; link < end && gone !== 0; link++) {
    const row = linkRow[link]!;
    const failed = row < 0 ? 0 : rows.words[row * ROW + word]!;
    gone &= lost.words[from[link]! * ROW + word]! | failed;
  }
  return gone;
}

/** With cycles: all are lost until shown to be reached, again and again until nothing changes. */
function settle(course: Course, rows: Rows): void {
  const { nodeRow, lost } = course;
  lost.words.fill(-1, ROW, nodeRow.length * ROW);
  if (nodeRow[0]! >= 0) markRow(lost, 0, rows, nodeRow[0]!);
  for (let changed = true; changed; ) {
    changed = false;
    for (let node = 1; node < nodeRow.length; node++) {
      if (reach(course, rows, node)) changed = true;
    }
  }
  for (let node = 1; node < nodeRow.length; node++) list(lost, node);
}

/** Whether a node is reached in more states than before. */
function reach(course: Course, rows: Rows, node: number): boolean {
  const { nodeRow, lost } = course;
  const own = nodeRow[node]!;
  let changed = false;
  for (let word = 0; word < WORDS; word++) {
    const before = lost.words[node * ROW + word]!;
    const failed = own < 0 ? 0 : rows.words[own * ROW + word]!;
    if (before === failed) continue;
    const after = failed | allGone(course, rows, node, word);
    if (after === before) continue;
    lost.words[node * ROW + word] = after;
    changed = true;
  }
  return changed;
}
