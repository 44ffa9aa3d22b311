import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { load } from "js-yaml";
import { afterAll, describe, expect, it } from "vitest";
import schema from "../../schema/result.schema.json" with { type: "json" };
import type { EstimatedEndpoint, EstimateResult } from "../../src/gate/result.ts";
import { runCli } from "./run-cli.ts";
import { ACTION_NODE } from "./runtimes.ts";

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "availability-gate-explain-")));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const SHOP = join(scratch, "shop");
mkdirSync(SHOP);
const deployment = (name: string, replicas: number) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: shop }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ name: main, image: shop/${name} }] }
`;
writeFileSync(
  join(SHOP, "deploy.yaml"),
  [deployment("web", 2), deployment("payment", 2)].join("---\n"),
);
writeFileSync(
  join(SHOP, "availability.yaml"),
  `version: 1
manifests: [deploy.yaml]
defaults: { replicaAvailability: 99.5%, dependencyAvailability: 99.9% }
dependencies:
  - web -> payment
endpoints:
  POST /checkout: { entry: web, slo: 99.5% }
`,
);

function explain(...args: readonly string[]) {
  return runCli(ACTION_NODE, scratch, ["explain", "POST", "/checkout", "--repo", SHOP, ...args]);
}

function endpointOf(stdout: string): EstimatedEndpoint {
  return (JSON.parse(stdout) as EstimateResult).models[0]!.endpoints[0]!;
}

describe("explain --sweep and --chaos", { timeout: 60_000 }, () => {
  it("publishes curves and injections as the schema has them", () => {
    const { status, stdout } = explain("--sweep", "--sweep=payment", "--chaos", "--format", "json");
    expect(status).toBe(0);
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect(validate(JSON.parse(stdout)), JSON.stringify(validate.errors)).toBe(true);
    const { sweeps = [], chaos = [], head } = endpointOf(stdout);
    expect(sweeps.map(({ swept }) => swept).sort()).toEqual(["rho", "service", "theta"]);
    for (const { current, exact, crossing } of sweeps) {
      expect(exact).toBe(true);
      expect(Math.abs(current.availability - head.availability)).toBeLessThan(1e-12);
      expect(crossing?.kind).toBe("at");
    }
    expect(chaos.length).toBeGreaterThan(0);
    const risks = chaos.map(({ risk }) => risk);
    expect(risks).toEqual(risks.toSorted((a, b) => b - a));
  });

  it("draws on a terminal, and in plain ASCII where it has nothing else", () => {
    const drawn = explain("--sweep");
    expect(drawn.stdout).toMatch(/[\u2801-\u28ff]/);
    expect(drawn.stdout).toContain("keeps its SLO of 99.5% while every replica is available");
    const args = ["explain", "POST", "/checkout", "--repo", SHOP, "--sweep", "payment"];
    const plain = runCli(ACTION_NODE, scratch, args, { env: { LC_ALL: "de_DE.ISO-8859-1" } });
    expect(plain.stdout).toContain("****");
    expect(plain.stdout).not.toMatch(/[\u2800-\u28ff]/);
  });

  it("writes manifests of Chaos Mesh, and none over what is there", () => {
    const out = join(scratch, "chaos");
    const first = explain("--chaos", "--out", out);
    expect(first.status).toBe(0);
    const files = readdirSync(out);
    expect(files[0]).toMatch(/^01-/);
    for (const file of files) {
      expect(load(readFileSync(join(out, file), "utf8"))).toMatchObject({
        apiVersion: "chaos-mesh.org/v1alpha1",
      });
    }
    writeFileSync(join(out, files[1]!), "mine");
    const again = explain("--chaos", "--out", out);
    expect(again).toMatchObject({ status: 2, stdout: "" });
    expect(again.stderr).toContain("already; `--force` overwrites it");
    expect(readFileSync(join(out, files[1]!), "utf8")).toBe("mine");
    expect(explain("--chaos", "--out", out, "--force").status).toBe(0);
    expect(readFileSync(join(out, files[1]!), "utf8")).toContain("kind:");
  });

  it("writes through no link", () => {
    const [out, elsewhere] = [join(scratch, "linked"), join(scratch, "elsewhere")];
    mkdirSync(out);
    writeFileSync(elsewhere, "kept");
    const [name] = readdirSync(join(scratch, "chaos"));
    symlinkSync(elsewhere, join(out, name!));
    const linked = explain("--chaos", "--out", out, "--force");
    expect(linked.status).toBe(2);
    expect(linked.stderr).toContain("through a link");
    expect(readFileSync(elsewhere, "utf8")).toBe("kept");
  });

  it("refuses what it cannot do", () => {
    const unknown = explain("--sweep", "paymnt");
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain("did you mean `payment`?");
    expect(explain("--out", "chaos").stderr).toContain("--chaos");
    expect(explain("--chaos", "--force").stderr).toContain("--out");
  });
});
