import { describe, expect, test } from "vitest";
import { diff } from "../../src/flow/diff.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

const OPTIONS = { samples: 1000, seed: 1 };

const objective = (target: string, more = "") => `apiVersion: openslo/v1
kind: SLO
metadata: { name: home }
spec:
  objectives:
    - target: ${target}
${more}`;

const FILES: Files = {
  "shop/availability.yaml":
    "version: 1\nmanifests: [deploy/*.yaml]\nservices: { web: { replicas: 2, replicaAvailability: 99% } }\nendpoints: { home: { entry: web, slo: { openslo: slo/home.yaml } } }\n",
  "shop/slo/home.yaml": objective("0.99"),
};

async function change(head: Files) {
  const side = (files: Files) => ({ tree: memoryTree(files), rendered: null });
  return diff({
    base: side(FILES),
    head: side({ ...FILES, ...head }),
    models: ["shop/availability.yaml"],
    options: OPTIONS,
  });
}

async function judged(head: Files) {
  const outcome = await change(head);
  if (outcome.kind === "invalid") throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.judgements[0];
}

describe("a change in an OpenSLO file alone", () => {
  test("that lowers an objective is loosened, at the line of the target", async () => {
    const one = await judged({ "shop/slo/home.yaml": objective("0.98") });
    expect(one?.reasons.map(({ code, verdict }) => [code, verdict])).toContainEqual([
      "loosened",
      "fail",
    ]);
    expect(one?.model.changes).toEqual([
      expect.objectContaining({
        ...{ kind: "slo", subject: "home", base: "99%", head: "98%" },
        ...{ file: "shop/slo/home.yaml", line: 6 },
      }),
    ]);
  });

  test("that raises it holds the endpoint to more than it reaches", async () => {
    const one = await judged({ "shop/slo/home.yaml": objective("0.99995") });
    expect(one?.reasons.map(({ code }) => code)).toEqual(["preexisting"]);
  });

  test("that takes the file away, or the SLO out of it, leaves head without a verdict", async () => {
    const gone = await diff({
      base: { tree: memoryTree(FILES), rendered: null },
      head: {
        tree: memoryTree({ "shop/availability.yaml": FILES["shop/availability.yaml"]! }),
        rendered: null,
      },
      models: ["shop/availability.yaml"],
      options: OPTIONS,
    });
    expect(gone.kind).toBe("invalid");
    expect((await change({ "shop/slo/home.yaml": "kind: SLI\n" })).kind).toBe("invalid");
  });

  test("of a link instead of a file is no way out of the repository", async () => {
    const outcome = await change({ "shop/slo/home.yaml": { link: "/etc/passwd" } });
    expect(outcome).toEqual({
      kind: "invalid",
      diagnostics: [expect.objectContaining({ code: "missing-openslo" })],
    });
  });

  test("that writes the same otherwise changes no figure", async () => {
    const one = await judged({ "shop/slo/home.yaml": objective("0.9900", "  service: web\n") });
    expect([one?.reasons, one?.model.changes]).toEqual([[], []]);
  });
});
