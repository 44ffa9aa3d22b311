import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
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
  const [strangers, lone, bare] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const placed = new Set(residences.flatMap(({ node }) => node ?? []));
  const known = new Set(residences.flatMap((one) => (one.service === null ? [] : one.instance)));
  for (const { of } of outages) {
    if (of.kind === "node") {
      if (!placed.has(of.node)) bare.add(of.node);
    } else if (of.kind === "instance" && of.service === null) {
      if (!known.has(of.instance)) lone.add(of.instance);
    } else if (of.service !== null && !services.has(of.service)) strangers.add(of.service);
  }
  const diagnostics: Diagnostic[] = [];
  const tell = (names: ReadonlySet<string>, code: string, message: string) => {
    if (names.size > 0) {
      diagnostics.push(diagnostic("warning", code, `${listed([...names])}: ${message}`, null));
    }
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

function listed(names: readonly string[]): string {
  const first = names.slice(0, 3).map((name) => `\`${name.slice(0, 80)}\``);
  return first.join(", ") + (names.length > 3 ? ` and ${names.length - 3} more` : "");
}
