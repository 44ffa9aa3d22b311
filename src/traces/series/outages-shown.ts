import type { Outage, OutageSubject } from "../outages.ts";
import { downSpells, isNodeJob } from "./histories.ts";
import type { History } from "./history.ts";
import { NODE_CONDITION, UP } from "./metric-names.ts";
import { labelOf, type Series } from "./series.ts";

/**
 * When instances, nodes and services were down, each spell from the last sample that was good to the
 * first that is good again: what is censored beside it costs some calls, what is not would bias ρ. Counts of
 * a workload do not tell which replica was missing, and stand for all of the service where nothing else
 * tells of it.
 */
export function outagesOf(
  all: readonly Series[],
  histories: readonly History[],
): readonly Outage[] {
  const single = new Set(
    histories.filter(({ instance }) => instance !== null).map(({ service }) => service),
  );
  const own = histories.flatMap((history) => {
    const { service, instance } = history;
    if (instance === null && single.has(service)) return [];
    const of: OutageSubject =
      instance === null || history.from === "probe"
        ? { kind: "service", service }
        : { kind: "instance", service, instance };
    return placed(of, history);
  });
  return [...own, ...all.flatMap(nodeOutages)];
}

function nodeOutages(series: Series): readonly Outage[] {
  const node = nodeOf(series);
  if (node === null) return [];
  const history: History = {
    service: "",
    namespace: "",
    instance: node,
    from: "up",
    times: series.times,
    up: series.values.map((value) => (value > 0 ? 1 : 0)),
    of: series.values.map(() => 1),
  };
  return placed({ kind: "node", node }, history);
}

/** The node whose state a series is; `null`: of none. */
function nodeOf(series: Series): string | null {
  if (series.name === NODE_CONDITION) {
    const isState =
      labelOf(series, "condition") === "Ready" && labelOf(series, "status") === "true";
    return isState ? labelOf(series, "node") || null : null;
  }
  if (series.name !== UP || !isNodeJob(labelOf(series, "job"))) return null;
  return labelOf(series, "node") || labelOf(series, "instance").replace(/:\d+$/, "") || null;
}

function placed(of: OutageSubject, history: History): readonly Outage[] {
  if (history.times.length < 2) return [];
  return downSpells(history).map(([from, until]) => ({
    of,
    from: Math.round(from * 1e6),
    until: Math.round(until * 1e6),
  }));
}
