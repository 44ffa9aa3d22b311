import { defineConfig } from "vitest/config";

/** Files in a process of their own: those that start others, and one that puts a module of its own in. */
const ALONE = ["test/{e2e,fuzz,live}/**/*.test.ts", "test/flow/read-once.test.ts"];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    // By default one core is left idle, and of two that is half.
    maxWorkers: "100%",
    reporters: ["default", ["json", { outputFile: "test-report.json" }]],
    projects: [
      { extends: true, test: { name: "alone", include: ALONE } },
      {
        extends: true,
        // All files of a worker share what is loaded: to load it again for each takes as long as most of the tests.
        test: {
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: ALONE,
          isolate: false,
        },
      },
    ],
  },
});
