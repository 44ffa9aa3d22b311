import { describe, expect, it } from "vitest";
import { diff } from "../../src/flow/diff.ts";
import { manifestsOf } from "../../src/flow/manifest-paths.ts";
import { readDeploymentOf } from "../../src/flow/read-manifests.ts";
import { emptyCache, readSpecAt } from "../../src/flow/side.ts";
import {
  helm,
  kustomize,
  noHelm,
  noKustomize,
  standIns,
  withPath,
} from "../repository/render-fixture.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

const web = (replicas: number, name = "web") =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: ${name}\nspec:\n  replicas: ${replicas}\n  selector: { matchLabels: { app: ${name} } }\n  template:\n    metadata: { labels: { app: ${name} } }\n    spec: { containers: [{ name: main, image: web }] }\n`;

const application = (source: string, name = "web") =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: ${name} }\nspec:\n  source: ${source}\n  destination: { namespace: prod }\n`;

const SPEC = "version: 1\nmanifests: [apps/]\nendpoints: { e: { entry: web } }\n";

async function read(
  files: Files,
): Promise<{ workloads: readonly string[]; told: readonly string[] }> {
  const cache = emptyCache();
  const side = { tree: memoryTree({ "availability.yaml": SPEC, ...files }), rendered: null };
  const { spec } = await readSpecAt(side.tree, "availability.yaml", cache);
  if (spec === null) throw new Error("the spec is not valid");
  const { workloads, diagnostics } = await readDeploymentOf(
    side,
    await manifestsOf(side, spec, cache),
    cache,
  );
  return {
    workloads: workloads.map(
      ({ name, replicas }) =>
        `${name} ${replicas.count} ${replicas.place.file}:${replicas.place.line}`,
    ),
    told: diagnostics.map(({ severity, code, message }) => `${severity} ${code}: ${message}`),
  };
}

async function verdictOf(base: Files, head: Files): Promise<readonly string[]> {
  const side = (files: Files) => ({
    tree: memoryTree({ "availability.yaml": SPEC, ...files }),
    rendered: null,
  });
  const outcome = await diff({
    base: side(base),
    head: side(head),
    models: ["availability.yaml"],
    options: { samples: 1000, seed: 1 },
  });
  if (outcome.kind === "invalid") return outcome.diagnostics.map(({ code }) => code);
  if (outcome.judgements.length === 0) return ["unaffected"];
  return outcome.judgements.flatMap(({ model }) =>
    model.changes.map(
      (one) => `${one.kind} ${one.subject} ${one.base} -> ${one.head} at ${one.file}:${one.line}`,
    ),
  );
}

describe("a folder that Argo CD applies", () => {
  const APP: Files = {
    "apps/web.yaml": application("{ repoURL: https://example.org/shop, path: deploy }"),
    "deploy/web.yaml": web(3),
    "deploy/below/db.yaml": web(2, "db"),
  };

  it("is read, and told", async () => {
    const { workloads, told } = await read(APP);
    expect(workloads).toEqual(["web 3 deploy/web.yaml:6"]);
    expect(told).toEqual([
      "notice followed: read as a controller applies it: `deploy` for `Application web`",
    ]);
  });

  it("is read below too, where it says so", async () => {
    const recursive = application("{ path: deploy, directory: { recurse: true } }");
    expect((await read({ ...APP, "apps/web.yaml": recursive })).workloads).toEqual([
      "db 2 deploy/below/db.yaml:6",
      "web 3 deploy/web.yaml:6",
    ]);
  });

  it("is seen to change, though no manifest of the spec does", async () => {
    expect(await verdictOf(APP, { ...APP, "deploy/web.yaml": web(1) })).toEqual([
      "replicas web 3 -> 1 at deploy/web.yaml:6",
    ]);
    expect(await verdictOf(APP, { ...APP, "elsewhere/web.yaml": web(1) })).toEqual(["unaffected"]);
    expect(await verdictOf(APP, { ...APP, "main.go": "package main\n" })).toEqual(["unaffected"]);
  });

  it("may hold further Applications, and one that applies itself ends", async () => {
    const { workloads } = await read({
      "apps/root.yaml": application("{ path: children }", "root"),
      "children/self.yaml": application("{ path: children }", "self"),
      "children/web.yaml": application("{ path: deploy }"),
      "deploy/web.yaml": web(4),
    });
    expect(workloads).toEqual(["web 4 deploy/web.yaml:6"]);
  });

  it.each<[string, string, RegExp]>([
    [
      "another repository's chart",
      application("{ repoURL: https://example.org/charts, chart: redis }"),
      /^notice not-followed: .*takes its chart from another repository/,
    ],
    [
      "a folder that is not here",
      application("{ repoURL: https://example.org/other, path: other }"),
      /^notice not-followed: .*applies `other`, which is no folder of this repository/,
    ],
    [
      "a folder outside",
      application("{ path: ../../etc }"),
      /^notice not-followed: .*applies `\.\.\/\.\.\/etc`/,
    ],
    ["all of the repository", application("{ path: . }"), /^notice not-followed/],
    [
      "an ApplicationSet",
      "apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: { name: all }\nspec: {}\n",
      /^notice not-followed: .*`ApplicationSet all` generates Applications/,
    ],
    [
      "what it lays over the folder",
      application("{ path: deploy, kustomize: { replicas: [{ name: web, count: 1 }] } }"),
      /^warning followed-in-part: .*sets `kustomize\.replicas`, which is left out/,
    ],
    [
      "a plug-in",
      application("{ path: deploy, plugin: { name: x } }"),
      /^warning followed-in-part: .*uses a plug-in/,
    ],
  ])("is told where it is not evaluated: %s", async (_, app, message) => {
    const { told } = await read({ ...APP, "apps/web.yaml": app });
    expect(told).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  });
});

