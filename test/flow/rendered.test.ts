import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readDeployment } from "../../src/deployment/read.ts";
import type { Deployment } from "../../src/deployment/workload.ts";
import { diff } from "../../src/flow/diff.ts";
import { manifestsOf } from "../../src/flow/manifest-paths.ts";
import { readDeploymentOf } from "../../src/flow/read-manifests.ts";
import { emptyCache, readSpecAt } from "../../src/flow/side.ts";
import { workloadTitle } from "../../src/model/match.ts";
import { problemOf } from "../../src/repository/problem.ts";
import type { Renderers } from "../../src/repository/render.ts";
import type { Tree } from "../../src/repository/tree.ts";
import {
  helm,
  kustomize,
  noHelm,
  noKustomize,
  standIns,
  temporaryFolder,
  withPath,
} from "../repository/render-fixture.ts";
import { type Content, type Files, memoryTree } from "./memory-tree.ts";

const web = (replicas: number, name = "web") => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ name: main, image: web }] }
`;

const spec = (manifests: string, more = "") => `version: 1
manifests:
  - ${manifests}
services: { web: { workload: Deployment/web } }
endpoints: { e: { entry: web, slo: 99% } }
${more}`;

const OVERLAY: Files = {
  "availability.yaml": spec("kustomize: overlays/prod"),
  "base/kustomization.yaml": "resources: [web.yaml]\n",
  "base/web.yaml": web(3),
  "base/README.md": "A base.\n",
  "overlays/prod/kustomization.yaml": "resources: [../../base]\n",
  "src/main.go": "package main\n",
};

const with_ = (files: Files, edit: Readonly<Record<string, Content>>): Files => ({
  ...files,
  ...edit,
});

/** What a change does: lines of changes and diagnostics. */
async function change(
  base: Files,
  head: Files,
  renderers: Renderers = "allowed",
): Promise<readonly string[]> {
  const outcome = await diff({
    base: { tree: memoryTree(base), rendered: null, renderers },
    head: { tree: memoryTree(head), rendered: null, renderers },
    models: ["availability.yaml"],
    options: { samples: 1000, seed: 1 },
  });
  const told = (
    all: readonly {
      severity: string;
      code: string;
      message: string;
      file?: string;
      line?: number;
    }[],
  ) =>
    all
      .filter(({ code }) => code !== "defaulted")
      .map((one) => `${one.file}:${one.line} ${one.severity} ${one.code}: ${one.message}`);
  if (outcome.kind === "invalid") return told(outcome.diagnostics);
  if (outcome.judgements.length === 0) return ["unaffected"];
  return outcome.judgements.flatMap(({ model }) => [
    ...model.changes.map(
      (one) => `${one.kind} ${one.subject} ${one.base} -> ${one.head} at ${one.file}:${one.line}`,
    ),
    ...told(model.diagnostics),
  ]);
}

async function deploymentOf(files: Files): Promise<Deployment> {
  const cache = emptyCache();
  const side = { tree: memoryTree(files), rendered: null };
  const { spec: read, diagnostics } = await readSpecAt(side.tree, "availability.yaml", cache);
  if (read === null) throw new Error(JSON.stringify(diagnostics));
  return readDeploymentOf(side, await manifestsOf(side, read, cache), cache);
}

describe.skipIf(kustomize === null)(`an overlay, by the real kustomize${noKustomize}`, () => {
  it("is read as rendered, and a change in its base is one", async () => {
    const head = with_(OVERLAY, { "base/web.yaml": web(1) });
    expect(await change(OVERLAY, head)).toEqual(["replicas web 3 -> 1 at base/web.yaml:6"]);
  });

  it.each<[string, string, Readonly<Record<string, string>>, string]>([
    [
      "the list `replicas`",
      "resources: [../../base]\nreplicas:\n  - name: web\n    count: 2\n",
      {},
      "overlays/prod/kustomization.yaml:4",
    ],
    [
      "a patch in a file of its own",
      "resources: [../../base]\npatches: [{ path: less.yaml }]\n",
      {
        "overlays/prod/less.yaml":
          "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec:\n  replicas: 2\n",
      },
      "overlays/prod/less.yaml:5",
    ],
    [
      "a JSON patch within the kustomization",
      "resources: [../../base]\npatches:\n  - target: { kind: Deployment }\n    patch: |-\n      - op: replace\n        path: /spec/replicas\n        value: 2\n",
      {},
      "overlays/prod/kustomization.yaml:7",
    ],
    [
      "a strategic patch within the kustomization",
      "resources: [../../base]\npatchesStrategicMerge:\n  - |-\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: { name: web }\n    spec:\n      replicas: 2\n",
      {},
      "overlays/prod/kustomization.yaml:8",
    ],
    [
      "a component",
      "resources: [../../base]\ncomponents: [../../less]\n",
      {
        "less/kustomization.yaml":
          "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nreplicas: [{ name: web, count: 2 }]\n",
      },
      "less/kustomization.yaml:3",
    ],
  ])("names the line of %s", async (_, kustomization, more, place) => {
    const head = with_(OVERLAY, { "overlays/prod/kustomization.yaml": kustomization, ...more });
    expect(await change(OVERLAY, head)).toEqual([`replicas web 3 -> 2 at ${place}`]);
  });

  it("finds an object that it renames, and what its own manifests say no more beside it", async () => {
    const files = with_(OVERLAY, {
      "availability.yaml": spec("kustomize: overlays/prod\n  - base/*.yaml").replace(
        "Deployment/web",
        "Deployment/prod/eu-web",
      ),
      "overlays/prod/kustomization.yaml":
        "resources: [../../base]\nnamePrefix: eu-\nnamespace: prod\n",
    });
    const { workloads } = await deploymentOf(files);
    expect(workloads.map((one) => [workloadTitle(one), one.place, one.replicas.place])).toEqual([
      [
        "Deployment/prod/eu-web",
        { file: "base/web.yaml", line: 4, column: 9 },
        { file: "base/web.yaml", line: 6, column: 13 },
      ],
    ]);
  });

  it("follows links within the repository", async () => {
    const files = with_(OVERLAY, {
      "overlays/prod/kustomization.yaml": "resources: [base]\n",
      "overlays/prod/base": { link: "../../base" },
    });
    expect((await deploymentOf(files)).workloads.map(({ replicas }) => replicas.count)).toEqual([
      3,
    ]);
    expect(await change(files, with_(files, { "base/web.yaml": web(1) }))).toEqual([
      "replicas web 3 -> 1 at base/web.yaml:6",
    ]);
    const out = with_(files, { "overlays/prod/base": { link: "../../../elsewhere" } });
    expect(await change(files, out)).toEqual([
      expect.stringMatching(
        /^availability\.yaml:3 error cannot-render: `overlays\/prod` cannot be rendered/,
      ),
    ]);
  });

  it("that cannot be rendered is an error where it is asked for, with what kustomize says", async () => {
    const head = with_(OVERLAY, { "overlays/prod/kustomization.yaml": "resources: [gone.yaml]\n" });
    expect(await change(OVERLAY, head)).toEqual([
      expect.stringMatching(
        /^availability\.yaml:3 error cannot-render: .*kustomize says why: `.*gone\.yaml.*; mend it/,
      ),
    ]);
    // At base, head is judged alone.
    expect(await change(head, OVERLAY)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/ error /)]),
    );
  });
});

