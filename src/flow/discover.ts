import type { EngineOptions } from "../availability/estimate.ts";
import { isTelemetry } from "../deployment/hint-kind.ts";
import { discoverText } from "../draft/discover-text.ts";
import { discoveredOf } from "../draft/discovered.ts";
import { mergeObserved } from "../draft/merge.ts";
import { quote } from "../model/wording.ts";
import type { Tree } from "../repository/tree.ts";
import type { Observed } from "../traces/observed.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../yaml/diagnostic.ts";
import { checkSpec, unseenServices } from "./check.ts";
import type { Finding } from "./check-finding.ts";
import { replicaFindings } from "./check-replicas.ts";
import { chooseManifests, placeSpec, replicasOf, withoutBarred } from "./discover-place.ts";

/** A spec as discovering leaves it. */
export type Written = {
  readonly text: string;
  /** There was none, and this is a draft. */
  readonly isNew: boolean;
  /** What was left as it is. */
  readonly diagnostics: readonly Diagnostic[];
  /** What the text has no room for, to be put in by hand. */
  readonly pastes: readonly { readonly what: string; readonly snippet: string }[];
  /** Services that the spec or the manifests name and no span shows, of how many. */
  readonly unseen: Unseen;
};

export type Unseen = { readonly names: readonly string[]; readonly of: number };

export type WriteOutcome =
  | ({ readonly kind: "written" } & Written)
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] };

export type WriteRequest = {
  readonly tree: Tree;
  /** Of the spec in the repository; `null`: it stands elsewhere, and has no manifests. */
  readonly path: string | null;
  /** Of the spec that there is; `null`: there is none. */
  readonly text: string | null;
  readonly options: EngineOptions;
};

/** Where a spec that stands in no repository is taken to be. */
const ALONE = "availability.yaml";

/** A draft of what the traces show, or the spec that there is with that merged into it. */
export async function writeSpec(observed: Observed, request: WriteRequest): Promise<WriteOutcome> {
  const path = request.path ?? ALONE;
  const tree = request.path === null ? EMPTY : request.tree;
  return request.text === null
    ? draftSpec(observed, tree, path, request.options)
    : mergeSpec(observed, tree, path, request.text);
}

const EMPTY: Tree = {
  commit: "",
  entries: new Map(),
  read: async () => new Map(),
  readBytes: async () => new Map(),
};

async function draftSpec(
  observed: Observed,
  tree: Tree,
  path: string,
  options: EngineOptions,
): Promise<WriteOutcome> {
  const { manifests, roster, placed } = await chooseManifests(tree, path, options);
  const replicas =
    placed === null
      ? { matched: new Set<string>(), barred: new Map(), workloads: new Map() }
      : replicasOf(observed, placed.spec, placed.deployment, roster);
  const kept = withoutBarred(observed, replicas.barred);
  const discovered = discoveredOf(kept);
  const told = [
    ...[...replicas.barred].map(([name, why]) => `${quote(name)} is left out: ${why}`),
    ...discovered.unnamable.map((one) => `${one}, and is left out`),
  ];
  if (discovered.endpoints.length === 0) {
    const message =
      observed.quality.spans === 0
        ? "the metrics show no service that calls another; give some that count requests, or traces, or a spec that they are to be merged into (--out, --model)"
        : "the traces show no service that calls or answers another; give traces of requests, from their first span to their last";
    return {
      kind: "invalid",
      diagnostics: [diagnostic("error", "nothing-seen", message, null), ...warnings(told)],
    };
  }
  const text = discoverText(discovered, observed.quality, { manifests, ...replicas });
  const declared = (roster?.services ?? []).map(({ name }) => name);
  return checked(observed, tree, path, {
    text,
    isNew: true,
    diagnostics: warnings(told),
    pastes: [],
    unseen: unseenOf(
      observed,
      declared.filter((name) => !isTelemetry(name)),
    ),
  });
}

async function mergeSpec(
  observed: Observed,
  tree: Tree,
  path: string,
  text: string,
): Promise<WriteOutcome> {
  const placed = await placeSpec(tree, path, text);
  if (placed.spec === null || placed.model === null) {
    return { kind: "invalid", diagnostics: placed.diagnostics };
  }
  const { matched, barred } = replicasOf(observed, placed.spec, placed.deployment, null);
  const merged = mergeObserved(observed, { text, spec: placed.spec, matched, barred });
  return checked(observed, tree, path, {
    text: merged.text,
    isNew: false,
    diagnostics: warnings(merged.told),
    pastes: merged.unwritten.map(({ what, snippet }) => ({ what, snippet })),
    unseen: unseenOf(observed, [...placed.spec.services.keys()]),
  });
}

function unseenOf(observed: Observed, declared: readonly string[]): Unseen {
  return { names: unseenServices(observed, declared), of: declared.length };
}

function warnings(told: readonly string[]): readonly Diagnostic[] {
  return told.map((message) => diagnostic("warning", "left-as-is", message, null));
}

/** Nothing is written that the gate would refuse. Where the traces contradict its replicas, that is told. */
async function checked(
  observed: Observed,
  tree: Tree,
  path: string,
  written: Written,
): Promise<WriteOutcome> {
  const placed = await placeSpec(tree, path, written.text);
  if (placed.spec === null || placed.model === null) {
    const errors = placed.diagnostics.filter(({ severity }) => severity === "error");
    return { kind: "invalid", diagnostics: [...written.diagnostics, ...errors] };
  }
  const { model, matches } = placed;
  const told = replicaFindings(discoveredOf(observed), model, matches).map(({ message, place }) =>
    diagnostic("warning", "replica-conflict", message, place),
  );
  return { kind: "written", ...written, diagnostics: [...written.diagnostics, ...told] };
}

/** One spec beside the traces. */
export type SpecCheck = {
  readonly path: string;
  readonly findings: readonly Finding[];
  /** Services that it names and no span shows. */
  readonly unseen: Unseen;
};

export type CheckOutcome =
  | {
      readonly kind: "checked";
      readonly specs: readonly SpecCheck[];
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] };

/** Where specs and the traces are at odds. */
export async function checkSpecs(
  observed: Observed,
  tree: Tree,
  paths: readonly string[],
): Promise<CheckOutcome> {
  const specs: SpecCheck[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const path of paths) {
    const text = (await tree.read([path])).get(path);
    if (text === undefined) {
      const message = `${quote(path)} is no text of UTF-8; save it as such`;
      diagnostics.push(diagnostic("error", "missing-spec", message, null));
      continue;
    }
    const placed = await placeSpec(tree, path, text);
    diagnostics.push(...placed.diagnostics.filter(({ severity }) => severity === "error"));
    if (placed.spec === null || placed.model === null) continue;
    const { spec, model, matches } = placed;
    specs.push({
      path,
      findings: checkSpec(observed, { spec, text, model, matches }),
      unseen: unseenOf(observed, [...spec.services.keys()]),
    });
  }
  return hasErrors(diagnostics)
    ? { kind: "invalid", diagnostics }
    : { kind: "checked", specs, diagnostics };
}
