import { describe, expect, it } from "vitest";
import { type KnownReadings, readDeployment } from "../../src/deployment/read.ts";
import { deployment, deploymentOf } from "./manifest.ts";

const TEMPLATE = `{{- if .Values.web }}\n${deployment("web", "replicas: {{ .Values.replicas }}")}{{- end }}\n`;

describe("a kind", () => {
  it.each([
    "Deployment",
    '"Deployment"',
    "# why\n  Deployment",
    ">-\n  Deployment",
    "!!str |-\n  Deployment",
  ])("is recognised however it is written: %j", (written) => {
    const text = deployment("web").replace("kind: Deployment", `kind: ${written}`);
    expect(deploymentOf({ "a.yaml": text }).workloads.map((one) => one.kind)).toEqual([
      "Deployment",
    ]);
  });
});

it.each(["kind:!", "kind: #", "kind: # \\n"])(
  "a file of nothing but %j is passed over quickly",
  (part) => {
    const start = performance.now();
    expect(deploymentOf({ "a.yaml": part.repeat(50_000) }).workloads).toEqual([]);
    expect(performance.now() - start).toBeLessThan(1000);
  },
);

describe("files that are not YAML", () => {
  it("are named in one warning, and the rest is read", () => {
    const { workloads, unread, diagnostics } = deploymentOf({
      "a.yaml": deployment("a", "replicas: 2"),
      "chart/web.yaml": TEMPLATE,
      "z.yaml": deployment("z", "replicas: {{replicas}}"),
    });
    expect(workloads.map((one) => one.name)).toEqual(["a"]);
    expect(unread).toEqual(["chart/web.yaml", "z.yaml"]);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({
      severity: "warning",
      code: "unread-manifests",
      file: "chart/web.yaml",
      line: 1,
    });
    expect(diagnostics[0]!.message).toContain("2 manifests");
    expect(diagnostics[0]!.message).toContain("`chart/web.yaml:1`, `z.yaml:6`");
    expect(diagnostics[0]!.message).toContain("render");
  });

  it("are named up to five and then counted", () => {
    const files = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`${i}.yaml`, TEMPLATE]));
    const { message } = deploymentOf(files).diagnostics[0]!;
    expect(message).toContain("`4.yaml:1`, and 3 more");
    expect(message).not.toContain("`5.yaml");
  });

  it("keep their other documents", () => {
    const text = `${deployment("a")}---\n${deployment("b", "replicas: [")}---\n${deployment("c")}`;
    const { workloads, unread } = deploymentOf({ "all.yaml": text });
    expect(workloads.map((one) => one.name)).toEqual(["a", "c"]);
    expect(unread).toEqual(["all.yaml"]);
  });

  it.each([
    ["a Compose file", "services:\n  web:\n image: x\n"],
    ["tabs", "kind: Deployment\nmetadata:\n\tname: x\n"],
    ["a template that only includes", '{{ include "common.deployment" . }}\n---\n'],
    [
      "another object with template lines",
      "{{ if x }}\napiVersion: v1\nkind: ConfigMap\n{{ end }}\n",
    ],
  ])("are named when they hold %s", (_what, text) => {
    expect(deploymentOf({ "a.yaml": text })).toMatchObject({ workloads: [], unread: ["a.yaml"] });
  });

  it("are not named when they could hold no workload", () => {
    const files = {
      "mkdocs.yml": "a: b: c\n",
      "rules.yaml": "groups:\n- alert: '{{ $x }}'\n bad\n",
    };
    expect(deploymentOf(files)).toMatchObject({ workloads: [], unread: [], diagnostics: [] });
  });

  it("are named on one line, whatever their name", () => {
    const { message } = deploymentOf({ "a\nb.yaml": TEMPLATE }).diagnostics[0]!;
    expect(message).not.toContain("\n");
  });
});

describe("what cannot be missed before parsing", () => {
  it.each([
    ["kind:   Deployment", "spaces"],
    ['"kind" : "Deployment"', "quotes"],
    ["kind: !!str Deployment", "a tag"],
    ["kind: &kind Deployment", "an anchor"],
    ["kind:\n  Deployment", "a line of its own"],
    ["kind: Deployment # Service", "a comment"],
  ])("%j (%s)", (kind) => {
    const text = deployment("web", "replicas: 4").replace("kind: Deployment", kind);
    expect(deploymentOf({ "a.yaml": text }).workloads[0]!.replicas.count).toBe(4);
  });

  it("a kind that is an alias", () => {
    const text = `x: &k Deployment\napiVersion: apps/v1\nkind: *k\nmetadata: {name: web}\n`;
    expect(deploymentOf({ "a.yaml": text }).workloads).toHaveLength(1);
  });
});

it("objects of JSON, a line each, are manifests", () => {
  const object = (name: string, replicas: number) =>
    JSON.stringify({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name },
      spec: { replicas },
    });
  const { workloads } = deploymentOf({ "all.json": `${object("db", 1)}\n${object("web", 3)}\n` });
  const known = workloads.map(({ name, replicas }) => [name, replicas.count, replicas.place.line]);
  expect(known).toEqual([
    ["db", 1, 1],
    ["web", 3, 2],
  ]);
});

describe("files of two commits", () => {
  it("are parsed once where they are the same, and again where they are not", () => {
    const known: KnownReadings = new Map();
    const same = { path: "same.yaml", text: deployment("same", "replicas: 2") };
    const base = [{ path: "web.yaml", text: deployment("web", "replicas: 3") }, same];
    const head = [{ path: "web.yaml", text: deployment("web", "replicas: 1") }, same];
    for (const files of [base, head, base]) {
      expect(readDeployment(files, known)).toEqual(readDeployment(files));
    }
    const reading = known.get("same.yaml")?.reading;
    readDeployment(head, known);
    expect(known.get("same.yaml")?.reading).toBe(reading);
  });
});

describe("speed", () => {
  const schema = `  - name: v1\n${"    description: kind of replicas\n    type: object\n".repeat(5000)}`;
  const files = Object.fromEntries(
    Array.from({ length: 500 }, (_, i) => [
      `${i}.yaml`,
      `${deployment(`s${i}`, "replicas: 3")}---\n`,
    ]),
  );

  it("500 manifests and a large CRD are read in a moment", () => {
    const all = {
      ...files,
      "crd.yaml": `kind: CustomResourceDefinition\nspec:\n  versions:\n${schema}`,
    };
    deploymentOf(all);
    const start = performance.now();
    expect(deploymentOf(all).workloads).toHaveLength(500);
    expect(performance.now() - start).toBeLessThan(2500);
  });

  it.each([
    ["blank lines", "\n".repeat(500_000)],
    ["spaces", " ".repeat(500_000)],
    ["kinds", "kind: !a ".repeat(60_000)],
    ["braces", "{".repeat(500_000)],
    ["commas", ", ".repeat(250_000)],
    ["template marks", "{{ ".repeat(150_000)],
  ])("hostile text of %s is passed over or refused quickly", (_what, text) => {
    const start = performance.now();
    deploymentOf({ "a.yaml": `kind: Service\n${text}`, "b.yaml": text });
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