describe("an overlay, by a stand-in that counts how often it runs", () => {
  const RENDERED = web(3).replace("metadata:\n", "metadata:\n  annotations: {}\n");

  it("is not rendered where none of its files differs, and once where they are the same", async () => {
    const programs = standIns({
      kustomize: `echo x >> "$(dirname "$0")/runs"; cat <<'EOF'\n${RENDERED}EOF`,
    });
    const runs = () =>
      existsSync(join(programs, "runs"))
        ? readFileSync(join(programs, "runs"), "utf8").length / 2
        : 0;
    await withPath(programs, async () => {
      const elsewhere = { "src/main.go": "package other\n" };
      expect(await change(OVERLAY, with_(OVERLAY, elsewhere))).toEqual(["unaffected"]);
      expect(runs()).toBe(0);
      const edited = {
        "availability.yaml": spec("kustomize: overlays/prod", "gate: { warnAt: 80% }\n"),
      };
      expect(await change(OVERLAY, with_(OVERLAY, edited))).not.toContain("unaffected");
      expect(runs()).toBe(1);
      expect(await change(OVERLAY, with_(OVERLAY, { "base/web.yaml": web(4) }))).not.toContain(
        "unaffected",
      );
      expect(runs()).toBe(3);
    });
  });

  it("never runs where renderers are refused", async () => {
    const programs = standIns({ kustomize: `touch "$(dirname "$0")/ran"` });
    const head = with_(OVERLAY, { "base/web.yaml": web(1) });
    expect(await withPath(programs, () => change(OVERLAY, head, "refused"))).toEqual([
      expect.stringMatching(/^availability\.yaml:3 error cannot-render: .*is not rendered here/),
    ]);
    expect(existsSync(join(programs, "ran"))).toBe(false);
  });

  it("is a problem where there is no renderer", async () => {
    const head = with_(OVERLAY, { "base/web.yaml": web(1) });
    const error = await withPath("/nowhere", () => change(OVERLAY, head)).catch(
      (one: unknown) => one,
    );
    expect(problemOf(error)).toMatchObject({ kind: "unavailable", code: "renderer-missing" });
  });
});

