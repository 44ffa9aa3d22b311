import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readDeployment } from "../../src/deployment/read.ts";
import { selectManifests } from "../../src/deployment/select.ts";
import type { Workload } from "../../src/deployment/workload.ts";
import type { Result } from "../../src/gate/result.ts";
import { type Files, makeOrigin } from "./history.ts";
import { runCli } from "./run-cli.ts";
import { ACTION_NODE } from "./runtimes.ts";

const PAIRS = resolve(import.meta.dirname, "../../../shared/realworld/pairs");
const present = existsSync(PAIRS);
const absent = present ? "" : " (skipped: ../shared is absent)";

const scratch = mkdtempSync(join(tmpdir(), "availability-gate-pairs-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

type Pair = {
  /** What `diff` says that changed. */
  readonly changed: readonly string[];
  /** What it tells beside that of a change that no figure counts: parts of the messages, in their order. */
  readonly told?: readonly string[];
  /** Where the whole would say one workload in several ways. */
  readonly manifests?: readonly string[];
  /** Services by the names of their workloads, where a rename is to be followed. */
  readonly service?: (workload: string) => string;
};

const IRREGULAR: Readonly<Record<string, string>> = {
  "opentelemetry-demo-otelcol": "otelcollector",
  "opentelemetry-demo-prometheus-server": "prometheus",
  "opentelemetry-demo-valkey": "valkeycart",
  "otel-demo-opensearch": "opensearch",
};

/** `opentelemetry-demo-adservice` of 1.12 is `ad` of 2.0, and so on. */
function oneNameOfOtel(workload: string): string {
  const plain = workload.replace(/^opentelemetry-demo-/, "").replace(/service$/, "");
  return IRREGULAR[workload] ?? plain.replaceAll("-", "");
}

/**
 * By the notes of the pairs (EXPECTED.json), as far as replicas, autoscalers and structure go. What is
 * said in custom resources (neco-vmalertmanager, home-ops), in kustomize's patches (rh-sprayproxy) or in
 * templates (zalando) is not read, and anti-affinity, budgets and probes have no part in a steady state.
 */
const EXPECTED: Readonly<Record<string, Pair>> = {
  "aks-redis-removed-worker-rewired": {
    changed: [
      "new: Deployment/makeline-service",
      "new: Deployment/virtual-customer",
      "redis removed",
    ],
    told: ["`virtual-worker` know `makeline-service`"],
  },
  "argocd-antiaffinity-base": { changed: [], manifests: ["manifests/base/**/*.yaml"] },
  "dk-hpa-min-10-to-2": {
    changed: ["dreamkast 10 -> 2 degraded", "dreamkast-ui 10 -> 1 degraded"],
    manifests: ["overlays/production/**/*.yaml"],
  },
  "dsb-hotel-compose-replicas-down": { changed: ["frontend 3 -> 1 degraded"] },
  "emojivoto-remove-api": { changed: ["api removed"], manifests: ["emojivoto/emojivoto.yml"] },
  "home-ops-helmrelease-replicas": {
    changed: [],
    told: ["HelmRelease/cloudflare-tunnel"],
  },
  "knserving-pdb-api-version-only": { changed: [] },
  "kp-adapter-ha": { changed: ["prometheus-adapter 1 -> 2 improved"] },
  "kp-adapter-pdb": { changed: [] },
  "metal3-prow-pdb": { changed: [] },
  "neco-teleport-proxy-2": { changed: ["teleport-proxy 1 -> 2 improved"] },
  "neco-vmalertmanager-cr-pdb": { changed: [], told: ["VMAlertmanager"] },
  "ob-checkout-cart-addr-added": {
    changed: [],
    told: ["`checkoutservice` know `currencyservice`"],
  },
  "ob-release-image-only": { changed: [] },
  "otel-compose-envvar-rename-only": { changed: [] },
  "otel-compose-kafka-async-added": {
    changed: [
      "new: ComposeService/accountingservice",
      "new: ComposeService/frauddetectionservice",
      "new: ComposeService/kafka",
    ],
    told: ["`checkoutservice` know `kafka`"],
  },
  "otel-compose-rename-checkout": { changed: [], service: oneNameOfOtel },
  "otel-k8s-1.12-to-2.0": { changed: [], service: oneNameOfOtel },
  "rh-kubearchive-antiaffinity-inline-patch": { changed: [] },
  "rh-proxy-rollingupdate-readiness": { changed: [] },
  "rh-sprayproxy-patch-replicas-antiaffinity": { changed: [] },
  "sg-grafana-deploy-to-sts": { changed: [] },
  "sg-remove-github-proxy": { changed: ["github-proxy removed"], manifests: ["base/**/*.yaml"] },
  "sg-replicas-up": {
    changed: ["precise-code-intel-worker 1 -> 2 improved", "sourcegraph-frontend 1 -> 2 improved"],
  },
  "tt-avatar-service-added": { changed: ["new: Deployment/ts-avatar-service"] },
  "zalando-csi-replicas-down": {
    changed: ["16 manifests could not be read as YAML"],
    told: ["`cluster/manifests/03-ebs-csi/controller.yaml` changed, is a template"],
  },
  "zalando-redis-antiaffinity-templated": {
    changed: ["5 manifests could not be read as YAML"],
    told: ["`cluster/manifests/skipper/skipper-redis.yaml` changed, is a template"],
  },
};

function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name));
  return Object.fromEntries(
    names.map((name) => [name.slice(folder.length + 1), readFileSync(name, "utf8")]),
  );
}

