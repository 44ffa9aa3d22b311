import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { blobId } from "../../src/repository/blob-id.ts";
import { openGit } from "../../src/repository/git.ts";
import { gitTree } from "../../src/repository/git-tree.ts";
import { MAXIMUM_FILE_BYTES } from "../../src/repository/text.ts";
import { changedPaths } from "./changed-paths.ts";
import {
  commit,
  initRepository,
  ok,
  open,
  openWorkshop,
  run,
  testEnvironment,
} from "./git-fixture.ts";

const workshop = openWorkshop();
afterAll(workshop.remove);
const place = (name: string): string => join(workshop.folder, name);

test("odd names: other alphabets, quotes, line breaks, tabs, a leading dash, __proto__", async () => {
  const folder = initRepository(place("odd"));
  const files = {
    "grüße/наш.yaml": "a",
    'say "hi".yaml': "b",
    "two\nlines\there.yaml": "c",
    "--upload-pack=x": "d",
    "constructor/hasOwnProperty": "f",
    "back\\slash": "g",
    " lead and trail ": "h",
  };
  const oid = commit(folder, { ...files, ["__proto__"]: "e" });
  const tree = ok(await gitTree(await open(folder), oid));
  const names = [...Object.keys(files), "__proto__"];
  const texts = await tree.read([...names, "absent"]);
  expect([...tree.entries.keys()].sort()).toEqual(names.sort());
  expect(texts.get("two\nlines\there.yaml")).toBe("c");
  expect(texts.get("__proto__")).toBe("e");
  expect(texts.get(" lead and trail ")).toBe("h");
  expect(texts.size).toBe(8);
});

test("a name that is not UTF-8 keeps its file", async () => {
  const folder = initRepository(place("latin"));
  commit(folder, { a: "text" });
  const id = run(folder, "rev-parse", "HEAD:a");
  const name = Buffer.concat([
    Buffer.from(`100644 ${id}\t`),
    Buffer.from([0xe9]),
    Buffer.from(".yaml\0"),
  ]);
  execFileSync("git", ["update-index", "-z", "--index-info"], { cwd: folder, input: name });
  run(folder, "commit", "--quiet", "-m", "latin");
  const tree = ok(await gitTree(await open(folder), run(folder, "rev-parse", "HEAD")));
  expect((await tree.read(["é.yaml"])).get("é.yaml")).toBe("text");
});

test("symlinks and submodules are told and never read", async () => {
  const folder = initRepository(place("kinds"));
  symlinkSync("/etc/hostname", join(folder, "link.yaml"));
  commit(folder, { "a.yaml": "a" });
  const inner = run(folder, "rev-parse", "HEAD");
  run(folder, "update-index", "--add", "--cacheinfo", `160000,${inner},sub`);
  run(folder, "commit", "--quiet", "-m", "submodule");
  const tree = ok(await gitTree(await open(folder), run(folder, "rev-parse", "HEAD")));
  expect([...tree.entries.values()].map(({ path, kind }) => [path, kind])).toEqual([
    ["a.yaml", "file"],
    ["link.yaml", "symlink"],
    ["sub", "submodule"],
  ]);
  expect([...(await tree.read(["a.yaml", "link.yaml", "sub"])).keys()]).toEqual(["a.yaml"]);
});

test("contents of any bytes come back whole or not at all, and shift nothing", async () => {
  const folder = initRepository(place("bytes"));
  const decoder = new TextDecoder("utf-8", { fatal: true });
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.uint8Array({ maxLength: 60 }),
          fc
            .string({ unit: "binary", maxLength: 40 })
            .map((text) => new TextEncoder().encode(text)),
          fc.constant(new TextEncoder().encode(`${"0".repeat(40)} blob 3\nabc\n`)),
        ),
        { minLength: 1, maxLength: 8 },
      ),
      async (contents) => {
        const files = Object.fromEntries(contents.map((bytes, index) => [`f${index}`, bytes]));
        const oid = commit(folder, files);
        const tree = ok(await gitTree(await open(folder), oid));
        const texts = await tree.read(Object.keys(files));
        for (const [path, bytes] of Object.entries(files)) {
          let expected: string | undefined;
          try {
            expected = decoder.decode(bytes);
          } catch {}
          expect(texts.get(path)).toBe(expected);
          expect(tree.entries.get(path)?.id).toBe(blobId(bytes, "sha1"));
        }
      },
    ),
    { seed: 7, numRuns: 15 },
  );
});

