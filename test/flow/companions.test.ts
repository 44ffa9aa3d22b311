// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Compose writes its variables so
import { describe, expect, it } from "vitest";
import { namedFiles } from "../../src/flow/companions.ts";
import { diff } from "../../src/flow/diff.ts";
import type { Tree } from "../../src/repository/tree.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

const SHOP: Files = {
  "shop/availability.yaml": `version: 1
manifests: [compose.yaml]
defaults: { replicaAvailability: 99% }
services: { web: {} }
endpoints:
  GET /: { entry: web, slo: 99.9% }
`,
  "shop/compose.yaml": `include: [store/compose.yaml]
services:
  web:
    extends: { file: common/web.yaml, service: base }
    env_file: web.env
    scale: \${WEBS:-1}
`,
  "shop/.env": "WEBS=3\n",
  "shop/web.env": "MODE=a\n",
  "shop/common/web.yaml": "services:\n  base: { image: web }\n",
  "shop/store/compose.yaml": "services:\n  db: { image: db }\n",
  "shop/README.md": "text",
  "shop/ci.yaml": "stages: [test]\n",
};

type Rendered = { readonly folder: string } | null;

async function judge(edit: Files, rendered: Rendered = null, base: Files = SHOP) {
  const side = (files: Files) => {
    const tree = memoryTree(files);
    return { tree, rendered: rendered === null ? null : { tree, folder: rendered.folder } };
  };
  const outcome = await diff({
    base: side(base),
    head: side({ ...base, ...edit }),
    models: ["shop/availability.yaml"],
    options: { samples: 1000, seed: 1 },
  });
  return outcome.kind === "invalid" ? outcome.diagnostics : outcome.judgements;
}

