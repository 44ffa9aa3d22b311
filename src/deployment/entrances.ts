import { asSequence, asText, lookup } from "../yaml/access.ts";
import type { YamlMapping, YamlNode } from "../yaml/node.ts";
import type { ComposeService } from "./compose-service.ts";
import { nameOf, namespaceOf, type ObjectReader, placeIn } from "./definition.ts";
import { composeHosts, type HostFinder } from "./hint-hosts.ts";
import type { Entrance } from "./workload.ts";

/** An entrance, before it is known what workloads stand behind the host that it leads to. */
export type Doorway = Omit<Entrance, "leadsTo">;

/** Add a Service that opens a port to the outside: of type LoadBalancer or NodePort, or with external addresses. */
export const readServiceEntrance: ObjectReader = (object, { file }, findings) => {
  const type = asText(lookup(object, "spec", "type"));
  const opens = type === "LoadBalancer" || type === "NodePort";
  const addresses = items(lookup(object, "spec", "externalIPs")).length > 0;
  const named = nameOf(object, file);
  if ((!opens && !addresses) || named === null) return;
  findings.entrances.push({
    kind: opens ? type : "external address",
    namespace: namespaceOf(object),
    name: named.name,
    to: named.name,
    paths: [],
    place: named.place,
  });
};

/** Add the backends of an Ingress, of any version of it. */
export const readIngress: ObjectReader = (object, { file }, findings) => {
  const whole = ["defaultBackend", "backend"].map((key) => lookup(object, "spec", key));
  push(object, file, "Ingress", findings.entrances, [
    ...whole.map((backend) => ({ backend, path: null })),
    ...items(lookup(object, "spec", "rules")).flatMap((rule) =>
      items(lookup(rule, "http", "paths")).map((one) => ({
        backend: lookup(one, "backend"),
        path: lookup(one, "path"),
      })),
    ),
  ]);
};

/** Add the backends of a route of the Gateway API that hangs on a Gateway; one on a Service is of a mesh. */
export const readGatewayRoute: ObjectReader = (object, { kind, file }, findings) => {
  const parents = items(lookup(object, "spec", "parentRefs"));
  if (!parents.some((one) => (asText(lookup(one, "kind")) ?? "Gateway") === "Gateway")) return;
  const found = items(lookup(object, "spec", "rules")).flatMap((rule) => {
    const paths = items(lookup(rule, "matches")).map((match) => lookup(match, "path", "value"));
    const backends = items(lookup(rule, "backendRefs"));
    return backends.flatMap((backend) =>
      (paths.length === 0 ? [null] : paths).map((path) => ({ backend, path })),
    );
  });
  push(object, file, kind, findings.entrances, found);
};

/** Add the destinations of an Istio VirtualService that a Gateway lets calls into. */
export const readVirtualServiceEntrance: ObjectReader = (object, { kind, file }, findings) => {
  const gateways = items(lookup(object, "spec", "gateways")).map(asText);
  if (!gateways.some((name) => name !== null && name !== "mesh")) return;
  const routes = [
    ...items(lookup(object, "spec", "http")),
    ...items(lookup(object, "spec", "tls")),
    ...items(lookup(object, "spec", "tcp")),
  ];
  const found = routes.flatMap((route) => {
    const paths = items(lookup(route, "match")).flatMap((match) =>
      ["prefix", "exact"].map((form) => lookup(match, "uri", form)).filter((one) => one !== null),
    );
    return items(lookup(route, "route")).flatMap((one) =>
      (paths.length === 0 ? [null] : paths).map((path) => ({
        backend: lookup(one, "destination"),
        path,
      })),
    );
  });
  push(object, file, kind, findings.entrances, found);
};

/** Add the Service that a Route of OpenShift leads to. */
export const readOpenShiftRoute: ObjectReader = (object, { kind, file }, findings) => {
  const backends = [
    lookup(object, "spec", "to"),
    ...items(lookup(object, "spec", "alternateBackends")),
  ];
  const path = lookup(object, "spec", "path");
  push(
    object,
    file,
    kind,
    findings.entrances,
    backends.map((backend) => ({ backend, path })),
  );
};

/** Ports that a Compose project opens on its host; one on a port that the engine chooses is for nobody outside. */
export function composeEntrances(project: readonly ComposeService[]): readonly Entrance[] {
  const find = composeHosts(project);
  return project.flatMap(({ name, ports }) => {
    const port = ports.find((one) => one.published !== null);
    if (port === undefined) return [];
    const leadsTo = find(name.toLowerCase(), null);
    const { place } = port;
    return [{ kind: "port", namespace: null, name, to: name, paths: [], place, leadsTo }];
  });
}

/** The same with the workloads behind it, as the host is found from where the entrance stands. */
export function withWorkloads(doorways: readonly Doorway[], find: HostFinder): readonly Entrance[] {
  return doorways.map((one) => ({ ...one, leadsTo: find(one.to.toLowerCase(), one.namespace) }));
}

type Way = { readonly backend: YamlNode | null; readonly path: YamlNode | null };

/** One entrance for each Service that the object leads to, with all paths of it. */
function push(
  object: YamlMapping,
  file: string,
  kind: string,
  entrances: Doorway[],
  ways: readonly Way[],
): void {
  const named = nameOf(object, file);
  if (named === null) return;
  const found = new Map<string, { readonly at: YamlNode; readonly paths: Set<string> }>();
  for (const { backend, path } of ways) {
    const to = serviceOf(backend);
    if (to === null || backend === null) continue;
    const known = found.get(to) ?? { at: backend, paths: new Set<string>() };
    known.paths.add(asText(path) ?? "");
    found.set(to, known);
  }
  for (const [to, { at, paths }] of found) {
    entrances.push({
      kind,
      namespace: namespaceOf(object),
      name: named.name,
      to,
      paths: paths.has("") ? [] : [...paths].sort(),
      place: placeIn(file, at.at),
    });
  }
}

/** Of an Ingress (`service.name`, once `serviceName`), a route (`name`, with its namespace) or a mesh (`host`). */
function serviceOf(backend: YamlNode | null): string | null {
  const name =
    lookup(backend, "service", "name") ?? lookup(backend, "serviceName") ?? lookup(backend, "name");
  const namespace = asText(lookup(backend, "namespace"));
  const text = asText(name) ?? asText(lookup(backend, "host"));
  if (text === null || (asText(lookup(backend, "kind")) ?? "Service") !== "Service") return null;
  return namespace === null || text.includes(".") ? text : `${text}.${namespace}.svc`;
}

function items(node: YamlNode | null): readonly YamlNode[] {
  return asSequence(node)?.items ?? [];
}
