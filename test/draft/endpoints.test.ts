import { describe, expect, it } from "vitest";
import { dependenciesOf } from "../../src/draft/dependencies.ts";
import { endpointsOf } from "../../src/draft/endpoints.ts";
import { rosterOf } from "../../src/draft/roster.ts";
import { deploymentOf } from "../deployment/manifest.ts";

/** A Deployment that calls others, and its Service of a type; `null`: it has none. */
function app(name: string, calls: readonly string[], type: string | null = "ClusterIP"): string {
  const env = calls.map((to) => `{ name: ${to.toUpperCase()}_URL, value: "http://${to}:80" }`);
  const service = `---
apiVersion: v1
kind: Service
metadata: { name: ${name} }
spec: { type: ${type}, selector: { app: ${name} } }
`;
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ image: w, env: [${env.join(", ")}] }] }
${type === null ? "" : service}`;
}

function ingress(name: string, paths: Readonly<Record<string, string>>): string {
  const rules = Object.entries(paths).map(
    ([path, to]) => `{ path: ${path}, backend: { service: { name: ${to} } } }`,
  );
  return `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: ${name} }
spec: { rules: [{ http: { paths: [${rules.join(", ")}] } }] }
`;
}

/** `name = entry` of each endpoint. */
function endpoints(...manifests: readonly string[]): readonly string[] {
  return endpointsIn({ "a.yaml": manifests.join("---\n") });
}

function endpointsIn(files: Readonly<Record<string, string>>): readonly string[] {
  const deployment = deploymentOf(files);
  const roster = rosterOf(deployment);
  const { dependencies } = dependenciesOf(deployment, roster, null);
  const { endpoints: found } = endpointsOf(deployment, null, roster, dependencies);
  return found.map(({ name, entry }) => `${name} = ${entry.name}`);
}

describe("endpoints", () => {
  it("are where calls come in, whoever else calls there", () => {
    expect(
      endpoints(app("web", ["api"], "LoadBalancer"), app("api", [], "NodePort"), app("db", [])),
    ).toEqual(["api = api", "web = web"]);
  });

  it("go by the path that leads in, where several do", () => {
    const found = endpoints(
      app("web", []),
      app("api", []),
      app("pay", []),
      ingress("in", { "/": "web", "/api": "api", "/pay": "pay", "/card": "pay" }),
    );
    expect(found).toEqual(["/api = api", "/card = pay", "web = web"]);
  });

  it("have names of their own where two services have one path", () => {
    const found = endpoints(
      app("blue", []),
      app("green", []),
      ingress("a", { "/x": "blue" }),
      ingress("b", { "/x": "green" }),
    );
    expect(found).toEqual(["/x = blue", "/x (green) = green"]);
  });

  it("are not dashboards, which let operators in", () => {
    expect(endpoints(app("web", [], "NodePort"), app("grafana", [], "NodePort"))).toEqual([
      "web = web",
    ]);
  });

  it("are services that nothing calls, where nothing is opened", () => {
    expect(endpoints(app("web", ["api"]), app("api", ["db"]), app("db", []))).toEqual([
      "web = web",
    ]);
  });

  it("are not what drives the others, and has no way in itself", () => {
    expect(
      endpoints(app("load", ["web"], null), app("other", ["api"]), app("api", []), app("web", [])),
    ).toEqual(["other = other"]);
  });

  it("are, of those that call each other in a circle, the one that calls most", () => {
    expect(
      endpoints(
        app("proxy", ["web", "load"]),
        app("load", ["proxy"]),
        app("web", []),
        app("db", []),
      ),
    ).toEqual(["proxy = proxy"]);
  });

  it("are all services where nobody calls anybody", () => {
    expect(endpoints(app("a", []), app("b", []))).toEqual(["a = a", "b = b"]);
  });

  it("are no ports of Compose by which people look into what their services call", () => {
    const compose = `services:
  web: { image: w, ports: ["80:80"], environment: { A: "http://api" } }
  api: { image: a, ports: ["81:81"], depends_on: [db] }
  db: { image: d, ports: ["5432:5432"] }
  load: { image: l, depends_on: [web] }
`;
    expect(endpointsIn({ "compose.yaml": compose })).toEqual(["web = web"]);
  });
});
