import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slow ones last: a run ends at the first test that fails. */
const SLOW =
  /(importance|exact|prepare|ask|solve|sparse|all-states|properties|limits|remedies)\.test/;

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const slow = (file: TestSpecification): number => (SLOW.test(file.moduleId) ? 1 : 0);
    return files.toSorted((a, b) => slow(a) - slow(b));
  }
}

export default defineConfig({
  test: {
    include: ["test/availability/**/*.test.ts", "test/gate/**/*.test.ts"],
    testTimeout: 120_000,
    maxWorkers: 1,
    sequence: { sequencer: QuickFirst },
  },
});
