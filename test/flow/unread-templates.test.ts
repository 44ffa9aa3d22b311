import { describe, expect, it } from "vitest";
import { diff } from "../../src/flow/diff.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

const DEPLOYMENT =
  "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: 2 }\n";

const SHOP: Files = {
  "shop/availability.yaml": "version: 1\nendpoints: { e: { entry: web } }\n",
  "shop/web.yaml": DEPLOYMENT,
  "shop/charts/cart/Chart.yaml": "apiVersion: v2\nname: cart\nversion: 0.1.0\n",
  "shop/charts/cart/values.yaml": "replicas: 2\n",
  "shop/charts/cart/templates/cart.yaml":
    "kind: Deployment\nspec: { replicas: {{ .Values.replicas }} }\n",
  "shop/values-prod.yaml": "replicas: 3\n",
  "other/Chart.yaml": "apiVersion: v2\nname: other\nversion: 0.1.0\n",
  "other/templates/other.yaml": "{{ }}\n",
};

async function told(edit: Files, files: Files = SHOP): Promise<readonly string[]> {
  const outcome = await diff({
    base: { tree: memoryTree(files), rendered: null },
    head: { tree: memoryTree({ ...files, ...edit }), rendered: null },
    models: ["shop/availability.yaml"],
    options: { samples: 1000, seed: 1 },
  });
  if (outcome.kind === "invalid") return outcome.diagnostics.map(({ code }) => code);
  if (outcome.judgements.length === 0) return ["unaffected"];
  return outcome.judgements.flatMap(({ model }) =>
    model.diagnostics
      .filter(({ code }) => ["chart-templates", "not-evaluated"].includes(code))
      .map(
        ({ file, line, severity, code, message }) =>
          `${file}:${line} ${severity} ${code}: ${message}`,
      ),
  );
}

const LINE = "write `- helm: { chart: charts/cart }` under `manifests`";

describe("a chart that nobody renders", () => {
  it("is told with the line that has it rendered", async () => {
    const [notice, ...more] = await told({ "shop/web.yaml": DEPLOYMENT.replace("2", "3") });
    expect(notice).toContain("shop/availability.yaml:1 notice chart-templates: ");
    expect(notice).toContain("`shop/charts/cart/templates/`");
    expect(notice).toContain(LINE);
    expect(more).toEqual([]);
  });

  it.each([
    "shop/charts/cart/templates/cart.yaml",
    "shop/charts/cart/templates/_helpers.tpl",
    "shop/charts/cart/values.yaml",
    "shop/values-prod.yaml",
  ])("is told as not evaluated where it changes: %s", async (path) => {
    const changes = await told({ [path]: "replicas: 1\n" });
    const told_ = changes.filter((one) => one.includes("not-evaluated"));
    expect(told_).toEqual([
      expect.stringContaining(`${path}:1 warning not-evaluated: \`${path}\` changed`),
    ]);
    expect(told_[0]).toContain(LINE);
  });

  it("is told, too, where exclusions narrow the default, unless they leave it out", async () => {
    const values = "shop/charts/cart/values.yaml";
    const narrowed = (pattern: string) => ({
      ...SHOP,
      "shop/availability.yaml": `version: 1\nmanifests: ["${pattern}"]\nendpoints: { e: { entry: web } }\n`,
    });
    const [notice, warning] = await told({ [values]: "replicas: 1\n" }, narrowed("!old/**"));
    expect(notice).toContain("notice chart-templates: ");
    expect(warning).toContain(`${values}:1 warning not-evaluated: `);
    const without = narrowed("!charts/**");
    expect(await told({ [values]: "replicas: 1\n" }, without)).toEqual(["unaffected"]);
  });

  it("that the spec does not look at says nothing", async () => {
    expect(await told({ "other/templates/other.yaml": "{{ x }}\n" })).toEqual(["unaffected"]);
    const explicit = {
      ...SHOP,
      "shop/availability.yaml":
        "version: 1\nmanifests: [web.yaml]\nendpoints: { e: { entry: web } }\n",
    };
    expect(await told({ "shop/values-prod.yaml": "a: 1\n" }, explicit)).toEqual(["unaffected"]);
  });
});

describe("a template among the manifests", () => {
  it("is told as not evaluated where it changes", async () => {
    const template =
      "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {{ name }}\nspec:\n  {{ x }}\n";
    const files = {
      "shop/availability.yaml": String(SHOP["shop/availability.yaml"]),
      "shop/web.yaml": DEPLOYMENT,
    };
    const changes = await told(
      { "shop/job.yaml": template.replace("x", "y") },
      { ...files, "shop/job.yaml": template },
    );
    expect(changes).toEqual([
      expect.stringMatching(/^shop\/job\.yaml:1 warning not-evaluated: `shop\/job\.yaml` changed/),
    ]);
    const other = { "shop/web.yaml": DEPLOYMENT.replace("2", "3") };
    expect(await told(other, { ...files, "shop/job.yaml": template })).toEqual([]);
  });
});
