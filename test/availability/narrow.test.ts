import { describe, expect, it } from "vitest";
import { contract } from "../../src/availability/contract.ts";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { narrow } from "../../src/availability/narrow.ts";
import { prepare } from "../../src/availability/prepare.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import type { Subject } from "../../src/availability/subject.ts";
import { byDiagram } from "./bdd-oracle.ts";
import { all, atLeast, dependency, endpoint, model, parts, reached, service } from "./models.ts";

/** A target with so many callers, of which all but one are asked for, too. */
function crowd(callers: number): Subject {
  const target = callers + 1;
  const services = Array.from({ length: callers + 2 }, (_, at) =>
    service(`s${at}`, [parts(at === 0 ? 1000 : 900 + at)]),
  );
  const middle = Array.from({ length: callers }, (_, at) => at + 1);
  const links = middle.flatMap((at) => [
    dependency(services, 0, at, [parts(980 - at)]),
    dependency(services, at, target, [parts(300 + at)]),
  ]);
  const most = atLeast(callers - 1, ...middle.map(reached));
  return {
    model: model(services, links),
    endpoint: endpoint(0, all(most, reached(target))),
    fault: null,
  };
}

function networkOf({ model, endpoint }: Subject) {
  const { measure } = situationsOf(model, null)[0]![0]!;
  const question = { entry: 0, completion: "immediate", need: endpoint.mixture[0]!.need } as const;
  return contract(prepare(model, question, measure, true)!.rest!, () => true);
}

const mostWays = ({ links }: ReturnType<typeof networkOf>) =>
  Math.max(...links.map(({ to }) => links.filter((one) => one.to === to).length));

describe("nodes with many ways in", () => {
  it.each([9, 12, 13, 17, 24])("of %d callers are asked about piecemeal", (callers) => {
    const network = networkOf(crowd(callers));
    expect(mostWays(network)).toBe(callers);
    const split = narrow(network);
    expect(mostWays(split)).toBeLessThanOrEqual(8);
    // Each way is there once, and one more for each piece but the last.
    const pieces = Math.ceil(callers / 4) - 1;
    expect(split.nodes).toHaveLength(network.nodes.length + pieces);
    expect(split.links).toHaveLength(network.links.length + pieces);
  });

  it("of up to eight are left alone", () => {
    const network = networkOf(crowd(8));
    expect(narrow(network)).toBe(network);
  });

  it.each([8, 9, 12])("of %d callers come to what a diagram says", (callers) => {
    const subject = crowd(callers);
    const truth = byDiagram(subject.model, subject.endpoint);
    const { estimate } = estimateEndpoint(subject, { samples: 1, seed: 1, alpha: 0.05 }, []);
    expect(estimate.method).toBe("exact");
    expect(estimate.availability).toBeCloseTo(truth.p, 13);
    expect(estimate.unavailability).toBeCloseTo(truth.q, 13);
  });
});
