import { describe, expect, test } from "vitest";
import { diff } from "../../src/flow/diff.ts";
import { type Content, type Files, memoryTree } from "./memory-tree.ts";

function deployment(name: string, replicas: number | string, namespace = ""): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}${namespace === "" ? "" : `, namespace: ${namespace}`} }
spec: { replicas: ${replicas} }
`;
}

const SPEC = `version: 1
manifests: [deploy/**/*.yaml]
defaults: { replicaAvailability: 99%, dependencyAvailability: 99.99% }
dependencies:
  - frontend -> cart
  - frontend -> payment
endpoints:
  POST /checkout: { entry: frontend, slo: 99.9% }
`;

const SHOP: Files = {
  "availability.yaml": SPEC,
  "deploy/frontend.yaml": deployment("frontend", 3),
  "deploy/cart.yaml": deployment("cart", 3),
  "deploy/payment.yaml": deployment("payment", 3),
};

/** What of a commit differs; `null`: it is gone. */
type Edit = Readonly<Record<string, Content | null>>;

function edited(files: Files, edit: Edit): Files {
  const all = Object.entries({ ...files, ...edit });
  return Object.fromEntries(all.flatMap(([path, text]) => (text === null ? [] : [[path, text]])));
}

function runsAs(workload: string): string {
  return `${SPEC}services: { payment: { workload: ${workload} } }\n`;
}

async function judge(base: Files, head: Files, models: readonly string[] = ["availability.yaml"]) {
  const outcome = await diff({
    base: { tree: memoryTree(base), rendered: null },
    head: { tree: memoryTree(head), rendered: null },
    models,
    options: { samples: 1000, seed: 1 },
  });
  if (outcome.kind === "invalid") return outcome.diagnostics.map(({ code }) => `error ${code}`);
  return outcome.judgements.flatMap(({ model, reasons }) => [
    `${model.verdict} ${model.path}`,
    ...reasons.filter(({ verdict }) => verdict === "fail").map(({ code }) => code),
  ]);
}

const SAVED = ["fail availability.yaml", "passes-by-assertion"];
const PASSED = ["pass availability.yaml"];
const narrowed = (globs: string) => SPEC.replace("[deploy/**/*.yaml]", globs);

describe("a drop stays red", () => {
  const fewer = { "deploy/payment.yaml": deployment("payment", 1) };

  test.each<[string, Edit, Files?]>([
    [
      "behind a better copy in another namespace, which the spec points to",
      {
        ...fewer,
        "deploy/shadow.yaml": deployment("payment", 3, "shadow"),
        "availability.yaml": runsAs("Deployment/shadow/payment"),
      },
    ],
    [
      "where both get a namespace",
      {
        "deploy/payment.yaml": deployment("payment", 1, "prod"),
        "deploy/shadow.yaml": deployment("payment", 3, "shadow"),
        "availability.yaml": runsAs("Deployment/shadow/payment"),
      },
    ],
    [
      "behind a better copy that the globs are narrowed to",
      {
        ...fewer,
        "deploy/new/payment.yaml": deployment("payment", 3),
        "availability.yaml": narrowed("[deploy/**/*.yaml, '!deploy/payment.yaml']"),
      },
    ],
    [
      "where its file says both and the globs are narrowed to another",
      {
        "deploy/payment.yaml": `${deployment("payment", 3)}---\n${deployment("payment", 1)}`,
        "deploy/new/payment.yaml": deployment("payment", 3),
        "availability.yaml": narrowed("[deploy/**/*.yaml, '!deploy/payment.yaml']"),
      },
    ],
    [
      "behind a number that cannot be read, and the workload of nobody",
      {
        "deploy/payment.yaml": deployment("payment", "'1'"),
        "deploy/redis.yaml": deployment("redis", 3),
        "availability.yaml": runsAs("Deployment/redis"),
      },
    ],
    [
      "where the workload takes another name, and the service that of another one",
      {
        "deploy/payment.yaml": deployment("payment-2", 1),
        "availability.yaml": runsAs("Deployment/cart"),
      },
    ],
  ])("%s", async (_, edit, base = SHOP) => {
    expect(await judge(base, edited(base, edit))).toEqual(SAVED);
  });

  test("where the service takes another name with its workload", async () => {
    const edit = (replicas: number) => ({
      "deploy/payment.yaml": deployment("billing", replicas),
      "availability.yaml": SPEC.replace("payment", "billing"),
    });
    expect(await judge(SHOP, edited(SHOP, edit(1)))).toEqual([
      "fail availability.yaml",
      "below-slo",
    ]);
    expect(await judge(SHOP, edited(SHOP, edit(3)))).toEqual(PASSED);
  });

  test("where a manifest turns into a link of the same object", async () => {
    const link = { link: deployment("payment", 3) };
    const head = edited(SHOP, { "deploy/payment.yaml": link });
    expect(await judge(SHOP, head)).toContain("error workload-gone");
  });

  test("where a file is named like the glob of the specs", async () => {
    const spec = SPEC.replace("deploy/", "../../deploy/");
    const { "availability.yaml": _, ...manifests } = SHOP;
    const base = { ...manifests, "svc/a/availability.yaml": spec };
    const head = edited(base, { ...fewer, "svc/*/availability.yaml": spec });
    expect(await judge(base, head, ["svc/*/availability.yaml"])).toEqual([
      "warn svc/*/availability.yaml",
      "fail svc/a/availability.yaml",
      "below-slo",
    ]);
  });
});

describe("an honest change stays green", () => {
  test.each<[string, Edit]>([
    [
      "a second environment, and the globs narrowed to the first",
      {
        "deploy/staging/payment.yaml": deployment("payment", 1),
        "availability.yaml": narrowed("[deploy/*.yaml]"),
      },
    ],
    [
      "the same with the first one moved",
      {
        "deploy/payment.yaml": null,
        "deploy/prod/payment.yaml": deployment("payment", 3),
        "deploy/staging/payment.yaml": deployment("payment", 1),
        "availability.yaml": narrowed("[deploy/*.yaml, deploy/prod/*.yaml]"),
      },
    ],
    [
      "another name of the workload",
      {
        "deploy/payment.yaml": deployment("billing", 3),
        "availability.yaml": runsAs("Deployment/billing"),
      },
    ],
    [
      "other names of two services that are called alike, and of their workloads",
      {
        "deploy/payment.yaml": deployment("billing", 3),
        "deploy/cart.yaml": deployment("basket", 3),
        "availability.yaml": SPEC.replace("payment", "billing").replace("cart", "basket"),
      },
    ],
    [
      "another namespace, beside a smaller one for tests",
      {
        "deploy/payment.yaml": deployment("payment", 3, "prod"),
        "deploy/test.yaml": deployment("payment", 1, "test"),
        "availability.yaml": runsAs("Deployment/prod/payment"),
      },
    ],
  ])("%s", async (_, edit) => {
    expect(await judge(SHOP, edited(SHOP, edit))).toEqual(PASSED);
  });
});

test("a folder may be called like a glob", async () => {
  const base = {
    "[app]/availability.yaml": SPEC,
    "[app]/deploy/payment.yaml": deployment("payment", 3),
  };
  const head = edited(base, { "[app]/deploy/payment.yaml": deployment("payment", 2) });
  expect(await judge(base, head, ["[app]/availability.yaml"])).toEqual([
    "warn [app]/availability.yaml",
  ]);
});
