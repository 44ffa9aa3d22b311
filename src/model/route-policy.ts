import type { RouteFact } from "../deployment/workload.ts";
import type { Place } from "../yaml/diagnostic.ts";
import type { Placed } from "./document.ts";
import { parseDuration } from "./duration.ts";
import { shareInTime } from "./lognormal.ts";
import type { ChannelOrigin, Injected, Probability, Timeout } from "./model.ts";
import { isProblem, parseProbability } from "./probability.ts";
import type { RoutesInto } from "./route-hosts.ts";
import type { SpecLine, SpecTimeout } from "./spec.ts";

/** More change no figure: the engine counts them one by one. */
export const MOST_RETRIES = 100;

/** When and how often a call is given up, by a spec and a rule of the manifests under it. `null`: nothing says. */
export type Limits = {
  /** Until one attempt is, as `parseDuration` has it. */
  readonly attempt: Placed<bigint> | null;
  /** Until the call is, all its attempts together. */
  readonly whole: Placed<bigint> | null;
  /** Further attempts that are asked for. */
  readonly retries: Placed<number> | null;
  /** Those of them that a late call has. */
  readonly fitting: number;
};

/** What the spec writes wins. */
export function limitsOf(timeout: SpecTimeout | null, route: RouteFact | null): Limits {
  const whole = inSpecUnits(route?.timeout ?? null);
  const single = inSpecUnits(route?.perTryTimeout ?? null);
  const attempt = timeout?.after ?? shorter(single, whole);
  const retries = timeout?.retries ?? route?.retries ?? null;
  const asked = Math.min(retries?.value ?? 0, MOST_RETRIES);
  const bySpec = timeout?.retries != null;
  const tried = route !== null && !retriesLate(route) ? 0 : asked;
  return { attempt, whole, retries, fitting: bySpec ? asked : fitting(tried, attempt, whole) };
}

/**
 * Whether an attempt that is given up is tried again: to Envoy it was reset ("HTTP route retry policies"). Which
 * conditions are meant where none is written is up to the mesh.
 */
export function retriesLate({ retryOn }: RouteFact): boolean {
  return retryOn === null || /(?:^|,)\s*(?:5xx|gateway-error|reset)\s*(?:,|$)/.test(retryOn.value);
}

/**
 * "Actual number of retries attempted depends on the request timeout of the HTTP route" (Istio, HTTPRetry):
 * without a time-out of their own, an attempt that is late has used all the time there is.
 */
function fitting(asked: number, attempt: Placed<bigint> | null, whole: Placed<bigint> | null) {
  if (attempt === null || whole === null) return asked;
  const room = whole.value / attempt.value;
  return room > BigInt(asked) ? asked : Math.max(0, Number(room) - 1);
}

function shorter(a: Placed<bigint> | null, b: Placed<bigint> | null): Placed<bigint> | null {
  if (a === null || b === null) return a ?? b;
  return a.value <= b.value ? a : b;
}

function inSpecUnits(milliseconds: Placed<number> | null): Placed<bigint> | null {
  if (milliseconds === null) return null;
  const value = parseDuration(`${milliseconds.value}ms`);
  return value === null || value === 0n ? null : { value, place: milliseconds.place };
}

/** Rules that say how a dependency is called: one of them, where there are several. */
export type Rules = {
  readonly routes: readonly RouteFact[];
  /** They are of what a gateway lets in, and nothing else says when a call is given up. */
  readonly borrowed: boolean;
};

/**
 * The rules for calls along a line: those of the mesh, and those of the gateway that the caller is. A spec
 * that leaves to the manifests when a call is given up takes it from any gateway before it has nothing.
 */
export function rulesFor({ from, timeout }: SpecLine, into: RoutesInto): Rules {
  const whole = (routes: readonly RouteFact[]) => routes.filter(({ partial }) => !partial);
  const ends = (route: RouteFact) => limitsOf(timeout, route).attempt !== null;
  const own = into.gateway.filter(({ gateways }) => gateways.includes(from));
  const routes = whole([...into.mesh, ...own]);
  const isOpen = timeout !== null && timeout.latency !== null && timeout.after === null;
  if (!isOpen || routes.some(ends)) return { routes, borrowed: false };
  const others = whole(into.gateway).filter(ends);
  return others.length === 0 ? { routes, borrowed: false } : { routes: others, borrowed: true };
}

/** A dependency as it is called: ρ less what is injected, λ and r. */
export type Call = {
  readonly up: Probability;
  readonly timeout: Timeout | null;
  readonly origin: ChannelOrigin | null;
};

/** `null`: a time-out is asked for, and neither spec nor manifest says when a call is given up. */
export function callOf(
  up: Probability,
  { timeout }: SpecLine,
  route: RouteFact | null,
): Call | null {
  const limits = limitsOf(timeout, route);
  const late = timeout === null ? null : timeoutOf(timeout, limits);
  if (timeout !== null && late === null) return null;
  const injected = route === null ? null : injectedBy(route, up, timeout === null ? null : limits);
  const origin = route === null ? null : originOf(timeout, route, limits, injected);
  return { up: injected === null ? up : without(up, injected.share), timeout: late, origin };
}

function timeoutOf(timeout: SpecTimeout, { attempt, fitting: retries }: Limits): Timeout | null {
  const { onTime, latency } = timeout;
  if (onTime !== null) return { onTime: onTime.value, retries };
  if (latency === null || attempt === null) return null;
  return { onTime: shareInTime(attempt.value, latency.p50, latency.p99), retries };
}

function originOf(
  timeout: SpecTimeout | null,
  route: RouteFact,
  { attempt }: Limits,
  injected: Injected | null,
): ChannelOrigin | null {
  const bySpec = timeout === null || timeout.onTime !== null || timeout.after !== null;
  const onTime: Place | null = bySpec ? null : (attempt?.place ?? null);
  const retries =
    timeout === null || timeout.retries !== null ? null : (route.retries?.place ?? null);
  return onTime === null && retries === null && injected === null
    ? null
    : { onTime, retries, injected };
}

/**
 * Calls that the rule makes fail: those that it aborts, and those that it delays for longer than an attempt
 * may take. Both are drawn for each call, independently (Istio, HTTPFaultInjection).
 */
function injectedBy(route: RouteFact, up: Probability, limits: Limits | null): Injected | null {
  const { abortPercent, delay } = route;
  const longest = limits?.attempt ?? null;
  const delayed = delay === null ? null : parseDuration(`${delay.value.milliseconds}ms`);
  const isLate = longest !== null && delayed !== null && delayed >= longest.value;
  const aborted = abortPercent === null ? NONE : shareOf(abortPercent.value);
  const late = isLate && delay !== null ? shareOf(delay.value.percent) : NONE;
  const share = either(aborted, late);
  const place = aborted.p > 0 ? abortPercent?.place : delay?.place;
  return share.p === 0 || place === undefined ? null : { without: up, share, place };
}

const NONE: Probability = { p: 0, q: 1 };

/** From the decimal text, as far as it is one. */
function shareOf(percent: number): Probability {
  const share = parseProbability(`${percent}%`);
  return isProblem(share) ? { p: percent / 100, q: 1 - percent / 100 } : share;
}

function either(a: Probability, b: Probability): Probability {
  return { p: a.p + a.q * b.p, q: a.q * b.q };
}

/** ρ(1 - share). */
function without(up: Probability, share: Probability): Probability {
  return { p: up.p * share.q, q: up.q + up.p * share.p };
}
