import { describe, expect, test } from "vitest";
import { diff } from "../../src/flow/diff.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

const OPTIONS = { samples: 1000, seed: 1 };

const SPEC = `version: 1
manifests: [k/*.yaml]
services: { web: { quorum: 2, replicaAvailability: 90% } }
faults:
  node-drain: { drain: each }
  rolling-update: { rollout: each }
endpoints:
  home: { entry: web }
`;

const web = (more: string) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 3
  ${more}
  selector: {}
  template: { metadata: { labels: { app: web } } }
`;

const budget = (spec: string) => `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: web }
spec:
  ${spec}
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector: { matchLabels: { app: web } }
`;

const WEB = web("strategy: { rollingUpdate: { maxUnavailable: 0 } }");

const BASE: Files = {
  "k/web.yaml": WEB,
  "k/pdb.yaml": budget("minAvailable: 100%"),
};

/** The rows that say what may go, what is told of it, and whether each fault got worse. */
async function change(head: Files, base: Files = BASE, spec = SPEC) {
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
  const [one] = outcome.judgements;
  return {
    rows: (one?.model.changes ?? []).map(
      ({ kind, subject, base: was, head: now, file, line, side: at }) =>
        `${kind} ${subject}: ${was} -> ${now} at ${at} ${file}:${line}`,
    ),
    told: (one?.model.diagnostics ?? [])
      .filter(({ code }) => code === "lost-budget")
      .map(({ file, line, message }) => `${file}:${line} ${message}`),
    deltas: Object.fromEntries(
      (one?.model.endpoints[0]?.under ?? []).map(({ fault, delta }) => [
        fault,
        Math.sign(delta ?? 0),
      ]),
    ),
  };
}

const LOST =
  "this change takes the disruption budget of `web` away (`k/pdb.yaml:5` at base): a drain may evict all of its replicas on a node at once, and counts as taking one; keep the budget";

describe("a change of what may be taken away on purpose", () => {
  test("by a budget that goes makes a drain worse, at the line it had", async () => {
    expect(await change({ "k/web.yaml": WEB })).toEqual({
      rows: ["disruption web: 0 in a drain -> 1 in a drain at base k/pdb.yaml:5"],
      told: [`k/web.yaml:3 ${LOST}`],
      deltas: { "node-drain": -1, "rolling-update": 0 },
    });
  });

  test("by a budget that goes and let one go is told all the same, though no figure moves", async () => {
    const base = { ...BASE, "k/pdb.yaml": budget("maxUnavailable: 1") };
    expect(await change({ "k/web.yaml": WEB }, base)).toMatchObject({
      rows: [],
      told: [`k/web.yaml:3 ${LOST}`],
      deltas: { "node-drain": 0, "rolling-update": 0 },
    });
  });

  test("by a budget that lets more go, in numbers or per cent, is at its line", async () => {
    const worse = { "node-drain": -1, "rolling-update": 0 };
    for (const [text, gone] of [
      ["maxUnavailable: 2", 2],
      ["minAvailable: 50%", 1],
      ["minAvailable: 0", 3],
    ] as const) {
      expect(await change({ ...BASE, "k/pdb.yaml": budget(text) })).toEqual({
        rows: [`disruption web: 0 in a drain -> ${gone} in a drain at head k/pdb.yaml:5`],
        told: [],
        deltas: worse,
      });
    }
  });

  test("by another strategy makes a rollout worse, at its line", async () => {
    expect(await change({ ...BASE, "k/web.yaml": web("strategy: { type: Recreate }") })).toEqual({
      rows: ["disruption web: 0 in a rollout -> 3 in a rollout at head k/web.yaml:6"],
      told: [],
      deltas: { "node-drain": 0, "rolling-update": -1 },
    });
  });

  test("beside another number of replicas is a row where the rule changed, too", async () => {
    const more = (text: string) => text.replace("replicas: 3", "replicas: 5");
    const { rows } = await change({
      "k/web.yaml": more(web("strategy: { rollingUpdate: { maxUnavailable: 2 } }")),
      "k/pdb.yaml": budget("minAvailable: 100%"),
    });
    expect(rows).toEqual([
      "replicas web: 3 -> 5 at head k/web.yaml:5",
      "disruption web: 0 in a rollout -> 2 in a rollout at head k/web.yaml:6",
    ]);
    const base = { ...BASE, "k/pdb.yaml": budget("minAvailable: 1") };
    const grown = await change({ ...base, "k/web.yaml": more(WEB) }, base);
    expect(grown.rows).toEqual(["replicas web: 3 -> 5 at head k/web.yaml:5"]);
  });

  test("is no row, and not told, where no fault reads it", async () => {
    const spec = SPEC.replace(/^faults:\n.*\n.*\n/m, "");
    expect(await change({ "k/web.yaml": web("strategy: { type: Recreate }") }, BASE, spec)).toEqual(
      {
        rows: [],
        told: [],
        deltas: {},
      },
    );
  });
});
