import type { Endpoint, Model } from "../model/model.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";

export type EndpointPairs = {
  /** In head's order; `base` is `null` for an endpoint that is new. */
  readonly present: readonly { readonly head: Endpoint; readonly base: Endpoint | null }[];
  /** In base's order: what no endpoint at head continues. */
  readonly removed: readonly Endpoint[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Pair the endpoints of head with those of base: by the same name, else by `was`. A name that both
 * sides have is never given away, so that `was` cannot hide that an endpoint was removed; a `was`
 * that leads nowhere makes the endpoint a new one and is told. A `was` that has done its work in an
 * earlier change stays silent.
 */
export function pairEndpoints(base: Model, head: Model): EndpointPairs {
  const atBase = new Map(base.endpoints.map((endpoint) => [endpoint.name, endpoint]));
  const namesAtHead = new Set(head.endpoints.map((endpoint) => endpoint.name));
  const free = new Map([...atBase].filter(([name]) => !namesAtHead.has(name)));
  const diagnostics: Diagnostic[] = [];
  const present = head.endpoints.map((endpoint) => {
    const same = atBase.get(endpoint.name);
    if (same !== undefined) return { head: endpoint, base: same };
    if (endpoint.was === null) return { head: endpoint, base: null };
    const renamed = free.get(endpoint.was);
    if (renamed === undefined) {
      diagnostics.push(uselessWas(endpoint, endpoint.was, atBase, namesAtHead));
      return { head: endpoint, base: null };
    }
    free.delete(endpoint.was);
    return { head: endpoint, base: renamed };
  });
  return { present, removed: [...free.values()], diagnostics };
}

function uselessWas(
  endpoint: Endpoint,
  was: string,
  atBase: ReadonlyMap<string, Endpoint>,
  namesAtHead: ReadonlySet<string>,
): Diagnostic {
  const why = !atBase.has(was)
    ? `no endpoint \`${was}\` is at base; correct \`was\` or remove it`
    : namesAtHead.has(was)
      ? `\`${was}\` is still an endpoint at head; remove one of the two, or \`was\``
      : `another endpoint was \`${was}\` already; only one can continue it`;
  const message = `\`${endpoint.name}\` is judged as a new endpoint: ${why}`;
  return { severity: "warning", code: "useless-was", message, ...endpoint.place };
}
