import { formatAvailability, formatPercent } from "../availability/figures.ts";
import type { Dependency, Injected, Model, Probability, Timeout } from "../model/model.ts";
import type { Place } from "../yaml/diagnostic.ts";
import {
  bundleChanged,
  bundleText,
  bundleTexts,
  change,
  gatherAlike,
  groupByValues,
  removal,
} from "./change-row.ts";
import { sharedDomains } from "./domain-changes.ts";
import { isDependencyByEvidence } from "./evidence-changes.ts";
import type { Change } from "./result.ts";

/** What differs between the dependencies of two models, by name. */
export function dependencyChanges(base: Model, head: Model): readonly Change[] {
  const before = new Map(base.dependencies.map((dependency) => [dependency.name, dependency]));
  const shared = sharedDomains(base, head);
  const defaults: Change[] = [];
  const covers: Change[] = [];
  const rows = head.dependencies.flatMap((dependency) => {
    const { name, place } = dependency;
    const old = before.get(name);
    before.delete(name);
    if (old === undefined) {
      return [change("dependency-added", name, null, bundleText(ups(dependency)), place)];
    }
    if (followsChangedDefault(old, dependency)) {
      defaults.push(
        availabilityChange(
          "default-dependency-availability",
          "dependencyAvailability",
          old,
          dependency,
        ),
      );
    }
    const [was, now] = [coverText(base, old, shared), coverText(head, dependency, shared)];
    if (was !== now) covers.push(change("dependency-domains", name, was, now, place));
    return attributeChanges(old, dependency);
  });
  const gone = [...before.values()].map((dependency) =>
    removal("dependency-removed", dependency.name, bundleText(ups(dependency)), dependency.place),
  );
  return [...rows, ...gatherAlike(covers), ...groupByValues(defaults), ...gone];
}

function attributeChanges(base: Dependency, head: Dependency): readonly Change[] {
  const rows: Change[] = [];
  if (base.channels.length !== head.channels.length) {
    const [old, now] = [base.channels.length, head.channels.length];
    rows.push(change("channels", head.name, old, now, head.place));
  }
  if (bundleChanged(ups(base), ups(head)) && !followsChangedDefault(base, head)) {
    const kind = isDependencyByEvidence(base, head) ? "evidence" : "dependency-availability";
    rows.push(availabilityChange(kind, head.name, base, head));
  }
  if (timeoutsDiffer(base, head)) {
    const [old, now] = [timeoutText(base, head), timeoutText(head, base)];
    rows.push({ ...change("timeout", head.name, old, now, head.place), ...whereTimed(base, head) });
  }
  return [...rows, ...injectionChange(base, head)];
}

/** The line of a manifest that says when calls are late, or how often they are tried; at base, where head's says nothing. */
function whereTimed(
  base: Dependency,
  head: Dependency,
): Pick<Change, "file" | "line" | "side"> | null {
  const lates = ({ channels }: Dependency) =>
    [...new Set(channels.map(({ timeout }) => timeout?.onTime.q))].sort().join();
  const changed = lates(base) === lates(head) ? "retries" : "onTime";
  const said = ({ channels }: Dependency): Place | null => {
    const places = channels.map(({ origin }) => origin?.[changed] ?? null);
    return places.find((one) => one !== null) ?? null;
  };
  const [was, now] = [said(base), said(head)];
  if (now !== null) return { file: now.file, line: now.line, side: "head" };
  return was === null ? null : { file: was.file, line: was.line, side: "base" };
}

/** Calls that the manifests make fail. */
function injectionChange(base: Dependency, head: Dependency): readonly Change[] {
  const [was, now] = [worstInjected(base), worstInjected(head)];
  const [old, share] = [shareText(was), shareText(now)];
  if (was?.share.p === now?.share.p) return [];
  const { file, line } = now?.place ?? was?.place ?? head.place;
  const side = now === null ? "base" : "head";
  return [
    { kind: "fault-injection", subject: head.name, base: old, head: share, file, line, side },
  ];
}

function worstInjected({ channels }: Dependency): Injected | null {
  const all = channels.flatMap(({ origin }) => origin?.injected ?? []);
  return all.reduce<Injected | null>(
    (worst, one) => (worst === null || one.share.p > worst.share.p ? one : worst),
    null,
  );
}

function shareText(injected: Injected | null): string | null {
  return injected === null ? null : formatPercent(injected.share.p);
}

function timeoutsDiffer(base: Dependency, head: Dependency): boolean {
  const key = ({ channels }: Dependency) => [...new Set(channels.map(timeoutKey))].sort().join();
  return key(base) !== key(head);
}

function timeoutKey({ timeout }: Dependency["channels"][number]): string {
  return timeout === null ? "" : `${timeout.onTime.q} ${timeout.retries}`;
}

/** "93% on time, 2 retries", told apart from the other side's; `null` where no call is ever late. */
function timeoutText({ channels }: Dependency, other: Dependency): string | null {
  const others = timeouts(other).map(({ onTime: { p, q } }) => figureOf(p, q));
  const texts = timeouts({ channels }).map(({ onTime: { p, q }, retries }) => {
    const again = retries === 1 ? "1 retry" : `${retries} retries`;
    return `${formatAvailability(figureOf(p, q), { others })} on time, ${again}`;
  });
  return texts.length === 0 ? null : [...new Set(texts)].join("; ");
}

function timeouts({ channels }: Pick<Dependency, "channels">): readonly Timeout[] {
  return channels.flatMap(({ timeout }) => (timeout === null ? [] : [timeout]));
}

function figureOf(availability: number, unavailability: number) {
  return { availability, unavailability };
}

/** The members that its channels share, of the given domains; `null`: none. */
export function coverText(
  model: Model,
  { channels }: Dependency,
  shared: ReadonlySet<string>,
): string | null {
  const members = new Set(channels.flatMap((channel) => channel.members));
  const names = [...members]
    .map((index) => model.members[index]!)
    .filter(({ domain }) => shared.has(model.domains[domain]!.name))
    .map(({ name }) => name);
  return names.length === 0 ? null : names.sort().join(", ");
}

function availabilityChange(
  kind: "dependency-availability" | "default-dependency-availability" | "evidence",
  subject: string,
  base: Dependency,
  head: Dependency,
): Change {
  const known = new Set(ups(base).map(({ q }) => q));
  const at = ups(head).findIndex(({ q }) => !known.has(q));
  const changed = head.channels[Math.max(0, at)];
  const place = changed?.place ?? head.place;
  const [was, now] =
    kind === "evidence"
      ? bundleTexts(ups(base), ups(head))
      : [bundleText(ups(base)), bundleText(ups(head))];
  return change(kind, subject, was, now, place);
}

function followsChangedDefault(base: Dependency, head: Dependency): boolean {
  return (
    [...base.channels, ...head.channels].every((one) => one.availabilityFrom === "default") &&
    bundleChanged(ups(base), ups(head))
  );
}

/** ρ of its channels, as if nothing were injected: that has a row of its own. */
function ups(dependency: Dependency): readonly Probability[] {
  return dependency.channels.map(({ up, origin }) => origin?.injected?.without ?? up);
}
