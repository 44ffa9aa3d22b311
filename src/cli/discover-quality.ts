import { period } from "../draft/discover-text.ts";
import { grouped } from "../draft/evidence-text.ts";
import type { Unseen } from "../flow/discover.ts";
import { quote } from "../model/wording.ts";
import type { Quality } from "../traces/observed.ts";

/** How far the traces can be believed, a line each; what is as it should be takes none. */
export function qualityLines(quality: Quality, unseen: Unseen): readonly string[] {
  const { sources, traces } = quality;
  const spans = quality.spans - quality.duplicates;
  const read =
    spans === 0
      ? `read ${counts(sources, "source")} of aggregates, which tell of no single request`
      : `read ${counts(traces, "trace")} of ${counts(spans, "span")} from ${counts(sources, "source")}${period(quality)}`;
  return [read, ...coverage(unseen), ...(spans === 0 ? [] : flaws(quality))];
}

const MOST_NAMES = 10;

function coverage({ names, of }: Unseen): readonly string[] {
  if (of === 0) return [];
  const seen = `${grouped(of - names.length)} of ${counts(of, "declared service")} ${names.length === of - 1 ? "is" : "are"} in them`;
  if (names.length === 0) return [seen];
  const shown = names.slice(0, MOST_NAMES).map(quote).join(", ");
  const more = names.length - MOST_NAMES;
  return [`${seen}; not ${shown}${more > 0 ? ` and ${more} more` : ""}`];
}

function flaws(quality: Quality): readonly string[] {
  const { traces, sampled } = quality;
  const spans = quality.spans - quality.duplicates;
  const lines: string[] = [];
  const tell = (count: number, of: number, noun: string, what: string): void => {
    if (count > 0)
      lines.push(`${grouped(count)} of ${counts(of, noun)} (${percent(count / of)}) ${what}`);
  };
  tell(
    quality.orphans,
    spans,
    "span",
    "have a parent that is in no source: calls may be missing, or come in where they do not",
  );
  tell(quality.rootless, traces, "trace", "have no root: they tell of no endpoint");
  tell(quality.manyRoots, traces, "trace", "have more than one root");
  tell(quality.nameless, spans, "span", "name no service; set `service.name`");
  tell(
    quality.skewed,
    spans,
    "span",
    "begin before their parent by more than it lasts: clocks differ",
  );
  tell(quality.duplicates, quality.spans, "span", "were read twice, and count once");
  if (quality.reusedIds > 0) {
    lines.push(`${counts(quality.reusedIds, "span id")} stand in several traces, each for its own`);
  }
  if (sampled !== null && sampled > 0) {
    tell(
      sampled,
      spans,
      "span",
      "stand for others that were not kept: rare calls may be missing, and where failures are kept more often than successes, availabilities come out too low",
    );
  }
  return lines;
}

function counts(count: number, noun: string): string {
  return `${grouped(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** Never rounded to none or all. */
function percent(share: number): string {
  if (share >= 1) return "100%";
  const value = Math.floor(1000 * share) / 10;
  return value === 0 ? "<0.1%" : `${value}%`;
}
