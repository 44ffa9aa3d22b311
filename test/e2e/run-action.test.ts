import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { declaredInputs, parseOutputs, runAction } from "./run-action.ts";
import { startStandIn } from "./stand-in/stand-in.ts";

const folder = mkdtempSync(join(tmpdir(), "run-action-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A stand-in for the bundle: it tells its environment and calls the API once. */
const PROBE = `
import { appendFileSync, readFileSync } from "node:fs";
const { env } = process;
appendFileSync(env.GITHUB_OUTPUT, "seen<<END\\n" + JSON.stringify(env) + "\\nEND\\nplain=1\\n");
appendFileSync(env.GITHUB_STEP_SUMMARY, JSON.parse(readFileSync(env.GITHUB_EVENT_PATH)).action);
await fetch(env.GITHUB_API_URL + "/repos/acme/shop/pulls/7?x=1", {
  headers: { authorization: "token " + env["INPUT_GITHUB-TOKEN"] },
});
console.log("out");
console.error("err");
process.exitCode = 1;
`;

const TOKEN = ["$", "{{ github.token }}"].join("");

const MANIFEST = `
inputs:
  github-token: { default: "${TOKEN}" }
  fail-on: {}
  accept label: { default: "yes" }
`;

describe("runAction", () => {
  it("runs in a clean environment and hands back all that the run left", async () => {
    writeFileSync(join(folder, "action.js"), PROBE);
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(join(folder, "action.yml"), MANIFEST);
    const standIn = await startStandIn();
    const outcome = await runAction({
      dist: folder,
      manifest: join(folder, "action.yml"),
      repoDir: folder,
      event: { name: "pull_request", payload: { action: "opened" }, sha: "c".repeat(40) },
      inputs: { "fail-on": "never" },
      standIn,
      env: { CI: undefined, EXTRA: "1" },
    });
    await standIn.close();
    const { seen = "", ...others } = outcome.outputs;
    const names = Object.keys(JSON.parse(seen));
    expect(names.filter((name) => !/^(?:GITHUB_|INPUT_|RUNNER_)/.test(name)).sort()).toEqual([
      "EXTRA",
      "HOME",
      "PATH",
    ]);
    expect(JSON.parse(seen)).toMatchObject({
      "INPUT_GITHUB-TOKEN": standIn.state.token,
      "INPUT_FAIL-ON": "never",
      INPUT_ACCEPT_LABEL: "yes",
      GITHUB_EVENT_NAME: "pull_request",
    });
    expect(others).toEqual({ plain: "1" });
    expect(outcome).toMatchObject({ code: 1, stdout: "out\n", stderr: "err\n", summary: "opened" });
    expect(outcome.requests).toEqual(["GET /repos/acme/shop/pulls/7?x=1"]);
    // The stand-in is strict: neither the parameter nor the pull request is known.
    expect(standIn.problems).toEqual(["GET /repos/acme/shop/pulls/7?x=1: there is no parameter x"]);
  });

  it("knows the inputs of the manifest", () => {
    expect([...declaredInputs(MANIFEST)]).toEqual([
      ["github-token", TOKEN],
      ["fail-on", ""],
      ["accept label", "yes"],
    ]);
  });

  it("reads outputs of several lines", () => {
    expect(parseOutputs("a<<X\n1\nb=2\nX\nc=3\na=4\n")).toEqual({ a: "4", c: "3" });
  });
});
