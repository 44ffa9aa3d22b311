import type { Spec } from "../model/spec.ts";
import { quote } from "../model/wording.ts";
import type { ObservedEndpoint } from "../traces/observed.ts";
import { endpointBlock, endpointValue } from "./discover-lines.ts";
import { MOST_ENDPOINTS, mostSeen } from "./discover-text.ts";
import type { DiscoveredEndpoint } from "./discovered-endpoints.ts";
import { emptyFilled, sectionAdded, writtenAt } from "./merge-places.ts";
import type { Change } from "./merge-step.ts";
import { entriesAdded, type NewEntry } from "./text-edits.ts";

/**
 * A name without what its parameters are called: `GET /users/{id}`, `GET /users/:user` and `GET /users/<id>`
 * are one route.
 */
export function routeKey(name: string): string {
  return name.replace(/\{[^{}/]*\}|<[^<>/]*>|(?<=\/):[^/]+|(?<=\/)\*+(?=\/|$)/g, "{}");
}

/** Endpoints that were seen and that a spec has not, a person's own choice left out: see `isDeclined`. */
export function missingEndpoints<T extends Pick<ObservedEndpoint, "name">>(
  endpoints: readonly T[],
  spec: Spec,
  text: string,
): readonly T[] {
  const known = new Set(
    [...spec.endpoints.values()].flatMap(({ name, was }) => [
      routeKey(name),
      ...(was === null ? [] : [routeKey(was.value)]),
    ]),
  );
  const comments = commentsOf(text);
  return endpoints.filter(({ name }) => !known.has(routeKey(name)) && !isDeclined(name, comments));
}

/** A comment that names an endpoint says that somebody decided against it: `# GET /legacy`. */
function isDeclined(name: string, comments: readonly string[]): boolean {
  return comments.some((one) => {
    const at = one.indexOf(name);
    return at >= 0 && !/[\w/{-]/.test(one[at + name.length] ?? " ");
  });
}

/** Whole lines of comments. */
function commentsOf(text: string): readonly string[] {
  return text.split(/[\r\n]+/).filter((line) => /^\s*#/.test(line));
}

/** Adds endpoints, those with the most traces. */
export function addedEndpoints(endpoints: readonly DiscoveredEndpoint[]): readonly Change[] {
  return mostSeen(endpoints, MOST_ENDPOINTS).map((one) => {
    const entry: NewEntry = {
      key: one.observed.name,
      value: endpointValue(one),
      block: (indent) => endpointBlock(one, indent),
    };
    return {
      what: `the endpoint ${quote(one.observed.name)}`,
      snippet: endpointBlock(one, "  ").join("\n"),
      edits: (page, root) => {
        const section = writtenAt(root, "endpoints");
        if (section === undefined) {
          return sectionAdded(page, root, {
            key: "endpoints",
            value: { [entry.key]: entry.value },
            block: (indent) => [`${indent}endpoints:`, ...entry.block(`${indent}  `)],
          });
        }
        if (section.kind !== "mapping") return null;
        return (
          emptyFilled(page, root, section, entry.block) ?? entriesAdded(page, section, [entry])
        );
      },
    };
  });
}
