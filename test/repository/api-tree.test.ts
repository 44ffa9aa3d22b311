import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiTree, type TreeApi } from "../../src/repository/api-tree.ts";
import { blobId } from "../../src/repository/blob-id.ts";
import { openGit } from "../../src/repository/git.ts";
import { gitTree } from "../../src/repository/git-tree.ts";
import { historyReaders, openTree, openTrees } from "../../src/repository/open-tree.ts";
import { problemOf } from "../../src/repository/problem.ts";
import {
  apiOver,
  brokenApi,
  codeOf,
  makePullRequest,
  ok,
  open,
  openWorkshop,
  type PullRequest,
  run,
  testEnvironment,
  untouched,
} from "./git-fixture.ts";

const workshop = openWorkshop();
afterAll(workshop.remove);
const place = (name: string): string => join(workshop.folder, name);
let request: PullRequest;
beforeAll(() => {
  request = makePullRequest(workshop.folder);
});

describe("partial clones", () => {
  test.each(["blob:none", "tree:0"])("%s: what is read comes from the remote", async (filter) => {
    const folder = place(`partial-${filter.replace(":", "-")}`);
    run(
      workshop.folder,
      "clone",
      "--quiet",
      "--no-checkout",
      `--filter=${filter}`,
      request.url,
      folder,
    );
    const git = await open(folder);
    await untouched(folder, async () => {
      const [base, head] = await openTrees({ git, api: null }, [request.main, request.head]);
      const paths = ["deploy/web.yaml", "deploy/cart.yaml", "README.md"];
      const [left, right] = await Promise.all([ok(base)?.read(paths), ok(head)?.read(paths)]);
      expect([left?.size, right?.size]).toEqual([3, 3]);
      expect(right?.get("deploy/web.yaml")).toBe("replicas: 1\n");
    });
  });

  test("whose remote is gone: reading rejects with a problem, or the API stands in", async () => {
    const folder = place("stranded");
    run(
      workshop.folder,
      "clone",
      "--quiet",
      "--no-checkout",
      "--filter=blob:none",
      request.url,
      folder,
    );
    run(folder, "remote", "set-url", "origin", `file://${place("nowhere.git")}`);
    const git = await open(folder);
    const tree = ok(await gitTree(git, request.main));
    const failed: unknown = await tree.read(["README.md"]).catch((error: unknown) => error);
    expect(problemOf(failed)).toMatchObject({ kind: "unavailable", code: "unreadable-objects" });
    const api = apiOver(await open(request.origin));
    const listed = ok(await apiTree(api, request.main, git));
    expect((await listed.read(["README.md"])).get("README.md")).toBe("shop\n");
  });
});

describe("the API alone", () => {
  test("with no clone at all, or one that git distrusts", async () => {
    mkdirSync(place("empty"), { recursive: true });
    const none = await openGit(
      place("empty"),
      testEnvironment({ GIT_CEILING_DIRECTORIES: workshop.folder }),
    );
    const distrusted = await openGit(
      request.origin,
      testEnvironment({ GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" }),
    );
    expect([codeOf(none), codeOf(distrusted)]).toEqual(["not-a-repository", "dubious-ownership"]);
    for (const git of [none, distrusted, null]) {
      const api = apiOver(await open(request.origin));
      const tree = ok(await openTree({ git, api }, request.head));
      expect((await tree.read(["deploy/web.yaml", "deploy/cart.yaml"])).size).toBe(2);
      expect(api.asked).toHaveLength(3);
      expect(await historyReaders({ git, api }).mergeBase(request.main, request.head)).toBe(
        request.fork,
      );
    }
    expect(codeOf(await openTree({ git: distrusted, api: null }, request.head))).toBe(
      "dubious-ownership",
    );
    expect(codeOf(await openTree({ git: null, api: null }, request.head))).toBe("no-source");
  });

  test("many blobs, at most eight at once, each once; a refusal rejects with a problem", async () => {
    let now = 0;
    let most = 0;
    let calls = 0;
    const contents = new Map(
      Array.from({ length: 30 }, (_, index) => {
        const bytes = Buffer.from(`file ${index}`);
        return [blobId(bytes, "sha1"), bytes] as const;
      }),
    );
    const ids = [...contents.keys()];
    const entries = Array.from({ length: 40 }, (_, index) => ({
      path: `${index}`,
      id: ids[index % 30]!,
      kind: "file" as const,
    }));
    const api: TreeApi = {
      ...brokenApi,
      listTree: async () => entries,
      async readBlob(id) {
        calls++;
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 2));
        now--;
        return contents.get(id)!;
      },
    };
    const tree = ok(await apiTree(api, request.main, null));
    const texts = await tree.read(entries.map((entry) => entry.path));
    expect([texts.size, calls, most]).toEqual([40, 30, 8]);
    const refusing = ok(
      await apiTree({ ...api, readBlob: brokenApi.readBlob }, request.main, null),
    );
    const failed: unknown = await refusing.read(["1"]).catch((error: unknown) => error);
    expect(problemOf(failed)?.code).toBe("api-failed");
    // Cut off on the way, and yet a reply like any other.
    const half: TreeApi = { ...api, readBlob: async (id) => contents.get(id)!.subarray(0, 3) };
    const cut = await ok(await apiTree(half, request.main, null))
      .read(["1"])
      .catch((error: unknown) => error);
    expect(problemOf(cut)?.message).toMatch(/what came is not what has that id/);
  });
});
