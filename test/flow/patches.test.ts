import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { diff } from "../../src/flow/diff.ts";
import { estimate } from "../../src/flow/estimate.ts";
import type { Remedy } from "../../src/gate/explained.ts";
import type { EndpointResult, EstimatedEndpoint } from "../../src/gate/result.ts";
import { helm, kustomize, noHelm, noKustomize } from "../repository/render-fixture.ts";
import { memoryTree } from "./memory-tree.ts";

type Texts = Readonly<Record<string, string>>;

const options = { samples: 1000, seed: 1 };
const folder = mkdtempSync(join(tmpdir(), "patches-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function estimated(files: Texts): Promise<EstimatedEndpoint> {
  const side = { tree: memoryTree(files), rendered: null };
  const outcome = await estimate(side, ["availability.yaml"], options);
  if (outcome.kind === "invalid") throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.estimates[0]!.model.endpoints[0]!;
}

/** The files as git leaves them, the patch applied. */
function gitApplied(files: Texts, patch: string): Record<string, string> {
  const here = mkdtempSync(join(folder, "tree-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(here, path)), { recursive: true });
    writeFileSync(join(here, path), text);
  }
  execFileSync("git", ["apply", "--unsafe-paths", "--whitespace=nowarn", "-"], {
    cwd: here,
    input: patch,
    env: {
      PATH: process.env.PATH,
      GIT_CEILING_DIRECTORIES: folder,
      GIT_CONFIG_GLOBAL: "/dev/null",
    },
  });
  return Object.fromEntries(
    Object.keys(files).map((path) => [path, readFileSync(join(here, path), "utf8")]),
  );
}

/** Lines that a patch takes and puts, without those that name files. */
function moved(patch: string): readonly string[] {
  return patch.split("\n").filter((line) => /^[-+](?![-+])/.test(line));
}

const spec = (more = "", services = "{}") => `version: 1
manifests: [deploy/*]
defaults: { replicaAvailability: 99.5% }
services: ${services}
endpoints:
  e:
    entry: web
    slo: 99.99%
${more}`;

const deployment = (replicas = "  replicas: 1\n", name = "web") => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
${replicas}  selector:
    matchLabels: { app: ${name} }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
      containers: [{ name: main, image: "web:1" }]
`;

const scaled = (kind: string, body: string) => `${deployment("")}---
apiVersion: ${kind === "ScaledObject" ? "keda.sh/v1alpha1" : "autoscaling/v2"}
kind: ${kind}
metadata: { name: web }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
${body}`;

const json = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: { selector: { matchLabels: { app: "web" } }, template: {} },
};

const inManifest: readonly [title: string, text: string, moved: readonly string[]][] = [
  [
    "the number",
    deployment("  replicas: 1 # enough\n"),
    ["-  replicas: 1 # enough", "+  replicas: 2 # enough"],
  ],
  ["CRLF", deployment().replaceAll("\n", "\r\n"), ["-  replicas: 1\r", "+  replicas: 2\r"]],
  ["a byte order mark", `\ufeff${deployment()}`, ["-  replicas: 1", "+  replicas: 2"]],
  ["no number", deployment(""), ["+  replicas: 2"]],
  ["no number, behind a remark", deployment("  # for all pods\n"), ["+  replicas: 2"]],
  ["no number, CRLF", deployment("").replaceAll("\n", "\r\n"), ["+  replicas: 2\r"]],
  [
    "the second of three documents",
    `${deployment("  replicas: 1\n", "a")}---\n# the shop\n${deployment()}---\n${deployment("  replicas: 1\n", "b")}`,
    ["-  replicas: 1", "+  replicas: 2"],
  ],
  [
    "an item of a list",
    `apiVersion: v1\nkind: List\nitems:\n- ${deployment("").trimEnd().replaceAll("\n", "\n  ")}\n`,
    ["+    replicas: 2"],
  ],
  [
    "an item of a typed list, at its end without a line break",
    "{ apiVersion: apps/v1, kind: DeploymentList, items: [{ metadata: { name: web }, spec: { replicas: 1, selector: { a: b } } }] }",
    [
      "-{ apiVersion: apps/v1, kind: DeploymentList, items: [{ metadata: { name: web }, spec: { replicas: 1, selector: { a: b } } }] }",
      "+{ apiVersion: apps/v1, kind: DeploymentList, items: [{ metadata: { name: web }, spec: { replicas: 2, selector: { a: b } } }] }",
    ],
  ],
  ["JSON without a number", `${JSON.stringify(json, null, 2)}\n`, ['+    "replicas": 2,']],
  [
    "JSON on one line",
    JSON.stringify(json),
    [
      `-${JSON.stringify(json)}`,
      `+${JSON.stringify(json).replace('"selector"', '"replicas": 2, "selector"')}`,
    ],
  ],
  [
    "an autoscaler and what bounds it",
    scaled("HorizontalPodAutoscaler", "  minReplicas: 1\n  maxReplicas: 1\n"),
    ["-  minReplicas: 1", "-  maxReplicas: 1", "+  minReplicas: 2", "+  maxReplicas: 2"],
  ],
  [
    "an autoscaler that states no minimum",
    scaled("HorizontalPodAutoscaler", "  maxReplicas: 9\n"),
    ["+  minReplicas: 2"],
  ],
  [
    "KEDA's",
    scaled("ScaledObject", "  minReplicaCount: 0\n"),
    ["-  minReplicaCount: 0", "+  minReplicaCount: 2"],
  ],
  [
    "KEDA's without a minimum",
    scaled("ScaledObject", "  triggers: []\n"),
    ["+  minReplicaCount: 2"],
  ],
  ["Compose", "services:\n  web:\n    image: web\n", ["+    deploy:", "+      replicas: 2"]],
  [
    "Compose, in brackets",
    "services: { web: { image: web } }\n",
    [
      "-services: { web: { image: web } }",
      "+services: { web: { image: web, deploy: { replicas: 2 } } }",
    ],
  ],
  [
    "Compose that deploys",
    "services:\n  web:\n    image: web\n    deploy:\n      # small\n      resources: {}\n",
    ["+      replicas: 2"],
  ],
  [
    "Compose's `scale`",
    'services:\n  web: { image: web, scale: "1" }\n',
    ['-  web: { image: web, scale: "1" }', '+  web: { image: web, scale: "2" }'],
  ],
];

