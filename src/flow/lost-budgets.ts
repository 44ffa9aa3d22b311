import { servicesHit } from "../model/disruption-notices.ts";
import { quote } from "../model/wording.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import { counterpart } from "./counterpart.ts";
import type { Seen } from "./told-changes.ts";

const MOST = 10;

/**
 * Services that a change leaves without a disruption budget, where a fault drains them: as many of their
 * replicas may then go as are on the node, while the figure takes one.
 */
export function lostBudgets(base: Seen | null, head: Seen): readonly Diagnostic[] {
  if (base === null) return [];
  const drained = servicesHit([...head.spec.faults.values()], "drain", head.matches);
  const lost = drained.flatMap((service) => {
    const [before, after] = [base.matches.get(service) ?? [], head.matches.get(service) ?? []];
    const bare = after.flatMap((now) => {
      const budget = counterpart(now, before, after)?.disruption.drain ?? null;
      return budget === null || now.disruption.drain !== null ? [] : [{ service, budget, now }];
    });
    return bare.slice(0, 1);
  });
  const lines = lost.slice(0, MOST).map(({ service, budget, now }) => {
    const { file, line } = budget.place;
    const message = `this change takes the disruption budget of ${quote(service)} away (${quote(`${file}:${line}`)} at base): a drain may evict all of its replicas on a node at once, and counts as taking one; keep the budget`;
    return diagnostic("warning", "lost-budget", message, now.place);
  });
  const rest = lost[MOST];
  if (rest === undefined) return lines;
  const message = `${lost.length - MOST} more services lose their disruption budget`;
  return [...lines, diagnostic("warning", "lost-budget", message, rest.now.place)];
}
