import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSpecs, type WriteOutcome, writeSpec } from "../../src/flow/discover.ts";
import { observe } from "../../src/flow/discover-gather.ts";
import { isProblem } from "../../src/repository/problem.ts";
import type { Observed } from "../../src/traces/observed.ts";
import { dependency, endpoint, observed, service } from "../draft/observed-shop.ts";
import { anyObserved } from "../draft/random-observed.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

const OPTIONS = { samples: 1000, seed: 1 };

function deployment(name: string, replicas: number, app = name): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: ${app} } }
  template: { metadata: { labels: { app: ${app} } }, spec: { containers: [{ image: x }] } }
`;
}

const SEEN = observed({
  services: [
    service("bank", { instances: 3 }),
    service("pay", { instances: 2 }),
    service("web", { instances: 2 }),
  ],
  dependencies: ["pay -> bank", "web -> pay"].map((one) => dependency(one)),
  endpoints: [endpoint("GET /", "web", ["pay"])],
});

async function write(
  of: Observed,
  files: Files,
  path: string | null = "availability.yaml",
): Promise<WriteOutcome> {
  const text = path === null ? null : files[path];
  return writeSpec(of, {
    tree: memoryTree(files),
    path,
    text: typeof text === "string" ? text : null,
    options: OPTIONS,
  });
}

function written(outcome: WriteOutcome): Extract<WriteOutcome, { readonly kind: "written" }> {
  if (outcome.kind === "written") return outcome;
  throw new Error(outcome.diagnostics.map(({ message }) => message).join("\n"));
}

describe("a draft beside manifests", () => {
  const files = {
    "k/web.yaml": deployment("web", 4),
    "k/pay.yaml": deployment("pay", 2),
    "k/idle.yaml": deployment("idle", 1),
  };

  it("takes replicas from them, and tells where the traces say otherwise", async () => {
    const { text, diagnostics, unseen } = written(await write(SEEN, files));
    expect(text).toContain("  bank: { replicas: 3 }");
    expect(text).not.toMatch(/^ {2}(?:web|pay): \{/m);
    expect(diagnostics).toEqual([
      {
        severity: "warning",
        code: "replica-conflict",
        message:
          "the traces show 2 instances of `web` at once, and the manifest says 4; the manifest counts; see which of the two is out of date",
        file: "k/web.yaml",
        line: 5,
        column: 13,
      },
    ]);
    expect(unseen).toEqual({ names: ["idle"], of: 3 });
  });

  it("has the traces' replicas where it stands in no repository", async () => {
    const { text } = written(await write(SEEN, files, null));
    expect(text).toContain("  web: { replicas: 2 }");
    expect(text).not.toContain("manifests:");
  });

  it("names both workloads of a service, and leaves out what no spec may name", async () => {
    const two = {
      "k/a.yaml": `${deployment("web-stable", 3, "web")}---
