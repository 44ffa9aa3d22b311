import { type Diagnostic, diagnostic } from "../../yaml/diagnostic.ts";
import { quoted } from "../../yaml/problem.ts";
import type { Evidence, Observed } from "../observed.ts";
import type { Outage } from "../outages.ts";
import type { Residence } from "../residence.ts";
import { historiesOf } from "./histories.ts";
import { HISTORY_SOURCES, type History } from "./history.ts";
import { looksOf } from "./looks.ts";
import { outagesOf } from "./outages-shown.ts";
import { ownersOf, residencesOf } from "./owners.ts";
import type { Series } from "./series.ts";

/** What series of Kubernetes and of health checks show, by the names of workloads and jobs. */
export type MetricsShown = {
  /** Of θ. */
  readonly evidence: ReadonlyMap<string, Evidence>;
  /** Replicas that there are to be, by the last sample. */
  readonly replicas: ReadonlyMap<string, number>;
  /** What was down, for censoring. */
  readonly outages: readonly Outage[];
  readonly residences: readonly Residence[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * θ, replicas and outages from series of `up`, `probe_success`, readiness, restarts and replicas. θ of a
 * service is from the first that is there of: counts of its workload, readiness of its pods, `up`,
 * `probe_success`, restarts.
 */
export function showMetrics(all: readonly Series[]): MetricsShown {
  const owners = ownersOf(all);
  const histories = historiesOf(all, owners);
  const evidence = new Map<string, Evidence>();
  const replicas = new Map<string, number>();
  const told: Told = { mixed: [], calm: [], restarts: [], probes: [], moment: false };
  for (const [service, own] of byService(histories)) {
    const counted = own.find(({ from }) => from === "replicas");
    if (counted !== undefined) replicas.set(service, counted.of.at(-1)!);
    const lasting = own.filter(({ times }) => times.length > 1);
    const from = HISTORY_SOURCES.find((one) => lasting.some((history) => history.from === one));
    if (from === undefined) {
      told.moment = true;
      continue;
    }
    const chosen = lasting.filter((history) => history.from === from);
    const namespaces = new Set(chosen.map(({ namespace }) => namespace));
    if (namespaces.size > 1) told.mixed.push(service);
    const looks = looksOf(chosen);
    if (looks === null) told.calm.push(service);
    else {
      evidence.set(service, looks);
      if (from === "restarts") told.restarts.push(service);
      if (from === "probe") told.probes.push(service);
    }
  }
  return {
    evidence,
    replicas,
    outages: outagesOf(all, histories),
    residences: residencesOf(all, owners),
    diagnostics: diagnosticsOf(told),
  };
}

/** Adds what metrics show of θ to services of the same name; what spans tell of instances stays. */
export function withMetrics(observed: Observed, { evidence, replicas }: MetricsShown): Observed {
  const services = observed.services.map((service) => {
    const most = replicas.get(service.name) ?? null;
    return {
      ...service,
      evidence: evidence.get(service.name) ?? service.evidence,
      instances: service.instances ?? most,
      instancesEver: service.instances === null ? (most ?? 0) : service.instancesEver,
    };
  });
  return { ...observed, services };
}

/**
 * What to tell where series have figures for others than the services that are there: workloads and
 * services are matched by name alone.
 */
export function unmatchedMetrics(
  observed: Observed,
  { evidence, replicas }: MetricsShown,
): readonly Diagnostic[] {
  if (evidence.size + replicas.size === 0 || observed.services.length === 0) return [];
  const own = observed.services.filter(({ kind }) => kind === "instrumented");
  const missing = own.filter(({ name }) => !evidence.has(name) && !replicas.has(name));
  if (missing.length === 0) return [];
  const some = [...new Set([...replicas.keys(), ...evidence.keys()])].sort();
  const message = `no series is of ${names(missing.map(({ name }) => name))}: they are of ${names(some)}; a workload's name, or its job's, is taken for that of a service`;
  return [diagnostic("notice", "unmatched-metrics", message, null)];
}

function byService(histories: readonly History[]): readonly (readonly [string, History[]])[] {
  const groups = new Map<string, History[]>();
  for (const history of histories) {
    const group = groups.get(history.service);
    if (group === undefined) groups.set(history.service, [history]);
    else group.push(history);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

type Told = {
  readonly mixed: string[];
  readonly calm: string[];
  readonly restarts: string[];
  readonly probes: string[];
  moment: boolean;
};

function diagnosticsOf({ mixed, calm, restarts, probes, moment }: Told): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const tell = (severity: "warning" | "notice", code: string, message: string) =>
    diagnostics.push(diagnostic(severity, code, message, null));
  if (mixed.length > 0) {
    const message = `${names(mixed)}: replicas of several namespaces are counted as one service; ask Prometheus for one namespace, \`{namespace="…"}\``;
    tell("warning", "several-namespaces", message);
  }
  if (restarts.length > 0) {
    const message = `${names(restarts)}: nothing but restarts tells of their failures, and each counts as down from one sample to the next; add \`kube_pod_status_ready\``;
    tell("notice", "restarts-alone", message);
  }
  if (probes.length > 0) {
    const message = `${names(probes)}: \`probe_success\` is taken for the state of one replica; where the probe goes to a Service with several, add \`kube_pod_status_ready\``;
    tell("notice", "probes-alone", message);
  }
  if (calm.length > 0) {
    const message = `${names(calm)}: too few failures in the series to say how available a replica is; ask for a longer range`;
    tell("notice", "no-failures", message);
  }
  if (moment) {
    const message =
      "one moment tells how many replicas there are and not how available; for that ask for a range, e.g. `kube_pod_status_ready[7d]`";
    tell("notice", "one-moment", message);
  }
  return diagnostics;
}

/** The first few of many. */
function names(all: readonly string[]): string {
  const first = all.slice(0, 3).map(quoted);
  return first.join(", ") + (all.length > 3 ? ` and ${all.length - 3} more` : "");
}
