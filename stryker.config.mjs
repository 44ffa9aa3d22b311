import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** Tests that a module of all cannot hold: they put modules in, need hooks, or compare with files of whole reports. */
const APART = [
  "!test/flow/{init,manifest-properties,patches,patches-realworld,read-once,rendered}.test.ts",
  "!test/report/{escape,estimate,markdown,text}.test.ts",
];

/** By MUTATION_TESTS: of the rooms themselves, or for what these do not notice, with those that use them. */
const PASSES = {
  first: {
    // 20,000 models: the longest of all, and hardly a break that none of the others notices.
    tests: ["test/{availability,gate}/**/*.test.ts", "!test/availability/exact.test.ts"],
    budget: 2000,
  },
  second: {
    tests: ["test/{availability,gate,flow,report,cli}/**/*.test.ts", ...APART],
    budget: 10_000,
  },
};

/** What is broken: too much for a command line. */
const { MUTATION_RANGES } = process.env;

export default {
  mutate: MUTATION_RANGES === undefined ? [] : JSON.parse(readFileSync(MUTATION_RANGES, "utf8")),
  testRunner: "one-thread",
  plugins: ["./scripts/mutation/runner.mjs"],
  oneThread: PASSES[process.env.MUTATION_TESTS ?? "first"],
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  concurrency: availableParallelism(),
  reporters: ["json", "progress-append-only"],
  // What does not end is ended by the runner itself.
  timeoutMS: 600_000,
  dryRunTimeoutMinutes: 30,
  tsconfigFile: "none.json",
  disableTypeChecks: false,
  ignorePatterns: ["dist", "docs", "reports"],
  warnings: { unknownOptions: false },
};
