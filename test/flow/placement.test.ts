import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diff } from "../../src/flow/diff.ts";
import type { ModelResult } from "../../src/gate/result.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

const ZONE = "topology.kubernetes.io/zone";

/** A Deployment whose pod has this in its spec, from line 10. */
function manifest(podSpec: string, replicas = 3): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: pay }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: pay } }
  template:
    metadata: { labels: { app: pay } }
    spec:
${podSpec}
      containers: [{ name: main, image: pay:1 }]
`;
}

const own = "labelSelector: { matchLabels: { app: pay } }";
const SPREAD = `      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: ${ZONE}
          whenUnsatisfiable: DoNotSchedule
          ${own}`;
const SOFT = SPREAD.replace("DoNotSchedule", "ScheduleAnyway");
const NONE = "      priorityClassName: high";
const pinned = (zone: string) => `      nodeSelector: { ${ZONE}: ${zone} }`;

function spec(more = "", slo = "90%"): string {
  return `version: 1
manifests: [pay.yaml]
domains:
  zone: { topologyKey: ${ZONE}, members: [a, b, c], availability: { a: 99.9%, b: 99%, c: 99.9% } }
services: { pay: { replicaAvailability: 95% } }
endpoints:
  pay: { entry: pay, slo: ${slo}${more} }
