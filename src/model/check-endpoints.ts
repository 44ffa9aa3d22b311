import { diagnostic } from "../yaml/diagnostic.ts";
import { isKnown, isOneOf } from "./check-names.ts";
import { callees, carries, type Graph, graphOf, reachableServices } from "./closure.ts";
import type { Placed } from "./document.ts";
import type { Report } from "./figures.ts";
import type { Spec, SpecEndpoint, SpecLine, SpecNeed, SpecPredicate } from "./spec.ts";
import { didYouMean, quote } from "./wording.ts";

/** What the names in one endpoint are checked against. */
type Scope = {
  readonly services: ReadonlyMap<string, unknown>;
  readonly dependencies: ReadonlyMap<string, SpecLine>;
  readonly graph: Graph;
  readonly endpoint: SpecEndpoint;
  readonly reached: ReadonlySet<string>;
  readonly report: Report;
};

/** Check what the schema cannot: that names are known, and that what is asked for can hold. */
export function checkEndpoints(spec: Spec, report: Report): void {
  const dependencies = new Map(spec.dependencies.map((line) => [line.name, line]));
  const graph = graphOf(spec.dependencies);
  for (const endpoint of spec.endpoints.values()) {
    const reached = reachableServices(graph, endpoint.entry.value, endpoint.completion);
    const scope = { services: spec.services, dependencies, graph, endpoint, reached, report };
    for (const { predicate } of endpoint.members) checkPredicate(predicate, scope);
    for (const { fault } of endpoint.under) isOneOf("fault", fault, spec.faults, report);
  }
  checkRenames(spec.endpoints, report);
  checkUnused(spec, report);
}

function checkPredicate(predicate: SpecPredicate, scope: Scope): void {
  if (predicate.kind === "needs") {
    checkNeed(predicate.need, scope, true);
    return;
  }
  for (const target of predicate.calls ?? []) checkCall(target, scope);
  for (const target of predicate.optional) {
    if (isKnown(target, scope, scope.report) && target.value === scope.endpoint.entry.value) {
      const message = `${quote(target.value)} is the entry and cannot be optional; remove it`;
      scope.report(diagnostic("error", "contradiction", message, target.place));
    }
  }
}

function checkCall(target: Placed<string>, scope: Scope): void {
  const { endpoint, graph, report } = scope;
  if (!isKnown(target, scope, scope.report)) return;
  const entry = endpoint.entry.value;
  const known = callees(graph, entry, endpoint.completion).map(({ to }) => to);
  if (known.includes(target.value)) return;
  const asynchronous = callees(graph, entry, "eventual").some(({ to }) => to === target.value);
  const remedy = asynchronous
    ? "; it is called over `~>`: set `completion: eventual` or remove it"
    : didYouMean(target.value, known) || "; add the dependency or remove it";
  const message = `${quote(target.value)} is no callee of the entry ${quote(entry)}${remedy}`;
  report(diagnostic("error", "not-a-callee", message, target.place));
}

/** @param isVital whether the endpoint fails where this need is not met */
function checkNeed(need: SpecNeed, scope: Scope, isVital: boolean): void {
  if (need.kind === "atLeast") {
    for (const input of need.of) checkNeed(input, scope, isVital && need.k === need.of.length);
    return;
  }
  if (!isKnown({ value: need.name, place: need.place }, scope, scope.report)) return;
  const { endpoint, reached, report } = scope;
  if (need.kind === "dependency" && !carries(endpoint.completion, need.mode)) {
    const message = `${quote(need.name)} does not count under immediate completion; set \`completion: eventual\` or remove it`;
    report(diagnostic("error", "async-need", message, need.place));
    return;
  }
  const source =
    need.kind === "service" ? need.name : (scope.dependencies.get(need.name)?.from ?? need.name);
  if (reached.has(source)) return;
  const effect = isVital ? "never met (availability 0)" : "never met";
  const message = `no path leads from ${quote(endpoint.entry.value)} to ${quote(need.name)}: this need is ${effect}; add the dependency that is missing or remove the need`;
  report(diagnostic("warning", "unreachable-need", message, need.place));
}

/** `was` names an endpoint that is gone, and each one that is gone has one successor. */
function checkRenames(endpoints: ReadonlyMap<string, SpecEndpoint>, report: Report): void {
  const successors = new Map<string, string>();
  for (const { name, was } of endpoints.values()) {
    if (was === null || was.value === name) continue;
    const other = successors.get(was.value);
    const still = endpoints.get(was.value);
    if (other !== undefined) {
      const message = `${quote(`was: ${was.value}`)} stands in ${quote(other)} too; keep one`;
      report(diagnostic("error", "contradiction", message, was.place));
    } else if (still !== undefined && still.was === null) {
      const message = `${quote(`was: ${was.value}`)} names an endpoint that still exists; remove \`was\``;
      report(diagnostic("error", "contradiction", message, was.place));
    }
    successors.set(was.value, name);
  }
}

/** A misspelt key of `services` makes a service of its own, whose facts reach no figure. */
function checkUnused({ services, dependencies, endpoints }: Spec, report: Report): void {
  const used = new Set([
    ...dependencies.flatMap(({ from, to }) => [from, to]),
    ...[...endpoints.values()].map(({ entry }) => entry.value),
  ]);
  for (const { name, place } of services.values()) {
    const remedy = used.has(name) ? "" : didYouMean(name, used);
    if (remedy === "") continue;
    const message = `service ${quote(name)} is in no dependency and no entry, so it changes no figure${remedy}`;
    report(diagnostic("warning", "unused-service", message, place));
  }
}