describe.skipIf(kustomize === null)(
  `an overlay that leads out, by the real kustomize${noKustomize}`,
  () => {
    const outside = temporaryFolder();
    const name = outside.slice(tmpdir().length + 1);
    writeFileSync(join(outside, "kustomization.yaml"), "resources: [web.yaml]\n");
    writeFileSync(join(outside, "web.yaml"), web(7));
    // From the folder that the overlay is laid out in; and for what goes further up than there is.
    const near = `../../../../${name}`;
    const far = `${"../".repeat(40)}${outside.slice(1)}`;
    const base64 = Buffer.from(near).toString("base64");

    it.each<[string, Readonly<Record<string, string>>]>([
      ["plainly", { "": `resources: [${near}]\n` }],
      ["from the top of the machine", { "": `resources: [${far}]\n` }],
      ["by a key in another case", { "": `Resources: [${near}]\n` }],
      ["by a key written twice", { "": `resources: [../../base]\nresources: [${near}]\n` }],
      ["in base64", { "": `resources: [!!binary ${base64}]\n` }],
      ["behind a line break of YAML 1.1", { "": `# none\u0085resources: [${near}]\n` }],
      [
        "by an overlay below",
        { "": "Resources: [below]\n", "below/": `resources: [../${near}]\n` },
      ],
      ["by a merge key", { "": `<<: { resources: [${near}] }\n` }],
    ])("reads nothing there: %s", async (_, kustomizations) => {
      const head = with_(
        OVERLAY,
        Object.fromEntries(
          Object.entries(kustomizations).map(([at, text]) => [
            `overlays/prod/${at}kustomization.yaml`,
            text,
          ]),
        ),
      );
      expect(await change(OVERLAY, head)).toEqual([
        expect.stringMatching(/^availability\.yaml:3 error cannot-render: /),
      ]);
    });
  },
);