`;
}
const byDefault = (text: string, on: string) => `${text}defaults: { placement: { zone: ${on} } }\n`;

async function compare(base: Files, head: Files): Promise<ModelResult> {
  const outcome = await diff({
    base: { tree: memoryTree(base), rendered: null },
    head: { tree: memoryTree(head), rendered: null },
    models: ["availability.yaml"],
    options: { samples: 1000, seed: 1 },
  });
  if (outcome.kind === "invalid") throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.judgements[0]!.model;
}

const files = (pod: string, text = spec(), replicas = 3): Files => ({
  "availability.yaml": text,
  "pay.yaml": manifest(pod, replicas),
});

const figures = ({ endpoints: [one] }: ModelResult) => [
  one!.base!.availability,
  one!.head!.availability,
];
const placements = ({ changes }: ModelResult) =>
  changes.map(
    ({ kind, subject, base, head, file, line, side }) =>
      `${kind} ${subject}: ${base} -> ${head} at ${side} ${file}:${line}`,
  );
const codes = ({ diagnostics }: ModelResult) => diagnostics.map(({ code }) => code);

/** One replica in each of zones that are up so often. */
const apart = (...zones: readonly number[]) =>
  1 - zones.reduce((none, up) => none * (1 - 0.95 * up), 1);
/** Three replicas in one. */
const together = (up: number) => up * (1 - 0.05 ** 3);
const OVER_ALL = apart(0.999, 0.99, 0.999);

function expectFigures(result: ModelResult, base: number, head: number): void {
  const [before, after] = figures(result);
  expect(Math.abs(before! - base)).toBeLessThan(1e-12);
  expect(Math.abs(after! - head)).toBeLessThan(1e-12);
}

describe("a change of where replicas run", () => {
  test("a spread constraint that goes leaves all in the zone that fails most, told at base's line", async () => {
    const result = await compare(files(SPREAD), files(NONE));
    expectFigures(result, OVER_ALL, together(0.99));
    expect(placements(result)).toEqual([
      "placement pay: spread over zone -> all in zone/b (assumed) at base pay.yaml:11",
    ]);
    expect(codes(result)).toContain("assumed-placement");
    expect(codes(result)).not.toContain("unused-domain");
    expect(codes(result)).not.toContain("unplaced");
    const { message } = result.diagnostics.find(({ code }) => code === "assumed-placement")!;
    expect(message).toBe(
      "nothing says any more where 1 service (`pay`) should run in `zone`: all replicas count as on its least available member; spread them in the manifests, or set a `placement` in the spec",
    );
  });

  test("a spread constraint that comes makes it better, and not worse than in no domain", async () => {
    const result = await compare(files(NONE), files(SPREAD));
    expectFigures(result, together(0.99), OVER_ALL);
    expect(placements(result)).toEqual([
      "placement pay: all in zone/b (assumed) -> spread over zone at head pay.yaml:11",
    ]);
    expect(codes(result)).not.toContain("assumed-placement");
  });

  test("one that stays out of the change leaves the service in no domain, as told", async () => {
    const alone = 1 - 0.05 ** 2;
    const result = await compare(files(NONE), files(NONE, spec(), 2));
    expectFigures(result, 1 - 0.05 ** 3, alone);
    expect(codes(result)).not.toContain("assumed-placement");
    expect(placements(result).map((row) => row.split(" ")[0])).toEqual(["replicas"]);
  });

  test("pinning to one zone tells the line that pins", async () => {
    const result = await compare(files(SPREAD), files(`${SPREAD}\n${pinned("c")}`));
    expectFigures(result, OVER_ALL, together(0.999));
    expect(placements(result)).toEqual([
      "placement pay: spread over zone -> all in zone/c at head pay.yaml:15",
    ]);
  });

  test("pinning to a zone that the spec does not know is no way out", async () => {
    const result = await compare(files(SPREAD), files(pinned("elsewhere")));
    expectFigures(result, OVER_ALL, together(0.99));
    expect(codes(result)).toContain("unknown-placement");
  });

  test("a constraint whose selector misses its own pods is as good as none, and told", async () => {
    const missed = SPREAD.replace("app: pay", "app: pya");
    const result = await compare(files(SPREAD), files(missed));
    expectFigures(result, OVER_ALL, together(0.99));
    expect(codes(result)).toContain("idle-placement");
  });

  test("a softer constraint moves no figure, and is a row", async () => {
    const result = await compare(files(SPREAD), files(SOFT));
    expectFigures(result, OVER_ALL, OVER_ALL);
    expect(placements(result)).toEqual([
      "placement pay: spread over zone -> spread over zone (soft) at head pay.yaml:11",
    ]);
  });

  test("falls back on the default of the spec, at its line", async () => {
    const packed = byDefault(spec(), "packed");
    const result = await compare(files(SPREAD, packed), files(NONE, packed));
    expectFigures(result, OVER_ALL, together(0.999));
    expect(placements(result)).toEqual([
      "placement pay: spread over zone -> all in zone/a at head availability.yaml:8",
    ]);
    const spread = byDefault(spec(), "spread");
    const same = await compare(files(SPREAD, spread), files(NONE, spread));
    expect(same.endpoints[0]!.delta).toBe(0);
    expect(placements(same)).toEqual([]);
    const { message } = same.diagnostics.find(({ code }) => code === "unspread")!;
    expect(message).toContain("say no more where `pay` should run in `zone`");
    expect(codes(await compare(files(NONE, spread), files(SPREAD, spread)))).not.toContain(
      "unspread",
    );
  });

  test("nothing is assumed of a commit whose spec has no label for the domain", async () => {
    const bare = spec().replace(`topologyKey: ${ZONE}, `, "");
    expectFigures(await compare(files(SPREAD, bare), files(SPREAD)), 1 - 0.05 ** 3, OVER_ALL);
  });

  test("nothing is assumed where the spec placed the service, and does no more", async () => {
    const placed = spec().replace("95% }", "95%, placement: { zone: spread } }");
    expectFigures(await compare(files(NONE, placed), files(NONE)), OVER_ALL, 1 - 0.05 ** 3);
  });

  test("is seen through an edit of the spec that hides it", async () => {
    const text = spec("", "99.5%");
    const hidden = byDefault(text, "spread");
    const outcome = await diff({
      base: { tree: memoryTree(files(SPREAD, text)), rendered: null },
      head: { tree: memoryTree(files(NONE, hidden)), rendered: null },
      models: ["availability.yaml"],
      options: { samples: 1000, seed: 1 },
    });
    const [judgement] = outcome.kind === "judged" ? outcome.judgements : [];
    expect(judgement!.reasons.map(({ code, verdict }) => `${verdict} ${code}`)).toContain(
      "fail passes-by-assertion",
    );
    const { carried, head } = judgement!.model.endpoints[0]!;
    expect(Math.abs(carried!.availability - together(0.99))).toBeLessThan(1e-12);
    expect(Math.abs(head!.availability - OVER_ALL)).toBeLessThan(1e-12);
  });

  test("of a zone that goes down as a fault", async () => {
    const text = `${spec(", under: { any-zone-down: 90% }")}faults: { any-zone-down: { worstOf: zone } }\n`;
    const result = await compare(files(SPREAD, text), files(NONE, text));
    const [under] = result.endpoints[0]!.under;
    expect(under!.base!.availability).toBeCloseTo(apart(0.999, 0.99), 12);
    expect(under!.head!.availability).toBe(0);
    expect(under!.verdict).toBe("fail");
  });

  test("on hosts, by a required anti-affinity", async () => {
    const hosts = spec().replace(
      /zone: .*\n/,
      "node: { topologyKey: kubernetes.io/hostname, members: [n1, n2, n3], availability: 99% }\n",
    );
    const apartOnHosts = `      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            - topologyKey: kubernetes.io/hostname
              ${own}`;
    const result = await compare(files(NONE, hosts), files(apartOnHosts, hosts));
    expectFigures(result, together(0.99), apart(0.99, 0.99, 0.99));
    expect(placements(result)).toEqual([
      "placement pay: all in node/n1 (assumed) -> spread over node at head pay.yaml:13",
    ]);
  });
});

describe("removing a spread constraint of a replicated service", () => {
  const zones = ["a", "b", "c", "d"];
  const percent = fc.integer({ min: 500, max: 1000 }).map((tenths) => `${tenths / 10}%`);
  const replicas = fc.integer({ min: 2, max: 6 });
  const count = fc.integer({ min: 1, max: 4 });
  const spreads = fc.constantFrom(SPREAD, SOFT);

  /** In a spec with these zones: with the constraint and then without it, beside the other rules. */
  async function drop(
    availability: readonly string[],
    constraint: string,
    others: string,
    size: number,
    on: string | null,
  ): Promise<number> {
    const members = zones.slice(0, availability.length);
    const each = members.map((zone, i) => `${zone}: ${availability[i]}`).join(", ");
    const stated = spec().replace(
      /members: .*/,
      `members: [${members.join(", ")}], availability: { ${each} } }`,
    );
    const text = on === null ? stated : byDefault(stated, on);
    const before = files(`${constraint}\n${others}`, text, size);
    const [base, head] = figures(await compare(before, files(others, text, size)));
    return base! - head!;
  }

  test("never raises its availability, where the zones differ", async () => {
    const pin = fc.constantFrom(NONE, pinned("a"), pinned("nowhere"));
    await fc.assert(
      fc.asyncProperty(
        fc.array(percent, { minLength: 1, maxLength: 4 }),
        spreads,
        pin,
        replicas,
        async (availability, constraint, others, size) => {
          expect(await drop(availability, constraint, others, size, null)).toBeGreaterThan(-1e-12);
        },
      ),
      { seed: 5, numRuns: 60 },
    );
  });

  test("never raises it beside any other rule and default, where they are alike", async () => {
    const expressions = (operator: string) =>
      `      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: ${ZONE}, operator: ${operator}, values: [a, b] }] }] } } }`;
    const prefers = `      affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: { matchExpressions: [{ key: ${ZONE}, operator: In, values: [b] }] } }] } }`;
    const packs = `      affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: { topologyKey: ${ZONE}, ${own} } }] } }`;
    const rules = [NONE, pinned("a"), expressions("In"), expressions("NotIn"), prefers, packs];
    await fc.assert(
      fc.asyncProperty(
        percent,
        count,
        spreads,
        fc.constantFrom(...rules),
        replicas,
        fc.constantFrom(null, "spread", "packed", "[a]"),
        async (availability, zone, constraint, others, size, on) => {
          const alike = Array.from({ length: zone }, () => availability);
          expect(await drop(alike, constraint, others, size, on)).toBeGreaterThan(-1e-12);
        },
      ),
      { seed: 5, numRuns: 100 },
    );
  });
});
