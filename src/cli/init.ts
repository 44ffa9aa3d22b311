import { resolve } from "node:path";
import type { Draft } from "../draft/spec-text.ts";
import { type DraftFile, type Initial, initial, WORKFLOW } from "../flow/init.ts";
import { openWorkplace } from "../flow/workplace.ts";
import { counted } from "../model/wording.ts";
import { jsonText } from "../report/json-text.ts";
import { directoryTree } from "../repository/directory-tree.ts";
import { isProblem, quoted } from "../repository/problem.ts";
import { worktree } from "../repository/worktree.ts";
import { type Ending, problemEnding, refusal } from "./ending.ts";
import { stateOf, writeBelow } from "./new-files.ts";
import type { PlainSettings } from "./settings.ts";
import type { Values } from "./usage.ts";

/** `init`: a first spec and its workflow, from the manifests of the working tree. */
export async function performInit(values: Values, settings: PlainSettings): Promise<Ending> {
  const place = await openWorkplace(settings.folder);
  if (isProblem(place)) return problemEnding(place);
  const tree = isProblem(place.git) ? await directoryTree(place.root) : await worktree(place.git);
  if (isProblem(tree)) return problemEnding(tree);
  const { prefix } = place;
  const found = await initial({ tree, prefix, options: settings.options });
  const { draft } = found;
  if (draft === null) return nothingFound(found);

  const out = values.text("out");
  const target = out === null ? place.root : resolve(out);
  const states = found.files.map((file) => ({ file, state: stateOf(target, file) }));
  const linked = states.find(({ state }) => state === "linked");
  if (linked !== undefined) {
    return refusal(
      `${quoted(linked.file.path)} would be written through a link, or over a folder; take that away`,
    );
  }
  const force = values.flag("force");
  const isThere = ({ file, state }: (typeof states)[number]) =>
    state === "there" && file.path !== WORKFLOW;
  const before = states.find(isThere);
  if (before !== undefined && !force) {
    return refusal(
      `there is ${quoted(before.file.path)} already; \`--force\` overwrites it, and \`--out DIR\` writes elsewhere`,
    );
  }
  const kept = states.filter(({ state }) => state === "there" && !force);
  const written = states.filter((one) => !kept.includes(one)).map(({ file }) => file);
  for (const file of written) await writeBelow(target, file);
  const report = { found, draft, written, kept: kept.map(({ file }) => file.path), out };
  return { report: rendered(report, settings), remarks: "", status: 0 };
}

function nothingFound({ looked, told }: Initial): Ending {
  const what =
    looked === 0
      ? "there are no YAML files here"
      : `${counted(looked, "YAML file")} ${looked === 1 ? "holds" : "hold"} no workload`;
  const remarks = told.map((line) => `note: ${line}\n`).join("");
  const remedy =
    told.length === 0
      ? "run it where Kubernetes manifests or Compose files are"
      : "mend what the notes say, or run it where other manifests are";
  const ending = refusal(`${what} that a draft could be made from; ${remedy}`);
  return { ...ending, remarks: `${remarks}${ending.remarks}` };
}

type Report = {
  readonly found: Initial;
  readonly draft: Draft;
  readonly written: readonly DraftFile[];
  readonly kept: readonly string[];
  readonly out: string | null;
};

function rendered(report: Report, { format }: PlainSettings): string {
  if (format === "json") return jsonText(asJson(report));
  const bullet = format === "markdown" ? "- " : "";
  return linesOf(report)
    .map((line) => `${bullet}${line}\n`)
    .join("");
}

function asJson({ found, draft, written, kept }: Report) {
  return {
    version: 1,
    written: written.map(({ path }) => path),
    kept,
    services: draft.services.map(({ name }) => name),
    dependencies: draft.dependencies.map(
      ({ from, to, mode }) => `${from.name} ${mode === "sync" ? "->" : "~>"} ${to.name}`,
    ),
    endpoints: draft.endpoints.map(({ name }) => name),
    environments: draft.environments,
    notFound: [...silentEntries(draft), ...found.told],
  };
}

function linesOf({ found, draft, written, kept, out }: Report): readonly string[] {
  const { services, dependencies, endpoints, environments } = draft;
  const workloads = counted(found.deployment?.workloads.length ?? 0, "workload");
  const where = out === null ? "" : ` in ${quoted(out)}`;
  return [
    `Drafted from ${workloads}: ${counted(services.length, "service")}, ${counted(dependencies.length, "dependency", "dependencies")}, ${counted(endpoints.length, "endpoint")}${environments.length === 0 ? "" : `, for ${environments.map(quoted).join(", ")}`}.`,
    ...written.map(({ path }) => `Wrote ${quoted(path)}${where}.`),
    ...kept.map((path) => `Left ${quoted(path)} as it is; \`--force\` overwrites it.`),
    ...leftOutLine(found),
    ...silentEntries(draft).map((line) => `Not found: ${line}.`),
    ...found.told.map((line) => `Not found: ${line}`),
    "Next: read the guesses in the spec, keep what is true, and see what it comes to: `availability-gate estimate`.",
  ];
}

function leftOutLine({ layout }: Initial): readonly string[] {
  const { leftOut } = layout;
  return leftOut.length === 0
    ? []
    : [`Left out by ${counted(leftOut.length, "pattern")} in \`manifests\`, each with its reason.`];
}

const MOST_SILENT = 5;

/** Entries that no manifest says a call of: as like as not they have them compiled in. */
function silentEntries({ endpoints, dependencies }: Draft): readonly string[] {
  const callers = new Set(dependencies.map(({ from }) => from));
  const silent = endpoints.filter(({ entry }) => !callers.has(entry));
  const lines = silent.slice(0, MOST_SILENT).map(({ entry }) => `whom ${quoted(entry.name)} calls`);
  const more = silent.length - lines.length;
  return more > 0
    ? [...lines, `whom ${counted(more, "further entry", "further entries")} call`]
    : lines;
}