describe("a base that would have to be fetched", () => {
  const REMOTE = "resources: [https://example.org/base.yaml]\n";
  const remote = with_(OVERLAY, { "overlays/prod/kustomization.yaml": REMOTE });

  it.each([
    "https://example.org/base.yaml",
    "github.com/example/shop//base?ref=v1",
    "git@example.org:shop.git//base",
    "ssh://git@example.org/shop",
    "git::https://example.org/shop",
    "example.org/shop.git//base",
  ])("makes replicas unknown, and never one: %s", async (url) => {
    const head = with_(remote, {
      "availability.yaml":
        "version: 1\nmanifests: [{ kustomize: overlays/prod }]\nendpoints: { e: { entry: web } }\n",
      "overlays/prod/kustomization.yaml": `resources: [${JSON.stringify(url)}]\n`,
    });
    const told = await withPath("/nowhere", () =>
      change(head, with_(head, { "base/web.yaml": "", "overlays/prod/x.yaml": "a: 1\n" })),
    );
    expect(told).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^overlays\/prod\/kustomization\.yaml:1 warning remote-base: .* is not in the repository/,
        ),
        expect.stringMatching(
          /^availability\.yaml:3 error unknown-replicas: how many replicas `web` has is unknown/,
        ),
      ]),
    );
  });

  it("leaves what the overlay itself says, and what the spec says", async () => {
    const files = with_(remote, {
      "availability.yaml": `version: 1
manifests: [{ kustomize: overlays/prod }]
services: { db: { replicas: 2 } }
dependencies: [web -> db]
endpoints: { e: { entry: web } }
`,
      "overlays/prod/kustomization.yaml": `${REMOTE}patches: [{ path: more.yaml }]\n`,
      "overlays/prod/more.yaml":
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: 4 }\n",
    });
    const fewer = with_(files, {
      "overlays/prod/more.yaml":
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: 1 }\n",
    });
    expect(await change(files, fewer)).toContain(
      "replicas web 4 -> 1 at overlays/prod/more.yaml:4",
    );
    const silent = with_(files, {
      "overlays/prod/more.yaml":
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { paused: true }\n",
    });
    expect(await change(files, silent)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/error bad-replicas: replicas of `Deployment\/web` are unknown/),
      ]),
    );
  });

  it("is told among plain manifests too", async () => {
    const files = with_(remote, {
      "availability.yaml": "version: 1\nendpoints: { e: { entry: web } }\n",
    });
    const { diagnostics, remotes } = await deploymentOf(files);
    expect(remotes.map(({ url }) => url)).toEqual(["https://example.org/base.yaml"]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["remote-base"]);
  });

  it("of definitions of custom resources is told, and leaves replicas as they are", async () => {
    const url = "https://example.org/releases/v1/crds.yaml";
    const files = {
      "availability.yaml": "version: 1\nendpoints: { e: { entry: web } }\n",
      "deploy/kustomization.yaml": `resources: [${url}]\n`,
    };
    const told = await change({}, files);
    expect(told.filter((one) => one.includes("remote-base"))).toHaveLength(1);
    expect(told.filter((one) => one.includes(" error "))).toEqual([]);
  });

  it("may bear the name of a folder that is here", async () => {
    const files: Files = {
      "availability.yaml": spec("kustomize: overlay"),
      "overlay/kustomization.yaml": 'resources: ["web.git"]\n',
      "overlay/web.git/kustomization.yaml": "resources: [web.yaml]\n",
      "overlay/web.git/web.yaml": web(2),
    };
    const side = { tree: memoryTree(files), rendered: null };
    const cache = emptyCache();
    const { spec: read } = await readSpecAt(side.tree, "availability.yaml", cache);
    const [only] = read === null ? [] : await manifestsOf(side, read, cache);
    expect(only?.render?.inputs?.remotes).toEqual([]);
  });
});

/** The tree with a file that is too large to be read. */
function without(tree: Tree, path: string): Tree {
  const less = (read: Tree["readBytes"]) => async (paths: readonly string[]) =>
    read(paths.filter((one) => one !== path));
  return { ...tree, readBytes: less(tree.readBytes) };
}

function withSubmodule(tree: Tree, path: string): Tree {
  const entry = { path, id: "1".repeat(40), kind: "submodule" as const };
  return { ...tree, entries: new Map([...tree.entries, [path, entry]]) };
}

const CHART: Files = {
  "availability.yaml": spec(
    "helm: { chart: charts/shop, release: shop, values: [values.yaml] }",
  ).replace("Deployment/web", "Deployment/shop-web"),
  "values.yaml": "# production\nweb:\n  replicas: 3\n",
  "charts/shop/Chart.yaml": "apiVersion: v2\nname: shop\nversion: 0.1.0\n",
  "charts/shop/values.yaml": "web: { replicas: 2 }\n",
  "charts/shop/templates/web.yaml": `{{- if true }}
${web(0)
  .replace("name: web", "name: {{ .Release.Name }}-web")
  .replace("replicas: 0", "replicas: {{ .Values.web.replicas }}")}{{- end }}
`,
};

