/**
 * Parts made of others: series (all must be up) and parallel (one is enough). An expression's operands
 * stand before it, and each is an operand once at the most, so that its operands are independent.
 */
export type Expressions = {
  readonly kind: readonly ("component" | "all" | "any")[];
  /** The component, or the left operand. */
  readonly left: readonly number[];
  /** The right operand. */
  readonly right: readonly number[];
};

/** An index into expressions, or `CERTAIN_PART` for what is always up. */
export type PartId = number;
export const CERTAIN_PART: PartId = -1;

export type ExpressionBuilder = {
  readonly component: (component: number | null) => PartId;
  readonly all: (left: PartId, right: PartId) => PartId;
  readonly any: (left: PartId, right: PartId) => PartId;
  readonly expressions: Expressions;
};

export function expressionBuilder(): ExpressionBuilder {
  const kind: ("component" | "all" | "any")[] = [];
  const left: number[] = [];
  const right: number[] = [];
  const add = (one: "component" | "all" | "any", a: number, b: number): PartId => {
    kind.push(one);
    left.push(a);
    right.push(b);
    return kind.length - 1;
  };
  return {
    component: (one) => (one === null ? CERTAIN_PART : add("component", one, CERTAIN_PART)),
    all: (a, b) => {
      if (a === CERTAIN_PART) return b;
      return b === CERTAIN_PART ? a : add("all", a, b);
    },
    any: (a, b) => (a === CERTAIN_PART || b === CERTAIN_PART ? CERTAIN_PART : add("any", a, b)),
    expressions: { kind, left, right },
  };
}

/** Values of expressions and of their complements, index by index. */
export type Values = { readonly p: Float64Array; readonly q: Float64Array };

export function valuesFor({ kind }: Expressions): Values {
  return { p: new Float64Array(kind.length), q: new Float64Array(kind.length) };
}

/** Fill in all that is made of others; the components' own values stand already. Sums of positive terms. */
export function combine({ kind, left, right }: Expressions, { p, q }: Values): void {
  for (let at = 0; at < kind.length; at++) {
    const a = left[at]!;
    const b = right[at]!;
    if (kind[at] === "all") {
      p[at] = p[a]! * p[b]!;
      q[at] = q[a]! + p[a]! * q[b]!;
    } else if (kind[at] === "any") {
      p[at] = p[a]! + q[a]! * p[b]!;
      q[at] = q[a]! * q[b]!;
    }
  }
}

/** Carry slopes with respect to every part down to the components: the chain rule, from the last to the first. */
export function distribute(
  { kind, left, right }: Expressions,
  { p, q }: Values,
  slopes: Float64Array,
): void {
  for (let at = kind.length - 1; at >= 0; at--) {
    const a = left[at]!;
    const b = right[at]!;
    if (kind[at] === "all") {
      slopes[a]! += slopes[at]! * p[b]!;
      slopes[b]! += slopes[at]! * p[a]!;
    } else if (kind[at] === "any") {
      slopes[a]! += slopes[at]! * q[b]!;
      slopes[b]! += slopes[at]! * q[a]!;
    }
  }
}
