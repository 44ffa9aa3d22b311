import type { Step } from "./plan.ts";
import type { Run, Slopes } from "./run.ts";
import { slopesOfCluster, weighCluster } from "./weigh-cluster.ts";
import { slopesOfDraw, weighDraw } from "./weigh-draw.ts";
import { slopesOfJoin, weighJoin } from "./weigh-join.ts";

/** Fill in the weights of a step in one run. */
export function weigh({ work }: Step, run: Run, weights: Float64Array): void {
  switch (work.kind) {
    case "join":
      weighJoin(work, run, weights);
      return;
    case "cluster":
      weighCluster(work, run, weights);
      return;
    case "draw":
      weighDraw(work, run, weights);
      return;
    case "member": {
      const { p, q } = run.measure.members[work.member]!;
      weights[0] = p;
      weights[1] = q;
    }
  }
}

/** Add what the parts of a step contribute to ∂U, given ∂U of its weights. */
export function addSlopes({ work }: Step, run: Run, gains: Float64Array, slopes: Slopes): void {
  switch (work.kind) {
    case "join":
      slopesOfJoin(work, run, gains, slopes);
      return;
    case "cluster":
      slopesOfCluster(work, run, gains, slopes);
      return;
    case "draw":
      slopesOfDraw(work, run, gains, slopes);
      return;
    case "member": {
      const before = slopes.members.get(work.member) ?? 0;
      slopes.members.set(work.member, before + gains[0]! - gains[1]!);
    }
  }
}
