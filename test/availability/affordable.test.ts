import { expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { atLeast, dependency, endpoint, model, parts, reached, service } from "./models.ts";

const CERTAIN = parts(1000);
const UNCERTAIN = 20;
const TARGETS = 400;

it("twenty uncertain dependencies behind a thousand certain ones are exact, and cost no million dear states", () => {
  const services = Array.from({ length: 1 + UNCERTAIN + TARGETS }, (_, index) =>
    service(`s${index}`, [CERTAIN]),
  );
  const targets = Array.from({ length: TARGETS }, (_, index) => 1 + UNCERTAIN + index);
  const links = [
    ...Array.from({ length: UNCERTAIN }, (_, index) =>
      dependency(services, 0, 1 + index, [parts(990)]),
    ),
    ...targets.flatMap((target, index) =>
      [1, 7, 13].map((step) =>
        dependency(services, 1 + ((index * step + step) % UNCERTAIN), target, [CERTAIN]),
      ),
    ),
  ];
  const most = endpoint(0, atLeast(TARGETS - 150, ...targets.map(reached)));
  const subject = { model: model(services, links), endpoint: most, fault: null };
  const { estimate } = estimateEndpoint(subject, { samples: 1000, seed: 1, alpha: 0.05 }, []);
  expect(estimate.method).toBe("exact");
  // A target is reached where one of its three callers is: counted for every set of callers.
  const callers = targets.map((_, index) =>
    [1, 7, 13].reduce((set, step) => set | (1 << ((index * step + step) % UNCERTAIN)), 0),
  );
  const failures = Array.from({ length: UNCERTAIN + 1 }, () => 0);
  for (let up = 0; up < 2 ** UNCERTAIN; up++) {
    let reachedTargets = 0;
    for (const set of callers) if ((set & up) !== 0) reachedTargets++;
    if (reachedTargets < TARGETS - 150) failures[ones(up)]! += 1;
  }
  const expected = failures.reduce(
    (sum, count, live) => sum + count * 0.99 ** live * 0.01 ** (UNCERTAIN - live),
    0,
  );
  expect(expected).toBeGreaterThan(0);
  expect(Math.abs(estimate.unavailability / expected - 1)).toBeLessThan(1e-10);
}, 60_000);

function ones(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}
