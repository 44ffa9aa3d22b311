import { isProblem, quoted, type RepositoryProblem, unavailable, usageProblem } from "./problem.ts";

/** Asks one instant query of PromQL; gives the reply's text. */
export type AskPrometheus = (query: string) => Promise<string | RepositoryProblem>;

export type PrometheusOptions = {
  /** For each query, its reply included. */
  readonly timeoutMs?: number;
  /** Of a reply, unpacked. */
  readonly maxBytes?: number;
  readonly environment?: Readonly<Record<string, string | undefined>>;
};

const TIMEOUT_MS = 120_000;
const MAX_BYTES = 128 << 20;

/**
 * A server of Prometheus' HTTP API (Prometheus, Thanos, Mimir, VictoriaMetrics) by its URL, http or https,
 * with or without a path before `/api/v1`. Credentials are those of the URL, or of the environment:
 * `PROMETHEUS_TOKEN` (bearer), `PROMETHEUS_USERNAME` with `PROMETHEUS_PASSWORD`, and `PROMETHEUS_TENANT`
 * (`X-Scope-OrgID`). They go to this server alone, redirects are not followed, and no message has them.
 */
export function openPrometheus(
  address: string,
  {
    timeoutMs = TIMEOUT_MS,
    maxBytes = MAX_BYTES,
    environment = process.env,
  }: PrometheusOptions = {},
): AskPrometheus | RepositoryProblem {
  const url = readAddress(address);
  if (isProblem(url)) return url;
  const headers = headersOf(url, environment);
  if (isProblem(headers)) return headers;
  url.username = "";
  url.password = "";
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/api/v1/query`;
  const server = quoted(`${url.origin}${url.pathname}`);
  return async (query) => {
    const asked = new URL(url);
    asked.searchParams.set("query", query);
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(asked, { headers, redirect: "manual", signal });
      const text = await readBody(response, maxBytes);
      if (text === null) {
        return unavailable(
          "prometheus-too-large",
          `The reply of ${server} to ${quoted(query)} is larger than ${maxBytes >> 20} MiB; ask for a shorter window.`,
        );
      }
      return response.ok ? text : refusalOf(response, text, server, query);
    } catch (error) {
      return failureOf(error, server, timeoutMs);
    }
  };
}

function readAddress(address: string): URL | RepositoryProblem {
  // Not quoted: what is no URL may hold a password all the same.
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    return usageProblem(
      "bad-prometheus",
      "The address of Prometheus is no URL of http or https; say e.g. `http://localhost:9090`.",
    );
  }
  if (url.search !== "" || url.hash !== "") {
    return usageProblem(
      "bad-prometheus",
      "The URL of Prometheus has a query or a fragment; give it up to the path before `/api/v1`.",
    );
  }
  url.pathname = url.pathname.replace(/\/api\/v1(?:\/query)?\/*$/, "/");
  return url;
}

function headersOf(
  url: URL,
  environment: Readonly<Record<string, string | undefined>>,
): Headers | RepositoryProblem {
  const token = environment["PROMETHEUS_TOKEN"] ?? "";
  const tenant = environment["PROMETHEUS_TENANT"] ?? "";
  const own = url.username !== "" || url.password !== "";
  try {
    const user = own
      ? decodeURIComponent(url.username)
      : (environment["PROMETHEUS_USERNAME"] ?? "");
    const password = own
      ? decodeURIComponent(url.password)
      : (environment["PROMETHEUS_PASSWORD"] ?? "");
    const headers = new Headers({ accept: "application/json" });
    if (tenant !== "") headers.set("x-scope-orgid", tenant);
    if (user !== "" || password !== "") {
      headers.set(
        "authorization",
        `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
      );
    } else if (token !== "") headers.set("authorization", `Bearer ${token}`);
    return headers;
  } catch {
    return usageProblem(
      "bad-prometheus",
      "The credentials of Prometheus hold a character that cannot be sent; check the URL, `PROMETHEUS_TOKEN` and `PROMETHEUS_TENANT` for line ends and bad percent signs.",
    );
  }
}

/** The text of a reply; `null`: too much of it. */
async function readBody(response: Response, maxBytes: number): Promise<string | null> {
  if (response.body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function refusalOf(
  { status }: Response,
  text: string,
  server: string,
  query: string,
): RepositoryProblem {
  if (status === 401 || status === 403) {
    return unavailable(
      "prometheus-denied",
      `${server} refused the query (HTTP ${status}); set \`PROMETHEUS_TOKEN\`, or \`PROMETHEUS_USERNAME\` and \`PROMETHEUS_PASSWORD\`.`,
    );
  }
  if (status >= 300 && status < 400) {
    return unavailable(
      "prometheus-redirects",
      `${server} sends to another address (HTTP ${status}), as a page to log in does; give the URL of Prometheus itself.`,
    );
  }
  if (status === 404) {
    return usageProblem(
      "no-prometheus",
      `There is no Prometheus API at ${server}; give the URL up to the path before \`/api/v1\`.`,
    );
  }
  const why = errorIn(text);
  return unavailable(
    "prometheus-failed",
    `${server} did not answer ${quoted(query)} (HTTP ${status}${why === null ? "" : `, ${quoted(why)}`}); try again, or ask for a shorter window.`,
  );
}

/** What Prometheus says is wrong. */
function errorIn(text: string): string | null {
  try {
    const reply = JSON.parse(text) as unknown;
    if (typeof reply !== "object" || reply === null || !("error" in reply)) return null;
    return typeof reply.error === "string" ? reply.error : null;
  } catch {
    return null;
  }
}

function failureOf(error: unknown, server: string, timeoutMs: number): RepositoryProblem {
  if (error instanceof Error && error.name === "TimeoutError") {
    return unavailable(
      "prometheus-timeout",
      `${server} did not answer within ${timeoutMs / 1000} s; ask for a shorter window.`,
    );
  }
  const cause: unknown = error instanceof Error ? error.cause : null;
  const code =
    typeof cause === "object" && cause !== null && "code" in cause
      ? ` (${String(cause.code)})`
      : "";
  return unavailable(
    "prometheus-unreachable",
    `${server} cannot be reached${code}; check the URL and the network.`,
  );
}
