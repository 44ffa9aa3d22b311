// What a service does for a request, as its programmer wrote it: calls that must succeed, fall-backs, and
// what it can do without. Knows of its own callees and of nothing behind them.

/**
 * @param to `{ call, send }`, each of a callee's name
 * @returns whether the request could be served
 */
export async function carryOut(plan, to) {
  if (plan.call !== undefined) return to.call(plan.call);
  if (plan.send !== undefined) {
    to.send(plan.send);
    return true;
  }
  if (plan.optional !== undefined) {
    await carryOut(plan.optional, to);
    return true;
  }
  if (plan.any !== undefined) {
    for (const one of plan.any) if (await carryOut(one, to)) return true;
    return false;
  }
  const inputs = plan.all ?? plan.of;
  const done = await Promise.all(inputs.map((one) => carryOut(one, to)));
  return done.filter(Boolean).length >= (plan.some ?? inputs.length);
}
