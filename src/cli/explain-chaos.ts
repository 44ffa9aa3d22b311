import type { ExplainOutcome } from "../flow/explain.ts";
import { chaosTarget } from "../flow/explain-further.ts";
import { counted, quote } from "../model/wording.ts";
import { chaosManifests } from "../report/chaos-mesh.ts";
import { quoted } from "../repository/problem.ts";
import { type Ending, refusal } from "./ending.ts";
import { type NewFile, stateOf, writeBelow } from "./new-files.ts";

/** What is to be injected, as manifests below a folder: all of it or, where one is there already, nothing. */
export async function writeChaos(
  { estimates, inputs }: Extract<ExplainOutcome, { readonly kind: "explained" }>,
  folder: string,
  force: boolean,
): Promise<Ending> {
  const files: NewFile[] = [];
  const remarks: string[] = [];
  estimates.forEach(({ model }, at) => {
    const { seen, model: whole } = inputs[at]!;
    // Of several specs each has a folder of its own.
    const below = estimates.length === 1 ? "" : `${at + 1}/`;
    for (const { name, chaos = [] } of model.endpoints) {
      const manifests = chaosManifests(name, chaos, (one) => chaosTarget(seen, whole, one));
      manifests.forEach((one, rank) => {
        if (one.file !== null) files.push({ ...one.file, path: `${below}${one.file.path}` });
        else remarks.push(`note: ${quote(chaos[rank]!.component)} is left out: ${one.why}`);
      });
    }
  });
  const states = files.map((file) => ({ file, state: stateOf(folder, file) }));
  const linked = states.find(({ state }) => state === "linked");
  if (linked !== undefined) {
    return refusal(
      `${quoted(linked.file.path)} would be written through a link, or over a folder; take that away`,
    );
  }
  const before = states.find(({ state }) => state === "there");
  if (before !== undefined && !force) {
    return refusal(
      `there is ${quoted(before.file.path)} already; \`--force\` overwrites it, and another \`--out DIR\` writes elsewhere`,
    );
  }
  for (const file of files) await writeBelow(folder, file);
  const told = `wrote ${counted(files.length, "manifest")} of Chaos Mesh: nothing of them runs before you apply them`;
  return { report: "", remarks: [...remarks, told].map((one) => `${one}\n`).join(""), status: 0 };
}
