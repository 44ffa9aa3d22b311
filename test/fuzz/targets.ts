import { actionTarget } from "./action-target.ts";
import { cliTarget } from "./cli-target.ts";
import { openCorpus } from "./corpus.ts";
import { diffTargets } from "./diff-targets.ts";
import { githubTargets } from "./github-targets.ts";
import { specTargets } from "./spec-targets.ts";
import type { Target } from "./target.ts";
import { traceTargets } from "./trace-targets.ts";
import { verdictTargets } from "./verdict-targets.ts";

/** All that is fuzzed. @param root the folder of the project */
export function openTargets(root: string): readonly Target[] {
  const corpus = openCorpus(root);
  return [
    ...specTargets(corpus),
    ...diffTargets(corpus),
    ...verdictTargets,
    ...traceTargets(corpus),
    ...githubTargets,
    cliTarget(root),
    actionTarget(root),
  ];
}
