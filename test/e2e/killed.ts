import type { ChildProcess } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Files } from "./history.ts";
import { SHOP } from "./shop.ts";
import { openStage, type Stage } from "./stage.ts";
import type { Told } from "./told.ts";

export type Signal = "SIGTERM" | "SIGKILL";

/** When a run is killed. */
export type Point =
  /** When so much of the time that a whole run takes has gone by. */
  | { readonly at: "time"; readonly share: number }
  /** When its n-th request has come in, or has taken effect and is not answered yet. */
  | { readonly at: "request" | "effect"; readonly number: number }
  /** When it starts its n-th git or renderer. */
  | { readonly at: "git" | "kustomize"; readonly number: number }
  /** When something happens for the n-th time in the folder that its reports go to. */
  | { readonly at: "file"; readonly number: number };

export function nameOf(point: Point): string {
  return point.at === "time"
    ? `${Math.round(point.share * 100)}% of the time`
    : `${point.at} ${point.number}`;
}

const KUSTOMIZED: Files = {
  ...SHOP,
  "availability.yaml": `version: 1
manifests:
  - kustomize: overlays/prod
defaults: { replicaAvailability: 99% }
endpoints: { GET /: { entry: web, slo: 99.9% } }
`,
  "base/kustomization.yaml": "resources: [web.yaml]\n",
  "base/web.yaml": web(3),
  "overlays/prod/kustomization.yaml": "resources: [../../base]\n",
};

function web(replicas: number): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: main, image: web }] }
`;
}

/** A stage whose runs can be killed, and where they leave things. */
export type Killing = {
  readonly stage: Stage;
  /** `RUNNER_TEMP`, `TMPDIR`, and the folder that the reports go to. */
  readonly runner: string;
  readonly temporary: string;
  readonly reports: string;
  /** A run that is killed at the point; without one, a whole run. */
  readonly run: (kill?: {
    readonly signal: Signal;
    readonly point: Point;
    readonly whole: number;
  }) => Promise<Told>;
  /** As before the first run. */
  readonly reset: () => void;
  /** How often a whole run calls for each. */
  readonly counts: () => Readonly<Record<"request" | "git" | "kustomize", number>>;
};

/** Reports by the input that asks for them. */
export const REPORTS = {
  json: "result.json",
  sarif: "result.sarif",
  junit: "junit.xml",
  report: "report.html",
} as const;

/** Lines of one letter. */
function linesOf(file: string): number {
  return readFileSync(file, "utf8").length / 2;
}

export async function openKilling(node: string): Promise<Killing> {
  let child: ChildProcess | null = null;
  let plan: { readonly signal: Signal; readonly point: Point } | null = null;
  let requests = 0;
  const killAt = (at: Point["at"], number: number) => {
    const { point, signal } = plan ?? {};
    if (point?.at === at && point.at !== "time" && point.number === number) child?.kill(signal);
  };
  const stage = await openStage({
    node,
    base: KUSTOMIZED,
    pushes: [{ "base/web.yaml": web(1) }],
    github: {
      before: () => {
        requests += 1;
        killAt("request", requests);
      },
      after: () => killAt("effect", requests),
    },
  });
  const folder = (name: string) => join(stage.scratch, name);
  const [runner, temporary, programs] = [folder("runner"), folder("tmp"), folder("programs")];
  const reports = join(runner, "reports");
  const calls = (name: string) => join(programs, `${name}.calls`);
  const ends = join(programs, "git.ends");
  const path = process.env.PATH ?? "";

  function reset(): void {
    for (const one of [runner, temporary, programs]) rmSync(one, { recursive: true, force: true });
    for (const one of [reports, temporary, programs]) mkdirSync(one, { recursive: true });
    stage.standIn.state.comments.splice(0);
    stage.standIn.state.nextId = 5001;
    stage.checkOut({ commit: "merge-1", ref: "pull/7/merge" });
    plan = null;
    write();
  }

  /** Programs on the PATH that kill who starts them when their turn has come; the environment tells them nothing. */
  function write(): void {
    const program = (name: string, does: string) => {
      const { point, signal } = plan ?? {};
      const turn = point?.at === name && "number" in point ? point.number : 0;
      // Several may start at once: whoever comes first when the turn has come kills, and nobody after it.
      const kills = `echo x >> '${calls(name)}'
if [ ${turn} -gt 0 ] && [ "$(wc -l < '${calls(name)}')" -ge ${turn} ] && mkdir '${calls(name)}.killed' 2> /dev/null
then kill -s ${(signal ?? "SIGTERM").slice(3)} "$PPID"; fi`;
      rmSync(`${calls(name)}.killed`, { recursive: true, force: true });
      rmSync(calls(name), { force: true });
      writeFileSync(join(programs, name), `#!/bin/sh\nPATH='${path}'\n${kills}\n${does}\n`);
      chmodSync(join(programs, name), 0o755);
      appendFileSync(calls(name), "");
    };
    writeFileSync(ends, "");
    // A git that is asked to end is asked as one with its shell, which tells of it all the same.
    program("git", `trap : TERM\ngit "$@"\nstatus=$?\necho x >> '${ends}'\nexit "$status"`);
    program("kustomize", 'exec cat "$2"/../tree/base/web.yaml');
  }

  const run: Killing["run"] = async (kill) => {
    plan = kill ?? null;
    requests = 0;
    write();
    const inputs = Object.fromEntries(
      Object.entries(REPORTS).map(([input, name]) => [input, join(reports, name)]),
    );
    let events = 0;
    const watcher = watch(reports, () => {
      events += 1;
      killAt("file", events);
    });
    const clock = { stop: () => {} };
    try {
      return await stage.pullRequest("opened", {
        inputs,
        env: { PATH: `${programs}:${path}`, TMPDIR: temporary, RUNNER_TEMP: runner },
        // Nobody tells a git that who asked was killed: a fetch goes on to its end.
        onEnd: async () => {
          for (let turn = 0; turn < 500 && linesOf(ends) < linesOf(calls("git")); turn++) {
            await sleep(20);
          }
        },
        onStart: (started) => {
          child = started;
          if (kill?.point.at !== "time") return;
          const timer = setTimeout(() => started.kill(kill.signal), kill.point.share * kill.whole);
          clock.stop = () => clearTimeout(timer);
        },
      });
    } finally {
      clock.stop();
      watcher.close();
      child = null;
    }
  };
  reset();
  return {
    stage,
    runner,
    temporary,
    reports,
    run,
    reset,
    counts: () => ({
      request: requests,
      git: linesOf(calls("git")),
      kustomize: linesOf(calls("kustomize")),
    }),
  };
}
