import { type Figures, reachedSets, type Spread, spreadOf } from "./cluster.ts";
import { clusterSlopes } from "./cluster-slopes.ts";
import { ALWAYS, type ClusterWork, type LinkSource, type NodeSource } from "./plan.ts";
import { any } from "./probability.ts";
import { addSlope, type Run, type Slopes, sourceValue } from "./run.ts";

/**
 * Eq. (12) for a cycle: which of its nodes are reached, given which callers outside are. For the set T
 * of reached nodes: all of T live, everything else is dead or missed by every link from T and from
 * outside, and links from outside reach some of T, from which links within T reach all the rest of it.
 */
export function weighCluster(work: ClusterWork, run: Run, weights: Float64Array): void {
  const sets = 2 ** work.nodes.length;
  let spread: Spread | null = null;
  for (let situation = 0; situation < 2 ** work.relevant.length; situation++) {
    const figures = figuresOf(work, run, situation);
    if (spread === null || hasOpenLinks(work)) spread = spreadOf(figures.inside);
    weights.set(reachedSets(figures, spread), situation * sets);
  }
}

/** By the chain rule, from the sets of reached nodes back to the parts of nodes and links. */
export function slopesOfCluster(
  work: ClusterWork,
  run: Run,
  gains: Float64Array,
  slopes: Slopes,
): void {
  const sets = 2 ** work.nodes.length;
  let spread: Spread | null = null;
  for (let situation = 0; situation < 2 ** work.relevant.length; situation++) {
    const gain = gains.subarray(situation * sets, (situation + 1) * sets);
    if (gain.every((one) => one === 0)) continue;
    const figures = figuresOf(work, run, situation);
    if (spread === null || hasOpenLinks(work)) spread = spreadOf(figures.inside);
    const found = clusterSlopes(figures, spread, gain);
    work.nodes.forEach((node, at) => {
      addSlope(slopes, node, situation, found.nodes[at]!);
      addToLinks(
        callingIn(work.entering[at]!, situation),
        run,
        situation,
        found.entering[at]!,
        slopes,
      );
      for (let from = 0; from < work.nodes.length; from++) {
        const links = work.inside[at]!.filter(({ caller }) => caller === from);
        addToLinks(links, run, situation, found.inside[at]![from]!, slopes);
      }
    });
  }
}

/** One of the links is enough: each counts where all others are down. */
function addToLinks(
  links: readonly LinkSource[],
  run: Run,
  situation: number,
  slope: number,
  slopes: Slopes,
): void {
  links.forEach(({ source }, at) => {
    let others = slope;
    links.forEach((link, other) => {
      if (other !== at) others *= sourceValue(run, link.source, situation).q;
    });
    addSlope(slopes, source, situation, others);
  });
}

function figuresOf({ nodes, entering, inside }: ClusterWork, run: Run, situation: number): Figures {
  const value = (source: NodeSource) => sourceValue(run, source, situation);
  const up = (links: readonly LinkSource[]) => any(links.map(({ source }) => value(source)));
  return {
    nodes: nodes.map(value),
    entering: entering.map((links) => up(callingIn(links, situation))),
    inside: inside.map((links) =>
      nodes.map((_, from) => {
        const ways = links.filter(({ caller }) => caller === from);
        return ways.length === 0 ? null : up(ways);
      }),
    ),
  };
}

function callingIn(links: readonly LinkSource[], situation: number): readonly LinkSource[] {
  return links.filter(({ caller }) => caller === ALWAYS || ((situation >> caller) & 1) === 1);
}

function hasOpenLinks({ inside }: ClusterWork): boolean {
  return inside.flat().some(({ source }) => source.kind === "open");
}
