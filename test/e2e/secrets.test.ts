import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { pullRequestPayload } from "./payloads.ts";
import { runAction } from "./run-action.ts";
import { ACTION_NODE } from "./runtimes.ts";
import { CHANGES, type Story, deployment as web } from "./shop.ts";
import { openStage, type Stage } from "./stage.ts";
import type { Fault } from "./stand-in/state.ts";

const root = resolve(import.meta.dirname, "../..");

/** Of the form of a workflow's own token. */
const TOKEN = "ghs_M4rk3dT0k3nThatNobodyMayEverSeeAnywhere";

/** What else would give it away: parts of other encodings that hold most of it. */
const FORMS: readonly string[] = [
  TOKEN,
  TOKEN.toLowerCase(),
  [...TOKEN].reverse().join(""),
  Buffer.from(TOKEN).toString("hex"),
  // Base64 of whatever it stands in, at each of the three places that it can begin.
  ...["", "x", "xx"].map((before) =>
    Buffer.from(before + TOKEN)
      .toString("base64")
      .slice(before === "" ? 0 : 4, -6),
  ),
  Buffer.from(`x-access-token:${TOKEN}`).toString("base64").slice(0, -4),
  // A half of it, as a message that is cut off would show it.
  TOKEN.slice(0, 20),
  TOKEN.slice(-20),
];

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "availability-gate-secrets-")));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** What child processes were given, and a PATH whose programs write it down. */
const children = join(scratch, "children");
const programs = join(scratch, "programs");

beforeAll(() => {
  mkdirSync(children);
  mkdirSync(programs);
  const which = (name: string) => execFileSync("which", [name], { encoding: "utf8" }).trim();
  // A renderer gets a PATH of its own; `/proc` has what it was started with.
  const note = `(PATH="/usr/bin:/bin:$PATH"; { echo "$0 $*"; cat "/proc/$$/cmdline" "/proc/$$/environ" 2>/dev/null || env; } >> '${children}/'"$(basename "$0").$$")`;
  const scripts = {
    git: `${note}\nexec '${which("git")}' "$@"`,
    kustomize: `${note}\n/bin/cat "$2"/../tree/base/web.yaml`,
    kubectl: note,
    helm: note,
  };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(programs, name), 0o755);
  }
});

let stage: Stage | null = null;
afterEach(async () => {
  await stage?.close();
  stage = null;
});

type Scene = Partial<Story> & {
  readonly faults?: readonly Fault[];
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** What is left of the checkout; default: all. */
  readonly checkout?: "none";
};

/** Everything that a run wrote, said, sent or handed to a child, by where it was found. */
async function everythingOf(scene: Scene): Promise<{
  readonly code: number | null;
  readonly found: readonly (readonly [where: string, text: string])[];
}> {
  stage = await openStage({
    node: ACTION_NODE,
    ...(scene.base === undefined ? {} : { base: scene.base }),
    pushes: scene.pushes ?? [CHANGES.fewer],
    github: { token: TOKEN, faults: scene.faults ?? [] },
  });
  const { folder, standIn, origin } = stage;
  if (scene.checkout === "none") rmSync(join(folder, ".git"), { recursive: true });
  const temp = join(stage.scratch, "temp");
  mkdirSync(temp);
  const pull = standIn.state.pulls[0];
  if (pull === undefined) throw new Error("no pull request");
  const { number, headSha, headRef, headRepository, baseSha, baseRef, labels } = pull;
  const facts = { number, headSha, headRef, headRepository, baseSha, baseRef, labels };
  const files = ["report", "sarif", "junit", "json"].map((one) => [one, join(temp, `out.${one}`)]);
  const outcome = await runAction({
    dist: join(root, "dist"),
    manifest: join(root, "action.yml"),
    node: ACTION_NODE,
    repoDir: folder,
    event: {
      name: "pull_request",
      sha: origin.id("merge-1"),
      payload: pullRequestPayload("opened", facts),
    },
    standIn,
    inputs: { ...Object.fromEntries(files), ...scene.inputs },
    env: {
      PATH: `${programs}:${process.env.PATH}`,
      RUNNER_TEMP: temp,
      TMPDIR: temp,
      GITHUB_STATE: join(temp, "state"),
      GITHUB_ENV: join(temp, "env"),
      // What a job may well have around it, and no child needs.
      GITHUB_TOKEN: TOKEN,
      GH_TOKEN: TOKEN,
      ACTIONS_RUNTIME_TOKEN: TOKEN,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: TOKEN,
      ...scene.env,
    },
  });
  expect(standIn.requests.length).toBeGreaterThan(0);
  // A request with another token would be a problem.
  expect(standIn.problems).toEqual([]);
  return {
    code: outcome.code,
    found: [
      ["stdout", outcome.stdout],
      ["stderr", outcome.stderr],
      ["summary", outcome.summary],
      ["outputs", JSON.stringify(outcome.outputs)],
      ["result", outcome.result ?? ""],
      ...standIn.requests.map((one): [string, string] => ["request", JSON.stringify(one)]),
      ...standIn.state.comments.map(({ body }): [string, string] => ["comment", body]),
      ...textsUnder(temp),
      ...textsUnder(folder),
      ...textsUnder(children),
    ],
  };
}

