/** A textbook reduced ordered binary decision diagram: an oracle for models too large to enumerate. */
export type Bdd = {
  readonly ite: (condition: Node, then: Node, otherwise: Node) => Node;
  readonly and: (...inputs: readonly Node[]) => Node;
  readonly or: (...inputs: readonly Node[]) => Node;
  readonly atLeast: (k: number, inputs: readonly Node[]) => Node;
  /** Variables are decided in the order of their numbers. */
  readonly variable: (index: number) => Node;
  /** The variable that a node decides on, and where it leads; not of the two constants. */
  readonly parts: (node: Node) => {
    readonly variable: number;
    readonly low: Node;
    readonly high: Node;
  };
  readonly size: () => number;
};

/** The same function is the same number. */
export type Node = number;

export const FALSE: Node = 0;
export const TRUE: Node = 1;

const WIDTH = 2 ** 26;

export function makeBdd(): Bdd {
  const variables = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const lows = [FALSE, TRUE];
  const highs = [FALSE, TRUE];
  /** By variable, then by both branches; and results by condition, then by both branches. */
  const unique = new Map<number, Map<number, Node>>();
  const results = new Map<Node, Map<number, Node>>();

  const node = (variable: number, low: Node, high: Node): Node => {
    if (low === high) return low;
    return remembered(unique, variable, low * WIDTH + high, () => {
      variables.push(variable);
      lows.push(low);
      return highs.push(high) - 1;
    });
  };
  const ite = (condition: Node, then: Node, otherwise: Node): Node => {
    if (condition === TRUE || then === otherwise) return then;
    if (condition === FALSE) return otherwise;
    if (then === TRUE && otherwise === FALSE) return condition;
    return remembered(results, condition, then * WIDTH + otherwise, () => {
      const top = Math.min(variables[condition]!, variables[then]!, variables[otherwise]!);
      const low = (one: Node): Node => (variables[one] === top ? lows[one]! : one);
      const high = (one: Node): Node => (variables[one] === top ? highs[one]! : one);
      const below = ite(low(condition), low(then), low(otherwise));
      return node(top, below, ite(high(condition), high(then), high(otherwise)));
    });
  };
  const atLeast = (k: number, inputs: readonly Node[]): Node => {
    // reached[j]: j more of the inputs so far must hold.
    const reached = Array.from({ length: k + 1 }, (_, j) => (j === 0 ? TRUE : FALSE));
    for (const input of inputs) {
      for (let j = k; j > 0; j--) reached[j] = ite(input, reached[j - 1]!, reached[j]!);
    }
    return reached[Math.max(0, k)] ?? TRUE;
  };
  return {
    ite,
    and: (...inputs) => inputs.reduce((a, b) => ite(a, b, FALSE), TRUE),
    or: (...inputs) => inputs.reduce((a, b) => ite(a, TRUE, b), FALSE),
    atLeast,
    variable: (index) => node(index, FALSE, TRUE),
    parts: (one) => ({ variable: variables[one]!, low: lows[one]!, high: highs[one]! }),
    size: () => variables.length,
  };
}

function remembered(
  table: Map<number, Map<number, Node>>,
  first: number,
  second: number,
  make: () => Node,
): Node {
  let row = table.get(first);
  if (row === undefined) {
    row = new Map();
    table.set(first, row);
  }
  const before = row.get(second);
  if (before !== undefined) return before;
  const made = make();
  row.set(second, made);
  return made;
}
