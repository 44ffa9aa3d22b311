import { Readable } from "node:stream";
import type { SimpleGitOptions } from "simple-git";
import { stopAtEnd } from "./at-end.ts";
import { listenForProcesses } from "./made-processes.ts";
import { messageOf } from "./problem.ts";
import { hasEnded, signalTo } from "./process-tree.ts";
import { askToEnd } from "./stop-children.ts";

/** Where git runs, and with what of the environment. */
export type GitPlace = {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Further `-c` settings of whatever runs there. */
  readonly config?: readonly string[];
};

export type GitRun = {
  /** Written to its standard input. Never empty. */
  readonly input?: string;
  /** Further `-c` settings. */
  readonly config?: readonly string[];
  /** Further variables, e.g. to keep a partial clone from fetching. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Stop it when it writes more than this. */
  readonly maximumBytes?: number;
  readonly timeoutMs?: number;
};

export type GitOutcome = {
  /** `missing`: there is no git to run. */
  readonly ended: "exit" | "timeout" | "overflow" | "missing";
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
};

const DEFAULT_TIMEOUT_MS = 60_000;
/** The most of what git, or a server through it, complains of that is kept: 1 MiB. */
const MOST_COMPLAINT = 1 << 20;
/** How long git may take to end once it is told to, before it is given up. */
const GRACE_MS = 1_000;

/** Nothing that the repository's configuration names may run, and nothing be tidied up in passing. */
const CONFIG: readonly string[] = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "gc.auto=0",
  "maintenance.auto=false",
];

/**
 * simple-git refuses settings that could run a command, wherever they come from. Ours switch such
 * things off, and the user's environment may rightly hold others (a proxy, an ssh command). Text from
 * outside never reaches the arguments: ids are checked to be hexadecimal, names travel by stdin.
 */
const ALLOWED: SimpleGitOptions["unsafe"] = {
  allowUnsafeAlias: true,
  allowUnsafeAskPass: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeDiffExternal: true,
  allowUnsafeDiffTextConv: true,
  allowUnsafeEditor: true,
  allowUnsafeFilter: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeGitProxy: true,
  allowUnsafeGpgProgram: true,
  allowUnsafeHooksPath: true,
  allowUnsafeInclude: true,
  allowUnsafeMergeDriver: true,
  allowUnsafePager: true,
  allowUnsafeProtocolOverride: true,
  allowUnsafeSshCommand: true,
  allowUnsafeSubmodule: true,
  allowUnsafeTemplateDir: true,
  allowUnsafeUrlRewrite: true,
};

/** Run git to its end. Never rejects for what git does: the outcome tells. */
export async function runGit(
  place: GitPlace,
  args: readonly string[],
  run: GitRun = {},
): Promise<GitOutcome> {
  const { simpleGit } = await import("simple-git");
  const stop = new AbortController();
  const environment = { ...place.environment, ...run.environment };
  const chunks: Buffer[] = [];
  const seen: Seen = { exitCode: -1, stderr: "", bytes: 0, overflow: false, timeout: false };
  const started = listenForProcesses();
  let forget = (): void => {};
  const git = simpleGit({
    baseDir: place.folder,
    config: [...CONFIG, ...(place.config ?? []), ...(run.config ?? [])],
    allowEnvironment: Object.keys(environment),
    unsafe: ALLOWED,
    abort: stop.signal,
    // Only the end of its output is the end: on exit alone, a tail could be lost.
    completion: { onClose: true, onExit: false },
    input: () => run.input,
    // Every exit is kept as it is, and judged by the caller.
    errors: (_error, result) => {
      seen.exitCode = result.exitCode;
      seen.stderr = Buffer.concat(result.stdErr).toString("utf8");
      return undefined;
    },
  })
    .env(environment)
    .outputHandler((_command, stdout, stderr) => {
      const child = started.find((one) => one.stdout === stdout);
      if (child !== undefined) forget = stopAtEnd(child);
      // Before simple-git ends git alone, after which nobody knows what git had started.
      stop.signal.addEventListener("abort", () => {
        endAfterGrace(child === undefined ? [] : askToEnd(child), [stdout, stderr]);
      });
      boundComplaint(stderr);
      // Bytes, and once: simple-git would keep all of them too, and decode them for an answer nobody reads.
      stdout.removeAllListeners("data");
      stdout.on("data", (chunk: Buffer) => {
        seen.bytes += chunk.length;
        seen.overflow ||= seen.bytes > (run.maximumBytes ?? Number.POSITIVE_INFINITY);
        if (seen.overflow) stop.abort();
        else chunks.push(chunk);
      });
    });
  const clock = setTimeout(() => {
    seen.timeout = true;
    stop.abort();
  }, run.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  try {
    await Promise.race([git.raw([...args]), graceAfter(stop.signal)]);
  } catch (error) {
    // simple-git itself refused, e.g. a setting of the environment.
    seen.stderr ||= messageOf(error);
  } finally {
    clearTimeout(clock);
    started.stop();
    forget();
  }
  return {
    ended: endOf(seen),
    exitCode: seen.exitCode,
    stdout: Buffer.concat(chunks),
    stderr: seen.stderr,
  };
}

type Seen = {
  exitCode: number;
  stderr: string;
  bytes: number;
  overflow: boolean;
  timeout: boolean;
};

function endOf(seen: Seen): GitOutcome["ended"] {
  if (seen.timeout) return "timeout";
  if (seen.overflow) return "overflow";
  return /\bspawn \S+ ENOENT\b/.test(seen.stderr) ? "missing" : "exit";
}

/** simple-git keeps all that is complained of, and a server may go on for as long as it is listened to. */
function boundComplaint(stderr: NodeJS.ReadableStream): void {
  let bytes = 0;
  stderr.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MOST_COMPLAINT) return;
    stderr.removeAllListeners("data");
    stderr.resume();
  });
}

/** What stays though it was asked to end is ended; what left its parent may still hold the output open. */
function endAfterGrace(asked: readonly number[], streams: readonly NodeJS.ReadableStream[]): void {
  setTimeout(() => {
    for (const pid of asked) if (!hasEnded(pid)) signalTo(pid, "SIGKILL");
    for (const stream of streams) {
      if (stream instanceof Readable) stream.destroy();
    }
  }, GRACE_MS).unref();
}

/** Settles only after git was told to stop and did not. */
function graceAfter(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const give = (): void => void setTimeout(resolve, 2 * GRACE_MS).unref();
    signal.addEventListener("abort", give, { once: true });
  });
}

/** What git complained of, in one line without secrets: its first `fatal:` or `error:` line. */
export function complaint(outcome: GitOutcome): string {
  if (outcome.ended === "timeout") return "git did not answer in time";
  const lines = outcome.stderr.split("\n").map((line) => line.trim());
  const line = lines.find((one) => /^(fatal|error|remote):/.test(one)) ?? lines.find(Boolean) ?? "";
  const shown = line === "" ? `git ended with status ${outcome.exitCode}` : line;
  return shown.replace(/:\/\/[^/\s]*@/g, "://").slice(0, 300);
}
