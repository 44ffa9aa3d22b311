import type { RouteFact } from "../deployment/workload.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import { durationText, parseDuration } from "./duration.ts";
import { NO_ROUTES, type RoutesInto } from "./route-hosts.ts";
import { limitsOf, rulesFor } from "./route-policy.ts";
import { hostsText, routeTitle } from "./route-words.ts";
import type { Spec, SpecLine } from "./spec.ts";
import { counted, some } from "./wording.ts";

const MOST = 10;

/**
 * Faults that the manifests inject: made for an experiment, and easily left behind. Each is told as long as it
 * is there, with the dependencies that it counts against, if any.
 */
export function injectedFaults(
  spec: Spec,
  routes: readonly RouteFact[],
  into: ReadonlyMap<string, RoutesInto>,
): readonly Diagnostic[] {
  const faulty = routes.filter((one) => aborts(one) || delays(one));
  const hit = new Map<RouteFact, SpecLine[]>();
  for (const line of faulty.length === 0 ? [] : spec.dependencies) {
    for (const route of rulesFor(line, into.get(line.to) ?? NO_ROUTES).routes) {
      const before = hit.get(route);
      if (before === undefined) hit.set(route, [line]);
      else before.push(line);
    }
  }
  // A file that is kept twice holds one fault; the copy that counts goes first.
  const told = new Map<string, Diagnostic>();
  for (const route of [...faulty.filter((one) => hit.has(one)), ...faulty]) {
    const key = JSON.stringify([route.kind, route.name, route.partial, faultText(route)]);
    if (!told.has(key)) told.set(key, faultNotice(route, hit.get(route) ?? []));
  }
  const all = [...told.values()];
  const rest = all[MOST];
  if (rest === undefined) return all;
  const message = `${counted(all.length - MOST, "more fault")} that the manifests inject into calls; remove those that no experiment needs`;
  return [...all.slice(0, MOST), { ...rest, message }];
}

function aborts({ abortPercent }: RouteFact): boolean {
  return (abortPercent?.value ?? 0) > 0;
}

function delays({ delay }: RouteFact): boolean {
  return (delay?.value.percent ?? 0) > 0;
}

function faultNotice(route: RouteFact, lines: readonly SpecLine[]): Diagnostic {
  const place = (aborts(route) ? route.abortPercent?.place : route.delay?.place) ?? route.place;
  const message = `${routeTitle(route)} ${faultText(route)}: ${effect(route, lines)}; remove the fault unless an experiment needs it`;
  return diagnostic("warning", "fault-injection", message, place);
}

/** "makes 10% of the calls into `payment` fail and delays 50% of them by 7s". */
function faultText(route: RouteFact): string {
  const { abortPercent, delay } = route;
  const calls = `of the calls into ${hostsText(route)}`;
  const abort = aborts(route) ? [`makes ${abortPercent?.value}% ${calls} fail`] : [];
  const late =
    delay !== null && delays(route)
      ? [
          `delays ${delay.value.percent}% ${abort.length === 0 ? calls : "of them"} by ${durationText(delay.value.milliseconds)}`,
        ]
      : [];
  return [...abort, ...late].join(" and ");
}

function effect(route: RouteFact, lines: readonly SpecLine[]): string {
  if (route.partial) return "it holds for some calls only, and no figure counts it";
  if (lines.length === 0) {
    return route.through === "gateway"
      ? "it holds for what comes in through a gateway, and no figure counts it"
      : "no dependency of the spec leads there, and no figure counts it";
  }
  const counts = lines.filter((line) => aborts(route) || isLate(route, line));
  if (counts.length === 0) return "no time-out of the spec is shorter, and no figure counts it";
  const names = some([...new Set(counts.map(({ name }) => name))]);
  const delay = delays(route) && !counts.some((line) => isLate(route, line));
  return `that counts against ${names}${delay ? ", the delay does not" : ""}`;
}

/** Whether a delayed call of the line is late by that alone. */
function isLate(route: RouteFact, { timeout }: SpecLine): boolean {
  const delayed = parseDuration(`${route.delay?.value.milliseconds ?? 0}ms`);
  const { attempt } = limitsOf(timeout, route);
  return delays(route) && timeout !== null && attempt !== null && (delayed ?? 0n) >= attempt.value;
}
