/** Requests between services, as Tempo and the Collector's service graph connector count them. */
export const GRAPH_TOTAL = "traces_service_graph_request_total";
export const GRAPH_FAILED = "traces_service_graph_request_failed_total";
/** Requests that Istio's proxies saw. */
export const ISTIO_TOTAL = "istio_requests_total";

export const UP = "up";
export const PROBE = "probe_success";
export const POD_READY = "kube_pod_status_ready";
export const POD_RESTARTS = "kube_pod_container_status_restarts_total";
export const POD_INFO = "kube_pod_info";
export const REPLICA_SET_OWNER = "kube_replicaset_owner";
export const NODE_CONDITION = "kube_node_status_condition";

/** What says how many replicas of a workload there are to be, and what how many there are (kube-state-metrics). */
export const WORKLOADS: readonly {
  readonly label: string;
  readonly desired: string;
  readonly available: readonly string[];
}[] = [
  {
    label: "deployment",
    desired: "kube_deployment_spec_replicas",
    available: [
      "kube_deployment_status_replicas_available",
      "kube_deployment_status_replicas_ready",
    ],
  },
  {
    label: "statefulset",
    desired: "kube_statefulset_replicas",
    available: [
      "kube_statefulset_status_replicas_available",
      "kube_statefulset_status_replicas_ready",
    ],
  },
  {
    label: "daemonset",
    desired: "kube_daemonset_status_desired_number_scheduled",
    available: ["kube_daemonset_status_number_available", "kube_daemonset_status_number_ready"],
  },
];

const REQUEST_METRICS: readonly string[] = [GRAPH_TOTAL, GRAPH_FAILED, ISTIO_TOTAL];

const STATE_METRICS: readonly string[] = [
  UP,
  PROBE,
  POD_READY,
  POD_RESTARTS,
  POD_INFO,
  REPLICA_SET_OWNER,
  NODE_CONDITION,
  ...WORKLOADS.flatMap(({ desired, available }) => [desired, ...available]),
];

const READ = new Set([...REQUEST_METRICS, ...STATE_METRICS]);

/** Whether samples of a metric are read; the others of a file are passed over. */
export function isMetricRead(name: string): boolean {
  return READ.has(name);
}