describe("the patch of a remedy", () => {
  it.each(inManifest)("changes %s", async (_, text, lines) => {
    const files = { "availability.yaml": spec(), "deploy/web app.yaml": text };
    const [remedy] = (await estimated(files)).explained!.remedies;
    expect(remedy!.change).toBe("replicas of web 1 -> 2");
    expect(moved(remedy!.patch ?? "")).toEqual(lines);
    const after = gitApplied(files, remedy!.patch!);
    const { verdict, head } = await estimated(after);
    expect([verdict, head.availability]).toEqual(["pass", remedy!.availability]);
    expect(remedy!.file).toBe("deploy/web app.yaml");
    const place = text.split("\n")[remedy!.line! - 1]!;
    expect(place).toMatch(/replicas|minReplica|spec|selector|metadata|deploy|image|scale/i);
  });

  const shared = `apiVersion: v1
kind: List
items:
- apiVersion: apps/v1
  kind: Deployment
  metadata: { name: other }
  spec: &same { replicas: &few 1, selector: {} }
- apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec: `;

  it.each([
    ["a second manifest that would disagree", `${deployment("")}---\n${deployment("")}`],
    ["an anchored number", `${shared}{ replicas: *few, selector: {} }\n`],
    ["an anchored object", `${shared}*same\n`],
    ["a name of its container", "services: { web: { image: web, container_name: web } }\n"],
    ["a port of the host", 'services: { web: { image: web, ports: ["127.0.0.1:80:80"] } }\n'],
    [
      "a deploy that is merged in",
      "x: &x { deploy: { labels: {} } }\nservices: { web: { <<: *x, image: web } }\n",
    ],
  ])("is left out because of %s", async (_, text) => {
    const files = { "availability.yaml": spec(), "deploy/web.yaml": text };
    const [remedy] = (await estimated(files)).explained!.remedies;
    expect(remedy).toMatchObject({ change: "replicas of web 1 -> 2", file: "deploy/web.yaml" });
    expect(remedy!.patch).toBeUndefined();
  });

  it("is left out where the manifests were rendered before", async () => {
    const side = {
      tree: memoryTree({ "availability.yaml": spec(), "deploy/web.yaml": deployment() }),
      rendered: { tree: memoryTree({ "web.yaml": deployment() }), folder: "deploy" },
    };
    const outcome = await estimate(side, ["availability.yaml"], options);
    if (outcome.kind === "invalid") throw new Error("invalid");
    const [remedy] = outcome.estimates[0]!.model.endpoints[0]!.explained!.remedies;
    expect(remedy!.change).toBe("replicas of web 1 -> 2");
    expect(remedy!.patch).toBeUndefined();
  });

  it("raises the number that `replicasAt` points to", async () => {
    const services =
      "{ web: { workload: { kind: Cluster, name: web, replicasAt: spec.nodes.count } } }";
    const files = {
      "availability.yaml": spec("", services),
      "deploy/db.yaml":
        "apiVersion: db.example.com/v1\nkind: Cluster\nmetadata: { name: web }\nspec:\n  nodes: { count: 1 }\n",
    };
    const [remedy] = (await estimated(files)).explained!.remedies;
    expect(moved(remedy!.patch!)).toEqual(["-  nodes: { count: 1 }", "+  nodes: { count: 2 }"]);
  });

  it("changes several files, each at its own lines", async () => {
    const files = {
      "availability.yaml": spec("dependencies: [web -> pay: { availability: 100% }]\n"),
      "deploy/a.yaml": deployment(),
      "deploy/b.yaml": deployment("", "pay"),
    };
    const [remedy] = (await estimated(files)).explained!.remedies;
    expect(remedy!.change).toBe("replicas of pay 1 -> 2, replicas of web 1 -> 2");
    expect((await estimated(gitApplied(files, remedy!.patch!))).verdict).toBe("pass");
    expect(moved(remedy!.patch!)).toEqual(["+  replicas: 2", "-  replicas: 1", "+  replicas: 2"]);
  });
});