describe.skipIf(kustomize === null)(
  `an overlay that a controller applies, by the real kustomize${noKustomize}`,
  () => {
    const OVERLAY: Files = {
      "base/kustomization.yaml": "resources: [web.yaml]\n",
      "base/web.yaml": web(3),
      "overlays/prod/kustomization.yaml":
        "resources: [../../base]\nnamespace: prod\nreplicas: [{ name: web, count: 2 }]\n",
    };

    it.each([
      ["Argo CD", application("{ path: overlays/prod }")],
      [
        "Flux",
        "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: web }\nspec: { path: ./overlays/prod, sourceRef: { kind: GitRepository, name: shop } }\n",
      ],
    ])("is rendered: %s", async (_, app) => {
      expect((await read({ ...OVERLAY, "apps/web.yaml": app })).workloads).toEqual([
        "web 2 overlays/prod/kustomization.yaml:3",
      ]);
    });

    it("stands for the files that it is built from, and not beside them", async () => {
      const all = SPEC.replace("manifests: [apps/]\n", "");
      const files = {
        ...OVERLAY,
        "availability.yaml": all,
        "apps/web.yaml": application("{ path: overlays/prod }"),
      };
      expect((await read(files)).workloads).toEqual(["web 2 overlays/prod/kustomization.yaml:3"]);
    });
  },
);

describe("an overlay that a controller applies and nobody can render", () => {
  it("is told, and leaves replicas unknown", async () => {
    const files = {
      "apps/web.yaml": application("{ path: overlay }"),
      "overlay/kustomization.yaml": "resources: [web.yaml]\n",
      "overlay/web.yaml": web(3),
    };
    await withPath("/nowhere", async () => {
      const { told } = await read(files);
      expect(told[0]).toMatch(
        /^warning cannot-render: `overlay` is not rendered: `kustomize` \(or `kubectl`\) was not found/,
      );
      expect(await verdictOf({}, files)).toContain("unknown-replicas");
    });
    const broken = standIns({ kustomize: "echo 'Error: no' >&2; exit 1" });
    await withPath(broken, async () =>
      expect(await verdictOf({}, files)).toContain("unknown-replicas"),
    );
  });
});

describe.skipIf(helm === null)(
  `a chart that a controller applies, by the real helm${noHelm}`,
  () => {
    const CHART: Files = {
      "charts/shop/Chart.yaml": "apiVersion: v2\nname: shop\nversion: 0.1.0\n",
      "charts/shop/values.yaml": "replicas: 2\n",
      "charts/shop/templates/web.yaml": web(0)
        .replace("replicas: 0", "replicas: {{ .Values.replicas }}")
        .replace("name: web", "name: web\n  annotations: { release: {{ .Release.Name }} }"),
      "prod.yaml": "replicas: 5\n",
    };

    it.each<[string, string, string, Files]>([
      [
        "a file that templates read",
        "charts/shop/count.txt",
        '{{ .Files.Get "count.txt" | trim }}',
        {},
      ],
      ["a helper of any name", "charts/shop/templates/x.tmpl", '{{ include "count" . }}', {}],
      [
        "behind a link",
        "counts/prod",
        '{{ .Files.Get "count.txt" | trim }}',
        { "charts/shop/count.txt": { link: "../../counts/prod" } },
      ],
    ])("is seen to change, wherever its numbers come from: %s", async (_, path, taken, more) => {
      const chart = {
        ...CHART,
        ...more,
        "apps/web.yaml": application("{ path: charts/shop }"),
        "charts/shop/templates/web.yaml": web(0).replace("replicas: 0", `replicas: ${taken}`),
      };
      const of = (count: number) =>
        path.endsWith(".tmpl") ? `{{ define "count" }}${count}{{ end }}` : `${count}\n`;
      expect(await verdictOf({ ...chart, [path]: of(3) }, { ...chart, [path]: of(1) })).toEqual([
        "replicas web 3 -> 1 at charts/shop/templates/web.yaml:6",
      ]);
    });

    const release = (spec: string) =>
      `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: { name: web }\nspec:\n  chart: { spec: { chart: ./charts/shop, sourceRef: { kind: GitRepository, name: shop }${spec} } }\n`;

    it.each<[string, string, string]>([
      [
        "Argo CD, by its own values",
        application("{ path: charts/shop }"),
        "web 2 charts/shop/values.yaml:1",
      ],
      [
        "Argo CD, by a file of values",
        application("{ path: charts/shop, helm: { valueFiles: [../../prod.yaml] } }"),
        "web 5 prod.yaml:1",
      ],
      [
        "Argo CD, by values of the Application",
        application("{ path: charts/shop, helm: { valuesObject: { replicas: 7 } } }"),
        "web 7 charts/shop/templates/web.yaml:7",
      ],
      ["Flux, by its own values", release(""), "web 2 charts/shop/values.yaml:1"],
      ["Flux, by a file of values", release(", valuesFiles: [prod.yaml]"), "web 5 prod.yaml:1"],
      [
        "Flux, by values of the HelmRelease",
        `${release("")}  values: { replicas: 7 }\n`,
        "web 7 charts/shop/templates/web.yaml:7",
      ],
    ])("is rendered: %s", async (_, app, wanted) => {
      expect((await read({ ...CHART, "apps/web.yaml": app })).workloads).toEqual([wanted]);
    });
  },
);
