import { formatAvailability } from "../availability/figures.ts";
import type { Dependency, Model, Probability, Timeout } from "../model/model.ts";
import {
  bundleChanged,
  bundleText,
  change,
  gatherAlike,
  groupByValues,
  removal,
} from "./change-row.ts";
import { sharedDomains } from "./domain-changes.ts";
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
    rows.push(availabilityChange("dependency-availability", head.name, base, head));
  }
  if (timeoutsDiffer(base, head)) {
    const [old, now] = [timeoutText(base, head), timeoutText(head, base)];
    rows.push(change("timeout", head.name, old, now, head.place));
  }
  return rows;
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
function coverText(
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
  kind: "dependency-availability" | "default-dependency-availability",
  subject: string,
  base: Dependency,
  head: Dependency,
): Change {
  const known = new Set(ups(base).map(({ q }) => q));
  const changed = head.channels.find(({ up }) => !known.has(up.q)) ?? head.channels[0];
  const place = changed?.place ?? head.place;
  return change(kind, subject, bundleText(ups(base)), bundleText(ups(head)), place);
}

function followsChangedDefault(base: Dependency, head: Dependency): boolean {
  return (
    [...base.channels, ...head.channels].every((one) => one.availabilityFrom === "default") &&
    bundleChanged(ups(base), ups(head))
  );
}

function ups(dependency: Dependency): readonly Probability[] {
  return dependency.channels.map(({ up }) => up);
}
