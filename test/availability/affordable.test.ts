import { expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { atLeast, dependency, endpoint, model, parts, reached, service } from "./models.ts";

const CERTAIN = parts(1000);
const UNCERTAIN = 20;
const TARGETS = 400;

it("twenty uncertain dependencies behind a thousand certain ones cost no million dear states", () => {
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
  const estimate = estimateEndpoint(model(services, links), most, { samples: 1000, seed: 1 });
  expect(estimate.method).toBe("monte-carlo");
  expect(estimate.availability).toBeGreaterThan(0.99);
}, 30_000);
