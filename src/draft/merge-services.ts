import type { Spec, SpecService } from "../model/spec.ts";
import { quote } from "../model/wording.ts";
import type { ObservedService } from "../traces/observed.ts";
import type { WrittenMapping } from "../yaml/written.ts";
import { serviceValue } from "./discover-text.ts";
import { flowText, type Written } from "./evidence-text.ts";
import { withInterval } from "./interval-remark.ts";
import { evidenceSet, type Renewal } from "./merge-evidence.ts";
import { isNews, type Told } from "./merge-lines.ts";
import { emptyFilled, sectionAdded, writtenAt } from "./merge-places.ts";
import type { Change } from "./merge-step.ts";
import { type Edit, entriesAdded, type Page, plainEntry } from "./text-edits.ts";

/**
 * Replicas that neither a manifest nor the spec states, and evidence of θ. A service that the spec sets by hand
 * keeps what it has.
 *
 * @param named services that the spec names once the merge is done
 * @param matched services whose replicas the manifests give
 */
export function mergedServices(
  services: readonly ObservedService[],
  named: ReadonlySet<string>,
  spec: Spec,
  matched: ReadonlySet<string>,
  tell: Told,
): readonly Change[] {
  return services.flatMap((one) => {
    if (!named.has(one.name)) return [];
    const value = news(one, spec.services.get(one.name), matched, tell);
    const renewal = {
      before: spec.services.get(one.name)?.evidence ?? null,
      after: value["evidence"] === undefined ? null : one.evidence,
    };
    return Object.keys(value).length === 0 ? [] : [change(one.name, value, renewal)];
  });
}

function news(
  one: ObservedService,
  known: SpecService | undefined,
  matched: ReadonlySet<string>,
  tell: Told,
): { readonly [key: string]: Written } {
  const { replicas, evidence } = serviceValue(one, { workloads: new Map(), matched });
  const isCounted =
    known !== undefined &&
    (known.external !== null || known.workload !== null || known.replicas !== null);
  const isNew =
    one.evidence !== null && isNews(known?.evidence ?? null, one.evidence, one.name, tell);
  return {
    ...(replicas === undefined || isCounted ? {} : { replicas }),
    // A third party is one unit, and has no replica to look at.
    ...(evidence === undefined || !isNew || known?.external != null ? {} : { evidence }),
  };
}

function change(
  name: string,
  value: { readonly [key: string]: Written },
  renewal: Renewal,
): Change {
  return {
    what: `${Object.keys(value).join(" and ")} of ${quote(name)}`,
    snippet: flowText({ [name]: value }).slice(2, -2),
    edits: (page, root) => serviceEdits(page, root, name, value, renewal),
  };
}

function serviceEdits(
  page: Page,
  root: WrittenMapping,
  name: string,
  value: { readonly [key: string]: Written },
  renewal: Renewal,
): readonly Edit[] | null {
  const entry = plainEntry(name, value, withInterval(renewal.after, ""));
  const section = writtenAt(root, "services");
  if (section === undefined) {
    return sectionAdded(page, root, {
      key: "services",
      value: { [name]: value },
      block: (indent) => [`${indent}services:`, ...entry.block(`${indent}  `)],
    });
  }
  if (section.kind !== "mapping" || section.marked) return null;
  const own = writtenAt(section, name);
  if (own !== undefined) {
    return own.kind === "mapping" ? evidenceSet(page, own, value, renewal) : null;
  }
  return emptyFilled(page, root, section, entry.block) ?? entriesAdded(page, section, [entry]);
}
