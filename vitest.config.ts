import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    // Tests from end to end mostly wait for their processes: one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    reporters: ["default", ["json", { outputFile: "test-report.json" }]],
  },
});