test("a file that looks like git's answer about another does not stand in for it", async () => {
  const folder = initRepository(place("forged"));
  const answer = `${blobId(Buffer.from("true"), "sha1")} blob 6\nforged\n`;
  const oid = commit(folder, { "a.yaml": "true", "b.yaml": `\n${answer}`, "c.yaml": answer });
  const tree = ok(await gitTree(await open(folder), oid));
  expect([...(await tree.read(["a.yaml", "b.yaml", "c.yaml"])).values()]).toEqual([
    ...["true", `\n${answer}`, answer],
  ]);
});

test("a file beyond the limit is left out, and the others beside it are read", async () => {
  const folder = initRepository(place("large"));
  const big = Buffer.alloc(MAXIMUM_FILE_BYTES, 0x61);
  const files: Record<string, string | Uint8Array> = { "a.yaml": "a", "z.yaml": "z" };
  files["over.yaml"] = Buffer.alloc(MAXIMUM_FILE_BYTES + 1, 0x62);
  // Together more than one process hands over.
  for (let index = 0; index < 4; index++) {
    files[`big${index}.yaml`] = Buffer.concat([
      big.subarray(0, big.length - 1),
      Buffer.from(`${index}`),
    ]);
  }
  const oid = commit(folder, files);
  const tree = ok(await gitTree(await open(folder), oid));
  const texts = await tree.read(Object.keys(files));
  expect([...texts.keys()].sort()).toEqual(
    Object.keys(files)
      .filter((path) => path !== "over.yaml")
      .sort(),
  );
  expect(texts.get("big3.yaml")?.at(-1)).toBe("3");
  expect(texts.get("z.yaml")).toBe("z");
});

test("reads of one turn share a process, and a known blob needs none", async () => {
  const folder = initRepository(place("shared"));
  const base = commit(folder, { "a.yaml": "a", "b.yaml": "b" });
  const head = commit(folder, { "b.yaml": "B" });
  // Git counts its own starts.
  const log = place("trace.log");
  const git = ok(await openGit(folder, testEnvironment({ GIT_TRACE2_EVENT: log })));
  const [one, other] = [ok(await gitTree(git, base)), ok(await gitTree(git, head))];
  const starts = (): number => readFileSync(log, "utf8").split('"event":"start"').length - 1;
  const before = starts();
  const [left, right] = await Promise.all([
    one.read(["a.yaml", "b.yaml"]),
    other.read(["a.yaml", "b.yaml"]),
  ]);
  expect(starts() - before).toBe(1);
  expect([left.get("b.yaml"), right.get("b.yaml"), right.get("a.yaml")]).toEqual(["b", "B", "a"]);
  await one.read(["a.yaml"]);
  expect(starts() - before).toBe(1);
  expect([...changedPaths(one, other)]).toEqual(["b.yaml"]);
});

test("a repository under sha256", async () => {
  const folder = initRepository(place("sha256"), "--object-format=sha256");
  const oid = commit(folder, { "a.yaml": "a" });
  const git = await open(folder);
  const tree = ok(await gitTree(git, oid));
  expect(git.objectFormat).toBe("sha256");
  expect(tree.entries.get("a.yaml")?.id).toBe(blobId(Buffer.from("a"), "sha256"));
  expect((await tree.read(["a.yaml"])).get("a.yaml")).toBe("a");
});

test("from a folder within, from a linked worktree, and from a bare repository", async () => {
  const folder = initRepository(place("whole"));
  const oid = commit(folder, { "deep/er/a.yaml": "a" });
  run(folder, "worktree", "add", "--quiet", "--detach", place("linked"));
  run(folder, "clone", "--quiet", "--bare", folder, place("bare.git"));
  for (const from of [join(folder, "deep"), place("linked"), place("bare.git")]) {
    const git = await open(from);
    const tree = ok(await gitTree(git, oid));
    expect([...tree.entries.keys()]).toEqual(["deep/er/a.yaml"]);
    expect((await tree.read(["deep/er/a.yaml"])).size).toBe(1);
  }
  expect((await open(join(folder, "deep"))).topLevel).toBe(folder);
  expect((await open(place("bare.git"))).topLevel).toBeNull();
});
