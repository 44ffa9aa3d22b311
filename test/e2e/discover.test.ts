import { spawn } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLI } from "./run-cli.ts";

const fixtures = join(import.meta.dirname, "../../fixtures");
const TRACES = join(fixtures, "traces/shop.otlp.jsonl");

type Run = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** Not `runCli`: a server of this process must be able to answer meanwhile. */
function run(
  args: readonly string[],
  { cwd = folder, input = "" }: { readonly cwd?: string; readonly input?: string } = {},
): Promise<Run> {
  const env = { PATH: process.env["PATH"], HOME: folder, CI: "true" };
  const child = spawn(process.execPath, [CLI, ...args], { cwd, env });
  const texts = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (texts.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (texts.stderr += text));
  child.stdin.end(input);
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (status) => done({ status, ...texts }));
  });
}

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "discover-test-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder of its own with the shop in it, but for its spec. */
function shop(name: string): string {
  const root = join(folder, name);
  cpSync(join(fixtures, "shop/deploy"), join(root, "deploy"), { recursive: true });
  return root;
}

describe("discover", () => {
  it("prints a spec that is valid and can be estimated at once", async () => {
    const root = shop("printed");
    const drafted = await run(["discover", TRACES, "--repo", root], { cwd: root });
    expect(drafted.status).toBe(0);
    expect(drafted.stderr).toContain(
      "notice: read 12 traces of 81 spans from 1 source of 2026-11-01",
    );
    expect(drafted.stderr).toContain("10 of 11 declared services are in them; not `catalog-db`");
    // Replicas are the manifests'.
    expect(drafted.stdout).not.toContain("replicas:");
    expect(drafted.stdout).toContain(
      "  - recommendation -> catalog: { operation: Catalog/List, evidence: {",
    );
    expect(drafted.stdout).toMatch(
      /calls: \[catalog, recommendation\]\n {4}optional: \[recommendation\]/,
    );
    writeFileSync(join(root, "availability.yaml"), drafted.stdout);
    expect((await run(["validate"], { cwd: root })).status).toBe(0);
    const { status, stdout } = await run(["estimate"], { cwd: root });
    expect(status).toBe(0);
    expect(stdout).toContain("POST /checkout");
  });

  it("is the same for the same traces, packed, in pieces, through a pipe, and given twice", async () => {
    const root = shop("pieces");
    const lines = readFileSync(TRACES, "utf8").trimEnd().split("\n");
    const parts = join(root, "parts");
    cpSync(join(fixtures, "traces"), parts, { recursive: true });
    rmSync(join(parts, "shop.otlp.jsonl"));
    writeFileSync(join(parts, "b.json"), lines.slice(0, 5).join("\n"));
    writeFileSync(join(parts, "a.json.gz"), gzipSync(lines.slice(4).join("\n")));
    const [whole, pieces, piped] = await Promise.all([
      run(["discover", TRACES], { cwd: root }),
      run(["discover", parts], { cwd: root }),
      run(["discover", "-"], { cwd: root, input: lines.toReversed().join("\n") }),
    ]);
    expect(whole.status).toBe(0);
    expect(pieces.stdout).toBe(whole.stdout);
    expect(piped.stdout).toBe(whole.stdout);
    expect(pieces.stderr).toContain("were read twice, and count once");
  });

  it("merges into a spec once, and leaves it as it is from then on", async () => {
    const root = shop("merged");
    const file = join(root, "availability.yaml");
    copyFileSync(join(fixtures, "shop/availability.yaml"), file);
    const before = readFileSync(file, "utf8");
    const first = await run(["discover", TRACES, "--out", "availability.yaml"], { cwd: root });
    expect(first.stdout).toBe(
      "Merged into `availability.yaml`: the traces show 11 services, 13 dependencies, 3 endpoints.\n",
    );
    expect(first.stderr).toContain(
      "warning: `payment -> api.stripe.com` is added, and `payment -> stripe` was never seen: if they are one, give the two services one name",
    );
    const after = readFileSync(file, "utf8");
    const kept = before.split("\n").filter((line) => !/->|~>/.test(line));
    expect(after.split("\n").filter((line) => kept.includes(line))).toEqual(kept);
    expect(after).toContain(
      "  - frontend -> cart: { evidence: { good: 3, total: 3, until: 2026-11-01 } }",
    );
    const again = await run(["discover", TRACES, "--out", "availability.yaml"], { cwd: root });
    expect(again.stdout).toBe("`availability.yaml` says all that the traces show already.\n");
    expect(readFileSync(file, "utf8")).toBe(after);
    expect((await run(["estimate"], { cwd: root })).status).not.toBe(2);
  });

  it("checks a spec, and fails on what it finds only where that is asked", async () => {
    const root = join(fixtures, "shop");
    const check = ["discover", TRACES, "--check", "--repo", root];
    const [told, strict, json, markdown] = await Promise.all([
      run(check),
      run([...check, "--strict"]),
      run([...check, "--format", "json"]),
      run([...check, "--format", "markdown"]),
    ]);
    expect([told.status, strict.status, json.status]).toEqual([0, 1, 0]);
    expect(told.stdout).toMatch(
      /availability\.yaml:\d+: the spec has no `recommendation -> catalog`, which 2 calls in 2 traces show; add it\n {6}- recommendation -> catalog/,
    );
    expect(told.stdout).toContain("shows `catalog -> catalog-db`; 299 would be needed");
    const { specs } = JSON.parse(json.stdout) as {
      specs: { findings: { kind: string; line: number }[] }[];
    };
    expect(specs[0]?.findings.map(({ kind }) => kind)).toContain("unseen-endpoint");
    expect(specs[0]?.findings.every(({ line }) => line > 0)).toBe(true);
    expect(json.stderr).toBe("");
    expect(markdown.stdout).toContain("**Seen, and not in the spec**");
  });

  it("reads aggregates alone, and from a server", async () => {
    const root = join(folder, "aggregates");
    cpSync(join(fixtures, "shop/deploy"), root, { recursive: true });
    const saved = join(folder, "dependencies.json");
    const data = [
      { parent: "web", child: "pay", callCount: 12 },
      { parent: "pay", child: "bank", callCount: 7 },
    ];
    writeFileSync(saved, JSON.stringify({ data, total: 2 }));
    const jaeger = await run(["discover", "--metrics", saved, "--repo", folder]);
    expect(jaeger.status).toBe(0);
    expect(jaeger.stdout).toMatch(/- pay -> bank +# 7 calls/);
    expect(jaeger.stdout).toMatch(/^ {2}web: +# guess/m);

    const server = createServer((request, response) => {
      const query = new URL(request.url ?? "", "http://localhost").searchParams.get("query") ?? "";
      const metric = { client: "web", server: "pay", connection_type: "" };
      const isTotal = query.includes("graph_request_total");
      const result = isTotal ? [{ metric, value: [1_790_000_000, "1000"] }] : [];
      response.end(JSON.stringify({ status: "success", data: { resultType: "vector", result } }));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    try {
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}`;
      const asked = await run([
        "discover",
        "--prometheus",
        url,
        "--window",
        "1d",
        "--repo",
        folder,
      ]);
      expect(asked.stderr).not.toContain("error");
      expect(asked.stdout).toContain("- web -> pay");
    } finally {
      server.close();
    }
  });

  it.each([
    [["discover"], "traces are missing"],
    [["discover", TRACES, "--check", "--out", "x.yaml"], "--check only tells"],
    [["discover", TRACES, "--prometheus", "http://localhost:1", "--window", "7"], "--window takes"],
    [["discover", TRACES, "--model", "nowhere.yaml"], "there is no spec `nowhere.yaml`"],
    [["discover", TRACES, "--out", "."], "is a link or a folder"],
    [["discover", "nowhere.json"], "there is no file `nowhere.json`"],
    [["discover", join(fixtures, "shop/availability.yaml")], "error: is "],
  ])("refuses %j, and says what to do", async (args, words) => {
    const { status, stdout, stderr } = await run(args, { cwd: folder });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(words);
  });
});
