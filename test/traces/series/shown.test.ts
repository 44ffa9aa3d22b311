import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { observedOfEdges } from "../../../src/traces/aggregates/edges.ts";
import { readMetrics } from "../../../src/traces/series/read-metrics.ts";
import type { Series } from "../../../src/traces/series/series.ts";
import { showMetrics, unmatchedMetrics, withMetrics } from "../../../src/traces/series/shown.ts";

const START = 1_793_534_400;

/** One sample every half minute; a space: none. */
function series(name: string, labels: Record<string, string>, values: string): Series {
  const kept = [...values].flatMap((value, i) =>
    value === " " ? [] : [[i, Number(value)] as const],
  );
  return {
    name,
    labels: new Map(Object.entries(labels)),
    times: kept.map(([i]) => START + 30 * i),
    values: kept.map(([, value]) => value),
  };
}

const at = (sample: number) => (START + 30 * sample) * 1e6;
const spells = (text: string, times: number) => text.repeat(times);
const codes = (all: readonly Series[]) => showMetrics(all).diagnostics.map(({ code }) => code);

const pod = { namespace: "shop", pod: "cart-7d4b9c6f5d-x2b4z" };
const deployment = { namespace: "shop", deployment: "cart" };
/** Down for one sample of ten. */
const ready = (labels: Record<string, string>, values = spells("1111111110", 100)) =>
  series("kube_pod_status_ready", { condition: "true", ...labels }, values);

