import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type DiffOutcome, diff } from "../../src/flow/diff.ts";
import type { ModelResult } from "../../src/gate/result.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

const SPEC = `version: 1
manifests: [deploy/]
dependencies:
  - checkout -> payment: { availability: 99%, timeout: { latency: { p50: 40ms, p99: 350ms } } }
endpoints:
  pay: { entry: checkout, slo: 80% }
`;
const BRIEF = SPEC.replace(", timeout: { latency: { p50: 40ms, p99: 350ms } }", "");

const deployment = (name: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec: {containers: [{name: main, image: main:1}]}
`;

const service = `apiVersion: v1
kind: Service
metadata: {name: pay}
spec: {selector: {app: payment}}
`;

/** A VirtualService whose rule has these lines, from line 7. */
const route = (...rule: readonly string[]) => `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: pay}
spec:
  hosts: [pay]
  http:
  - name: all
${rule.map((one) => `    ${one}\n`).join("")}`;

function files(mesh: string | null, spec = SPEC): Files {
  return {
    "availability.yaml": spec,
    "deploy/checkout.yaml": deployment("checkout"),
    "deploy/payment.yaml": `${deployment("payment")}---\n${service}`,
    ...(mesh === null ? {} : { "deploy/mesh.yaml": mesh }),
  };
}

function outcome(base: Files, head: Files): Promise<DiffOutcome> {
  return diff({
    base: { tree: memoryTree(base), rendered: null },
    head: { tree: memoryTree(head), rendered: null },
    models: ["availability.yaml"],
    options: { samples: 1000, seed: 1 },
  });
}

async function compare(base: Files, head: Files): Promise<ModelResult> {
  const done = await outcome(base, head);
  if (done.kind === "invalid") throw new Error(JSON.stringify(done.diagnostics));
  return done.judgements[0]!.model;
}

const figures = ({ endpoints: [one] }: ModelResult) => [
  one!.base!.availability,
  one!.head!.availability,
];
const changes = (result: ModelResult) =>
  result.changes.map(
    ({ kind, subject, base, head, file, line, side }) =>
      `${kind} ${subject}: ${base} -> ${head} at ${side} ${file}:${line}`,
  );
const codes = ({ diagnostics }: ModelResult) => diagnostics.map(({ code }) => code);

/** Two services of one replica each, and a call that is as good as this. */
const whole = (call: number) => 0.999 * 0.999 * call;

function expectFigures(result: ModelResult, base: number, head: number): void {
  const [before, after] = figures(result);
  expect(Math.abs(before! - base)).toBeLessThan(1e-12);
  expect(Math.abs(after! - head)).toBeLessThan(1e-12);
}

/** Φ((ln 200 - ln 40)/σ) with σ = ln(350/40)/2.32635. */
const IN_200MS = 0.957839944035821;

describe("a change of how calls are routed", () => {
  const timed = (retries: number) =>
    route(
      "timeout: 10s",
      "retries:",
      `  attempts: ${retries}`,
      "  perTryTimeout: 200ms",
      "  retryOn: 5xx,reset",
    );

  test("fewer retries lower the figure, at the manifest's line", async () => {
    const result = await compare(files(timed(1)), files(timed(0)));
    const late = 1 - IN_200MS;
    expectFigures(result, whole(0.99 * (1 - late * late)), whole(0.99 * IN_200MS));
    expect(changes(result)).toEqual([
      "timeout checkout -> payment: 95.78% on time, 1 retry -> 95.78% on time, 0 retries at head deploy/mesh.yaml:10",
    ]);
  });

  test("a shorter time-out lowers it, at its line; one that goes leaves an error", async () => {
    const result = await compare(files(timed(0).replace("200ms", "350ms")), files(timed(0)));
    const [before, after] = figures(result);
    expect(before).toBeCloseTo(whole(0.99 * 0.99), 6);
    expect(after).toBeCloseTo(whole(0.99 * IN_200MS), 12);
    expect(changes(result)).toEqual([
      "timeout checkout -> payment: 99.00% on time, 0 retries -> 95.78% on time, 0 retries at head deploy/mesh.yaml:11",
    ]);
    const gone = await outcome(files(timed(0)), files(route("retries: {attempts: 0}")));
    expect(gone.kind === "invalid" && gone.diagnostics.map(({ code }) => code)).toContain(
      "missing-key",
    );
  });

  test("retries that go are told at base's line", async () => {
    const written = SPEC.replace("{ latency", "{ after: 200ms, latency");
    const result = await compare(files(timed(2), written), files(route("timeout: 10s"), written));
    expect(changes(result)).toEqual([
      "timeout checkout -> payment: 95.78% on time, 2 retries -> 95.78% on time, 0 retries at base deploy/mesh.yaml:10",
    ]);
  });

  test("an abort lowers the figure by its share, at its line, and is told loudly", async () => {
    const abort = route(
      "fault:",
      "  abort:",
      "    percentage:",
      "      value: 10",
      "    httpStatus: 503",
    );
    for (const base of [files(null, BRIEF), files(route("timeout: 1s"), BRIEF)]) {
      const result = await compare(base, files(abort, BRIEF));
      expectFigures(result, whole(0.99), whole(0.99 * 0.9));
      expect(changes(result)).toEqual([
        "fault-injection checkout -> payment: null -> 10% at head deploy/mesh.yaml:11",
      ]);
      expect(result.diagnostics.find(({ code }) => code === "fault-injection")).toMatchObject({
        severity: "warning",
        file: "deploy/mesh.yaml",
        line: 11,
      });
    }
    const removed = await compare(files(abort, BRIEF), files(null, BRIEF));
    expectFigures(removed, whole(0.99 * 0.9), whole(0.99));
    expect(changes(removed)).toEqual([
      "fault-injection checkout -> payment: 10% -> null at base deploy/mesh.yaml:11",
    ]);
    expect(codes(removed)).not.toContain("fault-injection");
  });

  test("beside a changed ρ an abort has a row of its own", async () => {
    const abort = (value: number) => route(`fault: {abort: {percentage: {value: ${value}}}}`);
    const result = await compare(
      files(abort(10), BRIEF),
      files(abort(20), BRIEF.replace("99%", "98%")),
    );
    expectFigures(result, whole(0.99 * 0.9), whole(0.98 * 0.8));
    expect(changes(result)).toEqual([
      "dependency-availability checkout -> payment: 99% -> 98% at head availability.yaml:4",
      "fault-injection checkout -> payment: 10% -> 20% at head deploy/mesh.yaml:8",
    ]);
  });

  test("an abort cannot be hidden by an edit of the spec", async () => {
    const abort = route("fault: {abort: {percentage: {value: 50}}}");
    const done = await outcome(
      files(null, BRIEF.replace("80%", "95%").replace("99%", "98%")),
      files(
        abort,
        BRIEF.replace("80%", "95%").replace("checkout -> payment", "checkout ~> payment"),
      ),
    );
    const reasons = done.kind === "judged" ? done.judgements[0]!.reasons : [];
    expect(reasons.map(({ code }) => code)).toContain("passes-by-assertion");
  });

  test("weights, labels, comments and order change nothing", async () => {
    const split = (v1: number, v2: number) =>
      route(
        "timeout: 200ms",
        "route:",
        `- {destination: {host: pay, subset: v1}, weight: ${v1}}`,
        `- {destination: {host: pay, subset: v2}, weight: ${v2}}`,
      );
    const other = split(90, 10)
      .replace("{name: pay}", "{labels: {team: pay}, name: pay} # ours")
      .replace("  hosts: [pay]\n", "  exportTo: ['*']\n  hosts: [pay]\n");
    const result = await compare(files(split(100, 0)), files(other));
    const [before, after] = figures(result);
    expect(after).toBe(before);
    expect(changes(result)).toEqual([]);
    expect(codes(result)).not.toContain("unserved-route");
  });

  test("a time-out that comes with its `latency` is compared with none", async () => {
    const result = await compare(files(null, BRIEF), files(timed(0)));
    expectFigures(result, whole(0.99), whole(0.99 * IN_200MS));
    expect(changes(result)).toEqual([
      "timeout checkout -> payment: null -> 95.78% on time, 0 retries at head deploy/mesh.yaml:11",
    ]);
  });
});

const ROOT = new URL("../../../shared/realworld/manifests/", import.meta.url);
const present = existsSync(ROOT);

describe.skipIf(!present)(`real routes${present ? "" : " (skipped: ../shared is absent)"}`, () => {
  const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
  const tutorial = (name: string) => read(`istio-tutorial/istiofiles/virtual-service-${name}.yml`);
  const spec = `version: 1
