import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import type { Outage } from "./outages.ts";
import type { Residence } from "./residence.ts";

/**
 * Outages that were given and censor nothing, or not all that they should: services that nothing shows,
 * instances of nobody knows what, nodes with nobody knows what on them. At most one notice of each.
 *
 * @param services names of all that traces or aggregates show
 */
export function outageNotices(
  outages: readonly Outage[],
  residences: readonly Residence[],
  services: ReadonlySet<string>,
): readonly Diagnostic[] {
  const [strangers, lone, bare]: readonly [Named, Named, Named] = [new Map(), new Map(), new Map()];
  const placed = new Set(residences.flatMap(({ node }) => node ?? []));
  const known = new Set(residences.flatMap((one) => (one.service === null ? [] : one.instance)));
  for (const { of, place = null } of outages) {
    if (of.kind === "node") {
      if (!placed.has(of.node)) note(bare, of.node, place);
    } else if (of.kind === "instance" && of.service === null) {
      if (!known.has(of.instance)) note(lone, of.instance, place);
    } else if (of.service !== null && !services.has(of.service)) note(strangers, of.service, place);
  }
  const diagnostics: Diagnostic[] = [];
  const tell = (names: Named, code: string, message: string) => {
    const [first] = names.values();
    if (first === undefined) return;
    diagnostics.push(
      diagnostic("warning", code, `${listed([...names.keys()])}: ${message}`, first),
    );
  };
  tell(
    strangers,
    "unknown-outage",
    "an outage names a service that nothing shows, and leaves out no call; correct the name",
  );
  tell(
    lone,
    "outage-without-service",
    "an outage names an instance and not its service, so that calls to it that never arrived are not left out; add `service`",
  );
  tell(
    bare,
    "outage-without-pods",
    "nothing tells what runs on a node that was down; give `kube_pod_info` with --metrics, or name the services",
  );
  return diagnostics;
}

/** Where each is named first. */
type Named = Map<string, Place | null>;

function note(names: Named, name: string, place: Place | null): void {
  if (!names.has(name)) names.set(name, place);
}

function listed(names: readonly string[]): string {
  const first = names.slice(0, 3).map((name) => `\`${name.slice(0, 80)}\``);
  return first.join(", ") + (names.length > 3 ? ` and ${names.length - 3} more` : "");
}
