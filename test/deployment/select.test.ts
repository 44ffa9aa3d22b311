import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manifestTest, selectManifests } from "../../src/deployment/select.ts";

/** Patterns as one spec in `folder` would write them. */
function from(folder: string, patterns: readonly string[]) {
  return patterns.map((pattern) => ({ pattern, folder }));
}

describe("the default", () => {
  const chosen = ["app/deploy/web.yaml", "app/web.yml", "deploy/prod/test/web.yaml", "web.yaml"];
  const passedOver = [
    ".github/workflows/ci.yaml",
    ".pre-commit-config.yaml",
    "README.md",
    "charts/shop/templates/web.yaml",
    "charts/shop/charts/sub/templates/deep/web.yaml",
    "app/node_modules/x/web.yaml",
    "pkg/testdata/web.yaml",
    "vendor/web.yaml",
    "web.json",
    "web.yaml.tpl",
  ];
  const charts = ["charts/shop/Chart.yaml", "charts/shop/charts/sub/Chart.yaml"];

  it("is every YAML file but those of others, tests and chart templates", () => {
    const paths = [...passedOver, ...chosen, ...charts];
    expect(selectManifests(paths, null, "")).toEqual([...chosen, ...charts].sort());
  });

  it("takes templates/ without a Chart.yaml beside it", () => {
    expect(selectManifests(["templates/web.yaml"], null, "")).toEqual(["templates/web.yaml"]);
    expect(selectManifests(["templates/web.yaml", "Chart.yaml"], null, "")).toEqual(["Chart.yaml"]);
  });

  it("looks below the folder of the spec only, and judges only what is below it", () => {
    const paths = [
      "a.yaml",
      "fixtures/shop/b.yaml",
      "fixtures/shopping/c.yaml",
      "fixtures/shop/.x/d.yaml",
    ];
    expect(selectManifests(paths, null, "fixtures/shop")).toEqual(["fixtures/shop/b.yaml"]);
  });
});

describe("patterns", () => {
  const paths = [
    "deploy/.hidden/a.yaml",
    "deploy/README.md",
    "deploy/a.yaml",
    "deploy/b.json",
    "deploy/deep/c.yml",
    "other/d.yaml",
    "web.tpl",
  ];

  it.each<[string[], string, string[]]>([
    [["deploy/*.yaml"], "", ["deploy/a.yaml"]],
    [["deploy/**/*.yaml"], "", ["deploy/.hidden/a.yaml", "deploy/a.yaml"]],
    [
      ["deploy/**"],
      "",
      ["deploy/.hidden/a.yaml", "deploy/a.yaml", "deploy/b.json", "deploy/deep/c.yml"],
    ],
    [
      ["deploy/"],
      "",
      ["deploy/.hidden/a.yaml", "deploy/a.yaml", "deploy/b.json", "deploy/deep/c.yml"],
    ],
    [["./deploy/a.yaml"], "", ["deploy/a.yaml"]],
    [["{deploy,other}/*.yaml"], "", ["deploy/a.yaml", "other/d.yaml"]],
    [["*.tpl"], "", ["web.tpl"]],
    [["**/*.yaml", "!deploy/**"], "", ["other/d.yaml"]],
    [["**/*.yaml", "!deploy/**", "deploy/a.yaml"], "", ["deploy/a.yaml", "other/d.yaml"]],
    [["!other/**"], "", ["deploy/a.yaml", "deploy/deep/c.yml"]],
    [["*.yaml"], "deploy", ["deploy/a.yaml"]],
    [["../other/*.yaml"], "deploy", ["other/d.yaml"]],
    [["../../other/*.yaml"], "deploy/deep", ["other/d.yaml"]],
    [["/other/*.yaml"], "deploy", ["other/d.yaml"]],
    [["x/../a.yaml"], "deploy", ["deploy/a.yaml"]],
    [["../../*.yaml"], "deploy", []],
    [[""], "", []],
    [[], "", []],
  ])("%j in %j", (patterns, folder, expected) => {
    expect(selectManifests(paths, from(folder, patterns), folder)).toEqual(expected);
  });

  it("take the folder as it is called, not as a glob", () => {
    const odd = ["app/[id]/(x)/a.yaml", "app/i/(x)/a.yaml", "app/[id]/b.yaml"];
    expect(selectManifests(odd, from("app/[id]/(x)", ["*.yaml"]), "app/[id]/(x)")).toEqual([
      "app/[id]/(x)/a.yaml",
    ]);
    expect(selectManifests(odd, from("app/[id]/(x)", ["../*.yaml"]), "app/[id]/(x)")).toEqual([
      "app/[id]/b.yaml",
    ]);
  });

  it("of several folders apply in order, each relative to its own", () => {
    const paths = ["base/a.yaml", "base/b.yaml", "prod/a.yaml"];
    const patterns = [...from("base", ["*.yaml"]), ...from("prod", ["*.yaml", "!../base/b.yaml"])];
    expect(selectManifests(paths, patterns, "prod")).toEqual(["base/a.yaml", "prod/a.yaml"]);
  });

  it.each([
    ["../x/*.yaml", ""],
    ["../../x.yaml", "a"],
    ["a/../../x.yaml", ""],
  ])("%s in %j leaves the repository, and matches nothing", (pattern, folder) => {
    const matches = manifestTest(["x.yaml", "x/a.yaml"], from(folder, [pattern]), folder);
    expect(["x.yaml", "x/a.yaml"].filter(matches)).toEqual([]);
  });

  it("never match outside the folder that they start from, and never throw", () => {
    const part = fc.constantFrom(
      "a",
      "b",
      "*",
      "**",
      "..",
      ".",
      "[",
      "(",
      "{a",
      "b}",
      "!",
      "\\",
      "+(",
      "?",
      "",
    );
    const pattern = fc.array(part, { maxLength: 6 }).map((parts) => parts.join("/"));
    const all = ["a/x.yaml", "a/b/x.yaml", "b/x.yaml", "c/a/x.yaml", "x.yaml"];
    fc.assert(
      fc.property(fc.array(pattern, { maxLength: 3 }), (patterns) => {
        const climbs = patterns.some(
          (one) => one.includes("..") || one.replace("!", "").startsWith("/"),
        );
        const inside = manifestTest(all, from("a", patterns), "a");
        const outside = all.filter((path) => !path.startsWith("a/") && inside(path));
        return climbs || outside.length === 0;
      }),
      { seed: 20261130, numRuns: 3000 },
    );
  });
});
