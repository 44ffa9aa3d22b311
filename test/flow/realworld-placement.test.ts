import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readDeployment } from "../../src/deployment/read.ts";
import type { PlacementFact } from "../../src/deployment/workload.ts";
import { diff } from "../../src/flow/diff.ts";
import type { ModelResult } from "../../src/gate/result.ts";
import { memoryTree } from "./memory-tree.ts";

const ROOT = new URL("../../../shared/realworld/", import.meta.url);
const present = existsSync(ROOT);
const absent = present ? "" : " (skipped: ../shared is absent)";

const HOST = "kubernetes.io/hostname";
const ZONE = "topology.kubernetes.io/zone";

function textOf(path: string): string {
  return readFileSync(new URL(path, ROOT), "utf8");
}

/** Our own model of one of their services: three zones and three hosts, all alike. */
function spec(service: string, key: string): string {
  return `version: 1
manifests: [all.yaml]
domains:
  place: { topologyKey: ${key}, members: [x, y, z], availability: 99% }
endpoints:
  served: { entry: ${service}, slo: 90% }
`;
}

async function compare(service: string, key: string, base: string, head: string) {
  const tree = (text: string) =>
    memoryTree({ "availability.yaml": spec(service, key), "all.yaml": text });
  const outcome = await diff({
    base: { tree: tree(base), rendered: null },
    head: { tree: tree(head), rendered: null },
    models: ["availability.yaml"],
    options: { samples: 1000, seed: 1 },
  });
  if (outcome.kind === "invalid") throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.judgements[0]!.model;
}

function placements({ changes }: ModelResult): readonly string[] {
  return changes
    .filter(({ kind }) => kind === "placement")
    .map(({ base, head, side, line }) => `${base} -> ${head} at ${side} ${line}`);
}

function lineOf(text: string, from: string, wanted: string): number {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.includes(from));
  return lines.findIndex((line, i) => i > start && line.includes(wanted)) + 1;
}

function brief({ rule, topologyKey, soft, idle }: PlacementFact): string {
  return `${soft ? "soft " : ""}${rule} ${topologyKey.split("/")[1]}${idle === undefined ? "" : " (idle)"}`;
}

/** Facts of the workloads below a folder, by name. */
function factsBelow(folder: string): Readonly<Record<string, readonly string[]>> {
  const root = new URL(`${folder}/`, ROOT);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".yaml"))
    .sort()
    .map((path) => ({ path, text: readFileSync(new URL(path, root), "utf8") }));
  return Object.fromEntries(
    readDeployment(files).workloads.map((one) => [one.name, one.placement.map(brief)]),
  );
}

describe.skipIf(!present)(`where real manifests put pods${absent}`, () => {
  it("etcd-shield is spread over zones softly; without that it is less available", async () => {
    const text = textOf("rendered/rings-ring2-stone-prod-p01.yaml");
    const line = lineOf(text, "using topologySpreadConstraints", "topologySpreadConstraints:");
    const lines = text.split("\n");
    const without = [...lines.slice(0, line - 1), ...lines.slice(line + 6)].join("\n");
    expect(lines.slice(line - 1, line + 6).join("\n")).toContain("ScheduleAnyway");
    const result = await compare("etcd-shield", ZONE, text, without);
    expect(placements(result)).toEqual([
      `spread over place (soft) -> all in place/x (assumed) at base ${line + 1}`,
    ]);
    expect(result.endpoints[0]!.change).toBe("degraded");
  });

  it("kubearchive's anti-affinity makes it more available where hosts are modelled", async () => {
    const [base, head] = ["base", "head"].map((side) =>
      textOf(`rendered/rh-kubearchive-antiaffinity--${side}--development.yaml`),
    );
    const result = await compare("kubearchive-api-server", HOST, base!, head!);
    const line = lineOf(head!, "podAntiAffinity", "podAffinityTerm");
    expect(placements(result)).toEqual([
      `all in place/x (assumed) -> spread over place (soft) at head ${line}`,
    ]);
    expect(result.endpoints[0]!.change).toBe("improved");
    const zones = await compare("kubearchive-api-server", ZONE, base!, head!);
    expect(zones.endpoints[0]!.change).toBe("unchanged");
  });

  it("argocd's base gains anti-affinities, one of which selects other pods; its replica is one", async () => {
    const folder = "pairs/argocd-antiaffinity-base";
    const names = ["application-controller", "redis", "repo-server", "server", "dex-server"];
    const of = (side: string) => {
      const facts = factsBelow(`${folder}/${side}/manifests/base`);
      return names.map((name) => facts[`argocd-${name}`]);
    };
    const both = ["soft spread hostname", "soft spread hostname (idle)"];
    expect(of("base")).toEqual(names.map(() => []));
    expect(of("head")).toEqual([...Array(4).fill(both), ["soft spread hostname (idle)"]]);
    const texts = ["base", "head"].map((side) =>
      textOf(`${folder}/${side}/manifests/base/server/argocd-server-deployment.yaml`),
    );
    const result = await compare("argocd-server", HOST, texts[0]!, texts[1]!);
    expect(result.endpoints[0]!.delta).toBe(0);
  });

  it("argocd's HA build spreads its servers over hosts and, by the former label, over zones", async () => {
    const [base, head] = ["base", "head"].map((side) =>
      textOf(`rendered/argocd-antiaffinity--${side}--ha-base.yaml`),
    );
    for (const key of [HOST, ZONE]) {
      const result = await compare("argocd-repo-server", key, base!, head!);
      expect(placements(result)).toEqual([]);
      const { availability } = result.endpoints[0]!.head!;
      const soft = (1 - 0.999 * 0.99) ** 2;
      expect(Math.abs(availability - (1 - soft))).toBeLessThan(1e-12);
    }
  });

  it("zalando's redis, rendered by hand, gains a required anti-affinity beside its zones", async () => {
    const path = "cluster/manifests/skipper/skipper-redis.yaml";
    const [base, head] = ["base", "head"].map((side) =>
      textOf(`pairs/zalando-redis-antiaffinity-templated/${side}/${path}`)
        .replace(/^\{\{.*\}\}$/gm, "# -")
        .replace(/\{\{ [^}]*replicas \}\}/g, "2")
        .replace(/\{\{[^}]*\}\}/g, "1"),
    );
    const result = await compare("skipper-ingress-redis", HOST, base!, head!);
    const line = lineOf(head!, "requiredDuringScheduling", "topologyKey: kubernetes.io/hostname");
    expect(placements(result)).toEqual([
      `all in place/x (assumed) -> spread over place at head ${line}`,
    ]);
    expect(result.endpoints[0]!.change).toBe("improved");
    const zones = await compare("skipper-ingress-redis", ZONE, base!, head!);
    expect(placements(zones)).toEqual([]);
    expect(zones.endpoints[0]!.delta).toBe(0);
  });
});
