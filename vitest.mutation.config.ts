import { defineConfig } from "vitest/config";
import { BaseSequencer, type Reporter, type TestSpecification } from "vitest/node";

/** Half of the time of all: tried only on what the others do not notice. */
const SLOW = [
  "test/availability/{affordable,any-order,ask,importance,mean-interval,peer,prepare,sampling-coverage,solve,sparse}.test.ts",
  "test/gate/causes/spec-oracle.test.ts",
];

/** 20,000 models: the longest of all, and hardly a break that none of the others notices. */
const SLOWEST = ["test/availability/exact.test.ts"];

/** Of manifests and templates, of drafts, and of how a text is drawn: minutes that never meet the two rooms. */
const APART = [
  "test/flow/{rendered,init,patches,patches-realworld,manifest-properties}.test.ts",
  "test/report/{markdown,escape}.test.ts",
  // It puts a module of its own in, which none may share.
  "test/flow/read-once.test.ts",
];

/** For what the quick tests of the two rooms do not notice: their slow ones, and the rooms that use them. */
const isSecond = process.env.MUTATION_TESTS === "second";
const FIRST = ["test/{availability,gate}/**/*.test.ts"];

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
    const last = ({ moduleId }: TestSpecification): number => noticed.get(moduleId) ?? 0;
    return files.toSorted((a, b) => last(b) - last(a));
  }
}

export default defineConfig({
  test: {
    include: isSecond ? [...SLOW, "test/{flow,report,cli}/**/*.test.ts"] : FIRST,
    exclude: isSecond ? APART : [...SLOW, ...SLOWEST],
    setupFiles: ["test/mutation-setup.ts"],
    testTimeout: 120_000,
    maxWorkers: 1,
    // Files share what is loaded: to load it again for each takes as long as most of the tests.
    isolate: false,
    reporters: [noticing],
    sequence: { sequencer: LikelyFirst },
  },
});
