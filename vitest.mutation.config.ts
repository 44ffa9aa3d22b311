import { defineConfig } from "vitest/config";
import { BaseSequencer, type Reporter, type TestSpecification } from "vitest/node";

/** The slow ones last: a run ends at the first test that fails. */
const SLOW = /(prepare|ask|solve|sparse|all-states|properties|limits|remedies)\.test/;

/** 20,000 and 2,200 models: most of the time of all, and hardly a break that no other test notices. */
const SLOWEST = ["test/availability/exact.test.ts", "test/availability/importance.test.ts"];

/** Those of the rooms that use them, too, for what those of the two rooms do not notice. */
const all = process.env.MUTATION_TESTS === "all";
const ROOMS = all ? "availability,gate,flow,report,cli" : "availability,gate";

/** When each file last noticed a break: after so many others. */
const noticed = new Map<string, number>();
let count = 0;

const noticing: Reporter = {
  onTestModuleEnd(file) {
    if (file.state() === "failed") noticed.set(file.moduleId, ++count);
  },
};

/** Breaks that follow each other lie together, and what noticed one of them is likely to notice the next. */
class LikelyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const slow = ({ moduleId }: TestSpecification): number => (SLOW.test(moduleId) ? 1 : 0);
    const last = ({ moduleId }: TestSpecification): number => noticed.get(moduleId) ?? 0;
    return files.toSorted((a, b) => slow(a) - slow(b) || last(b) - last(a));
  }
}

export default defineConfig({
  test: {
    include: [`test/{${ROOMS}}/**/*.test.ts`],
    // One of them puts a module of its own in, which none may share.
    exclude: ["test/flow/read-once.test.ts", ...(all ? [] : SLOWEST)],
    setupFiles: ["test/mutation-setup.ts"],
    testTimeout: 120_000,
    maxWorkers: 1,
    // Files share what is loaded: to load it again for each takes as long as most of the tests.
    isolate: false,
    reporters: [noticing],
    sequence: { sequencer: LikelyFirst },
  },
});
