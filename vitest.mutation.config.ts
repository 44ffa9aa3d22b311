import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slow ones last: a run ends at the first test that fails. */
const SLOW = /(prepare|ask|solve|sparse|all-states|properties|limits|remedies)\.test/;

/** 20,000 and 2,200 models: most of the time of all, and hardly a break that no other test notices. */
const SLOWEST = ["test/availability/exact.test.ts", "test/availability/importance.test.ts"];

/** Those of the rooms that use them, too, for what those of the two rooms do not notice. */
const all = process.env.MUTATION_TESTS === "all";
const ROOMS = all ? "availability,gate,flow,report,cli" : "availability,gate";

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const slow = (file: TestSpecification): number => (SLOW.test(file.moduleId) ? 1 : 0);
    return files.toSorted((a, b) => slow(a) - slow(b));
  }
}

export default defineConfig({
  test: {
    include: [`test/{${ROOMS}}/**/*.test.ts`],
    exclude: all ? [] : SLOWEST,
    setupFiles: ["test/mutation-setup.ts"],
    testTimeout: 120_000,
    maxWorkers: 1,
    sequence: { sequencer: QuickFirst },
  },
});
