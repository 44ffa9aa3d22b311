import { expect, it } from "vitest";
import { diff } from "../../src/flow/diff.ts";
import { deployment } from "../deployment/manifest.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

const SPEC = `version: 1
defaults: { replicaAvailability: 99%, dependencyAvailability: 99.99% }
endpoints: { e: { entry: web, slo: 90% } }
`;
const SHOP: Files = {
  "availability.yaml": SPEC,
  "web.yaml": deployment("web", "replicas: 3"),
  "other.yaml": deployment("other", "replicas: 3"),
};
const TWICE = "replicas: 2\n  replicas: 3";

async function told(base: Files, head: Files): Promise<readonly string[]> {
  const outcome = await diff({
    base: { tree: memoryTree(base), rendered: null },
    head: { tree: memoryTree(head), rendered: null },
    models: ["availability.yaml"],
    options: { samples: 1000, seed: 1 },
  });
  const diagnostics =
    outcome.kind === "invalid"
      ? outcome.diagnostics
      : outcome.judgements.flatMap(({ model }) => model.diagnostics);
  return diagnostics.map(
    ({ severity, code, file, line, message }) => `${severity} ${code} ${file}:${line} ${message}`,
  );
}

it("a key written twice is an error of the service whose manifest it is, with both lines", async () => {
  const head = { ...SHOP, "web.yaml": deployment("web", TWICE) };
  expect(await told(SHOP, head)).toContain(
    "error bad-replicas web.yaml:7 cannot tell what `web.yaml` says: key `replicas` is written twice, first in line 6; keep one",
  );
});

it("in a manifest that no service runs by, it is told and no error", async () => {
  const head = { ...SHOP, "other.yaml": deployment("other", TWICE) };
  const [first, ...more] = await told(SHOP, head);
  expect(first).toMatch(
    /^warning unread-manifests other\.yaml:7 .*key `replicas` is written twice, first in line 6/,
  );
  expect(more.filter((one) => one.startsWith("error"))).toEqual([]);
});
