import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { marked } from "marked";
import { SaxesParser } from "saxes";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeOrigin, type Origin } from "./history.ts";
import { runCli } from "./run-cli.ts";
import { ACTION_NODE } from "./runtimes.ts";
import { deployment, SPEC } from "./shop.ts";
import { stagesOn } from "./stage.ts";

/** Names that a spec may have: each tries what reads it, a shell, git, the runner, a browser or a viewer. */
const NAMES: readonly string[] = [
  `a"b'c`,
  "--upload-pack=touch planted",
  "-rf",
  "$(touch planted)",
  "`touch planted`",
  "; touch planted",
  "| touch planted",
  "&& touch planted &",
  "%PATH% !PATH! $HOME",
  "\\\\host.invalid\\x",
  "::set-output name=verdict::pass",
  "::add-mask::a",
  "::stop-commands::x",
  "%0A::error::x",
  "##[error]x",
  "##vso[task.setvariable variable=x]y",
  ["$", "{{ github.token }}"].join(""),
  "<!-- availability-gate:default -->",
  "--><h1>x",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "![x](https://d.invalid/x.png)",
  "[x](https://d.invalid)",
  "https://d.invalid",
  "@acme/all",
  "#1 GH-1 acme/shop#1",
  "a|b|c",
  "```",
  "# x",
  "]]><x>",
  "&lt;x&gt; &#64;acme",
  "=cmd|' /C calc'!A0",
  "{{7*7}} {% x %}",
  "constructor",
  "n".repeat(253),
];

/** Names that no spec may have, and a path may. */
const REFUSED: readonly string[] = [
  "a\n::error::b",
  "a\r\n::add-mask::b",
  "right\u202eleft",
  "zero\u200bwidth",
  "\u001b[31mred",
  "n".repeat(10_000),
];

/** As a file's name: no folder, and short enough for a disk. */
const fileOf = (name: string): string => `deploy/${name.replaceAll("/", "∕").slice(0, 200)}.yaml`;

const listed = NAMES.map((name, index) => ({ name, service: `s${index}`, file: fileOf(name) }));
const BASE = {
  "availability.yaml": `${SPEC.replace(
    "POST /checkout:\n    entry: frontend\n",
    "POST /checkout:\n    entry: frontend\n    needs: [payment]\n",
  ).replace(
    "endpoints:\n",
    `${listed.map(({ service }) => `  - frontend -> ${service}\n`).join("")}endpoints:\n`,
  )}${listed
    .map(
      ({ name, service }) =>
        `  ${JSON.stringify(name)}: { entry: frontend, needs: [${service}], slo: 99.9% }\n`,
    )
    .join("")}`,
  ...Object.fromEntries(
    ["frontend", "cart", "payment"].map((one) => [`deploy/${one}.yaml`, deployment(one, 3)]),
  ),
  ...Object.fromEntries(listed.map(({ service, file }) => [file, deployment(service, 3)])),
};
const FEWER = Object.fromEntries(listed.map(({ service, file }) => [file, deployment(service, 1)]));

