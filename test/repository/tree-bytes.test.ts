import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiTree } from "../../src/repository/api-tree.ts";
import { directoryTree } from "../../src/repository/directory-tree.ts";
import { gitTree } from "../../src/repository/git-tree.ts";
import type { Tree } from "../../src/repository/tree.ts";
import { indexTree } from "../../src/repository/tree-index.ts";
import { worktree } from "../../src/repository/worktree.ts";
import { brokenApi, commit, initRepository, ok, open, openWorkshop } from "./git-fixture.ts";

const workshop = openWorkshop();
afterAll(workshop.remove);

const ARCHIVE = new Uint8Array([0x1f, 0x8b, 0, 255, 10]);
const LARGE = new Uint8Array(8 * 1024 * 1024 + 1);

let trees: Readonly<Record<string, Tree>>;
beforeAll(async () => {
  const folder = initRepository(join(workshop.folder, "shop"));
  writeFileSync(join(folder, "outside"), "");
  symlinkSync("charts", join(folder, "link"));
  const oid = commit(folder, { "charts/redis.tgz": ARCHIVE, "a.yaml": "\u{feff}a", large: LARGE });
  const git = await open(folder);
  const listed = ok(await gitTree(git, oid));
  const api = {
    ...brokenApi,
    listTree: async () => [...listed.entries.values()],
    readBlob: async (id: string) => {
      const bytes = (await git.blobs.readBytes([id])).get(id);
      return bytes ?? LARGE;
    },
  };
  trees = {
    git: listed,
    worktree: ok(await worktree(git)),
    folder: ok(await directoryTree(folder)),
    api: ok(await apiTree(api, oid, null)),
  };
});

describe.each(["git", "worktree", "folder", "api"])("the bytes of a tree (%s)", (name) => {
  it("are those of files, and the targets of links; what is absent or too large is left out", async () => {
    const paths = ["charts/redis.tgz", "a.yaml", "link", "large", "none", "../outside"];
    const bytes = await trees[name]!.readBytes(paths);
    const shown = [...bytes].map(([path, content]) => [
      path,
      Buffer.from(content).toString("latin1"),
    ]);
    expect(Object.fromEntries(shown)).toEqual({
      "charts/redis.tgz": Buffer.from(ARCHIVE).toString("latin1"),
      "a.yaml": "\xef\xbb\xbfa",
      link: "charts",
    });
  });
});

describe("a tree by its folders", () => {
  const tree = (files: readonly string[], links: Readonly<Record<string, string>>): Tree => ({
    commit: "",
    entries: new Map(
      [...files, ...Object.keys(links)].map((path) => [
        path,
        { path, id: path, kind: path in links ? "symlink" : "file" },
      ]),
    ),
    read: async () => new Map(),
    readBytes: async (paths) =>
      new Map(paths.map((path) => [path, Buffer.from(links[path] ?? "")])),
  });

  it("lists what is below each, and none that only begins alike", async () => {
    const index = await indexTree(tree(["a/b/c", "a/d", "ab/e", "f"], {}));
    expect(index.below("a")).toEqual(["a/b/c", "a/d"]);
    expect(index.below("")).toEqual(["a/b/c", "a/d", "ab/e", "f"]);
    expect(index.below("none")).toEqual([]);
    expect(["", "a", "a/b", "a/d", "none"].map(index.isFolder)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it("follows links inside, and none that leads out or in circles", async () => {
    const links = {
      base: "deploy/base",
      "deploy/up": "..",
      "deploy/out": "../../etc",
      absolute: "/etc",
      round: "about",
      about: "round",
      "deploy/base/peer": "../up/base",
    };
    const index = await indexTree(tree(["deploy/base/web.yaml"], links));
    expect(index.real("base/web.yaml")).toBe("deploy/base/web.yaml");
    expect(index.real("deploy/up/base/web.yaml")).toBe("deploy/base/web.yaml");
    expect(index.real("base/peer/web.yaml")).toBe("deploy/base/web.yaml");
    // As the system does: `..` of what the link led to.
    expect(index.real("base/../base/web.yaml")).toBe("deploy/base/web.yaml");
    expect(index.real("./deploy//base")).toBe("deploy/base");
    for (const path of ["deploy/out/passwd", "absolute", "round", "round/x", "..", "a/../../b"]) {
      expect(index.real(path), path).toBeNull();
    }
  });
});
