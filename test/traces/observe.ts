import { openCollector } from "../../src/traces/collect.ts";
import type { Observed } from "../../src/traces/observed.ts";
import { openSpanReader } from "../../src/traces/read/open.ts";
import type { Diagnostic } from "../../src/yaml/diagnostic.ts";

export type Observation = {
  readonly observed: Observed;
  readonly problems: readonly Diagnostic[];
  readonly notices: readonly string[];
};

/** What files show together, each read in chunks of so many bytes. */
export function observe(files: readonly (string | Buffer)[], chunk = 1 << 16): Observation {
  const collector = openCollector({ store: null });
  const problems: Diagnostic[] = [];
  for (const [at, file] of files.entries()) {
    const bytes = typeof file === "string" ? Buffer.from(file) : file;
    const reader = openSpanReader(`traces-${at}`, { onSpans: collector.add });
    for (let from = 0; from < bytes.length; from += chunk) {
      problems.push(...reader.push(bytes.subarray(from, from + chunk)).problems);
    }
    problems.push(...reader.end().problems);
  }
  const { observed, notices } = collector.finish(files.length);
  return { observed, problems, notices };
}
