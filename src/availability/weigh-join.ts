import type { JoinWork } from "./plan.ts";
import { ALWAYS } from "./plan.ts";
import { addSlope, type Run, type Slopes, sourceValue } from "./run.ts";

/**
 * Eq. (12) for one node: it joins the reached ones when it lives and a link from one of its reached
 * callers is up. Weights of each situation: joined, missed.
 */
export function weighJoin(work: JoinWork, run: Run, weights: Float64Array): void {
  const situations = 2 ** work.relevant.length;
  for (let situation = 0; situation < situations; situation++) {
    const node = sourceValue(run, work.node, situation);
    let p = 0;
    let q = 1;
    if (work.guard !== null) [p, q] = [1, 0];
    for (const { source, caller } of work.links) {
      if (!isCalling(caller, situation)) continue;
      const link = sourceValue(run, source, situation);
      p += q * link.p;
      q *= link.q;
    }
    weights[2 * situation] = node.p * p;
    weights[2 * situation + 1] = node.q + node.p * q;
  }
}

/** @param gains by weight: the failure that follows it, weighted with the states before it */
export function slopesOfJoin(work: JoinWork, run: Run, gains: Float64Array, slopes: Slopes): void {
  const situations = 2 ** work.relevant.length;
  for (let situation = 0; situation < situations; situation++) {
    // Of joining rather than missing.
    const gain = gains[2 * situation]! - gains[2 * situation + 1]!;
    if (gain === 0) continue;
    const node = sourceValue(run, work.node, situation);
    if (work.guard !== null) {
      addSlope(slopes, work.node, situation, gain);
      continue;
    }
    const calling = work.links.filter(({ caller }) => isCalling(caller, situation));
    const links = calling.map(({ source }) => sourceValue(run, source, situation));
    // The product of all other links' q, from both sides.
    const after = new Float64Array(links.length + 1).fill(1);
    for (let at = links.length - 1; at >= 0; at--) after[at] = after[at + 1]! * links[at]!.q;
    let before = 1;
    let joined = 0;
    for (let at = 0; at < links.length; at++) {
      const { source } = calling[at]!;
      addSlope(slopes, source, situation, gain * node.p * before * after[at + 1]!);
      joined += before * links[at]!.p;
      before *= links[at]!.q;
    }
    addSlope(slopes, work.node, situation, gain * joined);
  }
}

function isCalling(caller: number, situation: number): boolean {
  return caller === ALWAYS || ((situation >> caller) & 1) === 1;
}
