import { expect, test } from "vitest";
import { figureAlike } from "../../src/availability/alike.ts";
import { priceOf, spentOn } from "../../src/availability/price.ts";
import type { Subject } from "../../src/availability/subject.ts";
import { atLeast, dependency, endpoint, model, parts, reached, service } from "./models.ts";

/** Services that are each called by two of as many others, all but one of which are needed. */
function braid(width: number): Subject {
  const services = Array.from({ length: 1 + 2 * width }, (_, at) =>
    service(`s${at}`, [parts(990)]),
  );
  const certain = [parts(1000)];
  const links = Array.from({ length: width }, (_, at) => [
    dependency(services, 0, 1 + at, certain),
    dependency(services, 1 + at, 1 + width + at, certain),
    dependency(services, 1 + ((at + 7) % width), 1 + width + at, certain),
  ]);
  const last = Array.from({ length: width }, (_, at) => reached(1 + width + at));
  const asked = endpoint(0, atLeast(width - 1, ...last));
  return { model: model(services, links.flat()), endpoint: asked, fault: null };
}

test("what cannot be held open at once has no exact figure, and so no price of one", () => {
  const most = 2e8;
  expect(priceOf(braid(20))).toBeLessThan(most);
  const wide = braid(23);
  // Few enough transitions, of states of 25 bits.
  expect(figureAlike(wide, wide, Number.POSITIVE_INFINITY)).toBeNull();
  expect(priceOf(wide)).toBe(Number.POSITIVE_INFINITY);
  const drawn = { availability: 1, unavailability: 0, method: "monte-carlo" } as const;
  const [none, some] = [0, 1e6].map((samples) => spentOn(wide, { ...drawn, samples }, most));
  expect(some! - none!).toBeGreaterThan(1e6);
});
