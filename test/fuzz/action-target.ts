import { rmSync } from "node:fs";
import { join } from "node:path";
import type { ActionEvent } from "../e2e/run-action.ts";
import type { StandIn } from "../e2e/stand-in/stand-in.ts";
import type { Told } from "../e2e/told.ts";
import {
  type ActionCase,
  actionCases,
  COMMITS,
  type CommitName,
  FAILING,
  FILES,
} from "./action-cases.ts";
import { commit, git, makeFolder } from "./git-folder.ts";
import { type Target, target } from "./target.ts";
import { broken, checkMessage } from "./told.ts";

/** A repository with its GitHub, for all cases of a worker. */
type Scene = {
  readonly folder: string;
  readonly ids: Readonly<Record<CommitName, string>>;
  readonly standIn: StandIn;
};

/** The Action as the runner starts it, on payloads of every event, with a stand-in for GitHub. @param root the folder of the project */
export function actionTarget(root: string): Target {
  let scene: Promise<Scene> | null = null;
  return target("the Action on an event", 1, actionCases, async (one) => {
    scene ??= openScene();
    await runs(root, await scene, one);
  });
}

async function openScene(): Promise<Scene> {
  // Its table of replies is read only where it is asked for.
  const { startStandIn } = await import("../e2e/stand-in/stand-in.ts");
  const { pullState } = await import("../e2e/stand-in/state.ts");
  const folder = makeFolder();
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  git(folder, "init", "-q", "-b", "main");
  const start = commit(folder, FILES.start);
  const main = commit(folder, FILES.main);
  const from = (name: string) => git(folder, "checkout", "-q", "-b", name, start);
  from("feature");
  const head = commit(folder, FILES.head);
  from("better");
  const better = commit(folder, FILES.better);
  git(folder, "checkout", "-q", "--detach", main);
  git(folder, "merge", "-q", "--no-ff", "-m", "Merge", head);
  const merge = git(folder, "rev-parse", "HEAD").trim();
  const standIn = await startStandIn({
    pulls: [pullState({ number: 7, headSha: head, baseSha: main })],
  });
  return { folder, ids: { start, main, head, better, merge }, standIn };
}

async function runs(root: string, { folder, ids, standIn }: Scene, one: ActionCase): Promise<void> {
  const { runAction } = await import("../e2e/run-action.ts");
  const { told } = await import("../e2e/told.ts");
  standIn.state.comments.splice(0);
  const withIds = (text: string) =>
    COMMITS.reduce((sum, name) => sum.replaceAll(`<${name}>`, ids[name]), text).replaceAll(
      "<gone>",
      "f".repeat(40),
    );
  const text = withIds(one.text);
  const event: ActionEvent = { name: one.name, sha: withIds(one.sha), payload: null };
  const inputs = { base: withIds(one.base), "pull-request": one.pullRequest };
  const run = told(
    await runAction({
      ...{ dist: join(root, "dist"), manifest: join(root, "action.yml") },
      ...{ repoDir: folder, event, text, inputs, standIn },
    }),
  );
  checkEnd(run, [text, ...Object.values(one)].join("\n"));
  checkVerdict(run, ids, [...claimed(text), ids.head, event.sha]);
  if (standIn.state.comments.length > 1) broken("more than one comment", standIn.state.comments);
  const problems = (standIn.problems as string[]).splice(0);
  if (problems.length > 0) broken("GitHub was asked for what it does not know", problems);
}

/** One of its four ends, in good order: where there is no verdict, one line says why, and what to do. */
function checkEnd({ code, stdout, stderr, commands, brief }: Told, said: string): void {
  if (code === null || code > 3) broken("ended by itself", [code, stdout, stderr]);
  if (stderr !== "") broken("something on stderr", stderr);
  if (/\n {4}at |node:internal/.test(stdout)) broken("a stack trace", stdout);
  const foreign = /^::(?!(?:error|warning|notice|debug|group|endgroup|add-mask)\b).*$/m.exec(
    stdout,
  );
  if (foreign !== null) broken("a command to the runner", foreign[0]);
  if ((code === 1) !== (brief.verdict === "fail" && code !== 0))
    broken("red without a verdict", stdout);
  if (code !== 2 && code !== 3) return;
  if (brief.verdict !== undefined) broken("a verdict beside an error", brief);
  const errors = commands.filter((one) => one.startsWith("error "));
  const [error = ""] = errors;
  if (errors.length !== 1) broken("not one error", commands);
  checkMessage(error, new Map([["payload", said]]));
  if (!/[;:] ./.test(error.replace(/^error [^:]*: /, ""))) broken("no remedy", error);
}

/** A verdict is that of a commit that the event names, or the live pull request, and it is the true one. */
function checkVerdict(
  { parsed, brief, stdout }: Told,
  ids: Scene["ids"],
  named: readonly string[],
): void {
  if (parsed === null) {
    // Nothing to compare is green, and says so.
    const isSaid = brief.verdict === "not-affected" && /^nothing to compare: ./m.test(stdout);
    if (brief.verdict !== undefined && !isSaid) broken("a verdict without a result", brief);
    return;
  }
  const { base, head, verdict } = parsed;
  if (!named.includes(head.commit)) broken("a verdict of another commit", [head, named]);
  const nameOf = (id: string) => COMMITS.find((name) => ids[name] === id);
  const [before, after] = [nameOf(base.sha), nameOf(head.sha)];
  if (before === undefined || after === undefined) broken("a verdict of no commit", parsed);
  const isBelow = FAILING.has(after!);
  if (isBelow && !FAILING.has(before!) && verdict !== "fail") broken("green below an SLO", parsed);
  if (!isBelow && verdict === "fail") broken("red above every SLO", parsed);
}

/** Heads that a payload names, wherever its event has them. */
function claimed(text: string): readonly string[] {
  const payload = parsed(text);
  const paths = ["pull_request.head.sha", "after", "merge_group.head_sha", "workflow_run.head_sha"];
  return paths.flatMap((path) => {
    const found = path.split(".").reduce<unknown>(partOf, payload);
    return typeof found === "string" ? [found.toLowerCase()] : [];
  });
}

function partOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
