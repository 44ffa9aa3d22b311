import { period } from "../draft/discover-text.ts";
import { counts, grouped } from "../draft/evidence-text.ts";
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
  const tell = (count: number, of: number, noun: string, one: string, many: string): void => {
    if (count === 0) return;
    const what = count === 1 ? one : many;
    lines.push(`${grouped(count)} of ${counts(of, noun)} (${percent(count / of)}) ${what}`);
  };
  const missing = "that is in no source: calls may be missing, or come in where they do not";
  tell(quality.orphans, spans, "span", `has a parent ${missing}`, `have a parent ${missing}`);
  tell(
    quality.rootless,
    traces,
    "trace",
    "has no root: it tells of no endpoint",
    "have no root: they tell of no endpoint",
  );
  tell(quality.manyRoots, traces, "trace", "has more than one root", "have more than one root");
  const nowhere =
    "to a span that is in no source: where a consumer does not name its broker, whose message it took is not known";
  tell(quality.lostLinks, quality.links, "link", `leads ${nowhere}`, `lead ${nowhere}`);
  const unnamed = "no service; set `service.name`";
  tell(quality.nameless, spans, "span", `names ${unnamed}`, `name ${unnamed}`);
  tell(
    quality.skewed,
    spans,
    "span",
    "is over before its parent begins: clocks differ",
    "are over before their parent begins: clocks differ",
  );
  const { duplicates } = quality;
  tell(
    duplicates,
    quality.spans,
    "span",
    "was read twice, and counts once",
    "were read twice, and count once",
  );
  if (quality.reusedIds > 0) {
    const stand = quality.reusedIds === 1 ? "stands" : "stand";
    lines.push(
      `${counts(quality.reusedIds, "span id")} ${stand} for several spans, each taken by itself`,
    );
  }
  lines.push(...sharedNames(quality));
  const lost =
    "for others that were not kept: rare calls may be missing, and where failures are kept more often than successes, availabilities come out too low";
  tell(sampled ?? 0, traces, "trace", `stands ${lost}`, `stand ${lost}`);
  return lines;
}

/** A spec has one service of a name; OpenTelemetry has one of a name and a namespace. */
function sharedNames({ sharedNames: all }: Quality): readonly string[] {
  const [first] = all;
  if (first === undefined) return [];
  const names = first.namespaces.slice(0, 3).map(quote).join(", ");
  const which = `${quote(first.service)} is of the namespaces ${names}${first.namespaces.length > 3 ? " and others" : ""}`;
  const others =
    all.length === 1
      ? ""
      : `, and so ${all.length === 2 ? "is" : "are"} ${counts(all.length - 1, "more service name")}`;
  return [
    `${which}${others}: services of one name are taken for one; where they are several, give each a \`service.name\` of its own`,
  ];
}

/** Never rounded to none or all. */
function percent(share: number): string {
  if (share >= 1) return "100%";
  const value = Math.floor(1000 * share) / 10;
  return value === 0 ? "<0.1%" : `${value}%`;
}
