import type { Place } from "../yaml/diagnostic.ts";
import { mayShareNamespace } from "./combine.ts";
import type { ConfigData, Configured, ConfiguredContainer } from "./hint-pods.ts";

/** A variable of a container, filled in, with the line that says what it holds. */
export type Setting = { readonly key: string; readonly text: string; readonly place: Place };

/** In UTF-16 units: references may double a text with every variable. */
const MOST_TEXT = 1 << 16;

/** Finds a ConfigMap as a pod in the namespace would. */
export type ConfigFinder = (name: string, namespace: string | null) => ConfigData | null;

export function configFinder(configs: readonly ConfigData[]): ConfigFinder {
  const byName = new Map<string, ConfigData[]>();
  for (const config of configs) {
    const before = byName.get(config.name);
    if (before === undefined) byName.set(config.name, [config]);
    else before.push(config);
  }
  return (name, namespace) => {
    const named = byName.get(name) ?? [];
    return (
      named.find((one) => one.namespace === namespace) ??
      named.find((one) => mayShareNamespace(one.namespace, namespace)) ??
      null
    );
  };
}

/**
 * The variables of a container as it sees them: those of `envFrom` first, then `env` in written order,
 * which may refer to what stands before as `$(NAME)` (Kubernetes API, EnvVar).
 */
export function settingsOf(
  container: ConfiguredContainer,
  { from }: Configured,
  find: ConfigFinder,
): readonly Setting[] {
  const settings = new Map<string, Setting>();
  for (const { config, prefix } of container.envFrom) {
    for (const { key, text, place } of find(config, from.namespace)?.entries ?? []) {
      settings.set(prefix + key, { key: prefix + key, text, place });
    }
  }
  for (const { name, value, place } of container.env) {
    if (value === null) {
      settings.delete(name);
    } else if (typeof value === "string") {
      settings.set(name, { key: name, text: expand(value, settings), place });
    } else {
      const entries = find(value.config, from.namespace)?.entries ?? [];
      const entry = entries.find(({ key }) => key === value.key);
      if (entry === undefined) settings.delete(name);
      else settings.set(name, { key: name, text: entry.text, place: entry.place });
    }
  }
  return [...settings.values()];
}

/**
 * `$(NAME)` filled in; `$$(NAME)` is none. `$(PAYMENT_SERVICE_HOST)`, which Kubernetes sets for every
 * Service, stands for its name.
 */
export function expand(text: string, settings: ReadonlyMap<string, Setting>): string {
  if (!text.includes("$(")) return text;
  const filled = text.replace(/\$\$|\$\(([\w.-]{1,253})\)/g, (whole, name: string | undefined) => {
    if (name === undefined) return whole;
    const known = settings.get(name)?.text;
    if (known !== undefined) return known;
    const service = /^([A-Z0-9_]+)_SERVICE_HOST$/.exec(name)?.[1];
    return service === undefined ? whole : service.toLowerCase().replaceAll("_", "-");
  });
  return filled.length > MOST_TEXT ? text : filled;
}