describe("what series show of a service", () => {
  it("takes θ from counts of the workload before readiness, `up`, probes and restarts", () => {
    const all = [
      series("kube_deployment_spec_replicas", deployment, spells("2", 1000)),
      series("kube_deployment_status_replicas_available", deployment, spells("2222222221", 100)),
      ready(pod, spells("1110", 250)),
      series("up", { job: "ns/cart", instance: "10.0.0.1:80" }, spells("10", 500)),
      series("probe_success", { job: "cart", instance: "http://cart" }, spells("110", 300)),
      series("kube_pod_container_status_restarts_total", pod, "0123456789"),
    ];
    const share = (from: number) => {
      const { good, total } = showMetrics(all.slice(from)).evidence.get("cart")!;
      return good / total;
    };
    expect(share(0)).toBeCloseTo(0.95, 2);
    expect(share(2)).toBeCloseTo(0.75, 2);
    expect(share(3)).toBeCloseTo(0.5, 2);
    expect(share(4)).toBeCloseTo(2 / 3, 2);
    expect(showMetrics(all).replicas).toEqual(new Map([["cart", 2]]));
    expect(showMetrics(all).evidence.get("cart")?.until).toBe("2026-11-01");
    expect(codes(all.slice(4))).toEqual(["probes-alone"]);
  });

  it("takes a step in which containers were restarted for down, all containers of a pod together", () => {
    const restarts = (container: string, values: string) =>
      series("kube_pod_container_status_restarts_total", { ...pod, container }, values);
    const a = restarts("a", "0001111111122222222233333333334444444444");
    const b = restarts("b", "0000000000000000000000001111111111111111");
    const { evidence, diagnostics, outages } = showMetrics([a, b]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["restarts-alone"]);
    const { good, total } = evidence.get("cart")!;
    // Five of 39 steps.
    expect(good / total).toBeCloseTo(34 / 39, 1);
    expect(outages.map(({ from, until }) => [from, until])).toEqual(
      [3, 11, 20, 24, 30].map((step) => [at(step - 1), at(step + 1)]),
    );
  });

  it("expects nothing of a pod that starts, and of a workload that grows no more than it had", () => {
    expect(showMetrics([ready(pod, "0000011111")]).outages).toEqual([]);
    expect(showMetrics([ready(pod, "0000000000")]).evidence.size).toBe(0);
    const grows = [
      series("kube_deployment_spec_replicas", deployment, "2223333333222"),
      series("kube_deployment_status_replicas_available", deployment, "2222233233322"),
    ];
    const { outages } = showMetrics(grows);
    expect(outages).toEqual([
      { of: { kind: "service", service: "cart" }, from: at(6), until: at(8) },
    ]);
  });

  it("gives outages from the last good sample to the next, of instances, services and nodes", () => {
    const node = { node: "n1", condition: "Ready" };
    const all = [
      ready(pod, "1110011"),
      ready({ ...pod, condition: "false" }, "0001100"),
      series("kube_node_status_condition", { ...node, status: "true" }, "1100111"),
      series("kube_node_status_condition", { ...node, status: "false" }, "0011000"),
      series(
        "kube_node_status_condition",
        { ...node, condition: "DiskPressure", status: "true" },
        "0000000",
      ),
      series("up", { job: "node-exporter", instance: "n2:9100" }, "1111110"),
      series(
        "kube_pod_info",
        { ...pod, node: "n1", created_by_kind: "ReplicaSet", created_by_name: "cart-7d4b9c6f5d" },
        "1",
      ),
    ];
    // Counts of the workload tell no more than the pod does.
    all.push(
      series("kube_deployment_spec_replicas", deployment, "1111111"),
      series("kube_deployment_status_replicas_available", deployment, "1110011"),
    );
    const { outages, residences } = showMetrics(all);
    expect(outages).toEqual([
      { of: { kind: "instance", service: "cart", instance: pod.pod }, from: at(2), until: at(5) },
      { of: { kind: "node", node: "n1" }, from: at(1), until: at(4) },
      { of: { kind: "node", node: "n2" }, from: at(5), until: at(7) },
    ]);
    expect(residences).toEqual([{ instance: pod.pod, service: "cart", node: "n1" }]);
  });

  it("knows what a pod is one of by its owners, or else by the form of its name", () => {
    const info = (name: string, kind: string, by: string) =>
      series(
        "kube_pod_info",
        { namespace: "shop", pod: name, created_by_kind: kind, created_by_name: by },
        "1",
      );
    const owner = series(
      "kube_replicaset_owner",
      { namespace: "shop", replicaset: "odd-set", owner_kind: "Deployment", owner_name: "web" },
      "1",
    );
    const cases: readonly (readonly [string, string | undefined])[] = [
      ["odd-set-abcde", "web"],
      ["job-1-x", undefined],
      ["agent-zkpn8", "agent"],
      ["db-12", "db"],
      ["api-6cd8d99884-tggnr", "api"],
      ["single", "single"],
    ];
    const all = [
      owner,
      info("odd-set-abcde", "ReplicaSet", "odd-set"),
      info("job-1-x", "Job", "job-1"),
      ...cases.map(([name]) => ready({ namespace: "shop", pod: name })),
    ];
    expect([...showMetrics(all).evidence.keys()]).toEqual(
      cases.flatMap(([, service]) => service ?? []).sort(),
    );
  });

  it("tells what it cannot say", () => {
    expect(codes([ready(pod, spells("1", 100))])).toEqual(["no-failures"]);
    expect(codes([ready(pod, "1")])).toEqual(["one-moment"]);
    expect(codes([ready(pod), ready({ ...pod, namespace: "staging" })])).toEqual([
      "several-namespaces",
    ]);
  });

  it("adds θ to services that are there, and instances where no span tells them", () => {
    const edge = { mode: "sync", protocol: "http", calls: 5, failed: null, until: null } as const;
    const observed = observedOfEdges(
      [{ from: "web", to: "cart", toKind: "instrumented", ...edge }],
      1,
    );
    const shown = showMetrics([
      series("kube_deployment_spec_replicas", deployment, spells("2", 1000)),
      series("kube_deployment_status_replicas_available", deployment, spells("2222222221", 100)),
      ready({ namespace: "shop", pod: "other-0" }),
    ]);
    const [cart, web] = withMetrics(observed, shown).services;
    expect(cart).toMatchObject({ name: "cart", instances: 2, instancesEver: 2 });
    expect(cart?.evidence?.total).toBeGreaterThan(100);
    expect(web).toMatchObject({ name: "web", instances: null, evidence: null });
    expect(unmatchedMetrics(observed, shown).map(({ message }) => message)).toEqual([
      expect.stringContaining("no series is of `web`: they are of `cart`, `other`;"),
    ]);
    expect(unmatchedMetrics(observed, showMetrics([]))).toEqual([]);
  });
});

const samples = resolve(
  import.meta.dirname,
  "../../../../shared/realworld/models/metrics/ksm-1_35.prom",
);

describe.skipIf(!existsSync(samples))("a scrape of kube-state-metrics (shared/realworld)", () => {
  it("tells the replicas of every workload and where pods run", () => {
    const { series: all, diagnostics } = readMetrics(readFileSync(samples, "utf8"), "ksm.prom");
    expect(diagnostics).toEqual([]);
    const { replicas, residences, evidence, outages, diagnostics: told } = showMetrics(all);
    expect(Object.fromEntries(replicas)).toMatchObject({
      "e2e-deployment": 2,
      "e2e-statefulset": 2,
      "e2e-hpa": 1,
      "e2e-daemonset": 1,
      coredns: 1,
    });
    expect(evidence.size + outages.length).toBe(0);
    expect(told.map(({ code }) => code)).toEqual(["one-moment"]);
    const placed = residences.find(
      ({ instance }) => instance === "e2e-deployment-79967c5968-8bnn8",
    );
    expect(placed).toEqual({
      instance: "e2e-deployment-79967c5968-8bnn8",
      service: "e2e-deployment",
      node: "datagen-1-35",
    });
    expect(
      residences.find(({ instance }) => instance === "e2e-cronjob-29707813-dhlr2")?.service,
    ).toBeNull();
  });
});
