import { openTargets } from "./targets.ts";

/** What the parent asks for, as JSON in the first argument. */
type Order = {
  readonly root: string;
  readonly target: string;
  readonly seed: number;
  readonly cases: number;
  /** To be shown, and not tried. */
  readonly show?: number;
};

/**
 * The whole of a worker process: some cases of one target, each told to the parent before it begins, so that
 * one that never ends is known. Without a target: the targets and their shares.
 */
export async function work(argument: string, tell: (message: object) => void): Promise<void> {
  const { root, target: wanted, seed, cases, show } = JSON.parse(argument) as Order;
  const targets = openTargets(root);
  if (wanted === "") {
    tell({ kind: "targets", targets: targets.map(({ name, share }) => ({ name, share })) });
    return;
  }
  const found = targets.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`no target is called ${wanted}`);
  if (show !== undefined) {
    tell({ kind: "shown", text: found.show(seed, show) });
    return;
  }
  const onBegin = (at: number) => tell({ kind: "begin", at });
  const result = await found.check({ seed, cases, onBegin });
  // In KiB (getrusage(2)).
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  tell({ kind: "end", ...result, peak });
}
