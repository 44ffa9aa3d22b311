import { compareText } from "./compare-text.ts";
import { serviceName } from "./emitter.ts";
import type { Emitter } from "./span.ts";

/** A service whose name several namespaces have. */
export type SharedName = {
  readonly service: string;
  /** Sorted; those beyond the first so many are left out. */
  readonly namespaces: readonly string[];
};

export type Namespaces = {
  readonly add: (emitter: Emitter) => void;
  readonly shared: () => readonly SharedName[];
};

/** Of one service, and services; names beyond are not told of. */
const MOST = 20;
const MOST_SERVICES = 10_000;

/**
 * Which names stand for services of more than one `service.namespace`. OpenTelemetry's resource conventions
 * have `service.name` unique within its namespace alone, while a spec has one service of a name. Emitters
 * that tell no namespace belong to any: collectors add it to some and not to others.
 */
export function openNamespaces(): Namespaces {
  const known = new Map<string, Set<string>>();
  const add = ({ service, attributes }: Emitter) => {
    const told = attributes["service.namespace"];
    if (service === null || typeof told !== "string") return;
    const [name, namespace] = [serviceName(service), serviceName(told)];
    if (name === null || namespace === null) return;
    const before = known.get(name);
    if (before === undefined) {
      if (known.size < MOST_SERVICES) known.set(name, new Set([namespace]));
      return;
    }
    before.add(namespace);
    // Those kept are the first by name, so that no order of reading changes them.
    if (before.size > MOST) before.delete([...before].sort(compareText)[MOST]!);
  };
  const shared = () =>
    [...known]
      .filter(([, namespaces]) => namespaces.size > 1)
      .map(([service, namespaces]) => ({
        service,
        namespaces: [...namespaces].sort(compareText),
      }))
      .sort((a, b) => compareText(a.service, b.service));
  return { add, shared };
}
