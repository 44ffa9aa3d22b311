import { isTelemetry } from "../deployment/hint-kind.ts";
import type { Hint } from "../deployment/workload.ts";
import type { Place } from "../yaml/diagnostic.ts";
import type { DraftDependencies, DraftDependency, SetAside } from "./dependencies.ts";
import type { DraftEndpoint, DraftEndpoints } from "./endpoints.ts";
import type { LeftOut } from "./layout.ts";
import type { DraftService } from "./roster.ts";
import { oneLine, quotedScalar, remarked, scalar } from "./yaml-text.ts";

const SCHEMA =
  "https://raw.githubusercontent.com/availability-gate/availability-gate/v0/schema/availability.schema.json";

/** What a drafted spec says. */
export type Draft = DraftDependencies &
  DraftEndpoints & {
    /** Lines of `manifests`, without their dash; empty: the default. */
    readonly manifests: readonly ManifestLine[];
    readonly services: readonly DraftService[];
    /** Services that no line of the draft names. */
    readonly unnamed: readonly DraftService[];
    /** Names of environments, each with a spec that extends this one. */
    readonly environments: readonly string[];
    /** What the availability of an endpoint comes to, once it is known. */
    readonly figures: ReadonlyMap<string, number>;
  };

export type ManifestLine = { readonly text: string; readonly remark: string };

/** The most of what is only told in comments. */
const MOST_TOLD = 30;

/** The shared spec, as text: the same for the same draft, byte for byte. */
export function specText(draft: Draft): string {
  const blocks = [
    heading(draft),
    "version: 1\n",
    manifestsBlock(draft.manifests),
    servicesBlock(draft),
    dependenciesBlock(draft),
    endpointsBlock(draft),
    GATE,
  ];
  return blocks.filter((one) => one !== "").join("\n");
}

const GATE = `gate:
  adoption: warn                             # the pull request that brings this file is never failed
  # maxDrop: 0.1%                            # points of availability that one pull request may cost an endpoint
`;

export function schemaLine(): string {
  return `# yaml-language-server: $schema=${SCHEMA}\n`;
}

function heading({ environments }: Draft): string {
  const lines = [
    "A first draft by `availability-gate init`. What it guessed says so, with the line that it guessed it from:",
    "keep what is true, correct what is not, and take the remark away. What is commented out does not count.",
  ];
  if (environments.length > 0) {
    const names = environments.map((one) => oneLine(one)).join(", ");
    lines.push(`Shared by the specs in availability/, one for each environment: ${names}.`);
  }
  return schemaLine() + lines.map((line) => `# ${line}\n`).join("");
}

/** A spec that says no more than where its manifests are, to read these. */
export function stubText(manifests: readonly ManifestLine[]): string {
  return `version: 1\n${manifestsBlock(manifests)}endpoints: { none: { entry: none } }\n`;
}

export function manifestsBlock(manifests: readonly ManifestLine[]): string {
  if (manifests.length === 0) return "";
  const lines = manifests.map(({ text, remark }) => `${remarked(`  - ${text}`, remark)}\n`);
  const excludes = manifests.every(({ text }) => text.startsWith('"!'));
  const what = excludes
    ? "all YAML files below this folder, but for these"
    : "these, and no others";
  return `${remarked("manifests:", what)}\n${lines.join("")}`;
}

/** Left out by patterns, in the form that `manifests` has them. */
export function excludingLines(leftOut: readonly LeftOut[]): readonly ManifestLine[] {
  return leftOut.map(({ pattern, why }) => ({
    text: quotedScalar(pattern),
    remark: `guess: ${why}`,
  }));
}

function servicesBlock({ services }: Draft): string {
  const lines = services.flatMap(({ name, named, workloads, problem }) => {
    if (named.length === 0 || problem !== null) return [];
    const titles = named.map(scalar);
    const value = titles.length === 1 ? titles[0] : `[${titles.join(", ")}]`;
    const together = named.length === 1 ? "" : ", behind one Service: their replicas add up";
    const line = `  ${scalar(name)}: { workload: ${value} }`;
    return [`${remarked(line, `guess: ${where(workloads[0]?.place)}${together}`)}\n`];
  });
  return lines.length === 0 ? "" : `services:\n${lines.join("")}`;
}

function dependenciesBlock(draft: Draft): string {
  const { dependencies, aside, thirdParties } = draft;
  const drafted = dependencies.map((one) => `${dependencyLine(one)}\n`);
  const head =
    drafted.length > 0
      ? remarked("dependencies:", "`->` the caller waits for, `~>` it does not")
      : remarked(
          "dependencies: []",
          "none was found: write who calls whom, as `- frontend -> checkout`",
        );
  return [
    `${head}\n`,
    ...drafted,
    ...asideLines(aside, "order", "Compose starts these first, which need not mean a call:"),
    ...asideLines(aside, "ambiguous", "Several workloads go by these names; say which:"),
    ...asideLines(aside, "problem", "The manifests do not tell how many replicas these have:"),
    ...telemetryLines(aside),
    ...thirdPartyLines(thirdParties),
  ].join("");
}

function dependencyLine({ from, to, mode, hint }: DraftDependency): string {
  const arrow = mode === "sync" ? "->" : "~>";
  return remarked(`  - ${pairScalar(from, arrow, to)}`, `guess: ${evidence(hint)}`);
}

