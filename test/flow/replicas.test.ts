import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { diff } from "../../src/flow/diff.ts";
import type { ModelResult } from "../../src/gate/result.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

const spec = (pay = "", more = "") => `version: 1
manifests: [k/**/*.yaml]
defaults: { replicaAvailability: 99%, dependencyAvailability: 99.99% }
services: { pay: { ${pay} } }
endpoints:
  pay: { entry: pay, slo: 90%${more} }
`;

const deployment = (name: string, replicas: number) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  replicas: ${replicas}
`;

const kafka = (replicas: number, path = "replicas") => `apiVersion: example.com/v1
kind: KafkaCluster
metadata: { name: ledger, namespace: shop }
spec:
  kafka: { ${path}: ${replicas} }
`;

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

const rows = ({ changes }: ModelResult) =>
  changes.map(
    ({ kind, subject, base, head, file, line }) =>
      `${kind} ${subject}: ${base} -> ${head} at ${file}:${line}`,
  );
const figures = ({ endpoints: [one] }: ModelResult) => ({
  base: one!.base!.availability,
  head: one!.head!.availability,
  carried: one!.carried!.availability,
});
const told = ({ diagnostics }: ModelResult, code: string) =>
  diagnostics
    .filter((one) => one.code === code)
    .map(({ message, file, line }) => `${file}:${line} ${message}`);
/** So many replicas of 99%. */
const up = (replicas: number) => 1 - 0.01 ** replicas;

describe("a fall of the least that something is scaled to", () => {
  const scaled = (kind: "keda" | "knative" | "rollout" | "hpa", count: number): Files => {
    const texts = {
      keda: `apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: { name: s }\nspec:\n  scaleTargetRef: { name: pay }\n  minReplicaCount: ${count}\n`,
      hpa: `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: { name: s }\nspec:\n  scaleTargetRef: { kind: Deployment, name: pay }\n  minReplicas: ${count}\n`,
      knative: `apiVersion: serving.knative.dev/v1\nkind: Service\nmetadata: { name: pay }\nspec:\n  template: { metadata: { annotations: {\n    autoscaling.knative.dev/min-scale: "${count}" } } }\n`,
      rollout: `apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: { name: pay }\nspec:\n  selector: { matchLabels: { app: pay } }\n  replicas: ${count}\n`,
    };
    const isScaler = kind === "keda" || kind === "hpa";
    return {
      "availability.yaml": spec(),
      "k/s.yaml": texts[kind],
      ...(isScaler ? { "k/d.yaml": deployment("pay", 9) } : {}),
    };
  };

  test.each(["keda", "knative", "rollout", "hpa"] as const)(
    "by %s is seen at its line",
    async (kind) => {
      const result = await compare(scaled(kind, 3), scaled(kind, 1));
      expect(rows(result)).toEqual(["replicas pay: 3 -> 1 at k/s.yaml:6"]);
      expect(figures(result).base).toBeCloseTo(up(3), 12);
      expect(figures(result).head).toBeCloseTo(up(1), 12);
    },
  );

  test.each(["keda", "knative", "hpa"] as const)(
    "to none by %s counts one, and is told",
    async (kind) => {
      const result = await compare(scaled(kind, 2), scaled(kind, 0));
      expect(rows(result)).toEqual(["replicas pay: 2 -> 1 at k/s.yaml:6"]);
      expect(told(result, "scales-to-zero")).toEqual([
        expect.stringContaining("k/s.yaml:6 1 service (`pay`) may have no replica"),
      ]);
    },
  );
});

describe("workloads that serve together", () => {
  const both = "workload: [Deployment/pay, Deployment/pay-canary]";
  const shop = (stable: number, canary: number, text = spec(both)): Files => ({
    "availability.yaml": text,
    "k/a.yaml": deployment("pay", stable),
    "k/b.yaml": deployment("pay-canary", canary),
  });

  test("change at the line of the one that does", async () => {
    const result = await compare(shop(2, 2), shop(2, 1));
    expect(rows(result)).toEqual(["replicas pay: 4 -> 3 at k/b.yaml:5"]);
    expect(figures(result).head).toBeCloseTo(up(3), 12);
  });

  test("change by the one that joins, or leaves", async () => {
    const alone = spec("workload: Deployment/pay");
    const title = "Deployment/pay + Deployment/pay-canary";
    expect(rows(await compare(shop(2, 1, alone), shop(2, 1)))).toEqual([
      `workload pay: Deployment/pay -> ${title} at k/b.yaml:5`,
      "replicas pay: 2 -> 3 at k/b.yaml:5",
    ]);
    const left = await compare(shop(2, 1), shop(2, 1, alone));
    expect(rows(left)[1]).toBe("replicas pay: 3 -> 2 at k/a.yaml:5");
    // Both are still there: that base's spec would count them is told.
    expect(figures(left).carried).toBeCloseTo(up(3), 12);
  });

  const head = (files: Files, text: string): Files => ({ ...files, "availability.yaml": text });

  test.each<[string, Files, string, number]>([
    [
      "one is renamed",
      { "k/a.yaml": deployment("pay", 1), "k/b.yaml": deployment("next", 2) },
      "[Deployment/pay, Deployment/next]",
      3,
    ],
    ["one is gone", { "k/a.yaml": deployment("pay", 1) }, "Deployment/pay", 1],
    ["both become one", { "k/a.yaml": deployment("next", 2) }, "Deployment/next", 2],
    [
      "both are renamed",
      { "k/a.yaml": deployment("x", 2), "k/b.yaml": deployment("y", 1) },
      "[Deployment/x, Deployment/y]",
      3,
    ],
    [
      "one is there, and left out",
      {
        "k/a.yaml": deployment("pay", 1),
        "k/b.yaml": deployment("pay-canary", 1),
        "k/c.yaml": deployment("c", 5),
      },
      "[Deployment/pay, Deployment/c]",
      2,
    ],
    [
      "one cannot be told",
      {
        "k/a.yaml": deployment("pay", 1),
        "k/b.yaml": deployment("pay-canary", 1).replace("replicas: 1", "replicas: '1'"),
        "k/c.yaml": deployment("c", 5),
      },
      "[Deployment/pay, Deployment/c]",
      1,
    ],
  ])("are carried where %s", async (_, files, workloads, count) => {
    const result = await compare(shop(3, 3), head(files, spec(`workload: ${workloads}`)));
    expect(figures(result).carried).toBeCloseTo(up(count), 12);
  });
});

describe("a number of a custom resource", () => {
  const at = (path: string) =>
    spec(`workload: { kind: KafkaCluster, name: ledger, replicasAt: ${path} }`);
  const files = (text: string, manifest: string): Files => ({
    "availability.yaml": text,
    "k/k.yaml": manifest,
  });

  test("counts where a service points to it, and changes at its line", async () => {
    const text = at("spec.kafka.replicas");
    const result = await compare(files(text, kafka(3)), files(text, kafka(1)));
    expect(rows(result)).toEqual(["replicas pay: 3 -> 1 at k/k.yaml:5"]);
    expect(told(result, "not-evaluated")).toEqual([]);
    const row = result.changes[0]!;
    expect([row.base, row.head]).toEqual([3, 1]);
  });

  test("is carried to another path of the same object, and not to another object", async () => {
    const text = at("spec.kafka.replicas");
    const base = files(text, kafka(3));
    const moved = await compare(base, files(at("spec.kafka.size"), kafka(2, "size")));
    expect(figures(moved).carried).toBeCloseTo(up(2), 12);
    const other = kafka(3).replace("name: ledger", "name: spare");
    const hidden = await compare(
      base,
      files(text.replace("name: ledger", "name: spare"), `${kafka(1)}---\n${other}`),
    );
    expect(figures(hidden)).toMatchObject({ head: figures(hidden).base });
    expect(figures(hidden).carried).toBeCloseTo(up(1), 12);
    const unreadable = kafka(3).replace("3", "'1'");
    const lost = await compare(
      base,
      files(text.replace("name: ledger", "name: spare"), `${unreadable}---\n${other}`),
    );
    expect(figures(lost).carried).toBe(0);
    const pathless = await compare(
      base,
      files(text.replace("name: ledger", "name: spare"), `${kafka(1, "size")}---\n${other}`),
    );
    expect(figures(pathless).carried).toBe(0);
  });
});

describe("a number that no service points to", () => {
  const files = (...manifests: readonly string[]): Files => ({
    "availability.yaml": spec("replicas: 2"),
    "k/k.yaml": manifests.join("---\n"),
  });
  const line =
    "; where it runs a service, give that `workload: { kind: KafkaCluster, namespace: shop, name: ledger, replicasAt: spec.kafka.replicas }`";
  const what = "`spec.kafka.replicas` of `KafkaCluster/shop/ledger`";

  test.each<[string, readonly string[], readonly string[], readonly string[]]>([
    [
      "falls",
      [kafka(3)],
      [kafka(1)],
      [`k/k.yaml:5 ${what} goes from 3 to 1 and is not evaluated${line}`],
    ],
    [
      "comes",
      [kafka(3, "port")],
      [kafka(3)],
      [`k/k.yaml:5 ${what} is new, 3, and is not evaluated${line}`],
    ],
    [
      "goes",
      [kafka(3)],
      [kafka(3, "port")],
      [
        `k/k.yaml:3 ${what} is gone, where it was 3 (\`k/k.yaml:5\` at base), and is not evaluated${line}`,
      ],
    ],
    [
      "comes with its object",
      [kafka(3, "port")],
      [kafka(3, "port"), kafka(1).replace("ledger", "new")],
      [
        `k/k.yaml:11 ${what.replace("ledger", "new")} is new, 1, and is not evaluated${line.replace("ledger", "new")}`,
      ],
    ],
    [
      "goes with its object",
      [kafka(3, "port"), kafka(1).replace("ledger", "old")],
      [kafka(3, "port")],
      [
        `undefined:undefined ${what.replace("ledger", "old")} is gone, where it was 1 (\`k/k.yaml:11\` at base), and is not evaluated${line.replace("ledger", "old")}`,
      ],
    ],
    ["is another", [kafka(3, "port")], [kafka(1, "port")], []],
    ["moves", [kafka(3)], [`# moved\n${kafka(3)}`], []],
    ["is a copy that comes or goes", [kafka(3), kafka(3)], [kafka(3)], []],
    ["is one of several files, in another order", [kafka(3), kafka(1)], [kafka(1), kafka(3)], []],
  ])("is told where it %s", async (_, base, head, messages) => {
    expect(told(await compare(files(...base), files(...head)), "not-evaluated")).toEqual(messages);
  });

  test("is told a few times, and then counted", async () => {
    const many = (count: number) =>
      Array.from({ length: 9 }, (_, i) => kafka(count).replace("ledger", `l${i}`));
    const messages = told(await compare(files(...many(3)), files(...many(1))), "not-evaluated");
    expect(messages).toHaveLength(6);
    expect(messages[5]).toContain("4 more numbers under keys such as `replicas`");
  });

  test("is not told of values with which a chart of this repository is rendered", async () => {
    const release = (replicas: number, source: string) => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web }
spec:
  chart: { spec: { chart: charts/web, sourceRef: { kind: ${source}, name: shop } } }
  values: { replicas: ${replicas} }
`;
    const of = async (source: string) => {
      const [base, head] = [files(release(3, source)), files(release(1, source))];
      return told(await compare(base, head), "not-evaluated");
    };
    expect(await of("HelmRepository")).toHaveLength(1);
    expect(await of("GitRepository")).toEqual([]);
  });

  test("is not told where the spec is new", async () => {
    const result = await compare({ "k/k.yaml": kafka(1) }, files(kafka(3)));
    expect(told(result, "not-evaluated")).toEqual([]);
  });
});

const PAIRS = new URL("../../../shared/realworld/pairs/", import.meta.url);
const present = existsSync(PAIRS);

describe.skipIf(!present)(`real pairs${present ? "" : " (skipped: ../shared is absent)"}`, () => {
  const filesOf = (pair: string, side: string): Files => {
    const root = new URL(`${pair}/${side}/`, PAIRS);
    const paths = readdirSync(root, { recursive: true, encoding: "utf8" });
    const manifests = paths.filter((path) => /\.ya?ml$/.test(path));
    return Object.fromEntries(
      manifests.map((path) => [`k/${path}`, readFileSync(new URL(path, root), "utf8")]),
    );
  };
  const pair = (name: string, text: string) =>
    compare(
      { ...filesOf(name, "base"), "availability.yaml": text },
      { ...filesOf(name, "head"), "availability.yaml": text },
    );

  test("neco-vmalertmanager-cr-pdb: 1 → 3 by its path, or told", async () => {
    const name = "neco-vmalertmanager-cr-pdb";
    const path = "spec.replicaCount";
    const text = spec(
      `workload: { kind: VMAlertmanager, name: vmalertmanager, replicasAt: ${path} }`,
    );
    expect(rows(await pair(name, text))).toEqual([
      expect.stringMatching(/^replicas pay: 1 -> 3 at k\/.*alertmanager\.yaml:16$/),
    ]);
    const [message] = told(await pair(name, spec("replicas: 1")), "not-evaluated");
    expect(message).toContain("goes from 1 to 3 and is not evaluated");
    expect(message).toContain("name: vmalertmanager, replicasAt: spec.replicaCount }`");
  });

  test("home-ops-helmrelease-replicas: 2 are new in values, by their path, or told", async () => {
    const name = "home-ops-helmrelease-replicas";
    const path = "spec.values.controllers.cloudflare-tunnel.replicas";
    const [message] = told(await pair(name, spec("replicas: 1")), "not-evaluated");
    expect(message).toContain(`\`${path}\` of \`HelmRelease/cloudflare-tunnel\` is new, 2,`);
  });

  test("dk-hpa-min-10-to-2: the minima of production fall", async () => {
    const text = spec("workload: Deployment/dreamkast").replace(
      "k/**/*.yaml",
      "k/**/overlays/production/main/*.yaml, k/**/base/**/*.yaml",
    );
    const result = await pair("dk-hpa-min-10-to-2", text);
    expect(rows(result)).toEqual([expect.stringMatching(/^replicas pay: 10 -> 2 at .*hpa\.yaml:/)]);
  });
});