manifests: [mesh.yaml]
dependencies:
  - preference -> recommendation: { availability: 99%, timeout: { latency: { p50: 500ms, p99: 3s } } }
endpoints: { e: { entry: preference, slo: 50% } }
`;
  const at = (mesh: string, text = spec): Files => ({
    "availability.yaml": text,
    "mesh.yaml": mesh,
  });
  const written = spec.replace("{ latency", "{ after: 1s, latency");

  test("istio-tutorial: 3 attempts of 2s, a time-out of 1.000s, and a delay of 7s for half", async () => {
    const result = await compare(
      at(tutorial("recommendation-v2_retry")),
      at(tutorial("recommendation-timeout")),
    );
    expect(changes(result)).toEqual([
      expect.stringMatching(
        /^timeout preference -> recommendation: 9\d\.\d+% on time, 3 retries -> \d+\.\d+% on time, 0 retries at head mesh\.yaml:12$/,
      ),
    ]);
    const delayed = await compare(
      at(tutorial("recommendation-timeout"), written),
      at(tutorial("recommendation-delay"), written),
    );
    expect(changes(delayed)).toEqual([
      "fault-injection preference -> recommendation: null -> 50% at head mesh.yaml:12",
    ]);
    const [before, after] = figures(delayed);
    expect(after! / before!).toBeCloseTo(0.5, 12);
  });

  test("istio-bookinfo: an abort of all calls; one for jason only is told, and does not count", async () => {
    const shop = `version: 1
manifests: [mesh.yaml]
dependencies: [productpage -> details, reviews -> ratings]
endpoints:
  details: { entry: productpage, slo: 50% }
  ratings: { entry: reviews, slo: 50% }
`;
    const of = (name: string) => read(`istio-bookinfo/networking/${name}.yaml`);
    const plain = of("virtual-service-all-v1");
    const all = await compare(at(plain, shop), at(of("fault-injection-details-v1"), shop));
    expect(all.endpoints.map(({ head }) => head?.availability === 0)).toEqual([true, false]);
    const some = await compare(at(plain, shop), at(of("virtual-service-ratings-test-abort"), shop));
    expect(changes(some)).toEqual([]);
    expect(some.diagnostics.find(({ code }) => code === "fault-injection")?.message).toContain(
      "it holds for some calls only",
    );
  });
});
