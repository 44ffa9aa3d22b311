import { ALWAYS, type JoinWork } from "./plan.ts";
import { addSlope, type Run, type Slopes, sourceValue } from "./run.ts";

/**
 * Eq. (12) for one node: it joins the reached ones when it lives and a link from one of its reached
 * callers is up. Weights of each situation: joined, missed.
 */
export function weighJoin(work: JoinWork, run: Run, weights: Float64Array): void {
  const values = valuesOf(work, run);
  for (let situation = 0; situation < 2 ** work.relevant.length; situation++) {
    values.lookAt(situation);
    let p = 0;
    let q = 1;
    if (work.guard !== null) [p, q] = [1, 0];
    for (let link = 0; link < values.p.length; link++) {
      if (!isCalling(work, link, situation)) continue;
      p += q * values.p[link]!;
      q *= values.q[link]!;
    }
    weights[2 * situation] = values.node.p * p;
    weights[2 * situation + 1] = values.node.q + values.node.p * q;
  }
}

/** @param gains by weight: the failure that follows it, weighted with the states before it */
export function slopesOfJoin(work: JoinWork, run: Run, gains: Float64Array, slopes: Slopes): void {
  const values = valuesOf(work, run);
  const links = values.p.length;
  /** The product of the q of all calling links from this one on. */
  const after = new Float64Array(links + 1);
  for (let situation = 0; situation < 2 ** work.relevant.length; situation++) {
    // Of joining rather than missing.
    const gain = gains[2 * situation]! - gains[2 * situation + 1]!;
    if (gain === 0) continue;
    values.lookAt(situation);
    after[links] = 1;
    for (let link = links - 1; link >= 0; link--) {
      const isDown = isCalling(work, link, situation) ? values.q[link]! : 1;
      after[link] = after[link + 1]! * isDown;
    }
    let before = 1;
    let joined = work.guard === null ? 0 : 1;
    for (let link = 0; link < links; link++) {
      if (!isCalling(work, link, situation)) continue;
      const slope = gain * values.node.p * before * after[link + 1]!;
      addSlope(slopes, work.links[link]!.source, situation, slope);
      joined += before * values.p[link]!;
      before *= values.q[link]!;
    }
    addSlope(slopes, work.node, situation, gain * joined);
  }
}

/** The values of a step's parts in one situation after the other: most are the same in all. */
function valuesOf({ node, links }: JoinWork, run: Run) {
  const p = new Float64Array(links.length);
  const q = new Float64Array(links.length);
  const fill = (link: number, situation: number) => {
    const value = sourceValue(run, links[link]!.source, situation);
    p[link] = value.p;
    q[link] = value.q;
  };
  const varying: number[] = [];
  links.forEach(({ source }, link) => {
    fill(link, 0);
    if (source.kind === "open") varying.push(link);
  });
  const values = {
    p,
    q,
    node: sourceValue(run, node, 0),
    lookAt: (situation: number) => {
      for (const link of varying) fill(link, situation);
      if (node.kind !== "part") values.node = sourceValue(run, node, situation);
    },
  };
  return values;
}

function isCalling({ links }: JoinWork, link: number, situation: number): boolean {
  const { caller } = links[link]!;
  return caller === ALWAYS || ((situation >> caller) & 1) === 1;
}
