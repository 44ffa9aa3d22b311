import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { workflowText } from "../../src/draft/workflow-text.ts";
import { diff } from "../../src/flow/diff.ts";
import { type Initial, initial } from "../../src/flow/init.ts";
import { loadSpec } from "../../src/model/load.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

const OPTIONS = { samples: 1000, seed: 1 };

/** A Deployment with variables, and its Service of a type. */
function app(
  name: string,
  env: Readonly<Record<string, string>> = {},
  { type = "ClusterIP", replicas = 2, service = true, namespace = "", label = name } = {},
): string {
  const list = Object.entries(env).map(([key, value]) => JSON.stringify({ name: key, value }));
  const named = (one: string) =>
    `{ name: ${one}${namespace === "" ? "" : `, namespace: ${namespace}`} }`;
  const selecting = `---
apiVersion: v1
kind: Service
metadata: ${named(label)}
spec: { type: ${type}, selector: { app: ${label} } }
`;
  return `apiVersion: apps/v1
kind: Deployment
metadata: ${named(name)}
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: ${label} } }
  template:
    metadata: { labels: { app: ${label} } }
    spec: { containers: [{ image: w, env: [${list.join(", ")}] }] }
${service ? selecting : ""}`;
}

const SHOP: Files = {
  "k/web.yaml": app(
    "web",
    {
      CART_URL: "http://cart:80",
      BROKER: "kafka:9092",
      OTEL_ENDPOINT: "http://otel-collector:4317",
    },
    { type: "LoadBalancer" },
  ),
  "k/cart.yaml": app("cart", {
    DB: "postgres://u:hunter2@db:5432/x",
    PAY: "https://api.stripe.com",
  }),
  "k/db.yaml": app("db"),
  "k/kafka.yaml": app("kafka"),
  "k/mailer.yaml": app("mailer", { KAFKA_ADDR: "kafka:9092" }, { service: false }),
  "k/otel.yaml": app("otel-collector"),
};

function draft(files: Files, prefix = ""): Promise<Initial> {
  return initial({ tree: memoryTree(files), prefix, options: OPTIONS });
}

async function textAt(files: Files, path = "availability.yaml"): Promise<string> {
  const found = await draft(files);
  return found.files.find((one) => one.path === path)?.text ?? "";
}

/** Lines that count, without their remarks. */
function counting(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/ *#.*$/, ""))
    .filter((line) => line.trim() !== "");
}

/** What the pull request that brings the draft comes to. */
async function adopted(files: Files) {
  const { files: written } = await draft(files);
  const head = { ...files, ...Object.fromEntries(written.map(({ path, text }) => [path, text])) };
  const models = written.map(({ path }) => path).filter((path) => !path.startsWith("."));
  const side = (some: Files) => ({ tree: memoryTree(some), rendered: null });
  return diff({ base: side(files), head: side(head), models, options: OPTIONS });
}

