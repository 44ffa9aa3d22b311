import type { Subject } from "../../availability/subject.ts";
import { carries } from "../../model/closure.ts";
import type { Dependency } from "../../model/model.ts";
import { namedNeed, namesIn } from "../named-need.ts";
import { cutOf, type IsCut, type Line, lineOf } from "./cuts.ts";

/** Names of what can matter to an endpoint in any mixture of base and head. */
export type Relevant = {
  readonly services: ReadonlySet<string>;
  readonly dependencies: ReadonlySet<string>;
};

/**
 * What lies, in the graph of both commits together, in the closure of a strict member, or between the entry
 * and what a list of needs asks for; and under a kill all whose replicas may be among the dead. Nothing else
 * moves a figure.
 */
export function relevantTo(subjects: readonly Subject[]): Relevant {
  const lines = linesOf(subjects);
  const entries = subjects.map(({ model, endpoint }) => model.services[endpoint.entry]!.name);
  const services = new Set(entries);
  const dependencies = new Set<string>();
  const take = (line: Line) => {
    dependencies.add(line.name);
    services.add(line.from).add(line.to);
  };
  const cuts = subjects.flatMap((subject) =>
    subject.endpoint.mixture.flatMap((one) => (one.strict ? [cutOf(subject, one)] : [])),
  );
  for (const line of closureOf(lines, entries, cuts)) take(line);
  const wanted = new Set(subjects.flatMap(needed));
  if (wanted.size > 0) for (const line of waysTo(lines, entries, wanted)) take(line);
  for (const name of wanted) if (!lines.has(name)) services.add(name);
  for (const name of subjects.flatMap(killedAmong)) services.add(name);
  return { services, dependencies };
}

function linesOf(subjects: readonly Subject[]): ReadonlyMap<string, Line> {
  const carried = (subject: Subject, { mode }: Dependency) =>
    carries(subject.endpoint.completion, mode);
  const eventual = subjects.some(({ endpoint }) => endpoint.completion === "eventual");
  return new Map(
    subjects.flatMap((subject) =>
      subject.model.dependencies
        .filter((one) => eventual || carried(subject, one))
        .map((one) => [one.name, lineOf(subject.model, one)] as const),
    ),
  );
}

/** Names in the needs of the members that are not strict. */
function needed({ model, endpoint }: Subject): readonly string[] {
  return endpoint.mixture.flatMap(({ strict, need }) =>
    strict ? [] : namesIn(namedNeed(model, need)),
  );
}

/** Names of the services that a kill takes replicas of: unrelated ones leave fewer of the dead to the others. */
function killedAmong({ model, fault }: Subject): readonly string[] {
  return (fault?.kill?.among ?? []).map((one) => model.services[one]!.name);
}

/** What is reached without what all of them cut. */
function closureOf(
  lines: ReadonlyMap<string, Line>,
  entries: readonly string[],
  cuts: readonly IsCut[],
): readonly Line[] {
  if (cuts.length === 0) return [];
  // Where the entry moved, `calls` of the one hold for the other in a mixture, too: they cut nothing for sure.
  const entry = new Set(entries).size === 1 ? entries[0] : "";
  const open = [...lines.values()].filter((line) => cuts.some((isCut) => !isCut(line, entry)));
  return reached(open, entries, "from", "to");
}

/** What is reached, and leads to what is wanted: a service, or a dependency by name. */
function waysTo(
  lines: ReadonlyMap<string, Line>,
  entries: readonly string[],
  wanted: ReadonlySet<string>,
): readonly Line[] {
  const forth = reached([...lines.values()], entries, "from", "to");
  const asked = forth.filter(({ name }) => wanted.has(name));
  const ends = [...wanted, ...asked.map(({ from }) => from)];
  return [...new Set([...reached(forth, ends, "to", "from"), ...asked])];
}

/** Lines that a walk along them passes, from `start` to `end` of each. */
function reached(
  lines: readonly Line[],
  starts: readonly string[],
  start: "from" | "to",
  end: "from" | "to",
): readonly Line[] {
  const by = new Map<string, Line[]>();
  for (const line of lines) {
    const known = by.get(line[start]);
    if (known === undefined) by.set(line[start], [line]);
    else known.push(line);
  }
  const seen = new Set(starts);
  const passed: Line[] = [];
  for (const service of seen) {
    for (const line of by.get(service) ?? []) {
      passed.push(line);
      seen.add(line[end]);
    }
  }
  return passed;
}
