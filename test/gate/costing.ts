import type { Engine } from "../../src/gate/engine.ts";
import { engineOf, exact, model } from "./models.ts";

const ONE = model();
export const SUBJECT = { model: ONE, endpoint: ONE.endpoints[0]!, fault: null };

/** An engine each of whose figures costs so much, or what it may cost; and what each might. */
export function costing(cost: number): {
  readonly by: Engine;
  readonly asked: (number | undefined)[];
} {
  const asked: (number | undefined)[] = [];
  const plain = engineOf(new Map([[ONE, { "GET /": exact(0.002) }]]));
  const by: Engine = {
    ...plain,
    estimate: (subject, options, claims) => {
      asked.push(options.most);
      return plain.estimate(subject, options, claims);
    },
    compare: (base, head, options, claims) => {
      asked.push(options.most);
      return plain.compare(base, head, options, claims);
    },
    spent: (_, __, most = Number.POSITIVE_INFINITY) => Math.min(cost, most),
  };
  return { by, asked };
}
