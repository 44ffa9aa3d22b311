import { describe, expect, test } from "vitest";
import { diff } from "../../src/flow/diff.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

const OPTIONS = { samples: 1000, seed: 1 };

const APP = "{ name: app, image: shop/web:1, readinessProbe: {} }";
const LOG = "{ name: log, image: fluentd:1 }";

/** A Deployment, each container on a line of its own from line 10 on. */
const web = (containers: readonly string[], init: readonly string[] = [], name = "web") =>
  `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  selector: {}
  template:
    spec:
      initContainers: [${init.join(", ")}]
      containers:
${containers.map((one) => `        - ${one}\n`).join("")}`;

const SPEC = "version: 1\nmanifests: ['*.yml']\nendpoints: { home: { entry: web } }\n";

async function changes(base: Files, head: Files, spec = SPEC) {
  const side = (files: Files) => ({
    tree: memoryTree({ ...files, "availability.yaml": spec }),
    rendered: null,
  });
  const outcome = await diff({
    base: side(base),
    head: side(head),
    models: ["availability.yaml"],
    options: OPTIONS,
  });
  if (outcome.kind === "invalid") throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.judgements.map(({ model, reasons }) => ({
    told: model.diagnostics.filter(({ code }) => code === "pod-changed"),
    reasons,
    changes: model.changes,
  }))[0]!;
}

async function told(before: readonly string[], after: readonly string[], init?: readonly string[]) {
  const all = await changes({ "web.yml": web(before) }, { "web.yml": web(after, init) });
  return all.told.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

describe("a change of what is in a pod", () => {
  test("is told where it adds a container, and moves no figure", async () => {
    const all = await changes({ "web.yml": web([APP]) }, { "web.yml": web([APP, LOG]) });
    expect(all).toEqual({
      told: [
        {
          ...{ severity: "warning", code: "pod-changed", file: "web.yml", line: 11, column: 19 },
          message:
            "this change adds the container `log` to the pods of `web`, which are ready only while it is too; `replicaAvailability` is the pod's, and no figure counts what is in it: correct it where `log` makes pods fail more often",
        },
      ],
      reasons: [],
      changes: [],
    });
  });

  test("is told where it adds a native sidecar, and not where an init container ends", async () => {
    const proxy = "{ name: proxy, image: envoy, restartPolicy: Always }";
    const lines = await told([APP], [APP], [proxy, "{ name: once, image: x }"]);
    expect(lines).toEqual([
      expect.stringMatching(/^web\.yml:8 this change adds the native sidecar `proxy` to the pods /),
    ]);
  });

  test("is told where it removes a readiness probe, also of a container that is renamed", async () => {
    const bare = "{ name: app, image: shop/web:2 }";
    const message =
      "web.yml:10 this change removes the readiness probe of the container `app` of `web`: calls reach its pods before they can answer, in every rollout and restart, and no figure counts that; keep the probe";
    expect(await told([APP], [bare])).toEqual([message]);
    expect(await told([APP], [bare.replace("app", "main")])).toEqual([
      message.replace("`app`", "`main`"),
    ]);
  });

  test.each([
    ["removes a container", [APP, LOG], [APP]],
    ["renames one", [APP, LOG], [APP, LOG.replace("log", "logs")]],
    ["puts another in its place", [APP, LOG], [APP, "{ name: vector, image: timber/vector }"]],
    ["changes an image, or the order", [APP, LOG], [LOG.replace(":1", ":2"), APP]],
    ["adds a probe", [APP, LOG], [APP, LOG.replace(" }", ", readinessProbe: {} }")]],
    ["touches what an init container was", [APP], ["{ name: app, image: y, readinessProbe: {} }"]],
  ])("is not told where it %s", async (_, before, after) => {
    expect(await told(before, after)).toEqual([]);
  });

  test("is not told of a workload that it brings, or that no service claims", async () => {
    const base = { "web.yml": web([APP]), "batch.yml": web([APP], [], "batch") };
    const head = { "web.yml": web([APP]), "batch.yml": web([APP, LOG], [], "batch") };
    expect((await changes(base, { ...head, "new.yml": web([APP, LOG], [], "new") })).told).toEqual(
      [],
    );
    const compose = { "compose.yml": "services: { web: { image: w } }\n" };
    expect((await changes(compose, { "web.yml": web([APP, LOG]) })).told).toEqual([]);
  });

  test("is told in ten lines at the most, and how many more there are", async () => {
    const many = Array.from({ length: 12 }, (_, i) => `{ name: c${i}, image: i${i} }`);
    const lines = await told([APP], [APP, ...many]);
    expect(lines).toHaveLength(11);
    expect(lines[10]).toBe(
      "web.yml:21 2 more containers or readiness probes changed in ways that no figure counts",
    );
  });
});
