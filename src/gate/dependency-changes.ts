import type { Dependency, Model, Probability } from "../model/model.ts";
import { bundleChanged, bundleText, change, groupByValues, removal } from "./change-row.ts";
import type { Change } from "./result.ts";

/** What differs between the dependencies of two models, by name. */
export function dependencyChanges(base: Model, head: Model): readonly Change[] {
  const before = new Map(base.dependencies.map((dependency) => [dependency.name, dependency]));
  const defaults: Change[] = [];
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
    return attributeChanges(old, dependency);
  });
  const gone = [...before.values()].map((dependency) =>
    removal("dependency-removed", dependency.name, bundleText(ups(dependency)), dependency.place),
  );
  return [...rows, ...groupByValues(defaults), ...gone];
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
  return rows;
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
