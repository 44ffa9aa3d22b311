import { load, loadAll } from "js-yaml";
import { describe, expect, it } from "vitest";
import type { ChaosAction, ChaosTarget, Injection, Pods } from "../../src/gate/chaos.ts";
import { type ChaosManifest, chaosManifests } from "../../src/report/chaos-mesh.ts";
import { parseYaml } from "../../src/yaml/parse.ts";

function injection(action: ChaosAction, component: string): Injection {
  return {
    component,
    kind: action.startsWith("pod") ? "service" : "dependency",
    action,
    importance: 0.95,
    range: [0.9, 0.999],
    risk: 0.09,
    assumptions: ["a replica is available 99% of the time: the default of 3 services"],
    expected: { availability: 0.94, unavailability: 0.06, method: "exact" },
  };
}

const web: Pods = { namespace: "shop", labels: { app: "web" } };
const pay: Pods = { namespace: "shop", labels: { "app.kubernetes.io/name": "pay", tier: "on" } };
const onto: ChaosTarget = { pods: [web], callee: [pay], after: 250.5 };

function written(all: readonly ChaosManifest[]): readonly { path: string; text: string }[] {
  return all.map(({ file }) => {
    if (file === null) throw new Error("not written");
    return file;
  });
}

function only(action: ChaosAction, target: ChaosTarget = onto, component = "web -> pay") {
  const [file] = written(chaosManifests("GET /", [injection(action, component)], () => target));
  return { ...file!, object: load(file!.text) as Record<string, unknown> };
}

