import { describe, expect, it } from "vitest";
import { environmentText } from "../../src/draft/environment-text.ts";
import { type FileFacts, layoutOf, type Sources } from "../../src/draft/layout.ts";
import { deployment, deploymentOf } from "../deployment/manifest.ts";

function file(path: string, text = deployment("web")): FileFacts {
  return { path, text, workloads: deploymentOf({ [path]: text }).workloads };
}

const overlay = (folder: string, isComponent = false) => ({
  folder,
  file: `${folder}/kustomization.yaml`,
  isComponent,
});

function layout({ files = [], overlays = [], charts = [] }: Partial<Sources>) {
  return layoutOf({ files, overlays, charts });
}

/** Each environment by its name, with the lines of its manifests. */
function environments(sources: Partial<Sources>) {
  const found = layout(sources);
  return Object.fromEntries(
    found.environments.map((one) => [
      one.name,
      environmentText(one, found)
        .split("\n")
        .filter((line) => line.startsWith("  - "))
        .map((line) => line.slice(4)),
    ]),
  );
}

describe("environments by their overlays", () => {
  it("go by the folder below `overlays`, whatever it is called", () => {
    const overlays = [overlay("base"), overlay("overlays/eu"), overlay("overlays/prod")];
    expect(environments({ overlays })).toEqual({
      eu: ["kustomize: ../overlays/eu"],
      prod: ["kustomize: ../overlays/prod"],
    });
  });

  it("go by names of environments, over all components together", () => {
    const overlays = ["a/base", "a/staging", "a/production", "b/production"].map((one) =>
      overlay(one),
    );
    expect(environments({ overlays })).toEqual({
      production: ["kustomize: ../a/production", "kustomize: ../b/production"],
      staging: ["kustomize: ../a/staging"],
    });
  });

  it("are one a cluster where each has an overlay", () => {
    const overlays = ["production/base", "production/eu", "production/us"].map((one) =>
      overlay(one),
    );
    expect(Object.keys(environments({ overlays }))).toEqual(["production-eu", "production-us"]);
  });

  it("are not components, and neither is read with the rest", () => {
    const overlays = [overlay("overlays/prod"), overlay("parts/prod", true)];
    const files = [
      file("overlays/prod/patch.yaml"),
      file("parts/prod/patch.yaml"),
      file("base/web.yaml"),
    ];
    const found = layout({ overlays, files });
    expect(found.environments.map(({ name }) => name)).toEqual(["prod"]);
    expect(found.paths).toEqual(["base/web.yaml"]);
    expect(found.leftOut.map(({ pattern }) => pattern)).toEqual(["!parts/prod/**", "!overlays/**"]);
  });
});

describe("environments by files of values", () => {
  it("render every chart, with what it has for them", () => {
    const charts = [
      {
        folder: "charts/shop",
        values: ["charts/shop/values.yaml", "charts/shop/values-prod.yaml"],
      },
      { folder: "charts/db", values: [] },
    ];
    expect(environments({ charts })).toEqual({
      prod: [
        "helm: { chart: ../charts/shop, values: [../charts/shop/values-prod.yaml] }",
        "helm: { chart: ../charts/db }",
      ],
    });
  });

  it("are none where only the chart's own values are there: the spec renders it", () => {
    const charts = [{ folder: "chart", values: ["chart/values.yaml", "chart/values-schema.yaml"] }];
    expect(environments({ charts })).toEqual({});
    expect(layout({ charts }).charts).toEqual(charts);
  });
});

describe("environments by folders of manifests", () => {
  it("take what they share, and not what the shared spec leaves out", () => {
    const files = [
      file("compose.yaml", "services: { web: { image: w } }"),
      file("db.yaml", deployment("db")),
      file("dev/web.yaml"),
      file("prod/web.yaml"),
    ];
    expect(environments({ files })).toEqual({
      dev: ['"../*"', '"../dev/**"', '"!../compose.yaml"'],
      prod: ['"../*"', '"../prod/**"', '"!../compose.yaml"'],
    });
  });

  it("are none where there is only one such folder: all manifests are of it", () => {
    expect(environments({ files: [file("prod/web.yaml"), file("db.yaml")] })).toEqual({});
  });

  it("keep signs of globs in their names from meaning anything", () => {
    const files = [file("[a]/dev/web.yaml"), file("[a]/prod/web.yaml")];
    expect(environments({ files })["dev"]).toEqual(['"../?a?/dev/**"']);
  });
});
