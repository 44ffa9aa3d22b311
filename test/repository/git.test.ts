import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { mergeBase } from "../../src/repository/commits.ts";
import { openGit } from "../../src/repository/git.ts";
import { gitTree } from "../../src/repository/git-tree.ts";
import { worktree } from "../../src/repository/worktree.ts";
import {
  codeOf,
  commit,
  initRepository,
  ok,
  open,
  openWorkshop,
  run,
  runWith,
  testEnvironment,
  userState,
  write,
} from "./git-fixture.ts";

const workshop = openWorkshop();
afterAll(workshop.remove);
const place = (name: string): string => join(workshop.folder, name);

describe("a hostile repository", () => {
  test("nothing that it plants is run, and nothing of the user's is touched", async () => {
    const folder = initRepository(place("hostile"));
    const oid = commit(folder, {
      "a.yaml": "a",
      ".gitattributes": "*.yaml diff=planted filter=planted\n",
    });
    const marker = place("marker");
    const script = place("planted.sh");
    writeFileSync(script, `#!/bin/sh\ntouch '${marker}'\ncat\n`);
    chmodSync(script, 0o755);
    for (const hook of [
      "post-index-change",
      "reference-transaction",
      "post-checkout",
      "pre-auto-gc",
    ]) {
      writeFileSync(join(folder, ".git/hooks", hook), `#!/bin/sh\ntouch '${marker}'\n`);
      chmodSync(join(folder, ".git/hooks", hook), 0o755);
    }
    for (const name of ["core.fsmonitor", "diff.planted.textconv", "diff.external", "core.pager"]) {
      run(folder, "config", name, script);
    }
    for (const name of ["filter.planted.clean", "filter.planted.smudge", "core.editor"]) {
      run(folder, "config", name, script);
    }
    writeFileSync(join(folder, "a.yaml"), "edited");
    const before = userState(folder);
    const git = await open(folder);
    const tree = ok(await gitTree(git, oid));
    expect((await tree.read(["a.yaml"])).get("a.yaml")).toBe("a");
    expect((await ok(await worktree(git)).read(["a.yaml"])).get("a.yaml")).toBe("edited");
    expect(existsSync(marker)).toBe(false);
    expect(userState(folder)).toEqual(before);
  });

  test("a blob that is replaced is read as its id says", async () => {
    const folder = initRepository(place("replaced"));
    const oid = commit(folder, { a: "true" });
    const forged = runWith(folder, {}, ["hash-object", "-w", "--stdin"], "forged");
    run(folder, "replace", run(folder, "rev-parse", "HEAD:a"), forged);
    const tree = ok(await gitTree(await open(folder), oid));
    expect((await tree.read(["a"])).get("a")).toBe("true");
  });

  test("a graft makes no other history", async () => {
    const folder = initRepository(place("grafted"));
    const first = commit(folder, { a: "1" });
    const second = commit(folder, { a: "2" });
    const third = commit(folder, { a: "3" });
    run(folder, "checkout", "--quiet", "-b", "topic", second);
    const topic = commit(folder, { b: "1" });
    write(folder, ".git/info/grafts", `${topic} ${first}\n`);
    expect(run(folder, "merge-base", third, topic)).toBe(first);
    expect(await mergeBase(await open(folder), third, topic)).toBe(second);
  });
});

describe("what cannot be opened, with its remedy", () => {
  test("no folder, no repository, no git, another owner", async () => {
    mkdirSync(place("plain"));
    const folder = initRepository(place("owned"));
    expect(await openGit(place("nowhere"), testEnvironment())).toMatchObject({
      kind: "usage",
      code: "no-such-folder",
    });
    expect(
      codeOf(
        await openGit(
          place("plain"),
          testEnvironment({ GIT_CEILING_DIRECTORIES: workshop.folder }),
        ),
      ),
    ).toBe("not-a-repository");
    expect(codeOf(await openGit(folder, testEnvironment({ PATH: place("plain") })))).toBe(
      "git-missing",
    );
    const distrusted = await openGit(
      folder,
      testEnvironment({ GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" }),
    );
    expect(distrusted).toMatchObject({ kind: "unavailable", code: "dubious-ownership" });
    expect(distrusted).toHaveProperty("message", expect.stringContaining("safe.directory"));
  });

  test("a commit that is not there, and what is no commit's id", async () => {
    const folder = initRepository(place("small"));
    commit(folder, { a: "1" });
    const git = await open(folder);
    expect(codeOf(await gitTree(git, "1".repeat(40)))).toBe("commit-missing");
    expect(codeOf(await gitTree(git, "--name-only"))).toBe("commit-missing");
  });
});
