import { GRAPH_FAILED, GRAPH_TOTAL, ISTIO_TOTAL, UP, WORKLOADS } from "./metric-names.ts";

/** One instant query of PromQL, and the metric that its reply is of where its functions drop the name. */
export type Query = { readonly query: string; readonly metric: string | null };

/** Prometheus' durations of one unit. */
const WINDOW = /^([1-9]\d{0,4})([smhdw])$/;
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
/** As many samples a series as a week of minutes has. */
const MOST_SAMPLES = 10_080;
const LEAST_STEP = 60;

/** Seconds of `7d`, from a minute to a year; `null`: none such. */
export function windowSeconds(window: string): number | null {
  const [, count, unit] = WINDOW.exec(window) ?? [];
  const seconds = Number(count) * (UNITS[unit ?? ""] ?? Number.NaN);
  return seconds >= 60 && seconds <= 366 * 86_400 ? seconds : null;
}

/** What is asked of the requests between services over the last `window`, e.g. `7d`. */
export function requestQueries(window: string): readonly Query[] {
  const graph = ["client", "server", "connection_type"];
  const istio = [
    "reporter",
    "source_workload",
    "source_workload_namespace",
    "destination_workload",
    "destination_workload_namespace",
    "destination_service",
    "destination_service_name",
    "request_protocol",
    "response_code",
    "response_flags",
    "grpc_response_status",
  ];
  const summed = (metric: string, labels: readonly string[]): Query => ({
    query: `sum by (${labels.join(", ")}) (${increase(metric, window)})`,
    metric,
  });
  return [summed(GRAPH_TOTAL, graph), summed(GRAPH_FAILED, graph), summed(ISTIO_TOTAL, istio)];
}

/**
 * What Prometheus counts over a window; of a series that began in it, all that it counted: `increase` leaves
 * its first value out, which of failures may be the only one.
 */
function increase(metric: string, window: string): string {
  return `(${metric} unless ${metric} offset ${window}) or increase(${metric}[${window}])`;
}

/** What is asked of replicas, pods and nodes: their states over the window, minute by minute or less often. */
export function stateQueries(window: string): readonly Query[] {
  const counts = WORKLOADS.flatMap(({ desired, available }) => [desired, ...available]);
  const over = samplesOver(window);
  return [
    ...counts.map((metric) => over(metric)),
    over('kube_pod_status_ready{condition="true"}'),
    over('kube_node_status_condition{condition="Ready",status="true"}'),
    { query: "kube_pod_info", metric: null },
    { query: "kube_replicaset_owner", metric: null },
  ];
}

/** What is asked where nothing of Kubernetes is there. */
export function healthQueries(window: string): readonly Query[] {
  return [samplesOver(window)(UP)];
}

function samplesOver(window: string): (selector: string) => Query {
  const seconds = windowSeconds(window) ?? 0;
  const step = Math.max(LEAST_STEP, Math.ceil(seconds / MOST_SAMPLES));
  return (selector) => ({ query: `${selector}[${window}:${step}s]`, metric: null });
}