const timeout = (rest: string) =>
  `dependencies:\n  - web -> pay: { availability: 100%, timeout: { onTime: 99%${rest} } }\nendpoints: { e: { entry: web, slo: 99.99% } }\n`;
const zones = (services: string, defaults = "") => `services: ${services}
domains: { zone: { members: [a, b], availability: 99.9% } }
defaults: { replicaAvailability: 99.999%${defaults} }
endpoints: { e: { entry: web, slo: 99.99% } }
`;
const strict = (rest: string) => `services:
  web: { replicaAvailability: 99.999% }
  ads: { external: 99% }
  shop: { external: 100% }
dependencies:
  - web -> ads: { availability: 100% }
  - web -> shop: { availability: 100% }
endpoints:
  e:
    entry: web
    slo: 99.99%
${rest}`;

const inSpec: readonly [title: string, text: string, change: RegExp, moved: readonly string[]][] = [
  [
    "replicas that it states",
    "services: { web: { replicas: 1, replicaAvailability: 99.5% } }\nendpoints: { e: { entry: web, slo: 99.99% } }\n",
    /^replicas of web 1 -> 2$/,
    [
      "-services: { web: { replicas: 1, replicaAvailability: 99.5% } }",
      "+services: { web: { replicas: 2, replicaAvailability: 99.5% } }",
    ],
  ],
  [
    "replicas that nothing states",
    "services:\n  web:\n    replicaAvailability: 99.5%\nendpoints: { e: { entry: web, slo: 99.99% } }\n",
    /^replicas of web 1 -> 2$/,
    ["+    replicas: 2"],
  ],
  [
    "a service that it does not list",
    "defaults: { replicaAvailability: 99.5% }\nendpoints: { e: { entry: web, slo: 99.99% } }\n",
    /^replicas of web 1 -> 2$/,
    ["+", "+services:", "+  web: { replicas: 2 }"],
  ],
  [
    "retries, where it states none",
    `defaults: { replicaAvailability: 99.999% }\n${timeout("")}`,
    /^retries of web -> pay 0 -> 2$/,
    [
      "-  - web -> pay: { availability: 100%, timeout: { onTime: 99% } }",
      "+  - web -> pay: { availability: 100%, timeout: { onTime: 99%, retries: 2 } }",
    ],
  ],
  [
    "retries that it states",
    `defaults: { replicaAvailability: 99.999% }\n${timeout(", retries: 1")}`,
    /^retries of web -> pay 1 -> 2$/,
    [
      "-  - web -> pay: { availability: 100%, timeout: { onTime: 99%, retries: 1 } }",
      "+  - web -> pay: { availability: 100%, timeout: { onTime: 99%, retries: 2 } }",
    ],
  ],
  [
    "a placement of its own",
    zones("{ web: { replicas: 2, placement: { zone: packed } } }"),
    /^spread web over zone$/,
    [
      "-services: { web: { replicas: 2, placement: { zone: packed } } }",
      "+services: { web: { replicas: 2, placement: { zone: spread } } }",
    ],
  ],
  [
    "a placement of all, for the one service",
    zones("{ web: { replicas: 2 } }", ", placement: { zone: packed }"),
    /^spread web over zone$/,
    [
      "-services: { web: { replicas: 2 } }",
      "+services: { web: { replicas: 2, placement: { zone: spread } } }",
    ],
  ],
  ["what it must have, as a key", strict(""), /^make ads optional$/, ["+    optional: [ads]"]],
  [
    "what it must have, in a list",
    strict("    optional:\n      - other\ngate: {}\n").replace(
      "dependencies:",
      "dependencies:\n  - web -> other",
    ),
    /^make ads optional$/,
    ["+      - ads"],
  ],
  [
    "what some of its calls must have",
    strict("    mixture: [{ weight: 1 }, { weight: 2, needs: [] }]\n"),
    /^make ads optional$/,
    [
      "-    mixture: [{ weight: 1 }, { weight: 2, needs: [] }]",
      "+    mixture: [{ weight: 1, optional: [ads] }, { weight: 2, needs: [] }]",
    ],
  ],
];

