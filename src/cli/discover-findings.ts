import type { Finding, FindingKind } from "../flow/check-finding.ts";
import type { SpecCheck } from "../flow/discover.ts";
import { palette } from "../report/colour.ts";
import { code, message as markdownMessage, visible } from "../report/escape.ts";
import { logLine } from "../report/plain.ts";

const TITLES: Readonly<Record<FindingKind, string>> = {
  "missing-dependency": "Seen, and not in the spec",
  "mode-conflict": "Blocking or not: otherwise than in the spec",
  "missing-call": "Endpoints that call others than the spec says",
  "missing-endpoint": "Endpoints that the spec has not",
  "replica-conflict": "Other numbers of replicas",
  drift: "Parameters outside of what was observed",
  optional: "Done without, and demanded by the spec",
  "unseen-dependency": "In the spec, and never seen",
  "unseen-endpoint": "Endpoints that nobody asked for",
};

type Group = {
  readonly kind: FindingKind;
  readonly title: string;
  readonly all: readonly Finding[];
};

/** More of one kind would bury the others; JSON has all. The body of a pull request holds 65,536 signs. */
const MOST = 50;
const MOST_IN_MARKDOWN = 20;

function groupsOf(findings: readonly Finding[]): readonly Group[] {
  const kinds = [...new Set(findings.map(({ kind }) => kind))];
  return kinds.map((kind) => ({
    kind,
    title: TITLES[kind],
    all: findings.filter((one) => one.kind === kind),
  }));
}

function summary({ path, findings }: SpecCheck): string {
  const count = findings.length;
  return count === 0
    ? `${path}: the traces and the spec agree`
    : `${path}: ${count} ${count === 1 ? "point" : "points"} where the traces and the spec are at odds`;
}

export function findingsText(specs: readonly SpecCheck[], color: boolean): string {
  const { strong, faint } = palette(color);
  const lines = specs.flatMap((spec, at) => [
    ...(at === 0 ? [] : [""]),
    strong(visible(summary(spec))),
    ...groupsOf(spec.findings).flatMap(({ title, all }) => [
      "",
      strong(title),
      ...all
        .slice(0, MOST)
        .flatMap(({ place, message, snippet }) => [
          visible(`  ${place.file}:${place.line}: ${message}`),
          ...(snippet ?? "")
            .split("\n")
            .flatMap((line) => (line === "" ? [] : [faint(visible(`      ${line}`))])),
        ]),
      ...(all.length > MOST ? [`  and ${all.length - MOST} more: --format json has all`] : []),
    ]),
  ]);
  return lines.map((line) => `${logLine(line)}\n`).join("");
}

export function findingsMarkdown(specs: readonly SpecCheck[], quality: readonly string[]): string {
  const parts = specs.flatMap((spec) => [
    `### ${markdownMessage(summary(spec).replace(spec.path, `\`${spec.path}\``), 200)}`,
    ...groupsOf(spec.findings).map(({ title, all }) =>
      [
        `**${title}**`,
        "",
        ...all.slice(0, MOST_IN_MARKDOWN).map(({ place, message }) => {
          return `- ${code(`${place.file}:${place.line}`)}: ${markdownMessage(message, 200)}`;
        }),
        ...(all.length > MOST_IN_MARKDOWN ? [`- and ${all.length - MOST_IN_MARKDOWN} more`] : []),
      ].join("\n"),
    ),
  ]);
  const told = quality.map((line) => `- ${markdownMessage(line, 200)}`).join("\n");
  return `${[...parts, `<details><summary>How far the traces go</summary>\n\n${told}\n\n</details>`].join("\n\n")}\n`;
}

/** As in the result: places are flat, and what is not there is left out. */
export function findingsValue({ path, findings, unseen }: SpecCheck) {
  return {
    path,
    findings: findings.map(({ kind, subject, message, place, snippet, counts }) => ({
      kind,
      subject,
      message,
      file: place.file,
      line: place.line,
      column: place.column,
      ...(snippet === null ? {} : { snippet }),
      counts,
    })),
    services: { declared: unseen.of, unseen: unseen.names },
  };
}
