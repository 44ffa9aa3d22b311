import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as core from "@actions/core";
import type { Connect } from "./action/comment.ts";
import { type ActionInputs, readInputs } from "./action/inputs.ts";
import { type InvalidOutcome, type RunFacts, type RunOutcome, runGate } from "./action/run.ts";
import type { ShardComputed } from "./action/shard.ts";
import type { Result } from "./gate/result.ts";
import { type Client, createClient } from "./github/client.ts";
import { readEvent } from "./github/event.ts";
import { type Annotation, annotationsFor } from "./report/annotations.ts";
import { renderDiagnostics } from "./report/diagnostics.ts";
import { renderInvalid } from "./report/invalid.ts";
import { renderSummary } from "./report/summary.ts";
import { renderText } from "./report/text.ts";
import { messageOf, problemOf, type RepositoryProblem } from "./repository/problem.ts";

/** The Action (contract §4): the only reader of `INPUT_*` and `GITHUB_*`. */
export async function runAction(): Promise<void> {
  const inputs = readInputs((name) => core.getInput(name));
  if ("message" in inputs) return stop(inputs.message, 2);
  const reading = readEvent({
    name: variable("GITHUB_EVENT_NAME"),
    payload: readPayload(variable("GITHUB_EVENT_PATH")),
    sha: variable("GITHUB_SHA"),
    base: inputs.base,
    head: inputs.head,
    pullRequest: inputs.pullRequest,
    attempt: Number(variable("GITHUB_RUN_ATTEMPT")) || 1,
  });
  if (!reading.ok) return stop(reading.problem.message, 2);
  const facts = readFacts();
  try {
    const outcome = await runGate(inputs, reading.plan, facts, connector(inputs, facts));
    await tell(outcome, inputs);
  } catch (error) {
    const problem = problemOf(error);
    if (problem !== null) return stopFor(problem);
    core.debug(error instanceof Error ? (error.stack ?? "") : "");
    await stop(messageOf(error), 3);
  }
}

function variable(name: string): string {
  return process.env[name] ?? "";
}

/** A payload that is not there or not JSON lacks every part, and the event's reader says so. */
function readPayload(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

function readFacts(): RunFacts {
  const [owner = "", repo = ""] = variable("GITHUB_REPOSITORY").split("/");
  const serverUrl = variable("GITHUB_SERVER_URL") || "https://github.com";
  const run = variable("GITHUB_RUN_ID");
  return {
    workspace: variable("GITHUB_WORKSPACE") || process.cwd(),
    temp: variable("RUNNER_TEMP") || tmpdir(),
    repository: { serverUrl, owner, repo },
    runUrl: run === "" ? null : `${serverUrl}/${owner}/${repo}/actions/runs/${run}`,
  };
}

/** One client for the whole run, made when it is first needed; `null` without a token. */
function connector({ token }: ActionInputs, { repository }: RunFacts): Connect {
  if (token === "") return null;
  let client: Promise<Client> | null = null;
  return () => {
    client ??= createClient({
      token,
      apiUrl: variable("GITHUB_API_URL") || "https://api.github.com",
      graphqlUrl: variable("GITHUB_GRAPHQL_URL") || "https://api.github.com/graphql",
      owner: repository.owner,
      repo: repository.repo,
    });
    return client;
  };
}

async function tell(outcome: RunOutcome, inputs: ActionInputs): Promise<void> {
  if (outcome.kind === "nothing") return nothingToDo(outcome.message);
  if (outcome.kind === "problem") return stopFor(outcome.problem);
  if (outcome.kind === "shard") return tellShard(outcome);
  if (outcome.kind === "invalid") return stopForSpec(outcome, inputs.annotations);
  const { result, context } = outcome;
  core.info(renderText(result, { color: false, width: 120 }));
  core.setOutput("verdict", result.verdict);
  core.setOutput("failed-endpoints", JSON.stringify(failedEndpoints(result)));
  core.setOutput("result", outcome.resultPath ?? "");
  core.setOutput("comment-url", outcome.commentUrl ?? "");
  for (const warning of outcome.warnings) core.warning(warning, { title: "Availability gate" });
  if (inputs.annotations) for (const one of annotationsFor(result)) annotate(one);
  await summarise(renderSummary(result, context));
  const failOn = inputs.failOn ?? (outcome.mayFail ? "failure" : "never");
  if (result.verdict === "fail" && failOn === "failure") process.exitCode = 1;
}

function failedEndpoints(result: Result): readonly { model: string; name: string }[] {
  return result.models.flatMap(({ path, endpoints }) =>
    endpoints
      .filter(({ verdict }) => verdict === "fail")
      .map(({ name }) => ({ model: path, name })),
  );
}

function annotate({ level, file, line, title, message }: Annotation): void {
  const properties = { title, file, startLine: line };
  if (level === "error") core.error(message, properties);
  else core.warning(message, properties);
}

/** The summary always has the full report; where it cannot be written, the log has. */
async function summarise(text: string): Promise<void> {
  try {
    await core.summary.addRaw(text).write();
  } catch (error) {
    core.warning(`the job summary could not be written: ${messageOf(error)}`);
  }
}

async function nothingToDo(message: string): Promise<void> {
  core.info(message);
  core.setOutput("verdict", "not-affected");
  core.setOutput("failed-endpoints", "[]");
  await summarise(`Availability gate: ${message}.\n`);
}

/** Green means that the part is whole; whether the gate passes, the job that merges says. */
async function tellShard({ shard, part, whole, path, warnings }: ShardComputed): Promise<void> {
  const told = `shard ${shard.index} of ${shard.of} (${part} of ${whole} figures) is no verdict; the job with the input \`shards\` gives it`;
  core.info(told);
  core.setOutput("result", path);
  for (const warning of warnings) core.warning(warning, { title: "Availability gate" });
  await summarise(`Availability gate: ${told}.\n`);
}

async function stopFor({ kind, message }: RepositoryProblem): Promise<void> {
  await stop(message, kind === "usage" ? 2 : 3);
}

/** Head's spec cannot be judged: red, whatever `fail-on` says. */
async function stopForSpec(
  { diagnostics, headCommit, context, warnings }: InvalidOutcome,
  annotations: boolean,
): Promise<void> {
  core.info(renderDiagnostics(diagnostics));
  if (annotations) {
    // GitHub shows ten of a step and drops the others.
    const errors = diagnostics.filter(({ severity }) => severity === "error").slice(0, 10);
    for (const { message, file, line, column } of errors) {
      core.error(message, {
        title: "Availability gate",
        ...(file === undefined ? {} : { file }),
        ...(line === undefined ? {} : { startLine: line }),
        ...(column === undefined ? {} : { startColumn: column }),
      });
    }
  }
  for (const warning of warnings) core.warning(warning, { title: "Availability gate" });
  await summarise(renderInvalid(diagnostics, headCommit, { ...context, runUrl: null }));
  process.exitCode = 2;
}

async function stop(message: string, status: 2 | 3): Promise<void> {
  core.error(message, { title: "Availability gate" });
  // Indented by four, everything is code: nothing of it is read as Markdown.
  const lines = message.split(/\r?\n/).map((line) => `    ${line}`);
  await summarise(`### ❌ Availability gate: the gate could not run\n\n${lines.join("\n")}\n`);
  process.exitCode = status;
}
