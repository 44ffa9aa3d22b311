import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaultTree } from "./fault-tree.ts";

/** A tree, and what U it is claimed to have. */
export type Claimed = { readonly name: string; readonly tree: FaultTree; readonly claim: number };

/** Of what is on the path, or `null`. */
export function scramVersion(): string | null {
  const asked = spawnSync("scram", ["--version"], { encoding: "utf8" });
  return /SCRAM ([\d.]+)/.exec(asked.stdout ?? "")?.[1] ?? null;
}

/**
 * Claim minus P(top) by SCRAM's binary decision diagrams, for each tree.
 *
 * SCRAM writes six digits of a probability. So it is made to take the difference itself, and writes six
 * digits of that: of `s ? claim : top` the Birnbaum importance of s is P(· | s) - P(· | not s).
 */
export function scramDifferences(claims: readonly Claimed[]): ReadonlyMap<string, number> {
  const scratch = mkdtempSync(join(tmpdir(), "scram-"));
  try {
    const [input, output] = [join(scratch, "trees.xml"), join(scratch, "report.xml")];
    writeFileSync(input, openPsa(claims));
    // Cut sets are not asked for: those of up to two events do to have the importance of s.
    const options = ["--bdd", "--limit-order", "2", "--probability", "1", "--importance", "1"];
    const done = spawnSync("scram", [...options, input, "-o", output], {
      encoding: "utf8",
      timeout: 60_000,
    });
    if (done.status !== 0) throw new Error(`scram: ${done.error?.message ?? done.stderr}`);
    const report = readFileSync(output, "utf8");
    return new Map(claims.map(({ name }) => [name, importanceOf(report, `${name}-switch`)]));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** One fault tree each: SCRAM analyses every gate that no other one uses. */
function openPsa(claims: readonly Claimed[]): string {
  const events = claims.flatMap(({ name, tree, claim }) => [
    ...tree.events,
    `<define-basic-event name="${name}-switch"><float value="0.5"/></define-basic-event>`,
    `<define-basic-event name="${name}-claim"><float value="${claim}"/></define-basic-event>`,
  ]);
  const trees = claims.map(({ name, tree }) => {
    const one = `<basic-event name="${name}-switch"/>`;
    const other = `<and><not>${one}</not><gate name="${name}"/></and>`;
    const claimed = `<and>${one}<basic-event name="${name}-claim"/></and>`;
    const top = `<define-gate name="${name}-either"><or>${claimed}${other}</or></define-gate>`;
    return `<define-fault-tree name="${name}-tree">${top}\n${tree.gates.join("\n")}</define-fault-tree>`;
  });
  return [
    '<?xml version="1.0"?>',
    `<opsa-mef>${trees.join("\n")}`,
    `<model-data>${events.join("\n")}</model-data></opsa-mef>`,
  ].join("\n");
}

function importanceOf(report: string, event: string): number {
  const found = new RegExp(`<basic-event name="${event}"[^>]* MIF="([^"]+)"`).exec(report);
  if (found === null) throw new Error(`scram says nothing of ${event}`);
  return Number(found[1]);
}
