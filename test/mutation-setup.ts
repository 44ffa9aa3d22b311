import fc from "fast-check";
import { afterAll } from "vitest";

// A break is noticed by its first counterexample: to look for the smallest takes longer than to find one.
fc.configureGlobal({ endOnFailure: true });

// Files share a worker. A file that cannot be loaded has no test that fails, so none is loaded while anything is broken.
afterAll(() => {
  const stryker: { activeMutant?: string } = Reflect.get(globalThis, "__stryker__") ?? {};
  delete stryker.activeMutant;
});
