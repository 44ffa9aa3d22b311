import type { Reason, ReasonCode, Result } from "../gate/result.ts";
import { count, list, type Name, name, type Phrase, say } from "./phrase.ts";
import { fallsUnder } from "./under-rows.ts";
import { hasUnseen } from "./unseen.ts";

/** The verdict in one line: what a reader who reads nothing else must know. */
export function headline(result: Result): Phrase {
  if (result.verdict === "not-affected") return ["nothing that it reads has changed"];
  const worst = result.reasons.filter((one) => one.verdict === result.verdict);
  const first = worst[0];
  if (result.verdict === "pass" || first === undefined) return [calmWords(result)];
  const trouble = troubleOf(first, worst, result);
  return result.acceptedBy === null
    ? trouble
    : say`${name(result.acceptedBy.by)} accepts that ${trouble}`;
}

function calmWords(result: Result): string {
  const endpoints = result.models.flatMap((one) => one.endpoints);
  const all = endpoints.length > 0 && endpoints.every((one) => one.change === "added");
  if (all) return `${count(endpoints.length, "endpoint")} watched from now on`;
  const some = endpoints.some((one) => one.change === "degraded" || fallsUnder(one));
  return some ? "what gets worse stays within its limits" : calmest(result);
}

/** What is changed and not read might be worse. */
function calmest({ models }: Result): string {
  return models.some(hasUnseen) ? "nothing that is evaluated gets worse" : "nothing gets worse";
}

/** The first reason with all that share its code and its fault, and how many endpoints have others. */
function troubleOf(first: Reason, worst: readonly Reason[], result: Result): Phrase {
  const alike = worst.filter((one) => one.code === first.code && one.fault === first.fault);
  const named = distinct(alike);
  const others = distinct(worst).filter((one) => !named.includes(one)).length;
  const who = subject(named, alike);
  const several = named.length > 1;
  const told =
    first.fault === undefined
      ? TROUBLES[first.code](who, several, first, result)
      : troubleUnder(name(first.fault), first, who, several);
  if (others === 0 || result.acceptedBy !== null) return told;
  const verb = result.verdict === "fail" ? "fail" : "need";
  const many = `${verb}${others === 1 ? "s" : ""}${verb === "need" ? " a look" : ""}`;
  return say`${told}, and ${count(others, "more endpoint")} ${many}`;
}

/** Endpoints by model and name: two specs may have an endpoint of one name. */
function distinct(reasons: readonly Reason[]): readonly string[] {
  const keys = reasons.flatMap((one) =>
    one.endpoint === undefined ? [] : [JSON.stringify([one.model, one.endpoint])],
  );
  return [...new Set(keys)];
}

function subject(named: readonly string[], alike: readonly Reason[]): Phrase {
  const names = new Set(alike.flatMap((one) => (one.endpoint === undefined ? [] : [one.endpoint])));
  if (named.length > 2 || names.size < named.length) return [count(named.length, "endpoint")];
  return list([...names].map((one) => [name(one)]));
}

/** What can be said of a minimum under a fault. */
function troubleUnder(fault: Name, { code, verdict }: Reason, who: Phrase, many: boolean): Phrase {
  const its = many ? "their minimum" : "its minimum";
  switch (code) {
    case "preexisting":
      if (verdict === "fail")
        return say`${who}, below ${its} under ${fault} before, ${many ? "get" : "gets"} worse`;
      return say`${who} ${many ? "stay" : "stays"} below ${its} under ${fault}`;
    case "passes-by-assertion":
      return say`${who} ${many ? "pass" : "passes"} under ${fault} only because the spec was edited`;
    case "loosened":
      return say`${who} ${many ? "are" : "is"} promised less under ${fault} than before`;
    case "undecided":
      return say`${who} ${many ? "are" : "is"} too close to ${its} under ${fault} to call`;
    case "adoption":
      return say`${who} ${many ? "start" : "starts"} below ${its} under ${fault}`;
    default:
      return say`${who} ${many ? "fall" : "falls"} below ${its} under ${fault}`;
  }
}

type Trouble = (who: Phrase, many: boolean, first: Reason, result: Result) => Phrase;

const TROUBLES: Readonly<Record<ReasonCode, Trouble>> = {
  "below-slo": (who, many) =>
    many ? say`${who} fall below their SLO` : say`${who} falls below its SLO`,
  "max-drop": (who, many) => say`${who} ${many ? "lose" : "loses"} more than one change may cost`,
  "max-downtime-increase": (who) => say`the downtime of ${who} grows more than one change may cost`,
  preexisting: (who, many, first) => {
    if (first.verdict === "fail")
      return say`${who}, below the SLO before, ${many ? "get" : "gets"} worse`;
    return many ? say`${who} stay below their SLO` : say`${who} stays below its SLO`;
  },
  "passes-by-assertion": (who, many) =>
    say`${who} ${many ? "pass" : "passes"} only because the spec was edited`,
  loosened: (who, many, first, result) => {
    if (first.endpoint === undefined) return looserSpec(first, result);
    if (isRemoved(first, result)) return say`${who} ${many ? "are" : "is"} no longer watched`;
    return say`${who} ${many ? "are" : "is"} promised less than before`;
  },
  undecided: (who, many) => say`${who} ${many ? "are" : "is"} too close to the SLO to call`,
  "error-budget": (who, many) =>
    say`${who} ${many ? "have" : "has"} little of the error budget left`,
  "uncounted-dependency": (who, many) =>
    say`${who} ${many ? "have" : "has"} a new dependency that is not counted`,
  evidence: (who, many) => say`${who} ${many ? "fall" : "falls"} because evidence was updated`,
  "base-invalid": () => ["judged on the head alone, for the spec at base is invalid"],
  adoption: (who, many) =>
    many ? say`${who} start below their SLO` : say`${who} starts below its SLO`,
};

function looserSpec({ model: path }: Reason, result: Result): Phrase {
  const changes = result.models.find((one) => one.path === path)?.changes ?? [];
  return changes.some((one) => one.kind === "spec-removed")
    ? say`the spec ${name(path)} is removed`
    : ["the spec asks for less than before"];
}

function isRemoved(reason: Reason, result: Result): boolean {
  const model = result.models.find((one) => one.path === reason.model);
  return model?.endpoints.find((one) => one.name === reason.endpoint)?.head === null;
}
