import { isOperation } from "./request-name.ts";
import { ID, isParameter } from "./templates.ts";

/** Paths that were seen, segment by segment, with what was counted of each. */
export type PathNode<T> = {
  readonly children: Map<string, PathNode<T>>;
  /** Of the path that ends here; `null`: none does. */
  counts: T | null;
  /** Requests of this path and of those below it. */
  seen: number;
  /** That its words were too many: all of them are one. */
  folded: boolean;
};

export type Counting<T> = {
  readonly open: () => T;
  /** Adds the second to the first. */
  readonly merge: (into: T, from: T) => void;
  /** Whether a segment is a word that may turn out to be an id. */
  readonly isWord: (segment: string) => boolean;
};

/** How many more nodes there may be; all trees of a run share it. */
export type PathBudget = { left: number };

/** Of paths that are somebody's input. */
export function isInput(segment: string): boolean {
  return segment !== ANY_OPERATION && !isParameter(segment);
}

/** Of routes, where only the operations of GraphQL are somebody's input. */
export function isOpenOperation(segment: string): boolean {
  return segment !== ANY_OPERATION && isOperation(segment);
}

/**
 * More words than this below one prefix are ids, whatever they look like; and more than `FEW` are, if at
 * least half of them came once: a fixed set of resources is soon complete, while each name of a person
 * or a product comes as new (Good and Turing: the share of words seen once estimates how much is unseen).
 */
const MOST = 100;
const FEW = 20;

/** What stands for operations of GraphQL that are too many: nothing. */
const ANY_OPERATION = " ";
const REST = "{rest}";

export function openPaths<T>(): PathNode<T> {
  return { children: new Map(), counts: null, seen: 0, folded: false };
}

/**
 * The counts of a path. Words are folded as soon as there are too many, which bounds memory; the outcome is
 * that of all paths together, in whatever order they come. Beyond the budget new paths end in `{rest}`.
 */
export function countsAt<T>(
  root: PathNode<T>,
  segments: readonly string[],
  counting: Counting<T>,
  budget: PathBudget,
): T {
  root.seen += 1;
  let node = root;
  for (const segment of segments) {
    const key = node.folded && counting.isWord(segment) ? standIn(segment) : segment;
    let child = node.children.get(key);
    if (child === undefined && budget.left <= 0) {
      node = restOf(node);
      break;
    }
    child ??= addWord(node, segment, counting, budget);
    child.seen += 1;
    node = child;
  }
  node.counts ??= counting.open();
  return node.counts;
}

function restOf<T>({ children }: PathNode<T>): PathNode<T> {
  const rest = children.get(REST) ?? openPaths<T>();
  children.set(REST, rest);
  return rest;
}

function addWord<T>(
  node: PathNode<T>,
  segment: string,
  counting: Counting<T>,
  budget: PathBudget,
): PathNode<T> {
  const child = openPaths<T>();
  node.children.set(segment, child);
  budget.left -= 1;
  if (!counting.isWord(segment) || wordsOf(node, counting).length <= MOST) return child;
  fold(node, counting);
  return node.children.get(standIn(segment))!;
}

function standIn(segment: string): string {
  return isOperation(segment) ? ANY_OPERATION : ID;
}

function wordsOf<T>(
  { children }: PathNode<T>,
  { isWord }: Counting<T>,
): readonly (readonly [string, PathNode<T>])[] {
  return [...children].filter(([segment]) => isWord(segment));
}

function fold<T>(node: PathNode<T>, counting: Counting<T>): void {
  node.folded = true;
  for (const [segment, child] of wordsOf(node, counting)) {
    node.children.delete(segment);
    const key = standIn(segment);
    const into = node.children.get(key);
    if (into === undefined) node.children.set(key, child);
    else mergePaths(into, child, counting);
  }
}

/** Adds the second tree to the first; nothing of the second may be used afterwards. */
export function mergePaths<T>(into: PathNode<T>, from: PathNode<T>, counting: Counting<T>): void {
  into.seen += from.seen;
  if (into.counts === null) into.counts = from.counts;
  else if (from.counts !== null) counting.merge(into.counts, from.counts);
  for (const [segment, child] of from.children) {
    const known = into.children.get(segment);
    if (known === undefined) into.children.set(segment, child);
    else mergePaths(known, child, counting);
  }
  if (into.folded || from.folded || wordsOf(into, counting).length > MOST) fold(into, counting);
}

/** All paths with their counts, once it is known how often each word came. Changes the tree. */
export function settlePaths<T>(
  node: PathNode<T>,
  counting: Counting<T>,
  above: readonly string[] = [],
): { readonly segments: readonly string[]; readonly counts: T }[] {
  const words = wordsOf(node, counting);
  const once = words.filter(([, { seen }]) => seen === 1).length;
  if (words.length > FEW && 2 * once >= words.length) fold(node, counting);
  const below = [...node.children].flatMap(([segment, child]) =>
    settlePaths(child, counting, [...above, segment]),
  );
  return node.counts === null ? below : [{ segments: above, counts: node.counts }, ...below];
}
