import { applyEdits, type Edit } from "../draft/text-edits.ts";
import type { GateRun } from "../gate/engine.ts";
import type { Explained, Remedy } from "../gate/explained.ts";
import { conditionsOf, standingOf } from "../gate/remedies/conditions.ts";
import type { Step } from "../gate/remedies/step.ts";
import type { Matches } from "../model/match.ts";
import type { Model } from "../model/model.ts";
import { hasErrors } from "../yaml/diagnostic.ts";
import { locator } from "../yaml/locate.ts";
import { buildSide } from "./built-side.ts";
import { withFiles } from "./laid-over.ts";
import { manifestsOf } from "./manifest-paths.ts";
import { unifiedDiff } from "./patches-diff.ts";
import { type HeadFile, headFile } from "./patches-file.ts";
import { type Editable, type FileEdits, stepEdits } from "./patches-steps.ts";
import { readDeploymentOf } from "./read-manifests.ts";
import { type ReadCache, readSpecAt, readTexts, type Side } from "./side.ts";
import type { Seen } from "./told-changes.ts";

/** Patches that are tried for one spec: each is read and built anew. */
const MOST_TRIED = 16;

/** In UTF-16 units; larger files are not edited. */
const LARGEST = 1 << 20;

/** Head as it was judged, to be read again with some lines changed. */
export type PatchHead = {
  readonly run: GateRun;
  readonly side: Side;
  readonly seen: Seen;
  /** The one that was judged. */
  readonly model: Model;
  readonly matchedAtBase: Matches | null;
  /** What was done to the model before it was judged. */
  readonly settle: (model: Model) => Model;
  readonly cache: ReadCache;
};

type Patched = {
  readonly patch: string;
  readonly place: { readonly file: string; readonly line: number };
  /** Head with the patch. */
  readonly model: Model;
};

/**
 * The remedies of endpoints with their patches: unified diffs of the lines that decide, of which each was laid
 * over the commit, read and built, and found to do what its remedy says. A remedy without one keeps its place
 * alone: no line can be edited, or none by itself.
 */
export async function withPatches<
  T extends { readonly name: string; readonly explained?: Explained },
>(endpoints: readonly T[], head: PatchHead): Promise<readonly T[]> {
  const editable = editableHead(head);
  const tried = new Map<string, Patched | null>();
  const made = new Map<Remedy, Remedy>();
  const ranks = endpoints.map(({ explained }) => explained?.remedies.length ?? 0);
  // The best of each first, while patches last.
  for (let rank = 0; rank < Math.max(0, ...ranks); rank++) {
    for (const { name, explained } of endpoints) {
      const remedy = explained?.remedies[rank];
      if (remedy === undefined) continue;
      const key = JSON.stringify(remedy.steps);
      if (!tried.has(key)) {
        if (tried.size === MOST_TRIED) continue;
        tried.set(key, await patchedHead(head, editable, remedy.steps));
      }
      const patched = tried.get(key) ?? null;
      if (patched === null || !keepsPromises(head, patched.model, name)) continue;
      made.set(remedy, { ...remedy, ...patched.place, patch: patched.patch });
    }
  }
  if (made.size === 0) return endpoints;
  return endpoints.map((one) => {
    const { explained } = one;
    if (explained === undefined) return one;
    const remedies = explained.remedies.map((remedy) => made.get(remedy) ?? remedy);
    return { ...one, explained: { ...explained, remedies } };
  });
}

function editableHead({ side, seen, model, cache }: PatchHead): Editable {
  const { spec, matches } = seen;
  const known = new Map<string, Promise<HeadFile | null>>();
  const read = async (path: string): Promise<HeadFile | null> => {
    // What the team rendered itself is overwritten the next time.
    if (side.rendered !== null && !spec.files.includes(path)) return null;
    const text = (await readTexts(side.tree, [path], cache)).get(path)?.replace(/^\ufeff/, "");
    return text === undefined || text.length > LARGEST ? null : headFile(path, text);
  };
  const fileAt = (path: string) => {
    const file = known.get(path) ?? read(path);
    known.set(path, file);
    return file;
  };
  return { model, spec, matches, fileAt };
}

async function patchedHead(
  head: PatchHead,
  editable: Editable,
  steps: readonly Step[],
): Promise<Patched | null> {
  const all: FileEdits[] = [];
  for (const step of steps) {
    const edits = await stepEdits(editable, step);
    if (edits === null) return null;
    all.push(...edits);
  }
  const files = new Map<HeadFile, Edit[]>();
  for (const { file, edits } of all) files.set(file, [...(files.get(file) ?? []), ...edits]);
  const texts = [...files].map(([{ path, page }, edits]) => ({
    path,
    before: page.text,
    after: applyEdits(page.text, edits),
  }));
  const model = await builtWith(
    head,
    texts.map(({ path, after }) => ({ path, text: after })),
  );
  if (model === null || !doesOnly(head.model, model, steps)) return null;
  const marks = await Promise.all(texts.map(({ path }) => startsWithMark(head.side, path)));
  const patch = unifiedDiff(texts.map((one, at) => ({ ...one, marked: marks[at]! })));
  const [first] = all;
  if (patch === null || first === undefined) return null;
  const { line } = locator(first.file.page.text)(first.edits[0]?.from ?? 0);
  return { patch, place: { file: first.file.path, line }, model };
}

/** Head with other texts, as it would have been judged; `null` where it could not be. */
async function builtWith(
  { side, seen, matchedAtBase, settle, cache }: PatchHead,
  files: readonly { readonly path: string; readonly text: string }[],
): Promise<Model | null> {
  const patched: Side = { ...side, tree: withFiles(side.tree, files) };
  const { spec: known } = seen;
  const isEdited = files.some(({ path }) => known.files.includes(path));
  const read = isEdited
    ? await readSpecAt(patched.tree, known.path, cache)
    : { spec: known, files: known.files, diagnostics: [] };
  if (read.spec === null) return null;
  const manifests = await manifestsOf(patched, read.spec, cache);
  const deployment = await readDeploymentOf(patched, manifests, cache);
  const built = buildSide(read, deployment, matchedAtBase);
  const model = built?.outcome?.model ?? null;
  return built === null || model === null || hasErrors(built.diagnostics) ? null : settle(model);
}

/** Whether every service has the replicas that the steps give it, and no other changed its own. */
function doesOnly(before: Model, after: Model, steps: readonly Step[]): boolean {
  const wanted = new Map(before.services.map(({ name, replicas }) => [name, replicas.length]));
  for (const step of steps) {
    if (step.kind === "replicas") wanted.set(before.services[step.service]!.name, step.to);
  }
  return (
    after.services.length === wanted.size &&
    after.services.every(({ name, replicas }) => wanted.get(name) === replicas.length)
  );
}

function keepsPromises({ run, model }: PatchHead, patched: Model, name: string): boolean {
  const endpoint = model.endpoints.find((one) => one.name === name);
  if (endpoint === undefined || patched.endpoints.every((one) => one.name !== name)) return false;
  return standingOf(run, patched, name, conditionsOf(model, endpoint)).met;
}

/** U+FEFF in UTF-8, which reading takes off. */
async function startsWithMark({ tree }: Side, path: string): Promise<boolean> {
  const bytes = (await tree.readBytes([path])).get(path);
  return bytes?.[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
