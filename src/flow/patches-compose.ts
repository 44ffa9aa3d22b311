import { writtenAt } from "../draft/merge-places.ts";
import { type Edit, entriesAdded } from "../draft/text-edits.ts";
import type { Position } from "../yaml/node.ts";
import type { WrittenMapping } from "../yaml/written.ts";
import { type HeadFile, isShared, trailTo } from "./patches-file.ts";
import { firstAdded } from "./patches-objects.ts";

/** The service of a Compose file that holds a position; `null` where there is none. */
export function composeServiceAt(file: HeadFile, at: Position): WrittenMapping | null {
  const [root, services, ...rest] = trailTo(file, at);
  if (root?.kind !== "mapping" || services?.kind !== "mapping") return null;
  if (writtenAt(root, "services") !== services || writtenAt(root, "kind") !== undefined)
    return null;
  const [first] = rest;
  const entry = services.entries.find(({ key, value }) => key === first || value === first);
  return entry?.value.kind === "mapping" ? entry.value : null;
}

/** Writes `deploy.replicas` of a service that states no number (Compose Deploy Specification). */
export function composeReplicasWritten(
  file: HeadFile,
  at: Position,
  to: number,
): readonly Edit[] | null {
  const service = composeServiceAt(file, at);
  if (service === null || takesPort(service) || isShared(trailTo(file, at))) return null;
  const deploy = writtenAt(service, "deploy");
  if (deploy !== undefined) {
    if (deploy.kind !== "mapping" || writtenAt(deploy, "replicas") !== undefined) return null;
    const added = firstAdded(file.page, service, "deploy", deploy, "replicas", to);
    return added === null ? null : [added];
  }
  // An own `deploy` would hide the one that is merged in.
  if (writtenAt(service, "<<") !== undefined) return null;
  const block = (indent: string) => [`${indent}deploy:`, `${indent}  replicas: ${to}`];
  return entriesAdded(file.page, service, [{ key: "deploy", value: { replicas: to }, block }]);
}

/** Compose refuses several containers of one name. */
export function isNamedContainer(service: WrittenMapping): boolean {
  return writtenAt(service, "container_name") !== undefined;
}

/**
 * Whether a service takes a port of the host for itself. What states `deploy.replicas` already may be for a
 * swarm, where replicas share it ("Use Swarm mode routing mesh"). What merges ports in is not seen here.
 */
export function takesPort(service: WrittenMapping): boolean {
  const ports = writtenAt(service, "ports");
  const all = ports?.kind === "sequence" ? ports.items : [];
  return all.some((port) => {
    if (port.kind === "mapping") return writtenAt(port, "published") !== undefined;
    // `host:container`, an address before it or not; of a range each takes one that is free.
    const parts = port.kind === "scalar" ? port.text.replace(/\$\{[^}]*\}/g, "0").split(":") : [];
    const host = parts.at(-2) ?? "";
    return host !== "" && !host.includes("-");
  });
}
