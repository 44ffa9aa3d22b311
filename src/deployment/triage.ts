import type { Dialect } from "../yaml/scalar.ts";

/** With bounds, or a line of nothing but `kind:!` would take the square of its length. */
const READ_KIND =
  /\bkind["']?\s*:\s*(?:#[^\n]{0,200}\n\s*)?(?:[&!>|]\S{0,99}\s+){0,3}["']?(?:(?:Deployment|StatefulSet|ReplicaSet|ReplicationController|DaemonSet|HorizontalPodAutoscaler|PodDisruptionBudget|Application(?:Set)?|Kustomization|HelmRelease|Service|Ingress|HTTPRoute|GRPCRoute|VirtualService|Route|Rollout|ScaledObject|Configuration)(?:List)?\b|\*|\{\{)/;
/** What containers are configured with; dashboards and the like are larger. */
const CONFIG = /^[ \t]*["']?kind["']?[ \t]*:[ \t]*["']?ConfigMap\b/m;
const MOST_CONFIG = 1 << 16;
/** A group of custom resources: those of Kubernetes itself have no dot, or end in `.k8s.io`. */
const CUSTOM_GROUP =
  /\bapiVersion["']?[ \t]*:[ \t]*["']?(?![\w.-]*\.k8s\.io\/)[a-z0-9-]+(?:\.[a-z0-9-]+)+\/v\d/;
/** A whole number by itself, or what may be meant as one. */
const NUMBER = /:[ \t]*["']?(?:\d+["']?[ \t]*(?:[,}#\r\n]|$)|\$\{)|[rR]eplica/;
const SERVICES = /(?:^|[{,])[ \t]*["']?services["']?[ \t]*:/m;
/** A Compose file may do nothing but include others. */
const INCLUDES = /^["']?include["']?[ \t]*:/m;
const MANIFEST = /^[ \t]*["']?(?:apiVersion|kind)["']?[ \t]*:/m;
/** Lists at the top of a kustomization, which need not name its kind. */
const SCALINGS =
  /^["']?(?:replicas|configMapGenerator|patches(?:Json6902|StrategicMerge)?)["']?[ \t]*:/m;
/** What a kustomization builds on, where some of it may have to be fetched. */
const BASES = /^["']?(?:resources|bases|components|helmCharts?\w*)["']?[ \t]*:/m;
const FETCHED = /:\/\/|\bgit@|\bgit::|\bgh:|\.git\b|\.com[:/]|\.org[:/]|[?&]ref=|^["']?helmChart/m;
/** Placeholders where YAML has structure; dashboards and alerts quote theirs. */
const TEMPLATE_LINE = /^[ \t]*(?:-[ \t]+)?(?:[\w./-]+:[ \t]+)?\{\{/m;
const INCLUDE_LINE = /^\{\{-?[ \t]*(?:include|template)\b/m;

/**
 * Whether a document can hold anything that is read, told from its text: parsing is what takes time, and
 * most documents of a repository (CRDs, dashboards in ConfigMaps) hold nothing. Templates are let through,
 * so that those which cannot be read get named.
 */
export function mayMatter(document: string): boolean {
  return (
    READ_KIND.test(document) ||
    (document.length <= MOST_CONFIG && CONFIG.test(document)) ||
    mayBeCompose(document) ||
    (CUSTOM_GROUP.test(document) && NUMBER.test(document)) ||
    SCALINGS.test(document) ||
    (BASES.test(document) && FETCHED.test(document)) ||
    (document.includes("{{") &&
      ((MANIFEST.test(document) && TEMPLATE_LINE.test(document)) || INCLUDE_LINE.test(document)))
  );
}

/** Whether a text may hold a Compose file. */
export function mayBeCompose(text: string): boolean {
  // Plain searches, because most manifests hold neither word.
  return (
    (text.includes("services") && SERVICES.test(text)) ||
    (text.includes("include") && INCLUDES.test(text))
  );
}

/** Compose and Kubernetes read some scalars differently; a file of neither kind may be read either way. */
export function dialectOf(text: string): Dialect {
  return mayBeCompose(text) && !READ_KIND.test(text) ? "compose" : "kubernetes";
}