describe("a change beside the manifests alone", () => {
  it.each([
    ["the project's `.env`", "shop/.env"],
    ["a file that is included", "shop/store/compose.yaml"],
    ["a file that is extended", "shop/common/web.yaml"],
  ])("in %s is judged", async (_, path) => {
    const text = path.endsWith(".env") ? "WEBS=1\n" : `${String(SHOP[path])}# more\n`;
    expect(await judge({ [path]: text })).toHaveLength(1);
  });

  it("tells the line of `.env` that took replicas away", async () => {
    const [judgement] = await judge({ "shop/.env": "# fewer\nWEBS=1\n" });
    expect(judgement).toMatchObject({
      model: {
        verdict: "fail",
        changes: [{ kind: "replicas", subject: "web", file: "shop/.env", line: 2 }],
      },
    });
  });

  it("is seen by each of several specs over the same manifests", async () => {
    const second = { ...SHOP, "shop/b.yaml": String(SHOP["shop/availability.yaml"]) };
    const head = { ...second, "shop/.env": "WEBS=1\n" };
    const outcome = await diff({
      base: { tree: memoryTree(second), rendered: null },
      head: { tree: memoryTree(head), rendered: null },
      models: ["shop/availability.yaml", "shop/b.yaml"],
      options: { samples: 1000, seed: 1 },
    });
    const change = { changes: [{ kind: "replicas", base: 3, head: 1 }] };
    expect(outcome).toMatchObject({ judgements: [{ model: change }, { model: change }] });
  });

  it("is seen where the `.env` is new, or goes", async () => {
    const { "shop/.env": _, ...without } = SHOP;
    expect(await judge({ "shop/.env": "WEBS=2\n" }, null, without)).toHaveLength(1);
    const outcome = await diff({
      base: { tree: memoryTree(SHOP), rendered: null },
      head: { tree: memoryTree(without), rendered: null },
      models: ["shop/availability.yaml"],
      options: { samples: 1000, seed: 1 },
    });
    expect(outcome).toMatchObject({ judgements: [{ model: { verdict: "fail" } }] });
  });

  it.each([["shop/README.md"], ["shop/ci.yaml"], [".env"], ["shop/store/other.env"]])(
    "in %s, which no Compose file names, is none",
    async (path) => {
      expect(await judge({ [path]: "other: 1\n" })).toEqual([]);
    },
  );

  it("is seen in a folder that the team rendered", async () => {
    const [judgement] = await judge({ "shop/.env": "WEBS=1\n" }, { folder: "out/head" });
    expect(judgement).toMatchObject({
      model: { changes: [{ file: "out/head/shop/.env", line: 1 }] },
    });
  });

  const KUBERNETES: Files = {
    "shop/availability.yaml": "version: 1\nendpoints: { e: { entry: web } }\n",
    "shop/web.yaml":
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: 2 }\n",
  };

  it("is not looked for where nothing changed that could be one", async () => {
    const asked: string[] = [];
    const watched = (files: Files): Tree => {
      const tree = memoryTree(files);
      return {
        ...tree,
        read: (paths) => {
          asked.push(...paths);
          return tree.read(paths);
        },
      };
    };
    await diff({
      base: { tree: watched(KUBERNETES), rendered: null },
      head: { tree: watched({ ...KUBERNETES, "shop/README.md": "other" }), rendered: null },
      models: ["shop/availability.yaml"],
      options: { samples: 1000, seed: 1 },
    });
    expect(new Set(asked)).toEqual(new Set(["shop/availability.yaml"]));
  });

  it.each<[string, Files, string, string]>([
    [
      "variables",
      {
        "shop/compose.yaml": "include: [{ path: web.yaml, env_file: prod.vars }]\n",
        "shop/web.yaml": "services: { web: { image: web, scale: '${WEBS}' } }\n",
      },
      "shop/prod.vars",
      "WEBS=3\n",
    ],
    [
      "a service to extend",
      { "shop/compose.yaml": "services: { web: { extends: { file: web.inc, service: web } } }\n" },
      "shop/web.inc",
      "services: { web: { image: web, scale: 3 } }\n",
    ],
  ])("is seen in a file of any name: %s", async (_, files, path, text) => {
    const spec =
      "version: 1\nservices: { web: { workload: ComposeService/web } }\nendpoints: { e: { entry: web } }\n";
    const side = (content: string) => ({
      tree: memoryTree({ "shop/availability.yaml": spec, ...files, [path]: content }),
      rendered: null,
    });
    const outcome = await diff({
      base: side(text),
      head: side(text.replace("3", "1")),
      models: ["shop/availability.yaml"],
      options: { samples: 1000, seed: 1 },
    });
    expect(outcome).toMatchObject({
      judgements: [{ model: { changes: [{ kind: "replicas", file: path, line: 1 }] } }],
    });
  });

  it("cannot come through a link", async () => {
    const linked = { "shop/.env": { link: "../secrets.env" } };
    const [judgement] = await judge(linked);
    expect(judgement).toMatchObject({ model: { changes: [{ kind: "replicas", subject: "web" }] } });
  });
});

describe("files that `manifests` names one by one", () => {
  const place = { file: "shop/availability.yaml", line: 1, column: 1 };
  const named = (...patterns: readonly string[]) =>
    Object.fromEntries(namedFiles(patterns.map((pattern) => ({ pattern, folder: "shop", place }))));

  it("are known by their place in the list, and globs and exclusions are not among them", () => {
    expect(
      named("b.yaml", "*.yaml", "!c.yaml", "./a.yaml", "/d.yaml", "../e.yaml", "f/", "b.yaml"),
    ).toEqual({
      "shop/b.yaml": 0,
      "shop/a.yaml": 3,
      "d.yaml": 4,
      "e.yaml": 5,
    });
  });

  it("are merged in that order", async () => {
    const files: Files = {
      "shop/availability.yaml": String(SHOP["shop/availability.yaml"]).replace(
        "[compose.yaml]",
        "[one.yaml, two.yaml]",
      ),
      "shop/one.yaml": "services:\n  web: { image: web, scale: 1 }\n",
      "shop/two.yaml": "services:\n  web: { scale: 3 }\n",
    };
    const [judgement] = await judge(
      { "shop/two.yaml": "services:\n  web: { scale: 2 }\n" },
      null,
      files,
    );
    expect(judgement).toMatchObject({
      model: { changes: [{ kind: "replicas", base: 3, head: 2, file: "shop/two.yaml", line: 2 }] },
    });
  });
});
