import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "js-yaml";
import type { StandIn } from "./stand-in/stand-in.ts";
import { line } from "./stand-in/stand-in.ts";

export type ActionEvent = {
  readonly name: string;
  readonly payload: unknown;
  /** `GITHUB_SHA`: the test merge on `pull_request`, the commit itself elsewhere. */
  readonly sha: string;
  readonly ref?: string;
};

export type ActionRun = {
  /** Folder that holds `action.js`. */
  readonly dist: string;
  /** `action.yml`, whose defaults the runner would fill in. */
  readonly manifest: string;
  /** The Node to run it with; default: the one that runs the test. */
  readonly node?: string;
  /** The checkout: the workspace and the working folder. */
  readonly repoDir: string;
  readonly event: ActionEvent;
  /** The payload as it stands in its file, which need not be JSON. */
  readonly text?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly standIn: StandIn;
  /** Added to the environment, or taken away where `undefined`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Told when it has been started. */
  readonly onStart?: (child: ChildProcess) => void;
};

export type ActionOutcome = {
  /** Exit status; `null` where the run had to be killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Markdown of the job summary. */
  readonly summary: string;
  /** Text of the file that the output `result` names, which does not outlive the run. */
  readonly result: string | null;
  /** Requests of this run alone, in order. */
  readonly requests: readonly string[];
};

const TIME_LIMIT = 60_000;

/** Runs the bundled Action as a runner would, in an environment with nothing of the test's own. */
export async function runAction(run: ActionRun): Promise<ActionOutcome> {
  const temp = mkdtempSync(join(tmpdir(), "run-action-"));
  const files = {
    event: join(temp, "event.json"),
    outputs: join(temp, "outputs"),
    summary: join(temp, "summary.md"),
  };
  writeFileSync(files.event, run.text ?? JSON.stringify(run.event.payload));
  writeFileSync(files.outputs, "");
  writeFileSync(files.summary, "");
  const before = run.standIn.requests.length;
  try {
    const ended = await spawned(run, {
      ...runnerVariables(run, temp),
      GITHUB_EVENT_PATH: files.event,
      GITHUB_OUTPUT: files.outputs,
      GITHUB_STEP_SUMMARY: files.summary,
      ...inputVariables(run),
      ...run.env,
    });
    const outputs = parseOutputs(readFileSync(files.outputs, "utf8"));
    return {
      ...ended,
      outputs,
      result: outputs.result ? readFileSync(outputs.result, "utf8") : null,
      summary: readFileSync(files.summary, "utf8"),
      requests: run.standIn.requests.slice(before).map(line),
    };
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

function runnerVariables(run: ActionRun, temp: string): Environment {
  const { standIn, event } = run;
  const { owner, repo } = standIn.state;
  return {
    PATH: process.env.PATH,
    HOME: temp,
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_ACTION: "__self",
    GITHUB_ACTOR: "grace",
    GITHUB_API_URL: standIn.url,
    GITHUB_GRAPHQL_URL: standIn.graphqlUrl,
    GITHUB_SERVER_URL: "https://github.invalid",
    GITHUB_EVENT_NAME: event.name,
    GITHUB_JOB: "gate",
    GITHUB_REF: event.ref ?? "refs/heads/main",
    GITHUB_REPOSITORY: `${owner}/${repo}`,
    GITHUB_REPOSITORY_OWNER: owner,
    GITHUB_RUN_ATTEMPT: "1",
    GITHUB_RUN_ID: "4242",
    GITHUB_RUN_NUMBER: "42",
    GITHUB_SHA: event.sha,
    GITHUB_WORKFLOW: "Availability",
    GITHUB_WORKSPACE: run.repoDir,
    RUNNER_OS: "Linux",
    RUNNER_TEMP: temp,
  };
}

/** `INPUT_<NAME>` for every input of the manifest: upper case, spaces to `_`, hyphens kept. */
function inputVariables(run: ActionRun): Environment {
  const variables: Record<string, string> = {};
  const given = run.inputs ?? {};
  const declared = declaredInputs(readFileSync(run.manifest, "utf8"));
  for (const name of Object.keys(given)) {
    if (!declared.has(name)) throw new Error(`action.yml has no input ${name}`);
  }
  for (const [name, fallback] of declared) {
    const value = given[name] ?? fallback;
    const expanded = value.replaceAll(/\$\{\{\s*github\.token\s*\}\}/g, run.standIn.state.token);
    variables[`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`] = expanded;
  }
  return variables;
}

/** Names of the inputs with their defaults, empty where there is none. */
export function declaredInputs(manifest: string): ReadonlyMap<string, string> {
  const value: unknown = load(manifest);
  const inputs = typeof value === "object" && value !== null ? Reflect.get(value, "inputs") : null;
  return new Map(
    Object.entries(inputs ?? {}).map(([name, input]) => {
      const fallback = typeof input === "object" && input !== null && Reflect.get(input, "default");
      return [name, typeof fallback === "string" ? fallback : ""];
    }),
  );
}

type Ended = Pick<ActionOutcome, "code" | "stdout" | "stderr">;

function spawned(run: ActionRun, environment: Environment): Promise<Ended> {
  const env = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined),
  );
  return new Promise((resolve, reject) => {
    const child = spawn(run.node ?? process.execPath, [join(run.dist, "action.js")], {
      cwd: run.repoDir,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: TIME_LIMIT,
    });
    run.onStart?.(child);
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** The file of outputs: `name=value`, or `name<<mark`, lines, `mark`. A later value wins. */
export function parseOutputs(text: string): Readonly<Record<string, string>> {
  const outputs: [string, string][] = [];
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const [, name, sign, rest] = /^([^=<]+)(=|<<)(.*)$/.exec(lines[at] ?? "") ?? [];
    if (name === undefined || rest === undefined) continue;
    if (sign === "=") {
      outputs.push([name, rest]);
      continue;
    }
    const end = lines.indexOf(rest, at + 1);
    if (end === -1) throw new Error(`the output ${name} has no end`);
    outputs.push([name, lines.slice(at + 1, end).join("\n")]);
    at = end;
  }
  return Object.fromEntries(outputs);
}
