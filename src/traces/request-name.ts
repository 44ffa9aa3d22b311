import type { Meaning } from "./calls.ts";
import { isParameter, segmentsOfPath, segmentsOfRoute } from "./templates.ts";

/** What a request asks for, before it is known what else is asked for. */
export type RequestName = {
  /** `GET`; empty: none is told. */
  readonly method: string;
  /** Of the path; one text that is no path where `kind` is `text`. */
  readonly segments: readonly string[];
  /**
   * - `route`, `rpc`: the programmer's own words.
   * - `path`: somebody's input, templated by its looks: how many there are decides what stays.
   * - `text`: the name of a span.
   */
  readonly kind: "route" | "rpc" | "path" | "text";
};

const LONGEST = 200;

/** By identity: spans that say the same share their meaning. */
const known = new WeakMap<Meaning, RequestName>();

/**
 * Method and `http.route`; without a route the path, templated; of an RPC `Service/Method`; else the name
 * of the span, taken apart where it is one of these (`GET /cart`, as OpenTelemetry and Brave name spans).
 */
export function requestName(meaning: Meaning): RequestName {
  const found = known.get(meaning);
  if (found !== undefined) return found;
  const name = readName(meaning);
  known.set(meaning, name);
  return name;
}

function readName(meaning: Meaning): RequestName {
  const { rpc, route, path, name } = meaning;
  if (rpc !== null) return { method: "", segments: [rpc.replace(/^\/+(?=.)/, "")], kind: "rpc" };
  const method = methodOf(meaning);
  if (route !== null) return { method, segments: bounded(segmentsOfRoute(route)), kind: "route" };
  if (path !== null) return { method, segments: bounded(segmentsOfPath(path)), kind: "path" };
  const rest = NAMED.exec(name)?.[1];
  if (rest !== undefined) {
    const segments = bounded(segmentsOfPath(rest));
    return { method, segments, kind: "path" };
  }
  return { method: "", segments: [name === "" ? "unnamed" : name], kind: "text" };
}

const NAMED = /^(?:HTTP )?(?:[A-Z]{3,7} )?(?:https?:)?(\/\S*)$/i;

/** What RFC 9110, PATCH, QUERY and WebDAV define; whatever else came over the wire is one kind of other. */
const METHODS: ReadonlySet<string> = new Set(
  "GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE QUERY PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK REPORT SEARCH".split(
    " ",
  ),
);

/** Brave's spans have it in their name alone, in small letters. */
function methodOf({ method, name }: Meaning): string {
  if (method !== null) return METHODS.has(method) ? method : "HTTP";
  const verb = /^(?:HTTP )?([A-Z]{3,9})(?: |$)/i.exec(name)?.[1]?.toUpperCase() ?? "";
  return METHODS.has(verb) ? verb : "";
}

/** A name must fit a line of a spec. */
function bounded(segments: string[]): readonly string[] {
  let length = 0;
  const cut = segments.findIndex((segment) => {
    length += segment.length + 1;
    return length > LONGEST;
  });
  return cut === -1 ? segments : [...segments.slice(0, cut), "{rest}"];
}

/** As a spec has it: `POST /checkout`, `/cart`, `PaymentService/Charge`; GraphQL's operation behind the path. */
export function nameOfRequest({ method, segments, kind }: RequestName): string {
  if (kind === "rpc" || kind === "text") return segments.join("/");
  const path = `/${segments.filter((one) => !isOperation(one)).join("/")}`;
  const operations = segments.filter(isOperation).map((one) => one.trim());
  return [method, path, ...operations].filter(Boolean).join(" ");
}

/** Whether a segment is an operation of GraphQL: all of them share a path. It begins with a space. */
export function isOperation(segment: string): boolean {
  return segment.startsWith(" ");
}

/** GraphQL's semantic conventions name spans by type and name of the operation, which is the client's. */
export function operationOf({ name }: Meaning): string | null {
  const [, type, word] =
    /^(query|mutation|subscription)(?: ([A-Za-z_]\w{0,59}))?$/.exec(name) ?? [];
  if (type === undefined) return null;
  return word === undefined ? ` ${type}` : ` ${type} ${word}`;
}

/** Whether requests of this name carry operations of GraphQL. */
export function isGraphql({ segments, kind }: RequestName): boolean {
  return (kind === "route" || kind === "path") && /^(?:graphql|gql)$/i.test(segments.at(-1) ?? "");
}

/**
 * Whether a probe or a scraper asks, and no user: the paths that Kubernetes, Prometheus, Spring Boot and
 * Quarkus document for that, and gRPC's health checking protocol.
 */
export function isProbe({ segments, kind }: RequestName): boolean {
  const path = segments.join("/");
  if (kind === "text") return false;
  return PROBES.test(path) || /^grpc\.health\.v1\.Health\//.test(path);
}

const PROBES =
  /^(?:(?:api|q|actuator|manage|management|internal|admin)\/)?(?:_?health(?:z|-?checks?)?(?:\/(?:live|liveness|ready|readiness|started|startup|well))?|livez|readyz|startupz|liveness|readiness|ready|alive|live|ping|metrics|prometheus|-\/(?:ready|healthy))$/i;

/**
 * The route that a path without one belongs to: a server tells no route where it fails before its router
 * is asked. The one with the most words in common; `null`: none fits.
 */
export function routeOf(name: RequestName, routes: readonly RequestName[]): RequestName | null {
  if (name.kind !== "path") return null;
  const { method, segments } = name;
  const fitting = routes
    .filter((route) => route.method === method && route.segments.length === segments.length)
    .map((route) => ({ route, words: wordsInCommon(route.segments, segments) }))
    .filter(({ words }) => words !== null)
    .sort(
      (a, b) => b.words! - a.words! || (nameOfRequest(a.route) < nameOfRequest(b.route) ? -1 : 1),
    );
  return fitting[0]?.route ?? null;
}

/** `null`: a word differs. */
function wordsInCommon(route: readonly string[], path: readonly string[]): number | null {
  let words = 0;
  for (const [at, segment] of route.entries()) {
    if (segment === path[at]) words += 1;
    else if (!isParameter(segment)) return null;
  }
  return words;
}
