import { describe, expect, it } from "vitest";
import { deploymentOf } from "./manifest.ts";

const web = (spec: string, selector = "selector: {}") => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  ${selector}
  template:
    spec:
${spec.replace(/^/gm, "      ")}
`;

/** `name image probe at line`, of each container of the only workload. */
function containers(files: Readonly<Record<string, string>>): readonly string[] {
  const [workload] = deploymentOf(files).workloads;
  return workload!.pod.containers.map(({ name, image, sidecar, readiness, place }) =>
    [
      `${name} ${image ?? "-"}${sidecar ? " sidecar" : ""} ${place.file}:${place.line}`,
      ...(readiness === null ? [] : [`probe ${readiness.file}:${readiness.line}`]),
    ].join(", "),
  );
}

const APP = `containers:
  - name: app
    image: registry:5000/shop/web:v1@sha256:00
    readinessProbe: { httpGet: {} }
  - { name: log, image: fluentd }`;

describe("what is in a pod", () => {
  it("is its containers and native sidecars, each with its line, and no container that ends", () => {
    const init = `initContainers:
  - { name: migrate, image: m }
  - { name: once, image: m, restartPolicy: Never }
  - name: proxy
    image: envoy:1
    restartPolicy: Always
    readinessProbe: { tcpSocket: {} }`;
    expect(containers({ "a.yaml": web(`${init}\n${APP}`) })).toEqual([
      "app registry:5000/shop/web a.yaml:16, probe a.yaml:18",
      "log fluentd a.yaml:19",
      "proxy envoy sidecar a.yaml:11, probe a.yaml:14",
    ]);
  });

  it("has no readiness probe where none is written", () => {
    const text = web("containers: [{ name: app, readinessProbe: null }, { image: nameless }]");
    expect(containers({ "a.yaml": text })).toEqual(["app - a.yaml:8"]);
  });

  it("is what a patch adds to it, too", () => {
    const patch = web(
      `containers:
  - { name: log, readinessProbe: {} }
  - { name: agent, image: a }
  - { name: app, $patch: delete }`,
      "replicas: 2",
    );
    expect(containers({ "a/patch.yaml": patch, "web.yaml": web(APP) })).toEqual([
      "app registry:5000/shop/web web.yaml:9, probe web.yaml:11",
      "log fluentd web.yaml:12, probe a/patch.yaml:9",
      "agent a a/patch.yaml:10",
    ]);
  });

  it("lacks a probe that one of two copies lacks, and has what either has", () => {
    const copy = web("containers: [{ name: app, image: w }, { name: extra }]");
    expect(containers({ "a.yaml": web(APP), "b.yaml": copy })).toEqual([
      "app w b.yaml:8",
      "log fluentd a.yaml:12",
      "extra - b.yaml:8",
    ]);
  });

  it("is not told of Compose services", () => {
    expect(containers({ "compose.yaml": "services: { web: { image: w } }\n" })).toEqual([]);
  });
});