/** What the CRDs of Chaos Mesh 2 ask of a spec: `required` and `enum` of podchaos and networkchaos. */
function expectValid(object: Record<string, unknown>) {
  const { apiVersion, kind, metadata, spec } = object as {
    apiVersion: string;
    kind: string;
    metadata: { name: string };
    spec: Record<string, unknown>;
  };
  expect(apiVersion).toBe("chaos-mesh.org/v1alpha1");
  expect(metadata.name).toMatch(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
  const isPod = kind === "PodChaos";
  const actions = isPod
    ? ["pod-kill", "pod-failure", "container-kill"]
    : ["netem", "delay", "loss", "duplicate", "corrupt", "partition", "bandwidth"];
  expect(actions).toContain(spec["action"]);
  expect(["one", "all", "fixed", "fixed-percent", "random-max-percent"]).toContain(spec["mode"]);
  expectSelector(spec["selector"]);
  const known = isPod
    ? ["action", "mode", "selector", "duration", "gracePeriod"]
    : ["action", "mode", "selector", "duration", "direction", "target", "delay"];
  for (const key of Object.keys(spec)) expect(known).toContain(key);
  // Without a duration a failure would never end; a kill is done at once.
  if (spec["action"] !== "pod-kill") expect(spec["duration"]).toMatch(/^\d+m$/);
  if (isPod) return;
  expect(kind).toBe("NetworkChaos");
  expect(["to", "from", "both"]).toContain(spec["direction"]);
  const target = spec["target"] as Record<string, unknown>;
  expect(target["mode"]).toBe("all");
  expectSelector(target["selector"]);
  if (spec["action"] === "delay") {
    expect((spec["delay"] as Record<string, unknown>)["latency"]).toMatch(/^\d+ms$/);
  }
}

function expectSelector(selector: unknown) {
  const { labelSelectors, namespaces, ...others } = selector as Record<string, unknown>;
  expect(others).toEqual({});
  expect(Object.keys(labelSelectors as object).length).toBeGreaterThan(0);
  for (const value of Object.values(labelSelectors as object)) expect(value).toBeTypeOf("string");
  if (namespaces !== undefined) expect(namespaces).toEqual([expect.any(String)]);
}

describe("manifests of Chaos Mesh", () => {
  it("are what its resource definitions ask for, and what a strict parser reads", () => {
    for (const action of ["pod-failure", "pod-kill", "partition", "delay"] as const) {
      const { text, object } = only(action);
      expectValid(object);
      expect(parseYaml(text, "kubernetes").problem).toBeNull();
      // Kubernetes reads YAML 1.1, where `on` is no text unless it is quoted.
      expect(text).not.toMatch(/: on$/m);
    }
  });

  it("take one replica of a service, and for good only where others carry on", () => {
    expect(only("pod-failure").object).toMatchObject({
      kind: "PodChaos",
      metadata: { namespace: "shop" },
      spec: {
        mode: "one",
        selector: { namespaces: ["shop"], labelSelectors: { app: "web" } },
        duration: "5m",
      },
    });
    expect(only("pod-kill").object["spec"]).not.toHaveProperty("duration");
  });

  it("cut all of the callers off all of the callees, or delay them beyond what they wait", () => {
    expect(only("partition").object["spec"]).toEqual({
      action: "partition",
      mode: "all",
      selector: { namespaces: ["shop"], labelSelectors: web.labels },
      direction: "to",
      target: {
        mode: "all",
        selector: { namespaces: ["shop"], labelSelectors: pay.labels },
      },
      duration: "5m",
    });
    expect(only("delay").object["spec"]).toMatchObject({ delay: { latency: "501ms" } });
    const both = { ...onto, pods: [web, pay], callee: [web, pay] };
    const documents = loadAll(textOf("partition", both)) as Record<string, unknown>[];
    expect(documents).toHaveLength(4);
    for (const one of documents) expectValid(one);
    const names = documents.map(({ metadata }) => (metadata as { name: string }).name);
    expect(new Set(names).size).toBe(4);
  });

  it("leave the namespace to whoever applies them where no manifest names it", () => {
    const open = only("pod-kill", { ...onto, pods: [{ namespace: null, labels: { app: "web" } }] });
    expect(open.object["metadata"]).toEqual({ name: "pod-kill-web-pay" });
    expect(open.object["spec"]).toMatchObject({ selector: { labelSelectors: { app: "web" } } });
    expect(open.text).not.toContain("namespace");
  });

  it("have names of DNS and files of their own, whatever the components are called", () => {
    const names = ["../../etc", "A_b", "a-b", "x".repeat(300), "é", "a\nb: c # d"];
    const files = written(
      chaosManifests(
        "GET /\nkind: Secret",
        names.map((one) => injection("pod-kill", one)),
        () => onto,
      ),
    );
    expect(new Set(files.map(({ path }) => path)).size).toBe(names.length);
    for (const { path, text } of files) {
      expect(path).toMatch(/^\d\d-[a-z0-9-]+\.yaml$/);
      const documents = loadAll(text);
      expect(documents).toHaveLength(1);
      expectValid(documents[0] as Record<string, unknown>);
    }
    expect(files[2]!.text).toContain('name: "pod-kill-a-b-2"');
  });

  it("are not written where there are no such pods", () => {
    const why = (action: ChaosAction, target: ChaosTarget) => {
      const [one] = chaosManifests("GET /", [injection(action, "web -> pay")], () => target);
      return one?.file === null ? one.why : null;
    };
    expect(why("pod-kill", { ...onto, pods: [] })).toContain("under `manifests`");
    expect(why("partition", { ...onto, callee: [] })).toContain("`externalTargets`");
    expect(why("pod-kill", { ...onto, callee: [] })).toBeNull();
    const odd = { namespace: null, labels: { app: "{{ .Values.name }}" } };
    expect(why("pod-kill", { ...onto, pods: [odd] })).toContain("render them first");
    expect(why("pod-kill", { ...onto, pods: [{ ...web, namespace: "a/b" }] })).toContain("render");
  });

  it("say what is to be seen", () => {
    const { text } = only("pod-failure", onto, "pay");
    expect(text).toContain("# While it is there, GET / should be available 94.00%");
    expect(text).toContain("the default of 3 services");
  });
});

function textOf(action: ChaosAction, target: ChaosTarget): string {
  return written(chaosManifests("GET /", [injection(action, "web -> pay")], () => target))[0]!.text;
}
