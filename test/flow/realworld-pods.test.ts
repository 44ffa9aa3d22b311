import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { diff } from "../../src/flow/diff.ts";
import { loadSpec } from "../../src/model/load.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

const ROOT = new URL("../../../shared/realworld/", import.meta.url);
const present = existsSync(ROOT);
const absent = present ? "" : " (skipped: ../shared is absent)";

function filesOf(folder: string): Files {
  const root = new URL(`${folder}/`, ROOT);
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    paths
      .filter((path) => /\.ya?ml$/.test(path))
      .map((path) => [`k/${path}`, readFileSync(new URL(path, root), "utf8")]),
  );
}

const specOf = (service: string) => `version: 1
manifests: [k/**/*.yaml, k/**/*.yml]
faults: { drained: { drain: each }, rolled: { rollout: each } }
endpoints: { e: { entry: ${service} } }
`;

/** Rows and what is told of pods, from one folder of files to another. */
async function between(base: string, head: string, service: string) {
  const side = (folder: string) => ({
    tree: memoryTree({ ...filesOf(folder), "availability.yaml": specOf(service) }),
    rendered: null,
  });
  const outcome = await diff({
    base: side(base),
    head: side(head),
    models: ["availability.yaml"],
    options: { samples: 1000, seed: 1 },
  });
  if (outcome.kind === "invalid") throw new Error(JSON.stringify(outcome.diagnostics));
  const [one] = outcome.judgements;
  return {
    rows: (one?.model.changes ?? []).map((row) => `${row.kind}: ${row.base} -> ${row.head}`),
    told: (one?.model.diagnostics ?? [])
      .filter(({ code }) => code === "pod-changed" || code === "lost-budget")
      .map(({ message }) => message.slice(0, message.search(/[:(,]/))),
  };
}

describe.skipIf(!present)(`real changes of pods and of what may be taken away${absent}`, () => {
  it("kube-prometheus makes its adapter two, of which a rollout may take one", async () => {
    const pair = "pairs/kp-adapter-ha";
    expect(await between(`${pair}/base`, `${pair}/head`, "prometheus-adapter")).toEqual({
      rows: ["replicas: 1 -> 2", "disruption: 0 in a rollout -> 1 in a rollout"],
      told: [],
    });
  });

  it("its budget keeps one of two, and is told where a change takes it away", async () => {
    const pair = "pairs/kp-adapter-pdb";
    const none = { rows: [], told: [] };
    expect(await between(`${pair}/base`, `${pair}/head`, "prometheus-adapter")).toEqual(none);
    expect(await between(`${pair}/head`, `${pair}/base`, "prometheus-adapter")).toEqual({
      rows: [],
      told: ["this change takes the disruption budget of `prometheus-adapter` away "],
    });
  });

  it("infra-deployments adds a readiness probe, which is told where it goes again", async () => {
    const pair = "pairs/rh-proxy-rollingupdate-readiness";
    expect(await between(`${pair}/base`, `${pair}/head`, "proxy")).toEqual({ rows: [], told: [] });
    const { told } = await between(`${pair}/head`, `${pair}/base`, "proxy");
    expect(told).toEqual([
      expect.stringMatching(/^this change removes the readiness probe of the container `/),
    ]);
  });
});

describe.skipIf(!present)(`OpenSLO objects of its own examples${absent}`, () => {
  it.each([
    ["budgeting-method/occurences-slo", null, 0.99, ["threshold"]],
    ["budgeting-method/ratio-timeslices", "Good", 0.99, ["slices"]],
    ["budgeting-method/timeslices-slo", "Internal objective", 0.995, ["slices"]],
    ["budgeting-method/timeslices-slo", "SLA", 0.99, ["slices"]],
    ["treat-low-traffic-as-equally-important/timeslices-slo", null, 0.9995, ["slices"]],
  ])("%s promises in %j %d", async (path, objective, target, words) => {
    const text = readFileSync(new URL(`models/openslo/${path}.yaml`, ROOT), "utf8");
    const slo = { openslo: "slo.yaml", ...(objective === null ? {} : { objective }) };
    const spec = `version: 1\nendpoints: { e: { entry: a, slo: ${JSON.stringify(slo)} } }\n`;
    const files: Record<string, string> = { "a.yaml": spec, "slo.yaml": text };
    const { spec: read, diagnostics } = await loadSpec("a.yaml", async (one) => files[one] ?? null);
    expect(read?.endpoints.get("e")?.slo?.value.p).toBe(target);
    expect(diagnostics.map(({ message }) => words.find((word) => message.includes(word)))).toEqual(
      words,
    );
  });
});
