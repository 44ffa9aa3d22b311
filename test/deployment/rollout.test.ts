import { describe, expect, it } from "vitest";
import type { Allowance } from "../../src/deployment/workload.ts";
import { disruptionOf } from "../../src/model/disruption.ts";
import { deployment, deploymentOf, placeholder, workloadOf } from "./manifest.ts";

/** A whole workload of a kind whose strategy stands on line 6. */
function rolling(kind: string, strategy: string): string {
  const written = kind === "Deployment" ? `strategy: ${strategy}` : `updateStrategy: ${strategy}`;
  const text = deployment("web", strategy === "" ? "" : written);
  return text.replace("kind: Deployment", `kind: ${kind}`);
}

function rolloutOf(text: string): Allowance | null {
  return workloadOf(text).disruption.rollout;
}

function taken(text: string, replicas: number): number {
  return disruptionOf(workloadOf(text).disruption, replicas).rollout;
}

describe("a Deployment", () => {
  it("lets a quarter go where it says nothing, told at its name", () => {
    expect(rolloutOf(rolling("Deployment", ""))).toEqual({
      kind: "maxUnavailable",
      amount: { percent: 25, rounding: "down" },
      least: 0,
      beside: 0,
      place: { file: "a.yaml", line: 4, column: 9 },
    });
  });

  it.each([
    ["", 3, 0],
    ["", 4, 1],
    ["{}", 8, 2],
    ["{type: RollingUpdate}", 8, 2],
    ["{type: null, rollingUpdate: {maxSurge: 3}}", 8, 2],
    ["{rollingUpdate: {maxUnavailable: 50%}}", 5, 2],
    ["{rollingUpdate: {maxUnavailable: 2}}", 5, 2],
    ["{rollingUpdate: {maxUnavailable: 0}}", 5, 0],
    ["{rollingUpdate: {maxUnavailable: 0%, maxSurge: 1}}", 5, 0],
    ["{rollingUpdate: {maxSurge: 0}}", 3, 1],
    ["{rollingUpdate: {maxSurge: 0%}}", 3, 1],
    ["{rollingUpdate: {maxSurge: 0}}", 8, 2],
    ["{rollingUpdate: {maxSurge: 1%}}", 3, 0],
    ["{rollingUpdate: {maxSurge: 200%}}", 3, 0],
    ["{type: Recreate}", 5, 5],
  ])("with strategy %s and %i replicas: %i", (strategy, replicas, expected) => {
    const text = rolling("Deployment", strategy);
    expect(taken(text, replicas)).toBe(expected);
    expect(rolloutOf(text)!.problem).toBeUndefined();
  });

  it("tells the line and column that decide", () => {
    const place = (strategy: string) => rolloutOf(rolling("Deployment", strategy))!.place;
    expect(place("{rollingUpdate: {maxUnavailable: 1}}")).toEqual({
      file: "a.yaml",
      line: 6,
      column: 46,
    });
    expect(place("{type: Recreate}")).toEqual({ file: "a.yaml", line: 6, column: 20 });
    expect(place("{rollingUpdate: {maxSurge: 1}}").line).toBe(4);
  });

  it.each([
    ['{rollingUpdate: {maxUnavailable: "1"}}', 46, 'maxUnavailable of `Deployment/web` is `"1"`'],
    ["{rollingUpdate: {maxUnavailable: -1}}", 46, "`-1`; write a whole number"],
    ["{rollingUpdate: {maxUnavailable: 1.5}}", 46, "`1.5`"],
    ["{rollingUpdate: {maxUnavailable: 12.5%}}", 46, "`12.5%`"],
    ["{rollingUpdate: {maxUnavailable: 101%}}", 46, "write 100% at the most"],
    ["{rollingUpdate: {maxUnavailable: [1]}}", 46, "is a sequence"],
    [`{rollingUpdate: {maxUnavailable: "${placeholder("N")}"}}`, 46, "render the manifest"],
    ["{rollingUpdate: {maxSurge: lots}}", 40, "rollingUpdate.maxSurge of"],
    ["{type: Rolling}", 20, "spec.strategy.type of `Deployment/web` is `Rolling`"],
  ])("with strategy %s counts the default and tells it at column %i", (strategy, column, says) => {
    const text = rolling("Deployment", strategy);
    const { problem, place } = rolloutOf(text)!;
    expect(problem).toContain(says);
    expect(problem).toMatch(/counted/);
    expect(place).toEqual({ file: "a.yaml", line: 6, column });
    expect([taken(text, 3), taken(text, 8)]).toEqual([0, 2]);
  });

  it("that has neither surge nor slack is told, and counts one", () => {
    const text = rolling("Deployment", "{rollingUpdate: {maxUnavailable: 0, maxSurge: 0%}}");
    expect(taken(text, 5)).toBe(1);
    expect(rolloutOf(text)!.problem).toContain("is 0 with a maxSurge of 0");
  });
});

