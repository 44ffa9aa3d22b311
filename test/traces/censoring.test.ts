import { describe, expect, it } from "vitest";
import { jeffreysInterval } from "../../src/numbers/jeffreys.ts";
import { censorOf } from "../../src/traces/censor.ts";
import { openCollector } from "../../src/traces/collect.ts";
import type { Evidence } from "../../src/traces/observed.ts";
import type { Outage } from "../../src/traces/outages.ts";
import type { Span } from "../../src/traces/span.ts";
import { countCall, evidenceOf, openCallTally } from "../../src/traces/timing.ts";
import { downtimes, draws } from "./series/random.ts";

type Spells = readonly (readonly [number, number])[];
type Attempt = { readonly at: number; readonly replica: number; readonly failed: boolean };

const RHO = 0.975;
const SPACING = 1e5;
const LENGTH = 1e4;

/** Calls of a target's replicas in turn: they fail where the channel does, or the replica is down. */
function attempts(random: () => number, calls: number, replicas: readonly Spells[]): Attempt[] {
  return Array.from({ length: calls }, (_, i) => {
    const at = i * SPACING;
    const replica = Math.floor(random() * replicas.length);
    const dead = replicas[replica]!.some(([from, until]) => from < at + LENGTH && at < until);
    return { at, replica, failed: random() >= RHO || dead };
  });
}

function outagesOf(replicas: readonly Spells[]): readonly Outage[] {
  return replicas.flatMap((spells, i) =>
    spells.map(([from, until]): Outage => {
      return { of: { kind: "instance", service: "b", instance: `b-${i}` }, from, until };
    }),
  );
}

/** How the instance of the target is told to the censor: as the law has it, or where the call arrived. */
type Naming = (attempt: Attempt) => string | null;

function evidence(all: readonly Attempt[], outages: readonly Outage[], naming: Naming): Evidence {
  const censored = censorOf(outages);
  const tally = openCallTally();
  for (const one of all) {
    const [start, end] = [one.at, one.at + LENGTH];
    if (censored({ service: "b", instance: naming(one), start, end })) continue;
    countCall(tally, [one.failed ? "unusable" : "usable"], end);
  }
  return evidenceOf(tally)!;
}

const asLaw: Naming = () => null;
const asArrived: Naming = ({ failed, replica }) => (failed ? null : `b-${replica}`);

describe("ρ of calls whose target fails now and then", () => {
  const calls = 1000;

  /** Of so many histories: the share whose 95% interval holds ρ, and the mean estimate. */
  function study(
    histories: number,
    replicas: number,
    naming: Naming | null,
  ): { covered: number; mean: number } {
    const random = draws(5);
    const end = calls * SPACING;
    let [covered, sum] = [0, 0];
    for (let i = 0; i < histories; i++) {
      const down = Array.from({ length: replicas }, () =>
        downtimes(random, { up: end / 3, down: end / 60, end }),
      );
      const all = attempts(random, calls, down);
      const outages = naming === null ? [] : outagesOf(down);
      const { good, total } = evidence(all, outages, naming ?? asLaw);
      const { low, high } = jeffreysInterval(good, total);
      if (low.p <= RHO && RHO <= high.p) covered += 1;
      sum += good / total;
    }
    return { covered: covered / histories, mean: sum / histories };
  }

  it("is covered in 94 to 97% of 1,000 histories where known failures are censored", () => {
    for (const replicas of [1, 2]) {
      const { covered, mean } = study(1000, replicas, asLaw);
      expect(covered).toBeGreaterThanOrEqual(0.94);
      expect(covered).toBeLessThanOrEqual(0.97);
      expect(Math.abs(mean - RHO)).toBeLessThan(0.001);
    }
  });

  it("comes out too low where they are not, by the time that the target is down", () => {
    const { covered, mean } = study(200, 1, null);
    expect(covered).toBeLessThan(0.4);
    expect(mean).toBeLessThan(RHO - 0.03);
  });

  it("comes out too high where what is censored depends on how a call ended", () => {
    const { mean } = study(300, 3, asArrived);
    expect(mean).toBeGreaterThan(RHO + 0.001);
  });
});

describe("ρ of a collector's spans", () => {
  const calls = 4000;
  const end = calls * SPACING;
  const random = draws(9);
  const down = [0, 1].map(() => downtimes(random, { up: end / 10, down: end / 100, end }));
  const all = attempts(random, calls, down);
  const spans = all.flatMap((attempt, i) => spansOf(attempt, i));

  it("is as if the target had never failed, and its calls are counted still", () => {
    const gather = (outages: readonly Outage[]) => {
      const collector = openCollector({ store: null, censored: censorOf(outages) });
      collector.add(spans);
      return collector.finish(1).observed.dependencies[0]!;
    };
    const [plain, censored] = [gather([]), gather(outagesOf(down))];
    expect([plain.from, plain.to, plain.calls, plain.censored]).toEqual(["a", "b", calls, 0]);
    expect(censored.calls).toBe(calls);
    expect(censored.censored).toBeGreaterThan(100);
    expect(censored.evidence?.total).toBe(calls - censored.censored);
    const share = ({ evidence: one }: typeof plain) => one!.good / one!.total;
    expect(share(plain)).toBeLessThan(RHO - 0.02);
    expect(Math.abs(share(censored) - RHO)).toBeLessThan(0.006);
  });
});

function spansOf({ at, replica, failed }: Attempt, index: number): readonly Span[] {
  const traceId = (index + 1).toString(16).padStart(32, "0");
  const client: Span = {
    traceId,
    spanId: "00000000000000a1",
    parentId: null,
    kind: "client",
    name: "GET",
    start: at,
    end: at + LENGTH,
    failed,
    attributes: {
      "http.request.method": "GET",
      "server.address": "b",
      ...(failed ? { "error.type": "ECONNREFUSED" } : { "http.response.status_code": 200 }),
    },
    emitter: { service: "a", attributes: { "service.instance.id": "a-0" } },
    links: [],
    shared: false,
    remote: null,
  };
  if (failed) return [client];
  const server: Span = {
    ...client,
    spanId: "00000000000000b1",
    parentId: client.spanId,
    kind: "server",
    attributes: { "http.request.method": "GET", "http.response.status_code": 200 },
    emitter: { service: "b", attributes: { "service.instance.id": `b-${replica}` } },
  };
  return [client, server];
}