describe("the patch of a spec", () => {
  it.each(inSpec)("changes %s", async (_, text, change, lines) => {
    const files = { "availability.yaml": `version: 1\n${text}` };
    const { remedies } = (await estimated(files)).explained!;
    const remedy = remedies.find((one) => change.test(one.change));
    expect(remedies.map((one) => one.change)).toContain(remedy?.change);
    expect(moved(remedy!.patch ?? "")).toEqual(lines);
    expect((await estimated(gitApplied(files, remedy!.patch!))).verdict).toBe("pass");
  });
});

describe("the patch of a comparison", () => {
  const ZONE = "topology.kubernetes.io/zone";
  const zoned = `version: 1
manifests: [deploy/*]
domains: { zone: { topologyKey: ${ZONE}, members: [a, b, c], availability: 99.9% } }
endpoints: { e: { entry: web, slo: 99.99% } }
`;
  const constraint = [
    "      topologySpreadConstraints:",
    "        - maxSkew: 1",
    `          topologyKey: ${ZONE}`,
    "          whenUnsatisfiable: DoNotSchedule",
    "          labelSelector:",
    "            matchLabels: { app: web }",
  ];

  async function compared(base: Texts, head: Texts): Promise<EndpointResult> {
    const side = (files: Texts) => ({ tree: memoryTree(files), rendered: null });
    const models = ["availability.yaml"];
    const outcome = await diff({ base: side(base), head: side(head), models, options });
    if (outcome.kind === "invalid") throw new Error(JSON.stringify(outcome.diagnostics));
    return outcome.judgements[0]!.model.endpoints[0]!;
  }

  it("spreads again what was spread, in the manifest", async () => {
    const packed = { "availability.yaml": zoned, "deploy/web.yaml": deployment("  replicas: 3\n") };
    const spread = {
      ...packed,
      "deploy/web.yaml": `${packed["deploy/web.yaml"]}${constraint.join("\n")}\n`,
    };
    const { verdict, explained } = await compared(spread, packed);
    expect(verdict).toBe("fail");
    const [remedy] = explained!.remedies;
    expect(remedy).toMatchObject({ change: "spread web over zone", replicasAdded: 0 });
    expect(moved(remedy!.patch!)).toEqual(constraint.map((line) => `+${line}`));
    expect(gitApplied(packed, remedy!.patch!)).toEqual(spread);
  });

  it("is left out where the commit with it would not keep the SLO", async () => {
    const pinned = `${deployment("  replicas: 3\n")}      nodeSelector: { ${ZONE}: a }\n`;
    const { explained } = await estimated({
      "availability.yaml": zoned,
      "deploy/web.yaml": pinned,
    });
    const [remedy] = explained!.remedies;
    expect(remedy).toMatchObject({ change: "spread web over zone", file: "deploy/web.yaml" });
    expect(remedy!.patch).toBeUndefined();
  });

  it("brings the shop of the demo back, whatever was taken from it", async () => {
    const read = (path: string) =>
      readFileSync(new URL(`../../fixtures/shop/${path}`, import.meta.url), "utf8");
    const names = [
      "cache",
      "cart",
      "catalog",
      "checkout",
      "email",
      "frontend",
      "payment",
      "recommendation",
      "stores",
    ];
    const base: Texts = Object.fromEntries([
      ["availability.yaml", read("availability.yaml").replace("99.95%", "100%")],
      ...names.map((name) => [`deploy/${name}.yaml`, read(`deploy/${name}.yaml`)]),
    ]);
    let patches = 0;
    for (const name of names) {
      const path = `deploy/${name}.yaml`;
      const fewer = base[path]!.replace(/replicas: \d+/i, (text) => text.replace(/\d+/, "1"));
      if (fewer === base[path]) continue;
      const head = { ...base, [path]: fewer };
      const side = (files: Texts) => ({ tree: memoryTree(files), rendered: null });
      const told = async (files: Texts) => {
        const outcome = await estimate(side(files), ["availability.yaml"], options);
        if (outcome.kind === "invalid") throw new Error(name);
        return outcome.estimates[0]!.model.endpoints;
      };
      for (const { name: endpoint, explained } of await told(head)) {
        const remedies: readonly Remedy[] = explained?.remedies ?? [];
        for (const { patch, availability } of remedies.slice(0, 1)) {
          if (patch === undefined) continue;
          patches++;
          const after = (await told(gitApplied(head, patch))).find((one) => one.name === endpoint)!;
          expect(after.verdict).not.toBe("fail");
          expect(after.head.availability).toBe(availability);
        }
      }
    }
    expect(patches).toBeGreaterThan(3);
  });
});

