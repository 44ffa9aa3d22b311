import type { Game } from "../../../src/gate/causes/divide.ts";

/** What each fact adds, averaged over all orders whose sets in between are feasible; `null`: there is none. */
export function everyOrder({ facts, isFeasible, gain }: Game): readonly number[] | null {
  const whole = 2 ** facts - 1;
  const sums = new Array<number>(facts).fill(0);
  let orders = 0;
  const walk = (set: number, order: readonly number[]): void => {
    if (set === whole) {
      orders++;
      let before = 0;
      for (const fact of order) {
        sums[fact]! += gain(before, before | (1 << fact));
        before |= 1 << fact;
      }
      return;
    }
    for (let fact = 0; fact < facts; fact++) {
      const more = set | (1 << fact);
      if (more !== set && (more === whole || isFeasible(more))) walk(more, [...order, fact]);
    }
  };
  walk(0, []);
  return orders === 0 ? null : sums.map((sum) => sum / orders);
}