apiVersion: v1
kind: Service
metadata: { name: web }
spec: { selector: { app: web } }
`,
      "k/b.yaml": deployment("web-canary", 1, "web"),
      "k/pay.yaml": deployment("pay", 2).replace("replicas: 2", 'replicas: "2"'),
    };
    const { text, diagnostics } = written(await write(SEEN, two));
    expect(text).toMatch(/web: \{ workload: \[Deployment\/web-canary, Deployment\/web-stable\] \}/);
    expect(text).not.toContain("pay");
    expect(diagnostics[0]?.message).toMatch(/^`pay` is left out: .*"2"/);
  });

  it("is refused where the traces show nothing that a spec could say", async () => {
    const outcome = await write(observed({}), files);
    expect(outcome.kind).toBe("invalid");
    expect(outcome.diagnostics[0]?.code).toBe("nothing-seen");
    expect(outcome.diagnostics[0]?.message).toContain("from their first span to their last");
    const metrics = observed({});
    const bare = { ...metrics, quality: { ...metrics.quality, spans: 0, traces: 0 } };
    const said = await write(bare, files);
    expect(said.diagnostics[0]?.message).toContain(
      "the metrics show no service that calls another",
    );
  });

  it("can be judged at once, whatever the traces show", async () => {
    await fc.assert(
      fc.asyncProperty(anyObserved, async (of) => {
        fc.pre(of.dependencies.length + of.endpoints.length > 0);
        const { text } = written(await write(of, files));
        const again = written(await write(of, { ...files, "availability.yaml": text }));
        expect(again.text).toBe(text);
      }),
      { seed: 66, numRuns: 10 },
    );
  });
});

describe("a merge beside manifests", () => {
  const spec = "version: 1\ndependencies: [web -> pay]\nendpoints: { GET /: { entry: web } }\n";

  it("adds what the spec lacks, but replicas that a manifest gives", async () => {
    const files = { "availability.yaml": spec, "k/bank.yaml": deployment("bank", 3) };
    const { text, isNew } = written(await write(SEEN, files));
    expect(isNew).toBe(false);
    expect(text).toContain("pay -> bank: { evidence:");
    expect(text).not.toContain("bank: { replicas");
    expect(text).toContain("pay: { replicas: 2 }");
  });

  it("is refused where the spec is not valid, or cannot be built", async () => {
    const broken = await write(SEEN, { "availability.yaml": `${spec}nope: 1\n` });
    expect(broken).toMatchObject({ kind: "invalid", diagnostics: [{ line: 4 }] });
    const twice = { "a.yaml": deployment("web", 1), "b.yaml": deployment("web", 2) };
    const conflict = await write(SEEN, { "availability.yaml": spec, ...twice });
    expect(conflict.kind).toBe("invalid");
  });
});

describe("a check beside manifests", () => {
  it("is of each spec by itself", async () => {
    const spec =
      "version: 1\ndependencies: [web -> pay, pay -> bank]\nendpoints: { GET /: { entry: web } }\n";
    const files = {
      "a/availability.yaml": spec,
      "b/availability.yaml": spec.replace(", pay -> bank", ", pay -> old"),
      "a/web.yaml": deployment("web", 4),
    };
    const outcome = await checkSpecs(SEEN, memoryTree(files), Object.keys(files).slice(0, 2));
    if (outcome.kind !== "checked") throw new Error("not checked");
    const kinds = outcome.specs.map(({ findings }) => findings.map(({ kind }) => kind));
    expect(kinds[0]).toEqual(["replica-conflict", "replica-conflict", "replica-conflict"]);
    expect(kinds[1]).toContain("missing-dependency");
    expect(kinds[1]).toContain("unseen-dependency");
    expect(outcome.specs.map(({ unseen }) => unseen)).toEqual([
      { names: [], of: 3 },
      { names: ["old"], of: 3 },
    ]);
  });
});

describe("what all sources show together", () => {
  const span = (id: string, name: string, start: number, rest: object) => ({
    traceId: "a".repeat(16),
    id,
    name,
    timestamp: start * 1e6,
    duration: 1000,
    ...rest,
  });
  const at = Date.UTC(2026, 10, 1, 12) / 1000;
  const zipkin = JSON.stringify([
    span("1".padStart(16, "0"), "get /", at, {
      kind: "SERVER",
      localEndpoint: { serviceName: "web" },
    }),
    span("2".padStart(16, "0"), "get /x", at, {
      kind: "CLIENT",
      parentId: "1".padStart(16, "0"),
      localEndpoint: { serviceName: "web" },
      remoteEndpoint: { serviceName: "pay" },
    }),
  ]);
  const source = (text: string) => ({
    name: "t.json",
    found: false,
    size: text.length,
    chunks: async function* () {
      yield { bytes: Buffer.from(text), consumed: text.length };
    },
  });

  async function seen(rest: Partial<Parameters<typeof observe>[0]>) {
    const shares: number[] = [];
    const sources = {
      traces: [source(zipkin)],
      metrics: [],
      outages: [],
      prometheus: null,
      ...rest,
    };
    const evident = await observe(sources, (share) => shares.push(share));
    if (isProblem(evident)) throw new Error(evident.message);
    return { ...evident, shares };
  }

  it("is traces and aggregates, with known outages left out", async () => {
    const { observed: of, shares } = await seen({
      metrics: [
        {
          name: "j.json",
          text: JSON.stringify({ data: [{ parent: "pay", child: "bank", callCount: 3 }] }),
        },
      ],
      outages: [
        {
          name: "o.csv",
          text: "service,from,until\npay,2026-11-01T11:00:00Z,2026-11-01T13:00:00Z\n",
        },
      ],
    });
    expect(
      of?.dependencies.map(({ from, to, calls, censored }) => [from, to, calls, censored]),
    ).toEqual([
      ["pay", "bank", 3, 0],
      ["web", "pay", 1, 1],
    ]);
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
    expect(shares.at(-1)).toBe(1);
  });

  it("counts the sources that spans came from, and tells of those passed over", async () => {
    const traces = [
      source(zipkin),
      { ...source("a: b"), found: true },
      source('{"spans":[],"processes":{}}'),
    ];
    const { observed: of, diagnostics } = await seen({ traces });
    expect(of?.quality.sources).toBe(1);
    expect(diagnostics.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["unread-format", "no-spans"]),
    );
  });

  it("is nothing where one of them is refused, and says which", async () => {
    for (const rest of [
      { traces: [source("{}")] },
      { metrics: [{ name: "m.json", text: "[]" }] },
      { outages: [{ name: "o.csv", text: "service,from,until\n,1,2\n" }] },
    ]) {
      const { observed: of, diagnostics } = await seen(rest);
      expect(of).toBeNull();
      expect(
        diagnostics.some(({ severity, file }) => severity === "error" && file !== undefined),
      ).toBe(true);
    }
  });
});