/** By the product's own reading of the manifests, so that the spec claims all that there is. */
function servicesOf(files: Files, pair: Pair): ReadonlyMap<string, Workload> {
  const patterns = pair.manifests?.map((pattern) => ({ pattern, folder: "" })) ?? null;
  const paths = selectManifests(Object.keys(files), patterns, "");
  const { workloads } = readDeployment(paths.map((path) => ({ path, text: files[path] ?? "" })));
  const { service = (name) => name } = pair;
  // What cannot be told, such as a service that only a profile starts, is no service of the spec.
  const known = workloads.filter(({ replicas }) => replicas.problem === undefined);
  return new Map(known.map((one) => [service(one.name), one]));
}

/** One endpoint for each service, which asks for nothing else. */
function specOf(services: ReadonlyMap<string, Workload>, pair: Pair): string {
  const names = services.size === 0 ? ["nothing"] : [...services.keys()];
  return JSON.stringify({
    version: 1,
    ...(pair.manifests === undefined ? {} : { manifests: pair.manifests }),
    services: Object.fromEntries(
      [...services].map(([service, { kind, namespace, name }]) => [
        service,
        { workload: [kind, ...(namespace === null ? [] : [namespace]), name].join("/") },
      ]),
    ),
    endpoints: Object.fromEntries(names.map((name) => [name, { entry: name, slo: "1%" }])),
  });
}

/** The author follows what was removed and renamed, and does not know yet what is new. */
function commitsOf(name: string, pair: Pair): readonly [Files, Files] {
  const before = filesOf(join(PAIRS, name, "base"));
  const after = filesOf(join(PAIRS, name, "head"));
  const known = servicesOf(before, pair);
  const kept = new Map([...servicesOf(after, pair)].filter(([service]) => known.has(service)));
  const gone = Object.keys(before).filter((path) => !Object.hasOwn(after, path));
  return [
    { ...before, "availability.yaml": specOf(known, pair) },
    {
      ...Object.fromEntries(gone.map((path) => [path, null])),
      ...after,
      "availability.yaml": specOf(kept, pair),
    },
  ];
}

function changesOf(result: Result): readonly string[] {
  return result.models
    .flatMap(({ endpoints, changes, diagnostics }) => [
      ...endpoints
        .filter(({ change }) => change !== "unchanged")
        .map(({ name, change }) => {
          const found = changes.find((one) => one.kind === "replicas" && one.subject === name);
          const replicas = found === undefined ? [] : [`${found.base} -> ${found.head}`];
          return [name, ...replicas, change].join(" ");
        }),
      ...diagnostics.flatMap(({ code, message }) => {
        if (code === "unread-manifests") return [message.split(",", 1)[0] ?? ""];
        return code === "new-workload" ? [`new: ${message.split("`")[1]}`] : [];
      }),
    ])
    .sort();
}

/** That no figure counts the change, or not all of it. */
const UNCOUNTED = new Set(["unmodelled-call", "not-evaluated", "pod-changed", "lost-budget"]);

function toldBy(result: Result): readonly string[] {
  return result.models.flatMap(({ diagnostics }) =>
    diagnostics.flatMap(({ code, message }) => (UNCOUNTED.has(code) ? [message] : [])),
  );
}

describe.skipIf(!present)(`pairs of real commits${absent}`, { timeout: 60_000 }, () => {
  it("are all here", () => {
    const notes: unknown = JSON.parse(readFileSync(join(PAIRS, "EXPECTED.json"), "utf8"));
    expect(Object.keys(EXPECTED).sort()).toEqual(Object.keys(Object(notes)).sort());
  });

  it.each(Object.entries(EXPECTED))("%s", (name, pair) => {
    const [base, head] = commitsOf(name, pair);
    const folder = join(scratch, name);
    const commits = [
      { name: "base", files: base },
      { name: "head", parents: ["base"], files: head },
    ];
    const origin = makeOrigin(folder, commits, { "refs/heads/main": "head" });
    const args = ["diff", "--base", origin.id("base"), "--head", "main", "--format", "json"];
    const ended = runCli(ACTION_NODE, folder, args);
    expect(ended.stderr).toBe("");
    const result: Result = JSON.parse(ended.stdout);
    expect(changesOf(result)).toEqual(pair.changed);
    expect(toldBy(result)).toEqual((pair.told ?? []).map((part) => expect.stringContaining(part)));
    expect(ended.status).toBe(pair.changed.some((one) => one.endsWith(" removed")) ? 1 : 0);
  });
});
