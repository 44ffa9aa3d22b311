import { describe, expect, it } from "vitest";
import { deployment, deploymentOf } from "./manifest.ts";

const service = (spec: string) =>
  `apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { selector: { app: web-v1 }, ${spec} }\n`;
const WEB = `${deployment("web-v1")}---\n${service("ports: []")}`;

/** `kind name -> workloads [paths]` of every entrance. */
function entrances(text: string, others = WEB): readonly string[] {
  const { entrances: found } = deploymentOf({ "e.yaml": text, "w.yaml": others });
  return found.map(
    ({ kind, name, leadsTo, paths }) =>
      `${kind} ${name} -> ${leadsTo.map((one) => one.name).join("+")} ${JSON.stringify(paths)}`,
  );
}

describe("an entrance", () => {
  it.each(["LoadBalancer", "NodePort"])("is a Service of type %s", (type) => {
    const text = deployment("web-v1");
    expect(entrances(service(`type: ${type}`), text)).toEqual([`${type} web -> web-v1 []`]);
  });

  it("is no Service that only the cluster reaches", () => {
    expect(entrances(service("type: ClusterIP"), deployment("web-v1"))).toEqual([]);
  });

  it("is a Service with addresses of its own", () => {
    const text = service("externalIPs: [192.0.2.1]");
    expect(entrances(text, deployment("web-v1"))).toEqual(["external address web -> web-v1 []"]);
  });

  it("is an Ingress, with the paths of each Service", () => {
    const ingress = (version: string, backend: string) => `apiVersion: ${version}
kind: Ingress
metadata: { name: in }
spec:
  rules:
    - http:
        paths:
          - { path: /b, backend: ${backend} }
          - { path: /a, backend: ${backend} }
`;
    const paths = '["/a","/b"]';
    expect(
      entrances(
        ingress("networking.k8s.io/v1", "{ service: { name: web, port: { number: 80 } } }"),
      ),
    ).toEqual([`Ingress in -> web-v1 ${paths}`]);
    expect(
      entrances(ingress("extensions/v1beta1", "{ serviceName: web, servicePort: 80 }")),
    ).toEqual([`Ingress in -> web-v1 ${paths}`]);
  });

  it("is the default backend of an Ingress, with all paths", () => {
    const text =
      "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: in }\nspec: { defaultBackend: { service: { name: web } } }\n";
    expect(entrances(text)).toEqual(["Ingress in -> web-v1 []"]);
  });

  it("is an HTTPRoute on a Gateway, and none on a Service", () => {
    const route = (parent: string) => `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: r }
spec:
  parentRefs: [${parent}]
  rules:
    - matches: [{ path: { type: PathPrefix, value: /x } }]
      backendRefs: [{ name: web, port: 80 }]
`;
    expect(entrances(route("{ name: edge }"))).toEqual(['HTTPRoute r -> web-v1 ["/x"]']);
    expect(entrances(route("{ kind: Service, group: '', name: web }"))).toEqual([]);
  });

  it("is a VirtualService that a Gateway lets calls into", () => {
    const virtual = (gateways: string) => `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: { name: v }
spec:
  hosts: ["*"]
  gateways: ${gateways}
  http:
    - match: [{ uri: { prefix: /p } }, { uri: { exact: /q } }]
      route: [{ destination: { host: web.shop.svc.cluster.local } }]
`;
    expect(entrances(virtual("[edge]"))).toEqual(['VirtualService v -> web-v1 ["/p","/q"]']);
    expect(entrances(virtual("[mesh]"))).toEqual([]);
  });

  it("is a Route of OpenShift", () => {
    const text =
      "apiVersion: route.openshift.io/v1\nkind: Route\nmetadata: { name: r }\nspec: { to: { kind: Service, name: web } }\n";
    expect(entrances(text)).toEqual(["Route r -> web-v1 []"]);
  });

  it("is a port that Compose opens on its host, and none that the engine chooses", () => {
    const text = `services:
  web: { image: w, ports: ["8080:80"] }
  admin: { image: a, ports: [{ target: 80, published: "8081" }] }
  db: { image: d, ports: ["5432"], expose: ["5433"] }
`;
    const found = deploymentOf({ "compose.yaml": text }).entrances;
    expect(found.map(({ name, place }) => [name, place.line])).toEqual([
      ["web", 2],
      ["admin", 3],
    ]);
  });

  it("leads to nothing where the manifests lack what is behind it", () => {
    const text =
      "apiVersion: route.openshift.io/v1\nkind: Route\nmetadata: { name: r }\nspec: { to: { kind: Service, name: gone } }\n";
    expect(entrances(text)).toEqual(["Route r ->  []"]);
  });
});
