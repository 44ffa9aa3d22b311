import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf, problemError, type RepositoryProblem, unavailable } from "./problem.ts";
import { findProgram, LIMITS, type Limits, type RunEnd, runRenderer } from "./renderer-process.ts";
import { layOut, makeFolder, type ScratchFile, withScratch } from "./scratch.ts";

/** What to render, by paths of the files that are laid out for it. */
export type RenderRequest =
  | { readonly kind: "kustomize"; readonly folder: string }
  | {
      readonly kind: "helm";
      readonly chart: string;
      readonly release: string;
      /** `null`: helm's own, `default`. */
      readonly namespace: string | null;
      /** Later ones win. */
      readonly values: readonly string[];
    };

/** Programs of the machine that may be run on what a commit holds. */
export type Renderers = "allowed" | "refused";

export type Rendering =
  | { readonly kind: "rendered"; readonly text: string }
  /** In one line, as the renderer says it. */
  | { readonly kind: "failed"; readonly why: string };

/**
 * Render an overlay or a chart in a scratch folder that holds these files and nothing else, and is removed
 * afterwards. Nothing of the repository becomes an option: what is named on the command line are folders of
 * our own, and the names of a release that were checked. Plug-ins, functions that run programs, Helm within
 * kustomize and look-ups in a cluster are off by the tools' defaults, and no flag switches them on.
 *
 * @throws a problem where the renderer is missing, or nothing can be written
 */
export async function render(
  request: RenderRequest,
  files: readonly ScratchFile[],
  limits: Limits = LIMITS,
): Promise<Rendering> {
  const program = programFor(request);
  try {
    return await withScratch(async (folder) => {
      const tree = await makeFolder(folder, "tree");
      await makeFolder(folder, "home");
      await makeFolder(folder, "tmp");
      const clash = await layOut(tree, files).then(() => null, clashOf);
      if (clash !== null) return { kind: "failed", why: clash };
      const end =
        request.kind === "kustomize"
          ? await runKustomize(program, request.folder, folder, limits)
          : await runHelm(program.file, request, files, folder, limits);
      return end.kind === "ended" ? { kind: "rendered", text: end.text } : end;
    });
  } catch (error) {
    throw problemError(
      unavailable(
        "no-scratch",
        `manifests cannot be rendered: ${messageOf(error)}; check that the temporary folder can be written.`,
      ),
    );
  }
}

/** What the commit itself makes impossible: a file in the place of a folder, names too long or too alike here. */
const CLASHES = new Set(["EEXIST", "EISDIR", "EINVAL", "ELOOP", "ENAMETOOLONG", "ENOTDIR"]);

function clashOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!CLASHES.has(code)) throw error;
  return `its files cannot be laid out side by side (${code})`;
}

type Program = { readonly file: string; readonly verb: readonly string[] };

const INSTALL = {
  kustomize:
    "`kustomize` (or `kubectl`) was not found, and `manifests` names an overlay; install it, e.g. `brew install kustomize` or https://kubectl.docs.kubernetes.io/installation/kustomize/ (GitHub's Ubuntu runners have both), or render in your workflow and use `base-manifests` and `head-manifests`.",
  helm: "`helm` was not found, and `manifests` names a chart; install it, e.g. `brew install helm` or with azure/setup-helm (GitHub's Ubuntu runners have it), or render in your workflow and use `base-manifests` and `head-manifests`.",
} as const;

function programFor({ kind }: RenderRequest): Program {
  const file = findProgram(kind);
  if (file !== null) return { file, verb: kind === "kustomize" ? ["build"] : [] };
  const kubectl = kind === "kustomize" ? findProgram("kubectl") : null;
  if (kubectl !== null) return { file: kubectl, verb: ["kustomize"] };
  throw problemError(missing(kind));
}

function missing(kind: RenderRequest["kind"]): RepositoryProblem {
  return unavailable("renderer-missing", INSTALL[kind]);
}

/** An overlay of our own on top tells where each object comes from (kustomize 4.4, `buildMetadata`). */
async function runKustomize(
  { file, verb }: Program,
  overlay: string,
  folder: string,
  limits: Limits,
): Promise<RunEnd> {
  const top = await makeFolder(folder, "top");
  const below = overlay === "" ? "../tree" : `../tree/${overlay}`;
  const build = async (metadata: readonly string[]): Promise<RunEnd> => {
    const kustomization = {
      apiVersion: "kustomize.config.k8s.io/v1beta1",
      kind: "Kustomization",
      resources: [below],
      ...(metadata.length === 0 ? {} : { buildMetadata: metadata }),
    };
    await writeFile(join(top, "kustomization.yaml"), JSON.stringify(kustomization));
    return runRenderer(file, [...verb, top], folder, limits);
  };
  const end = await build(["originAnnotations", "transformerAnnotations"]);
  return end.kind === "failed" && end.why.includes("buildMetadata") ? build([]) : end;
}

/** Files of values go by names of our own: in those of the repository helm would take a comma for two. */
async function runHelm(
  file: string,
  request: RenderRequest & { readonly kind: "helm" },
  files: readonly ScratchFile[],
  folder: string,
  limits: Limits,
): Promise<RunEnd> {
  const given = await makeFolder(folder, "values");
  const args: string[] = [];
  for (const [index, path] of request.values.entries()) {
    const content = files.find((one) => one.path === path)?.content;
    if (!(content instanceof Uint8Array)) return { kind: "failed", why: `no file ${path}` };
    const copy = join(given, `${index}.yaml`);
    await writeFile(copy, content);
    args.push(`--values=${copy}`);
  }
  if (request.namespace !== null) args.push(`--namespace=${request.namespace}`);
  const chart = join(folder, "tree", request.chart);
  return runRenderer(file, ["template", ...args, "--", request.release, chart], folder, limits);
}