function textsUnder(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .map((path) => [path, readFileSync(path, "latin1")]);
}

function leaks(found: readonly (readonly [string, string])[]): readonly string[] {
  return found.flatMap(([where, text]) =>
    FORMS.filter((form) => text.includes(form)).map((form) => `${where}: ${form}`),
  );
}

/** GitHub, or a proxy before it, that says back what it was sent. */
const ECHO = [
  `Bad credentials: authorization: token ${TOKEN}`,
  `Authorization: Basic ${Buffer.from(`x-access-token:${TOKEN}`).toString("base64")}`,
].join("; ");

function refusing(status: number, method: Fault["method"], path: RegExp): readonly Fault[] {
  const headers = { "x-echo": `token ${TOKEN}`, "retry-after": "0" };
  const body = { message: ECHO, documentation_url: `https://x:${TOKEN}@example.org/`, errors: [] };
  return [{ method, path, answer: { status, message: ECHO, headers, body } }];
}

const PULL = /\/pulls\/\d+$/;
const COMMENTS = /\/comments$/;
const BLOBS = /\/git\//;
const OVERLAY = {
  "availability.yaml": `version: 1
manifests:
  - kustomize: overlays/prod
defaults: { replicaAvailability: 99% }
endpoints: { GET /: { entry: web, slo: 99.9% } }
`,
  "base/kustomization.yaml": "resources: [web.yaml]\n",
  "base/web.yaml": web("web", 3),
  "overlays/prod/kustomization.yaml": "resources: [../../base]\n",
};
const DEBUG = {
  RUNNER_DEBUG: "1",
  ACTIONS_STEP_DEBUG: "true",
  ACTIONS_RUNNER_DEBUG: "true",
  NODE_DEBUG: "http,https,net,tls,fetch,undici,child_process,fs,module,timer,worker,websocket",
  DEBUG: "*",
};

/** Those that add least are for the night: `npm run trust -- secrets`. */
const ALL = process.env.TRUST === "all";

const SCENES: Readonly<
  Record<string, Scene & { readonly code: number; readonly nightly?: boolean }>
> = {
  "a run that fails, and comments": { code: 1 },
  "one that passes": {
    nightly: true,
    code: 0,
    pushes: [{ "deploy/payment.yaml": web("payment", 2) }],
  },
  "nothing that it reads has changed": { nightly: true, code: 0, pushes: [CHANGES.docs] },
  "a spec that cannot be read": { code: 2, pushes: [{ "availability.yaml": "version: [" }] },
  "all that can be said is said": { code: 1, env: DEBUG },
  "no token but the one of the environment": {
    nightly: true,
    code: 1,
    inputs: { comment: "never" },
    env: DEBUG,
  },
  "rendered manifests": { code: 1, base: OVERLAY, pushes: [{ "base/web.yaml": web("web", 1) }] },
  "no clone: through the API": { code: 1, checkout: "none", env: DEBUG },
  "no clone, and blobs refused": {
    code: 3,
    checkout: "none",
    faults: refusing(403, "GET", BLOBS),
  },
  "401 for all that is read": { code: 1, faults: refusing(401, "GET", /./), env: DEBUG },
  "403 for the pull request": { nightly: true, code: 1, faults: refusing(403, "GET", PULL) },
  "404 for the comments": { nightly: true, code: 1, faults: refusing(404, "GET", COMMENTS) },
  "422 for a comment": { code: 1, faults: refusing(422, "POST", COMMENTS), env: DEBUG },
  "500 for a comment": { nightly: true, code: 1, faults: refusing(500, "POST", COMMENTS) },
  "a connection that is cut": {
    nightly: true,
    code: 1,
    faults: [{ method: "GET", path: PULL, answer: "drop" }],
    env: DEBUG,
  },
};

describe("the token", { timeout: 180_000 }, () => {
  for (const [name, scene] of Object.entries(SCENES)) {
    it.skipIf(scene.nightly && !ALL)(`is in nothing that is written: ${name}`, async () => {
      const { code, found } = await everythingOf(scene);
      expect(leaks(found)).toEqual([]);
      expect(code).toBe(scene.code);
    });
  }

  it("would be found, and children are looked at", () => {
    for (const form of FORMS) expect(leaks([["here", `a ${form} b`]])).not.toEqual([]);
    const names = readdirSync(children).map((one) => one.split(".")[0]);
    expect(new Set(names)).toContain("git");
    expect(new Set(names)).toContain("kustomize");
    const given = textsUnder(children).map(([, text]) => text);
    for (const text of given) {
      expect(text).toContain("PATH=");
      expect(text).not.toMatch(/INPUT_|ACTIONS_|GITHUB_/);
    }
  });
});