const scratch = mkdtempSync(join(tmpdir(), "availability-gate-names-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** What would move a cursor, turn the direction of text, or not be seen. */
const UNSEEN = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

describe("hostile names", { timeout: 180_000 }, () => {
  let origin: Origin;
  beforeAll(() => {
    const long = Object.fromEntries(
      REFUSED.map((name, index) => [`deploy/${name}.yaml`, deployment(`r${index}`, 3)]),
    );
    const fewer = Object.fromEntries(
      REFUSED.map((name, index) => [`deploy/${name}.yaml`, deployment(`r${index}`, 1)]),
    );
    const more = REFUSED.map((_, index) => `  - frontend -> r${index}\n`).join("");
    const spec = BASE["availability.yaml"].replace("endpoints:\n", `${more}endpoints:\n`);
    const bad = REFUSED.map((one) => `  ${JSON.stringify(one)}: { entry: frontend }\n`).join("");
    origin = makeOrigin(
      join(scratch, "origin.git"),
      [
        { name: "base", files: { ...BASE, ...long, "availability.yaml": spec } },
        { name: "head", parents: ["base"], files: { ...FEWER, ...fewer } },
        { name: "bad", parents: ["head"], files: { "availability.yaml": `${spec}${bad}` } },
      ],
      { "refs/heads/main": "base", "refs/heads/head": "head", "refs/heads/bad": "bad" },
    );
  });

  /** The report of a bare repository, which may hold names that no disk takes. */
  function report(format: string, head = "head") {
    const before = readdirSync(origin.folder);
    const args = ["diff", "--base", "main", "--head", head, "--format", format];
    const ended = runCli(ACTION_NODE, origin.folder, args);
    expect(readdirSync(origin.folder)).toEqual(before);
    return ended;
  }

  it("are plain text in the terminal and in a log", () => {
    const { status, stdout, stderr } = report("text");
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expectInert(stdout);
    expect(stdout).toContain("a␊::error::b");
    expect(stdout).toContain("⟨U+202E⟩");
    expect(stdout.length).toBeLessThan(200_000);
  });

  it("are text in Markdown", async () => {
    const { status, stdout } = report("markdown");
    expect(status).toBe(1);
    await expectMarkdown(stdout);
  });

  it("are values in JSON, as they are", () => {
    const result = JSON.parse(report("json").stdout);
    const names = result.models[0].endpoints.map((one: { name: string }) => one.name);
    expect(names.sort()).toEqual(["GET /cart", "POST /checkout", ...NAMES].sort());
    const files = result.models[0].changes.map((one: { file: string }) => one.file);
    for (const name of REFUSED) expect(files).toContain(`deploy/${name}.yaml`);
  });

  it("are text in the page", () => {
    const { status, stdout } = report("html");
    expect(status).toBe(1);
    expect(stdout).not.toMatch(/<script>alert|<img src=x|<svg onload|--><h1>|\]\]><x>/);
    // Every script that the page opens is closed by itself, and none is opened by a name.
    expect(stdout.match(/<script\b/g)?.length).toBe(stdout.match(/<\/script>/g)?.length);
  });

  it("are paths below the repository and text in SARIF", () => {
    const { runs } = JSON.parse(report("sarif").stdout);
    const text = JSON.stringify(runs);
    expect(text).not.toMatch(/\u202e|\\u001b/);
    const uris = [...text.matchAll(/"uri":"([^"]*)"/g)].map(([, uri]) => uri ?? "");
    expect(uris.length).toBeGreaterThan(0);
    for (const uri of uris.filter((one) => !one.startsWith("https://"))) {
      expect(uri).toMatch(
        /^(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-F]{2})+(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-F]{2})+)*$/,
      );
      expect(new URL(uri, "file:///repository/").href).toMatch(/^file:\/\/\/repository\//);
    }
  });

  it("are text in JUnit's XML", () => {
    const names: string[] = [];
    const parser = new SaxesParser();
    parser.on("error", (error) => {
      throw error;
    });
    parser.on("opentag", ({ name, attributes }) => {
      if (name === "testcase") names.push(String(attributes.name));
      expect(["testsuites", "testsuite", "testcase", "failure", "system-out"]).toContain(name);
    });
    parser.write(report("junit").stdout).close();
    for (const name of NAMES) expect(names.some((one) => one.includes(name))).toBe(true);
  });

  it("that no spec may have are refused with their place, in lines of one line", () => {
    const { status, stdout, stderr } = report("text", "bad");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expectInert(stderr);
    const told = stderr
      .split("\n")
      .filter((line) => /^availability\.yaml:\d+:\d+: error: /.test(line));
    expect(told).toHaveLength(REFUSED.length);
    for (const line of told) expect(line.length).toBeLessThan(2_000);
  });

  describe("through the Action", () => {
    const stages = stagesOn(ACTION_NODE);
    afterEach(stages.close);

    it("command neither the runner nor GitHub, and come out in no output but their own", async () => {
      const stage = await stages.open({ base: BASE, pushes: [FEWER] });
      const temp = join(stage.scratch, "temp");
      mkdirSync(temp);
      const files = Object.fromEntries(
        ["report", "sarif", "junit", "json"].map((one) => [one, join(temp, one)]),
      );
      const run = await stage.pullRequest("opened", { inputs: files, env: { RUNNER_TEMP: temp } });
      expect(run.brief).toMatchObject({ code: 1, verdict: "fail" });
      expect([...run.brief.failed].sort()).toEqual([...NAMES].sort());
      const obeyed = run.stdout.split("\n").filter((line) => /^\s*::|##\[/.test(line));
      expect(obeyed.length).toBeGreaterThan(0);
      for (const one of obeyed) expect(one).toMatch(/^::(?:error|warning) title=Availability gate/);
      expect(Object.keys(run.outputs).sort()).toEqual([
        "comment-url",
        "failed-endpoints",
        "result",
        "verdict",
      ]);
      const comment = stage.standIn.state.comments[0]?.body ?? "";
      for (const text of [comment, run.summary]) await expectMarkdown(text);
      expect((await marked.parse(comment)).match(/<!-- availability-gate/g)).toHaveLength(1);
      expect(readdirSync(stage.folder)).not.toContain("planted");
      for (const file of Object.values(files)) expect(readFileSync(file, "utf8")).not.toBe("");
    });
  });
});

/** Nothing that a runner or a terminal would take for more than text. */
function expectInert(text: string): void {
  for (const line of text.split("\n")) {
    expect(line).not.toMatch(/^\s*::|##\[/);
    expect(line).not.toMatch(UNSEEN);
  }
}

async function expectMarkdown(text: string): Promise<void> {
  // Ours, which keep GitHub from making links and mentions of what stands outside of code.
  expect(text.replaceAll(/[\n\u200b]/g, "")).not.toMatch(UNSEEN);
  const html = await marked.parse(text);
  // GitHub mentions nobody and links to nothing in code.
  expect(html.replaceAll(/<code>.*?<\/code>/gs, "")).not.toContain("@acme");
  expect(html).not.toMatch(/<(?:script|img|svg|h1)\b[^>]*(?:alert|=x|>x)/);
  const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, one]) => one ?? "");
  const hosts = links.map((one) => new URL(one, "https://relative.invalid").host);
  expect(hosts).not.toContain("d.invalid");
}
