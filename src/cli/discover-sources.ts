import {
  type Evident,
  type GatherProgress,
  type NamedText,
  observe,
} from "../flow/discover-gather.ts";
import { visible } from "../report/escape.ts";
import { isProblem, quoted, type RepositoryProblem, usageProblem } from "../repository/problem.ts";
import { openPrometheus } from "../repository/prometheus.ts";
import { findTraceSources } from "../repository/trace-sources.ts";
import { windowSeconds } from "../traces/series/queries.ts";
import { progressBar } from "./progress.ts";
import type { Values } from "./usage.ts";

/** How far back Prometheus is asked where the user does not say. */
const DEFAULT_WINDOW = "7d";

/** In bytes: what is larger is refused by whoever reads it. */
const MOST_TEXT = 160 << 20;

/** Reads all that the user named, and tells what it shows; a bar on a terminal tells how far it is. */
export async function observeAll(
  operands: readonly string[],
  values: Values,
  erases: boolean,
): Promise<Evident | RepositoryProblem> {
  const folder = process.cwd();
  const traces = await findTraceSources(operands, process.stdin, folder);
  if (isProblem(traces)) return traces;
  const metrics = await textsOf(values.list("metrics"), folder);
  if (isProblem(metrics)) return metrics;
  const outages = await textsOf(values.list("outages"), folder);
  if (isProblem(outages)) return outages;
  const prometheus = prometheusOf(values);
  if (prometheus !== null && isProblem(prometheus)) return prometheus;
  const bar = progressBar(process.stderr, erases);
  const show: GatherProgress = (share, what) =>
    bar.show(Math.round(1000 * share), 1000, visible(what));
  try {
    return await observe({ traces, metrics, outages, prometheus }, show);
  } finally {
    bar.clear();
  }
}

/** Files of text by what names files of traces, too: folders, globs, compressed ones, standard input. */
async function textsOf(
  operands: readonly string[],
  folder: string,
): Promise<readonly NamedText[] | RepositoryProblem> {
  if (operands.length === 0) return [];
  const sources = await findTraceSources(operands, process.stdin, folder);
  if (isProblem(sources)) return sources;
  const texts: NamedText[] = [];
  for (const { name, chunks } of sources) {
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const { bytes } of chunks()) {
      parts.push(bytes);
      size += bytes.length;
      if (size > MOST_TEXT) break;
    }
    if (size > MOST_TEXT) {
      const message = `${quoted(name)} is larger than ${MOST_TEXT >> 20} MiB; save less at a time`;
      return usageProblem("too-large", message);
    }
    const text = decoded(Buffer.concat(parts));
    if (text === null)
      return usageProblem("no-text", `${quoted(name)} is no text of UTF-8; save it as such`);
    texts.push({ name, text });
  }
  return texts;
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function prometheusOf(values: Values) {
  const address = values.text("prometheus");
  const window = values.text("window") ?? DEFAULT_WINDOW;
  if (address === null) return null;
  if (windowSeconds(window) === null) {
    const message = `--window takes a duration such as 7d, 12h or 30m, up to a year, not ${quoted(window)}`;
    return usageProblem("bad-window", message);
  }
  const ask = openPrometheus(address);
  return isProblem(ask) ? ask : { ask, window };
}