describe.skipIf(helm === null)(`a chart, by the real helm${noHelm}`, () => {
  it("is read as rendered, and a change of a value is one at its line", async () => {
    expect(await change(CHART, with_(CHART, { "values.yaml": "web:\n  replicas: 1\n" }))).toEqual([
      "replicas web 3 -> 1 at values.yaml:2",
    ]);
    const fixed = String(CHART["charts/shop/templates/web.yaml"]).replace(
      "{{ .Values.web.replicas }}",
      "2",
    );
    expect(await change(CHART, with_(CHART, { "charts/shop/templates/web.yaml": fixed }))).toEqual([
      "replicas web 3 -> 2 at charts/shop/templates/web.yaml:7",
    ]);
  });

  it("takes charts of the repository for its dependencies, and tells of those that it would fetch", async () => {
    const files = with_(CHART, {
      "charts/shop/Chart.yaml": `${CHART["charts/shop/Chart.yaml"]}dependencies:
  - { name: cache, version: 1.0.0, repository: "file://../cache" }
  - { name: redis, version: 1.0.0, repository: "https://example.org/charts" }
`,
      "charts/cache/Chart.yaml": "apiVersion: v2\nname: cache\nversion: 1.0.0\n",
      "charts/cache/templates/cache.yaml": web(5, "cache"),
    });
    const { workloads, remotes } = await deploymentOf(files);
    expect(
      workloads.map(({ name, replicas }) => [name, replicas.count, replicas.place.file]),
    ).toEqual([
      ["cache", 5, "charts/cache/templates/cache.yaml"],
      ["shop-web", 3, "values.yaml"],
    ]);
    expect(remotes.map(({ url, place }) => `${url} ${place.file}:${place.line}`)).toEqual([
      "https://example.org/charts/redis charts/shop/Chart.yaml:6",
    ]);
  });

  it.each<[string, Files, (tree: Tree) => Tree]>([
    [
      "too large",
      { "charts/shop/templates/_z.tpl": "" },
      (tree) => without(tree, "charts/shop/templates/_z.tpl"),
    ],
    [
      "of a name that is a path elsewhere",
      { "charts/shop/templates/_z\\z.tpl": "" },
      (tree) => tree,
    ],
    [
      "a link out of the repository",
      { "charts/shop/templates/_z.tpl": { link: "/etc/hostname" } },
      (tree) => tree,
    ],
    [
      "a submodule",
      { "charts/shop/charts/sub": "" },
      (tree) => withSubmodule(tree, "charts/shop/charts/sub"),
    ],
  ])("is told to be rendered without what is %s", async (_, files, made) => {
    const [path] = Object.keys(files);
    const outcome = await diff({
      base: { tree: memoryTree(CHART), rendered: null },
      head: { tree: made(memoryTree({ ...CHART, ...files })), rendered: null },
      models: ["availability.yaml"],
      options: { samples: 1000, seed: 1 },
    });
    expect(outcome).toMatchObject({
      judgements: [
        {
          model: {
            diagnostics: expect.arrayContaining([
              expect.objectContaining({
                code: "not-evaluated",
                message: expect.stringContaining(`is rendered without \`${path}\``),
              }),
            ]),
          },
        },
      ],
    });
  });

  it("that depends on itself is an error, and ends", async () => {
    const itself = (name: string) =>
      `  - { name: ${name}, version: 1.0.0, repository: "file://." }\n`;
    const head = with_(CHART, {
      "charts/shop/Chart.yaml": `${CHART["charts/shop/Chart.yaml"]}dependencies:\n${["a", "b", "c", "d", "e", "f"].map(itself).join("")}`,
    });
    expect(await change(CHART, head)).toEqual([
      expect.stringMatching(
        /^availability\.yaml:3 error cannot-render: .*depends on charts in circles/,
      ),
    ]);
  });

  it("whose files cannot stand beside each other is an error, and no fault of the machine", async () => {
    const name = "n".repeat(300);
    expect(await change(CHART, with_(CHART, { [`charts/shop/${name}`]: "x" }))).toEqual([
      expect.stringMatching(/^availability\.yaml:3 error cannot-render: .*\(ENAMETOOLONG\)/),
    ]);
  });

  it("that cannot be rendered is an error where it is asked for, with what helm says", async () => {
    const head = with_(CHART, { "charts/shop/templates/web.yaml": '{{ fail "no such zone" }}\n' });
    expect(await change(CHART, head)).toEqual([
      expect.stringMatching(
        /^availability\.yaml:3 error cannot-render: .*helm says why: `.*no such zone/,
      ),
    ]);
  });

  it("looks nothing up in a cluster or by name", async () => {
    const head = with_(CHART, {
      "charts/shop/templates/web.yaml": String(CHART["charts/shop/templates/web.yaml"]).replace(
        "{{ .Values.web.replicas }}",
        '{{ if lookup "v1" "Namespace" "" "kube-system" }}9{{ else if getHostByName "localhost" }}8{{ else }}1{{ end }}',
      ),
    });
    expect(await change(CHART, head)).toEqual([
      "replicas web 3 -> 1 at charts/shop/templates/web.yaml:7",
    ]);
  });
});

describe("what a spec asks to be rendered", () => {
  it.each<[string, string]>([
    ["kustomize: ../elsewhere", "error bad-path: `../elsewhere` leaves the repository"],
    ["helm: { chart: ../charts/shop }", "error bad-path: `../charts/shop` leaves the repository"],
    [
      "helm: { chart: charts/shop, values: [../../etc/passwd] }",
      "error bad-path: `../../etc/passwd` leaves the repository",
    ],
    [
      "helm: { chart: charts/shop, release: --post-renderer=x }",
      "error bad-name: `--post-renderer=x` is no name that helm takes",
    ],
    [
      "helm: { chart: charts/shop, namespace: -n }",
      "error bad-name: `-n` is no name that helm takes",
    ],
    [
      "helm: { chart: charts/shop, values: [prod.yaml] }",
      "error cannot-render: `charts/shop` is to be rendered with `prod.yaml`, which is no file; correct `values`",
    ],
    [
      "helm: { chart: charts/none }",
      "error cannot-render: `charts/none` is no folder at this commit",
    ],
    ["helm: { chart: charts }", "error cannot-render: `charts` has no `Chart.yaml` at this commit"],
    ["kustomize: charts", "error cannot-render: `charts` has no kustomization at this commit"],
  ])("is checked: %s", async (manifests, message) => {
    const files = with_(CHART, { "availability.yaml": spec(manifests) });
    const told = await withPath("/nowhere", () => change({}, files));
    expect(told.join("\n")).toContain(message);
    expect(told[0]).toMatch(/^availability\.yaml:3 /);
  });
});

const REAL = resolve(import.meta.dirname, "../../../shared/realworld");
const isReal = existsSync(REAL) && kustomize !== null;
const whyNot = existsSync(REAL) ? noKustomize : " (skipped: ../shared is absent)";

describe.skipIf(!isReal)(
  `overlays of real projects come out as kubectl renders them${whyNot}`,
  () => {
    const pair = (file: string, name: string, folder: string) =>
      ["base", "head"].map((side): [string, string, string] => [
        `${file.replace("*", side)}.yaml`,
        `pairs/${name}/${side}`,
        folder,
      ]);

    it.each<[string, string, string]>([
      ...pair("argocd-antiaffinity--*--ha-base", "argocd-antiaffinity-base", "manifests/ha/base"),
      ...pair(
        "dk-hpa-min-10-to-2--*--production-main",
        "dk-hpa-min-10-to-2",
        "overlays/production/main",
      ),
      ...pair("neco-teleport--*--base", "neco-teleport-proxy-2", "teleport/base"),
      ...pair(
        "rh-kubearchive-antiaffinity--*--development",
        "rh-kubearchive-antiaffinity-inline-patch",
        "components/kubearchive/development",
      ),
      [
        "kite-stone-prod-p01.yaml",
        "manifests/rh-kite",
        "components/konflux-kite/production/stone-prod-p01",
      ],
      [
        "rings-ring2-stone-prod-p01.yaml",
        "manifests/rh-konflux-rings",
        "components/etcd-shield/rings/ring-2/stone-prod-p01",
      ],
      ["online-boutique-kustomize.yaml", "manifests/online-boutique", "kustomize"],
    ])("%s", async (rendered, root, folder) => {
      const paths = readdirSync(join(REAL, root), { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name).slice(join(REAL, root).length + 1));
      const files = Object.fromEntries(
        paths.map((path) => [path, readFileSync(join(REAL, root, path), "utf8")]),
      );
      const found = await deploymentOf({
        ...files,
        "availability.yaml": `version: 1\nmanifests: [{ kustomize: ${folder} }]\nendpoints: { e: { entry: e } }\n`,
      });
      const text = readFileSync(join(REAL, "rendered", rendered), "utf8");
      const wanted = readDeployment([{ path: rendered, text }]);
      expect(wanted.workloads.length).toBeGreaterThan(0);
      const facts = ({ workloads }: Deployment) =>
        workloads
          .map((one) => [
            workloadTitle(one),
            one.replicas.count,
            one.replicas.rule,
            one.selectedBy,
            one.placement.map(({ place: _, ...fact }) => fact),
            one.pod.containers.map(({ name }) => name),
          ])
          .sort();
      expect(facts(found)).toEqual(facts(wanted));
      // Each fact is at a line of a file of the repository that says it.
      for (const { replicas, name } of found.workloads) {
        const line =
          files[replicas.place.file]?.split("\n")[replicas.place.line - 1] ?? "no such line";
        const says = replicas.rule === "default" ? /name/ : new RegExp(`\\b${replicas.count}\\b`);
        expect(line, `${name} at ${replicas.place.file}:${replicas.place.line}`).toMatch(says);
      }
    });
  },
);
