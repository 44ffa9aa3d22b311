import { type Diagnostic, diagnostic } from "../../yaml/diagnostic.ts";
import type { Edge } from "./edges.ts";

export type EdgesReading = {
  readonly edges: readonly Edge[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Whether a JSON value is what Jaeger's `/api/dependencies` gives, or its list alone. */
export function isJaegerDependencies(value: unknown): boolean {
  const list = listOf(value);
  return list !== null && isRecord(list[0]) && "callCount" in list[0];
}

/**
 * Jaeger's `/api/dependencies`: `parent`, `child`, `callCount`. It tells neither failures nor what blocks;
 * a call of unknown kind is a blocking one (τ of issue and paper: unclassified RPC is sync).
 */
export function readJaegerDependencies(value: unknown, file: string): EdgesReading {
  const place = { file, line: 1, column: 1 };
  const edges: Edge[] = [];
  for (const [index, row] of (listOf(value) ?? []).entries()) {
    const { parent, child, callCount } = isRecord(row) ? row : {};
    // Protocol buffers write counts of 64 bits as text.
    const calls =
      typeof callCount === "string" && /^\d{1,15}$/.test(callCount) ? Number(callCount) : callCount;
    if (typeof parent !== "string" || typeof child !== "string" || !isCount(calls)) {
      const message = `dependency ${index + 1} is no \`{ parent, child, callCount }\`; save the reply of \`/api/dependencies\` as it is`;
      return {
        edges: [],
        diagnostics: [diagnostic("error", "unreadable-dependencies", message, place)],
      };
    }
    edges.push({
      from: parent,
      to: child,
      toKind: "instrumented",
      mode: "sync",
      protocol: "unknown",
      calls,
      failed: null,
      until: null,
    });
  }
  const message =
    "Jaeger's dependencies tell neither failures nor what blocks: every one is taken as `->`, and none has evidence; read traces where that matters";
  return {
    edges,
    diagnostics: [diagnostic("notice", "counts-alone", message, { file, line: 1, column: 1 })],
  };
}

function listOf(value: unknown): readonly unknown[] | null {
  const list = isRecord(value) ? value["data"] : value;
  return Array.isArray(list) ? list : null;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
