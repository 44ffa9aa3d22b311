import type { EndpointChange, Result } from "../gate/result.ts";
import { count, name, type Phrase, say } from "./phrase.ts";
import { type Row, rowsOf } from "./rows.ts";
import { fallsUnder, improvedUnder, movesUnder, type UnderRow } from "./under-rows.ts";

/** How many endpoints are named before they are only counted. */
const NAMED = 3;

/** Nothing is worse and nobody has to do anything: a comment needs no table. */
export function isCalm(result: Result): boolean {
  const endpoints = result.models.flatMap((one) => one.endpoints);
  return (
    (result.verdict === "pass" || result.verdict === "not-affected") &&
    endpoints.every((one) => one.change !== "degraded" && one.change !== "removed") &&
    !endpoints.some(fallsUnder) &&
    endpoints.filter((one) => one.change === "added").length <= NAMED
  );
}

/** "`GET /products` improves from 99.95% to 99.96%. 5 endpoints unchanged." */
export function calmLines(result: Result): Phrase {
  if (result.models.length === 0) return ["No availability depends on what changed."];
  const rows = result.models.flatMap((model) => rowsOf(result, model, model.endpoints));
  const having = (change: EndpointChange) => rows.filter((one) => one.endpoint.change === change);
  const improved = having("improved");
  const unchanged = having("unchanged").filter((one) => !movesUnder(one.endpoint)).length;
  const under = result.models.flatMap(improvedUnder);
  const sentences: readonly Phrase[] = [
    ...(improved.length <= NAMED
      ? improved.map(improvement)
      : [[`${count(improved.length, "endpoint")} improve.`]]),
    ...(under.length <= NAMED
      ? under.map(improvementUnder)
      : [[`${count(under.length, "figure")} under faults improve.`]]),
    ...having("added").map(addition),
    ...(unchanged === 0 ? [] : [[`${count(unchanged, "endpoint")} unchanged.`]]),
  ];
  return sentences.flatMap((one, i) => (i === 0 ? one : [" ", ...one]));
}

function improvement({ endpoint, before, after }: Row): Phrase {
  return say`${name(endpoint.name)} improves from ${before ?? ""} to ${after ?? ""}.`;
}

function improvementUnder({ endpoint, fault, before, after }: UnderRow): Phrase {
  return say`${name(endpoint)} improves under ${name(fault)} from ${before ?? ""} to ${after ?? ""}.`;
}

function addition({ endpoint, after, slo }: Row): Phrase {
  return say`${name(endpoint.name)} is new: ${after ?? ""}, ${slo === null ? "no SLO" : `SLO ${slo}`}.`;
}
