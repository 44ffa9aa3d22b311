import { follows, type History, type HistorySource, stepOf } from "./history.ts";
import { POD_READY, POD_RESTARTS, PROBE, UP, WORKLOADS } from "./metric-names.ts";
import type { Owners } from "./owners.ts";
import { labelOf, type Series } from "./series.ts";

/** Jobs whose `up` is that of a machine (kube-prometheus, the Prometheus chart). */
const NODE_JOBS = /^(?:kubelet|node-?exporter|kubernetes-nodes?|kubernetes-(?:nodes-)?cadvisor)$/;

export function isNodeJob(job: string): boolean {
  return NODE_JOBS.test(job);
}

/** What every series of readiness, health or restarts says of the replicas of a service. */
export function historiesOf(all: readonly Series[], owners: Owners): readonly History[] {
  const histories = [...replicaHistories(all)];
  for (const series of [...all.filter(({ name }) => name !== POD_RESTARTS), ...podRestarts(all)]) {
    const history = historyOf(series, owners);
    if (history !== null && history.times.length > 0) histories.push(history);
  }
  return histories;
}

function historyOf(series: Series, owners: Owners): History | null {
  const namespace = labelOf(series, "namespace");
  const pod = labelOf(series, "pod");
  const make = (
    from: HistorySource,
    service: string | null,
    instance: string,
    { times, values }: Pick<Series, "times" | "values">,
  ): History | null => {
    if (service === null || service === "") return null;
    const up = values.map((value) => (value > 0 ? 1 : 0));
    return { service, namespace, instance, from, times, up, of: values.map(() => 1) };
  };
  switch (series.name) {
    case POD_READY:
      if (labelOf(series, "condition") !== "true") return null;
      return make("readiness", owners(namespace, pod), pod, sinceFirstUp(series));
    case POD_RESTARTS:
      return make("restarts", owners(namespace, pod), pod, withoutRestart(series));
    case UP:
    case PROBE: {
      const job = labelOf(series, "job");
      if (isNodeJob(job)) return null;
      const service = pod === "" ? job.slice(job.lastIndexOf("/") + 1) : owners(namespace, pod);
      const from = series.name === UP ? "up" : "probe";
      return make(from, service, pod || labelOf(series, "instance"), series);
    }
    default:
      return null;
  }
}

/** Of a pod that starts nobody expects anything yet; one that was never ready has no history. */
function sinceFirstUp({ times, values }: Series): Pick<Series, "times" | "values"> {
  const first = values.findIndex((value) => value > 0);
  return first === -1
    ? { times: [], values: [] }
    : { times: times.slice(first), values: values.slice(first) };
}

/** One counter a pod: the sum of those of its containers. */
function podRestarts(all: readonly Series[]): readonly Series[] {
  const pods = new Map<string, { series: Series; sums: Map<number, number> }>();
  for (const series of all) {
    if (series.name !== POD_RESTARTS) continue;
    const key = `${labelOf(series, "namespace")}/${labelOf(series, "pod")}`;
    const pod = pods.get(key) ?? { series, sums: new Map<number, number>() };
    pods.set(key, pod);
    for (const [i, time] of series.times.entries()) {
      pod.sums.set(time, (pod.sums.get(time) ?? 0) + series.values[i]!);
    }
  }
  return [...pods.values()].map(({ series, sums }) => {
    const samples = [...sums].sort(([a], [b]) => a - b);
    return { ...series, times: samples.map(([t]) => t), values: samples.map(([, sum]) => sum) };
  });
}

/** Down from sample to sample where containers were restarted between them, which is the most it can have been. */
function withoutRestart({ times, values }: Series): Pick<Series, "times" | "values"> {
  const up = values.slice(1).map((value, i) => (value === values[i] ? 1 : 0));
  return { times: times.slice(1), values: up };
}

/** Workloads' own counts, which see a pod's absence between its death and its replacement. */
function* replicaHistories(all: readonly Series[]): Generator<History> {
  for (const { label, desired, available } of WORKLOADS) {
    const keyOf = (series: Series) => `${labelOf(series, "namespace")}/${labelOf(series, label)}`;
    const wanted = new Map<string, Series>();
    for (const series of all) if (series.name === desired) wanted.set(keyOf(series), series);
    const done = new Set<string>();
    for (const name of available) {
      for (const series of all) {
        if (series.name !== name) continue;
        const key = keyOf(series);
        const should = wanted.get(key);
        const service = labelOf(series, label);
        if (should === undefined || service === "" || done.has(key)) continue;
        done.add(key);
        const namespace = labelOf(series, "namespace");
        yield { service, namespace, instance: null, from: "replicas", ...expected(series, should) };
      }
    }
  }
}

/**
 * Replicas that are up of those that there should be. A workload that grows is not failing: what is new
 * is expected from when it first was there; what is taken away is expected no longer.
 */
function expected(is: Series, should: Series): Pick<History, "times" | "up" | "of"> {
  const [times, up, of]: [number[], number[], number[]] = [[], [], []];
  let [next, last] = [0, 0];
  for (const [i, time] of is.times.entries()) {
    while (next + 1 < should.times.length && should.times[next + 1]! <= time) next += 1;
    const most = Math.max(0, Math.floor(should.values[next]!));
    const now = Math.max(0, Math.floor(is.values[i]!));
    last = i === 0 ? most : Math.min(most, Math.max(last, now));
    if (last === 0) continue;
    times.push(time);
    of.push(last);
    up.push(Math.min(now, last));
  }
  return { times, up, of };
}

/** [from, until) in seconds in which not all were up, at its widest: from the last sample before to the first after. */
export function downSpells({ times, up, of }: History): readonly (readonly [number, number])[] {
  const step = stepOf(times);
  const spells: (readonly [number, number])[] = [];
  let from: number | null = null;
  for (const [i, time] of times.entries()) {
    const before = times[i - 1];
    const joined = before !== undefined && follows(before, time, step);
    if (from !== null && before !== undefined && !joined) {
      spells.push([from, before + step]);
      from = null;
    }
    if (up[i]! < of[i]!) from ??= joined ? before : time - step;
    else if (from !== null) {
      spells.push([from, time]);
      from = null;
    }
  }
  if (from !== null) spells.push([from, times.at(-1)! + step]);
  return spells.filter(([start, end]) => start < end);
}