function pairScalar(from: DraftService, arrow: string, to: DraftService): string {
  const isPlain = [from, to].every(({ name }) => scalar(name) === name);
  const text = `${from.name} ${arrow} ${to.name}`;
  return isPlain ? text : quotedScalar(text);
}

function asideLines(
  aside: readonly SetAside[],
  why: SetAside["why"],
  title: string,
): readonly string[] {
  const found = aside.filter((one) => one.why === why);
  if (found.length === 0) return [];
  const lines = found.slice(0, MOST_TOLD).map(({ from, to, hint }) => {
    const problem = from.problem ?? to.problem;
    const reason = problem === null ? evidence(hint) : problem;
    return `${remarked(`  # - ${oneLine(pairScalar(from, "->", to))}`, reason)}\n`;
  });
  return [`  # ${title}\n`, ...lines, ...more(found.length)];
}

/** One line for each collector or dashboard, because everybody sends to it. */
function telemetryLines(aside: readonly SetAside[]): readonly string[] {
  const watchers = new Map<DraftService, SetAside[]>();
  for (const one of aside.filter(({ why }) => why === "telemetry")) {
    const watcher = !isTelemetry(one.to.name) && isTelemetry(one.from.name) ? one.from : one.to;
    watchers.set(watcher, [...(watchers.get(watcher) ?? []), one]);
  }
  if (watchers.size === 0) return [];
  const lines = [...watchers].slice(0, MOST_TOLD).map(([watcher, all]) => {
    const names = all.map(({ from, to }) => (from === watcher ? to.name : from.name));
    const who = [...new Set(names)];
    const rest = who.length > 3 ? ` and ${who.length - 3} more` : "";
    const [first] = all;
    const shown = `${watcher.name}: ${who.slice(0, 3).join(", ")}${rest} (${where(first?.hint.place)})`;
    return `  #   ${oneLine(shown)}\n`;
  });
  return [
    "  # Taken for telemetry, which no request waits for:\n",
    ...lines,
    ...more(watchers.size),
  ];
}

function thirdPartyLines(thirdParties: Draft["thirdParties"]): readonly string[] {
  const found = new Map(
    thirdParties.map((one) => [JSON.stringify([one.service.name, one.host]), one] as const),
  );
  if (found.size === 0) return [];
  const lines = [...found.values()].slice(0, MOST_TOLD).map(({ service, host, key, place }) => {
    const line = `  # - ${oneLine(scalar(service.name))} -> ${oneLine(host)}`;
    return `${remarked(line, `${key}, ${where(place)}`)}\n`;
  });
  const title =
    "Third parties; where a request needs one, give it `{ external: 99.9% }` under `services`:";
  return [`  # ${title}\n`, ...lines, ...more(found.size)];
}

function more(count: number): readonly string[] {
  return count > MOST_TOLD ? [`  # and ${count - MOST_TOLD} more\n`] : [];
}

function endpointsBlock(draft: Draft): string {
  const { endpoints, unnamed } = draft;
  const beyond = draft.more > 0 ? [`  # and ${draft.more} more ways in\n`] : [];
  return [
    `${remarked("endpoints:", "each strict: all that its entry reaches must work")}\n`,
    ...endpoints.map((one) => endpointLines(one, draft)),
    ...beyond,
    ...unnamedLines(unnamed),
  ].join("");
}

function endpointLines(endpoint: DraftEndpoint, draft: Draft): string {
  const { name, entry } = endpoint;
  const calls = draft.dependencies.some(({ from }) => from === entry);
  const silent = calls
    ? []
    : [`    # no manifest says whom ${oneLine(entry.name)} calls: add it to \`dependencies\`\n`];
  return [
    `${remarked(`  ${scalar(name)}:`, `guess: ${entranceWords(endpoint)}`)}\n`,
    `    entry: ${scalar(entry.name)}\n`,
    `${remarked(`    # slo: ${suggestedSlo(draft.figures.get(name))}`, "what you promise, once you know")}\n`,
    ...silent,
  ].join("");
}

function entranceWords({ entrances, entry }: DraftEndpoint): string {
  const [first, ...others] = entrances;
  if (first === undefined)
    return `no way in was found, and none before it (${where(entry.workloads[0]?.place)})`;
  const rest = others.length === 0 ? "" : `, and ${others.length} more`;
  return `${first.kind} ${first.name} (${where(first.place)})${rest}`;
}

const SLOS = [50, 80, 90, 95, 97, 98, 99, 99.5, 99.9, 99.95, 99.99];

/** The highest round promise that holds today. */
function suggestedSlo(figure: number | undefined): string {
  const kept = SLOS.filter((one) => figure === undefined || one / 100 <= figure);
  return `${figure === undefined ? 99 : (kept.at(-1) ?? 50)}%`;
}

function unnamedLines(unnamed: readonly DraftService[]): readonly string[] {
  if (unnamed.length === 0) return [];
  const names = unnamed.slice(0, MOST_TOLD).map(({ name }) => oneLine(name));
  const rest = unnamed.length > MOST_TOLD ? ` and ${unnamed.length - MOST_TOLD} more` : "";
  return [`  # Named by nothing, and left out: ${names.join(", ")}${rest}\n`];
}

function evidence({ key, place }: Hint): string {
  return `${key}, ${where(place)}`;
}

function where(place: Place | undefined): string {
  return place === undefined ? "" : `${place.file}:${place.line}`;
}