/** The cheapest way back, its patch applied and the commit rendered and estimated again. */
async function rendered(manifests: string, files: Texts): Promise<readonly string[]> {
  const text = spec("", "{ web: { workload: Deployment/web } }").replace("[deploy/*]", manifests);
  const all = { "availability.yaml": text, ...files };
  const [remedy] = (await estimated(all)).explained!.remedies;
  if (remedy?.patch === undefined) return [`${remedy?.file}:${remedy?.line}`];
  expect((await estimated(gitApplied(all, remedy.patch))).verdict).toBe("pass");
  return moved(remedy.patch);
}

describe.skipIf(kustomize === null)(
  `the patch of an overlay, by the real kustomize${noKustomize}`,
  () => {
    const base = { "base/kustomization.yaml": "resources: [web.yaml]\n" };

    it("changes the count of the kustomization", async () => {
      const overlay = "resources: [../../base]\nreplicas:\n  - name: web\n    count: 1\n";
      const files = {
        ...base,
        "base/web.yaml": deployment(),
        "overlays/prod/kustomization.yaml": overlay,
      };
      expect(await rendered("[{ kustomize: overlays/prod }]", files)).toEqual([
        "-    count: 1",
        "+    count: 2",
      ]);
    });

    it("changes the manifest of its base where it says the number, or none is said", async () => {
      const overlay = { "overlays/prod/kustomization.yaml": "resources: [../../base]\n" };
      const of = (text: string) =>
        rendered("[{ kustomize: overlays/prod }]", { ...base, ...overlay, "base/web.yaml": text });
      expect(await of(deployment())).toEqual(["-  replicas: 1", "+  replicas: 2"]);
      expect(await of(deployment(""))).toEqual(["+  replicas: 2"]);
    });
  },
);

describe.skipIf(helm === null)(`the patch of a chart, by the real helm${noHelm}`, () => {
  const chart = (replicas: string) => ({
    "chart/Chart.yaml": "apiVersion: v2\nname: shop\nversion: 0.1.0\n",
    "chart/values.yaml": "# small\nweb: { replicas: 1 }\n",
    "chart/templates/web.yaml": deployment(replicas),
  });

  it("changes the value, and is left out where a template computes it", async () => {
    const of = (replicas: string) => rendered("[{ helm: { chart: chart } }]", chart(replicas));
    expect(await of("  replicas: {{ .Values.web.replicas }}\n")).toEqual([
      "-web: { replicas: 1 }",
      "+web: { replicas: 2 }",
    ]);
    expect(await of("  replicas: {{ add 0 1 }}\n")).toEqual(["chart/templates/web.yaml:6"]);
  });
});
