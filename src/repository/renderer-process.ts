import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, statSync, writeFileSync } from "node:fs";
import { delimiter, isAbsolute, join, relative, sep } from "node:path";
import { onEnd } from "./at-end.ts";

export type Limits = { readonly timeoutMs: number; readonly maximumBytes: number };

/** A minute, and 64 MB of output. */
export const LIMITS: Limits = { timeoutMs: 60_000, maximumBytes: 64_000_000 };

export type RunEnd =
  | { readonly kind: "ended"; readonly text: string }
  | { readonly kind: "failed"; readonly why: string };

/** The most of what a program complains of that is kept. */
const MOST_COMPLAINT = 64 * 1024;

/**
 * The absolute path of a program on the PATH; `null` where it is not there. Folders that a pull request
 * could fill are passed over: relative ones, `node_modules`, and those of the clone that we run in.
 */
export function findProgram(name: string, path = process.env.PATH ?? ""): string | null {
  const here = process.cwd();
  const isClone = existsSync(join(here, ".git"));
  const ending = process.platform === "win32" ? ".exe" : "";
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder) || folder.split(sep).includes("node_modules")) continue;
    if (isClone && !relative(here, folder).startsWith("..")) continue;
    const file = join(folder, `${name}${ending}`);
    if (isProgram(file)) return file;
  }
  return null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Run a renderer in a scratch folder to its end, within the limits. It gets no standard input, none of our
 * environment, and with it all that it started ends.
 */
export function runRenderer(
  program: string,
  args: readonly string[],
  folder: string,
  limits: Limits,
): Promise<RunEnd> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: environmentIn(folder),
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that what it starts can be ended with it.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    endFirst(child.pid);
    const chunks: Buffer[] = [];
    let complaint = "";
    let bytes = 0;
    let why: string | null = null;
    const stop = (): void => killGroup(child.pid);
    const forget = onEnd(stop);
    const giveUp = (reason: string): void => {
      why ??= reason;
      stop();
      // What left the group may hold the output open.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const clock = setTimeout(
      () => giveUp(`it did not end within ${limits.timeoutMs / 1000} s`),
      limits.timeoutMs,
    );
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limits.maximumBytes) {
        giveUp(`it wrote more than ${limits.maximumBytes / 1_000_000} MB`);
      } else chunks.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (complaint.length < MOST_COMPLAINT) complaint += chunk.toString("utf8");
    });
    const settle = (end: RunEnd): void => {
      clearTimeout(clock);
      forget();
      // Something that it left running would outlive the scratch folder.
      stop();
      resolve(end);
    };
    child.on("error", (error) => settle({ kind: "failed", why: error.message }));
    child.on("close", (status, signal) => {
      if (why !== null) settle({ kind: "failed", why });
      else if (status === 0) {
        settle({ kind: "ended", text: Buffer.concat(chunks).toString("utf8") });
      } else {
        const how = signal === null ? `status ${status}` : `signal ${signal}`;
        settle({
          kind: "failed",
          why: firstComplaint(complaint, folder) ?? `it ended with ${how}`,
        });
      }
    });
  });
}

/**
 * Where memory runs out, Linux ends the renderer (proc(5), `oom_score_adj`), whose end we tell, and neither
 * us nor the runner.
 */
function endFirst(pid: number | undefined): void {
  if (pid === undefined || process.platform !== "linux") return;
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
  } catch {
    // It has ended, or the system does not let us: then it stands as any other program.
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/**
 * No token, no home, no cluster, and no programs to run: kustomize fetches through `git`, Helm through
 * plug-ins. Both are written in Go, whose HTTP client takes any proxy that it is told (net/http,
 * ProxyFromEnvironment): this one answers nothing.
 */
function environmentIn(folder: string): Record<string, string> {
  const home = join(folder, "home");
  const nowhere = "http://127.0.0.1:9";
  const system = process.env.SYSTEMROOT;
  return {
    PATH: join(home, "bin"),
    HOME: home,
    USERPROFILE: home,
    TMPDIR: join(folder, "tmp"),
    TEMP: join(folder, "tmp"),
    TMP: join(folder, "tmp"),
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    XDG_DATA_HOME: home,
    HELM_NO_PLUGINS: "1",
    HELM_PLUGINS: join(home, "plugins"),
    KUBECONFIG: join(home, "kubeconfig"),
    KUBECTL_KUBERC: "false",
    LC_ALL: "C",
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    ALL_PROXY: nowhere,
    NO_PROXY: "",
    ...(system === undefined ? {} : { SYSTEMROOT: system }),
  };
}

/** What it says went wrong, in one line; without the scratch folder and control characters. */
function firstComplaint(complaint: string, folder: string): string | null {
  const lines = complaint
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(`${folder}/tree/`, "").replaceAll(folder, "."))
    .map((line) => line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim())
    // kustomize warns of what is deprecated as a comment.
    .filter((line) => line !== "" && !line.startsWith("#"));
  const at = lines.findIndex((one) => /^(?:fatal|error)\b|^E\d{4} /i.test(one));
  const line = lines[Math.max(0, at)];
  if (line === undefined) return null;
  const whole = loggedError(line, lines[at + 1]) ?? line.replace(/^(?:fatal|error):\s*/i, "");
  // kustomize tells the way through all overlays, ours on top first: what is wrong stands last.
  const said = whole.replace(/^.*recursed accumulation of path '[^']*': /, "");
  return said.length > 300 ? `${said.slice(0, 300)}…` : said;
}

/** The error of a line of klog's structured format, as kubectl may write it: `err="…"`, or `err=<` and further lines. */
function loggedError(line: string, next: string | undefined): string | null {
  if (!/^E\d{4} /.test(line)) return null;
  if (line.endsWith("err=<")) return next ?? null;
  const written = /\berr="((?:[^"\\]|\\.)*)"/.exec(line)?.[1];
  return written === undefined ? null : written.replace(/\\(.)/g, "$1");
}