describe("the other kinds", () => {
  it.each([
    ["DaemonSet", "", 5, 1],
    ["DaemonSet", "{rollingUpdate: {maxUnavailable: 25%}}", 5, 2],
    ["DaemonSet", "{rollingUpdate: {maxUnavailable: 3}}", 5, 3],
    ["DaemonSet", "{rollingUpdate: {maxUnavailable: 0, maxSurge: 1}}", 5, 0],
    ["DaemonSet", "{type: OnDelete}", 5, 0],
    ["StatefulSet", "", 5, 1],
    ["StatefulSet", "{type: RollingUpdate, rollingUpdate: {partition: 2}}", 5, 1],
    ["StatefulSet", "{rollingUpdate: {maxUnavailable: 2}}", 5, 2],
    ["StatefulSet", "{rollingUpdate: {maxUnavailable: 30%}}", 5, 2],
    ["StatefulSet", "{type: OnDelete}", 5, 0],
  ])("%s with updateStrategy %s and %i replicas: %i", (kind, strategy, replicas, expected) => {
    const text = rolling(kind, strategy);
    expect(taken(text, replicas)).toBe(expected);
    expect(rolloutOf(text)!.problem).toBeUndefined();
  });

  it.each([
    ["DaemonSet", "{rollingUpdate: {maxUnavailable: 0}}", "with a maxSurge of 0"],
    ["StatefulSet", "{rollingUpdate: {maxUnavailable: 0%}}", "is 0, which Kubernetes refuses"],
    ["StatefulSet", "{type: Recreate}", "or `OnDelete`"],
    ["DaemonSet", "{rollingUpdate: {maxUnavailable: x}}", "the default, 1, is counted"],
  ])("%s with updateStrategy %s counts one and tells", (kind, strategy, says) => {
    const text = rolling(kind, strategy);
    expect(taken(text, 5)).toBe(1);
    expect(rolloutOf(text)!.problem).toContain(says);
  });

  it("take nothing away where nothing rolls out", () => {
    expect(rolloutOf(rolling("ReplicaSet", ""))).toBeNull();
    const text = rolling("ReplicationController", "").replace("apps/v1", "v1");
    expect(rolloutOf(text)).toBeNull();
    expect(taken(text, 4)).toBe(0);
  });

  it("do not read a Deployment's field", () => {
    const text = rolling("Deployment", "{type: Recreate}").replace("Deployment", "StatefulSet");
    expect(taken(text, 5)).toBe(1);
  });
});

describe("several files", () => {
  const one = "{rollingUpdate: {maxUnavailable: 1}}";
  const patch = (spec: string) =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  ${spec}\n`;
  const chosen = (files: Readonly<Record<string, string>>) =>
    deploymentOf(files).workloads[0]!.disruption.rollout!;

  it("that agree are no problem, nor is a patch that says nothing", () => {
    const { amount, problem } = chosen({
      "a.yaml": rolling("Deployment", one),
      "b.yaml": rolling("Deployment", one),
      "c.yaml": patch("replicas: 4"),
    });
    expect([amount, problem]).toEqual([1, undefined]);
  });

  it("that differ are told: what is written comes first", () => {
    const { amount, place, problem } = chosen({
      "a.yaml": rolling("Deployment", ""),
      "b.yaml": rolling("Deployment", one),
    });
    expect([amount, place.file, place.line]).toEqual([1, "b.yaml", 6]);
    expect(problem).toContain("`Deployment/web` has another update strategy at `a.yaml:4`");
  });

  it("that differ are told: a whole definition comes before a patch", () => {
    const files = {
      "a.yaml": patch("strategy: {type: Recreate}"),
      "b.yaml": rolling("Deployment", one),
    };
    expect(chosen(files)).toMatchObject({ amount: 1, place: { file: "b.yaml" } });
    expect(chosen(files).problem).toContain("`a.yaml:5`");
  });
});

describe("a Compose service", () => {
  const service = (more: string) => `services:\n  web:\n    image: web:1\n    ${more}\n`;

  it.each([
    ["restart: always", 5, 1],
    ["deploy: {update_config: {parallelism: 2}}", 5, 2],
    ["deploy: {update_config: {parallelism: '2'}}", 5, 2],
    ["deploy: {update_config: {parallelism: 0}}", 5, 5],
    ["deploy: {update_config: {parallelism: 2, order: stop-first}}", 5, 2],
    ["deploy: {update_config: {parallelism: 2, order: start-first}}", 5, 0],
  ])("with %s and %i replicas: %i", (more, replicas, expected) => {
    const { disruption } = workloadOf(service(more));
    expect(disruptionOf(disruption, replicas)).toEqual({ rollout: expected, drain: 1 });
    expect(disruption.rollout!.problem).toBeUndefined();
  });

  it("tells the line and column that decide", () => {
    const place = (more: string) => rolloutOf(service(more))!.place;
    expect(place("restart: always")).toEqual({ file: "a.yaml", line: 2, column: 3 });
    const at = { file: "a.yaml", line: 4 };
    expect(place("deploy: {update_config: {parallelism: 2}}")).toEqual({ ...at, column: 43 });
    expect(place("deploy: {update_config: {order: start-first}}")).toEqual({ ...at, column: 37 });
  });

  it.each([
    ["parallelism: -1", 43, "deploy.update_config.parallelism of `web` is `-1`"],
    [`parallelism: "${placeholder("N")}"`, 43, "the default, 1, is counted"],
    ["order: first", 37, "deploy.update_config.order of `web` is `first`"],
  ])("with %s counts one and tells it at column %i", (config, column, says) => {
    const text = service(`deploy: {update_config: {${config}}}`);
    expect(taken(text, 5)).toBe(1);
    expect(rolloutOf(text)!.problem).toContain(says);
    expect(rolloutOf(text)!.place).toEqual({ file: "a.yaml", line: 4, column });
  });

  it("is told where an override differs", () => {
    const override =
      "services:\n  web:\n    deploy: {update_config: {parallelism: 3}}\n    ports: []\n";
    const { workloads } = deploymentOf({
      "compose.yaml": service("restart: always"),
      "prod.yaml": override,
      "test.yaml": "services:\n  web:\n    ports: []\n",
    });
    const { amount, problem } = workloads[0]!.disruption.rollout!;
    expect(amount).toBe(3);
    expect(problem).toContain("`compose.yaml:2`");
  });
});