describe("a draft", () => {
  it("says who calls whom, where calls come in, and nothing more", async () => {
    expect(counting(await textAt(SHOP))).toEqual([
      "version: 1",
      "dependencies:",
      "  - cart -> db",
      "  - kafka ~> mailer",
      "  - web -> cart",
      "  - web ~> kafka",
      "endpoints:",
      "  web:",
      "    entry: web",
      "gate:",
      "  adoption: warn",
    ]);
  });

  it("marks each guess with the line that it comes from", async () => {
    const text = await textAt(SHOP);
    expect(text).toMatch(/- web -> cart +# guess: CART_URL, k\/web\.yaml:9\n/);
    expect(text).toMatch(/ web: +# guess: LoadBalancer web \(k\/web\.yaml:13\)\n/);
    const guessed = text.split("\n").filter((line) => /^ {2}(?:- |\w+:)/.test(line));
    const [adoption, ...unmarked] = guessed.filter((line) => !line.includes("# guess: "));
    expect([adoption?.trim().slice(0, 14), unmarked]).toEqual(["adoption: warn", []]);
  });

  it("names telemetry and third parties in comments only, and never a password", async () => {
    const text = await textAt(SHOP);
    expect(text).toMatch(/# +otel-collector: web \(k\/web\.yaml:9\)/);
    expect(text).toMatch(/# - cart -> api\.stripe\.com +# PAY, k\/cart\.yaml:9/);
    expect(text).not.toContain("hunter2");
  });

  it("suggests an SLO that today's figure keeps", async () => {
    const found = await draft(SHOP);
    const figure = found.draft?.figures.get("web") ?? 0;
    const [, slo = "0"] = /# slo: ([\d.]+)%/.exec(await textAt(SHOP)) ?? [];
    expect(figure).toBeGreaterThan(0.99);
    expect(Number(slo) / 100).toBeLessThanOrEqual(figure);
    expect(Number(slo)).toBeGreaterThan(99);
  });

  it("is the same bytes for the same files, in whatever order they come", async () => {
    const turned = Object.fromEntries(Object.entries(SHOP).reverse());
    expect((await draft(turned)).files).toEqual((await draft(SHOP)).files);
  });

  it("is valid, and its pull request is not red", async () => {
    const outcome = await adopted(SHOP);
    expect(outcome.kind).toBe("judged");
    if (outcome.kind !== "judged") return;
    expect(outcome.judgements.map(({ model }) => model.verdict)).toEqual(["pass"]);
    const told = outcome.judgements.flatMap(({ model }) => model.diagnostics);
    expect(told.filter(({ severity }) => severity !== "notice")).toEqual([]);
  });

  it("is nothing where there is no workload", async () => {
    const found = await draft({ "a.yaml": "a: 1\n" });
    expect([found.draft, found.files, found.looked]).toEqual([null, [], 1]);
  });

  it("stands in the folder that it was asked for in", async () => {
    const files = Object.fromEntries(
      Object.entries(SHOP).map(([path, text]) => [`shop/${path}`, text]),
    );
    const found = await draft({ ...files, "other/x.yaml": app("other") }, "shop/");
    expect(found.files.map(({ path }) => path)).toEqual([
      "shop/availability.yaml",
      ".github/workflows/availability.yml",
    ]);
    expect(found.files[1]?.text).toContain("model: shop/availability.yaml");
    expect(found.files[0]?.text).not.toContain("other");
  });
});

describe("services", () => {
  it("name their workload only where their name alone does not find it", async () => {
    const text = await textAt({
      "a.yaml": app("web", { X: "http://pay:80" }, { type: "NodePort" }),
      "b.yaml": app("pay"),
      "c.yaml": app("pay", {}, { namespace: "batch" }),
    });
    expect(counting(text).filter((line) => line.includes("workload"))).toEqual([
      "  pay: { workload: Deployment/pay }",
    ]);
  });

  it("of several workloads behind one Service list them, to add up", async () => {
    const text = await textAt({
      "a.yaml": app("web", { X: "http://pay:80" }, { type: "NodePort" }),
      "b.yaml": app("pay-v1", {}, { label: "pay" }),
      "c.yaml": app("pay-v2", {}, { label: "pay", service: false }),
    });
    expect(counting(text)).toEqual(
      expect.arrayContaining([
        "  pay: { workload: [Deployment/pay-v1, Deployment/pay-v2] }",
        "  - web -> pay",
      ]),
    );
  });

  it("that cannot be modelled are told in comments", async () => {
    const text = await textAt({
      "a.yaml": app("web", { X: "http://pay:80" }, { type: "NodePort" }),
      "b.yaml": app("pay").replace("replicas: 2", "replicas: many"),
    });
    expect(counting(text)).toContain("dependencies: []");
    expect(text).toMatch(/# - web -> pay +# .*many/);
  });

  it("with names that mean something to YAML come back as they were", async () => {
    const files = {
      "a.yaml": app('"null"', { X_HOST: "1e3", Y_HOST: "on" }, { type: "NodePort" }),
      "b.yaml": `${app('"1e3"')}---\n${app('"on"')}`,
    };
    const { draft: found, files: written } = await draft(files);
    const { spec, diagnostics } = await loadSpec("availability.yaml", async (path) =>
      path === "availability.yaml" ? (written[0]?.text ?? "") : null,
    );
    expect(diagnostics).toEqual([]);
    expect([...(spec?.services.keys() ?? [])].sort()).toEqual(["1e3", "null", "on"]);
    expect(found?.endpoints.map(({ name }) => name)).toEqual(["null"]);
  });

  it("of hostile names stay data", async () => {
    const hostile = String.raw`"x\n  evil -> y # \u202e"`;
    const files = {
      "a.yaml": app("web", { X_HOST: "cart" }, { type: "NodePort" }),
      "b.yaml": app("cart"),
      "c.yaml": app(hostile, { "Y\\nversion: 2": "http://cart:80" }),
      "a\nevil: [1].yaml": app("pay", { Z: "http://cart:80" }),
    };
    const { files: written } = await draft(files);
    const text = written[0]?.text ?? "";
    const { diagnostics } = await loadSpec("availability.yaml", async () => text);
    expect(diagnostics).toEqual([]);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(counting(text).filter((line) => line.startsWith("  - "))).toEqual([
      "  - pay -> cart",
      "  - web -> cart",
    ]);
  });
});

describe("the choice of manifests", () => {
  const compose =
    "services:\n  web: { image: w, depends_on: [cart], ports: ['80:80'] }\n  cart: { image: c }\n";

  it("leaves Compose to laptops where a cluster runs the same, but learns from it", async () => {
    const text = await textAt({
      "compose.yaml": compose,
      "k/web.yaml": app("web"),
      "k/cart.yaml": app("cart"),
    });
    expect(counting(text)).toEqual(
      expect.arrayContaining(['  - "!compose.yaml"', "  - web -> cart", "  web:"]),
    );
    expect(text).toMatch(/web -> cart +# guess: depends_on, compose\.yaml:2/);
  });

  it("takes Compose where it is all there is", async () => {
    const text = await textAt({ "compose.yaml": compose });
    expect(counting(text)).toEqual(expect.arrayContaining(["  - web -> cart", "  web:"]));
    expect(text).not.toContain("manifests:");
  });

  it("takes no order of starting for a call where variables say whom a service calls", async () => {
    const text = await textAt({
      "compose.yaml":
        "services:\n  web: { image: w, environment: { CART: 'http://cart' }, depends_on: [cart, db], ports: ['80:80'] }\n  cart: { image: c }\n  db: { image: d }\n",
    });
    expect(counting(text).filter((line) => line.startsWith("  - "))).toEqual(["  - web -> cart"]);
    expect(text).toMatch(/# - web -> db +# depends_on, compose\.yaml:2/);
  });

  it("leaves out a file that only says again what others say", async () => {
    const web = app("web", {}, { type: "NodePort" });
    const text = await textAt({
      "all.yaml": web,
      "base/web.yaml": web,
      "base/kustomization.yaml": "resources: [web.yaml]\n",
    });
    expect(text).toMatch(/- "!all\.yaml" +# guess: defines what base\/web\.yaml defines as well/);
  });

  it("leaves out another Compose file that defines the same services, and keeps layers", async () => {
    const text = await textAt({
      "compose.yaml": compose,
      "compose.swarm.yaml": compose.replace(
        "{ image: c }",
        "{ image: c, deploy: { replicas: 5 } }",
      ),
      "compose.extra.yaml":
        "services:\n  web: { environment: { Q: 'amqp://queue' } }\n  queue: { image: q }\n",
    });
    expect(counting(text).filter((line) => line.includes('"!'))).toEqual([
      '  - "!compose.swarm.yaml"',
    ]);
    expect(counting(text)).toContain("  - web ~> queue");
  });
});

describe("environments", () => {
  it("get a spec each where folders of manifests go by their names", async () => {
    const found = await draft({
      "k/dev/web.yaml": app("web", {}, { type: "NodePort", replicas: 1 }),
      "k/prod/web.yaml": app("web", {}, { type: "NodePort", replicas: 3 }),
      "k/shared/db.yaml": app("db"),
    });
    expect(found.files.map(({ path }) => path)).toEqual([
      "availability.yaml",
      "availability/dev.yaml",
      "availability/prod.yaml",
      ".github/workflows/availability.yml",
    ]);
    const [shared, , prod, workflow] = found.files.map(({ text }) => text);
    expect(counting(shared ?? "")).toEqual(
      expect.arrayContaining(['  - "!k/dev/**"', '  - "!k/prod/**"']),
    );
    expect(counting(prod ?? "")).toEqual([
      "version: 1",
      "extends: ../availability.yaml",
      "manifests:",
      '  - "../k/shared/*"',
      '  - "../k/prod/**"',
    ]);
    expect(workflow).toContain("model: availability/*.yaml");
  });

  it("each judge their own manifests", async () => {
    const outcome = await adopted({
      "k/dev/web.yaml": app("web", {}, { type: "NodePort", replicas: 1 }),
      "k/prod/web.yaml": app("web", {}, { type: "NodePort", replicas: 3 }),
    });
    if (outcome.kind !== "judged") throw new Error(JSON.stringify(outcome.diagnostics));
    const figures = outcome.judgements
      .filter(({ model }) => model.path !== "availability.yaml")
      .map(({ model }) => [model.path, model.endpoints[0]?.head?.unavailability]);
    expect(figures).toEqual([
      ["availability/dev.yaml", expect.closeTo(1e-3, 9)],
      ["availability/prod.yaml", expect.closeTo(1e-9, 15)],
    ]);
  });

  it("are recognised by overlays and by files of values, and rendered", async () => {
    const overlays = await draft({
      "base/web.yaml": app("web", {}, { type: "NodePort" }),
      "base/kustomization.yaml": "resources: [web.yaml]\n",
      "overlays/prod/kustomization.yaml": "resources: [../../base]\n",
      "components/x/kustomization.yaml": "kind: Component\n",
    });
    const prod = overlays.files.find(({ path }) => path === "availability/prod.yaml");
    expect(counting(prod?.text ?? "")).toContain("  - kustomize: ../overlays/prod");
    expect(counting(overlays.files[0]?.text ?? "")).toEqual(
      expect.arrayContaining(['  - "!components/x/**"', '  - "!overlays/**"']),
    );
  });
});

describe("many environments", () => {
  it("get no more than twenty specs, and the others are named", async () => {
    const overlays = Array.from({ length: 22 }, (_, i) => `overlays/t${10 + i}/kustomization.yaml`);
    const found = await draft({
      "base/web.yaml": app("web", {}, { type: "NodePort" }),
      ...Object.fromEntries(overlays.map((path) => [path, "resources: []\n"])),
    });
    expect(found.told[0]).toBe("2 environments beyond 20 got no spec: `t30`, `t31`");
    expect(found.files.map(({ path }) => path)).not.toContain("availability/t30.yaml");
  });
});

describe("the workflow", () => {
  it("is the one of the README", () => {
    const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
    expect(readme).toContain(`\`\`\`yaml\n${workflowText(null)}\`\`\``);
  });
});

describe("a chart where helm is missing", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  const CHART: Files = {
    "charts/shop/Chart.yaml": "apiVersion: v2\nname: shop\nversion: 1.0.0\n",
    "charts/shop/templates/web.yaml": "kind: Deployment\nreplicas: {{ .Values.replicas }}\n",
    "charts/shop/values.yaml": "replicas: 2\n",
  };

  it("is left out, and keeps no manifests beside it from the draft", async () => {
    vi.stubEnv("PATH", "");
    const found = await draft({ ...SHOP, ...CHART });
    const spec = found.files.find(({ path }) => path === "availability.yaml")?.text ?? "";
    expect(spec).toContain("web -> cart");
    expect(spec).not.toContain("helm:");
    expect(found.told).toEqual([
      expect.stringMatching(
        /^what the chart `charts\/shop` would deploy, .*: `helm` was not found/,
      ),
    ]);
  });

  it("is told once where there is nothing beside it", async () => {
    vi.stubEnv("PATH", "");
    const found = await draft(CHART);
    expect(found.draft).toBeNull();
    expect(found.told).toEqual([expect.stringContaining("`helm` was not found")]);
  });
});
