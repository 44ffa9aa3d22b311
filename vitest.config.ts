import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    // By default one core is left idle, and of two that is half.
    maxWorkers: "100%",
    reporters: ["default", ["json", { outputFile: "test-report.json" }]],
  },
});
