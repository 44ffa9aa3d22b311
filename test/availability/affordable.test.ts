import { expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { waysToPrepare } from "../../src/availability/prepare.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import {
  atLeast,
  dependency,
  endpoint,
  fault,
  killOf,
  model,
  parts,
  reached,
  service,
  withDomains,
} from "./models.ts";

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

it("a kill of replicas that each sit on a member of their own ends, however many members there are", () => {
  const [members, dead, quorum] = [40, 12, 27];
  const one = {
    ...service("s", Array<typeof CERTAIN>(members).fill(parts(990)), quorum),
    placement: Array.from({ length: members }, (_, member) => [member]),
  };
  const given = withDomains(model([one], []), [Array<typeof CERTAIN>(members).fill(parts(950))]);
  const subject = {
    model: given,
    endpoint: endpoint(0, reached(0)),
    fault: fault({ kill: killOf([0], dead) }),
  };
  const { estimate } = estimateEndpoint(subject, { samples: 20_000, seed: 1, alpha: 0.05 }, []);
  // One of the 28 that are left may sit on a member that is down.
  const expected = 0.95 ** 28 + 28 * 0.05 * 0.95 ** 27;
  expect(Math.abs(estimate.availability - expected)).toBeLessThan(0.02);
}, 10_000);

it("a kill of thousands in services that share three zones is drawn rather than listed", () => {
  const placement = Array.from({ length: 10_000 }, (_, index) => [index % 3]);
  const services = ["s", "t"].map((name) => ({
    ...service(name, Array<typeof CERTAIN>(10_000).fill(CERTAIN)),
    placement,
  }));
  const given = withDomains(model(services, [dependency(services, 0, 1, [CERTAIN])]), [
    [parts(500), parts(500), parts(500)],
  ]);
  const killed = fault({ kill: killOf([0, 1], 6_000) });
  const ways = waysToPrepare(
    given,
    { entry: 0, completion: "immediate", need: reached(1) },
    situationsOf(given, killed)[0]![0]!.measure,
    true,
  );
  expect(ways.map(({ plan }) => plan)).toEqual([null, null]);
}, 10_000);

function ones(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}
