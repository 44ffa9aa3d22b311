import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { resolveCommit } from "../../src/repository/commits.ts";
import { fetchCommits } from "../../src/repository/fetch.ts";
import { gitTree } from "../../src/repository/git-tree.ts";
import { historyReaders, openTree, openTrees } from "../../src/repository/open-tree.ts";
import { isProblem } from "../../src/repository/problem.ts";
import { resolvePullRequestBase } from "../../src/repository/pull-request-base.ts";
import {
  apiOver,
  brokenApi,
  codeOf,
  commit,
  makePullRequest,
  ok,
  open,
  openWorkshop,
  type PullRequest,
  run,
  shallowCheckout,
  untouched,
} from "./git-fixture.ts";

const workshop = openWorkshop();
afterAll(workshop.remove);
const place = (name: string): string => join(workshop.folder, name);
let request: PullRequest;
beforeAll(() => {
  request = makePullRequest(workshop.folder);
});

describe("a shallow checkout of the test merge", () => {
  let folder = "";
  let count = 0;
  beforeEach(() => {
    folder = place(`shallow-${count++}`);
    shallowCheckout(folder, request.url, request.merge, "pull/1/merge");
  });

  test("the base is fetched by its id, and only it", async () => {
    const git = await open(folder);
    const trees = await untouched(folder, () =>
      openTrees({ git, api: null }, [request.main, request.merge]),
    );
    const [base, head] = trees.map((tree) => ok(tree));
    expect([...(base?.entries.keys() ?? [])]).toContain("deploy/stock.yaml");
    expect((await base?.read(["deploy/web.yaml"]))?.get("deploy/web.yaml")).toBe("replicas: 3\n");
    expect((await head?.read(["deploy/web.yaml"]))?.get("deploy/web.yaml")).toBe("replicas: 1\n");
    // At depth 1: what is behind the base did not come.
    expect(codeOf(await gitTree(git, request.main))).not.toBe("commit-missing");
    expect(codeOf(await gitTree(git, request.fork))).toBe("commit-missing");
  });

  test("several that are missing come in one fetch", async () => {
    const git = await open(folder);
    const trees = await untouched(folder, () =>
      openTrees({ git, api: null }, [request.main, request.fork, request.head]),
    );
    expect(trees.map((tree) => isProblem(tree))).toEqual([false, false, false]);
  });

  test("one that the remote lacks does not take the others along", async () => {
    const git = await open(folder);
    const trees = await untouched(folder, () =>
      openTrees({ git, api: null }, [request.main, "1".repeat(40)]),
    );
    expect(isProblem(trees[0])).toBe(false);
    expect(codeOf(trees[1])).toBe("commit-not-on-remote");
  });

  test("no credentials: the API lists, and is asked only for what the clone lacks", async () => {
    run(folder, "remote", "set-url", "origin", `file://${place("nowhere.git")}`);
    const git = await open(folder);
    const api = apiOver(await open(request.origin));
    const tree = ok(await untouched(folder, () => openTree({ git, api }, request.main)));
    const texts = await tree.read(["deploy/web.yaml", "deploy/cart.yaml", "deploy/stock.yaml"]);
    expect(texts.get("deploy/web.yaml")).toBe("replicas: 3\n");
    expect(texts.get("deploy/cart.yaml")).toBe("replicas: 2\n");
    const web = tree.entries.get("deploy/web.yaml")?.id;
    expect(api.asked).toEqual([`tree ${request.main}`, `blob ${web}`]);
    await tree.read(["deploy/web.yaml"]);
    expect(api.asked).toHaveLength(2);
  });

  test("neither git nor the API: both reasons, and a remedy", async () => {
    run(folder, "remote", "set-url", "origin", `file://${place("nowhere.git")}`);
    const git = await open(folder);
    const alone = await openTree({ git, api: null }, request.main);
    expect(alone).toMatchObject({ kind: "unavailable", code: "no-remote" });
    const both = await openTree({ git, api: brokenApi }, request.main);
    expect(both).toHaveProperty("code", "api-failed");
    expect(both).toHaveProperty(
      "message",
      expect.stringMatching(/^[^\n]*403 forbidden.*contents: read.*Before that[^\n]*$/),
    );
  });

  test("the merge base is asked of the API", async () => {
    const git = await open(folder);
    const api = apiOver(await open(request.origin));
    const found = await untouched(folder, () =>
      historyReaders({ git, api }).mergeBase(request.main, request.head),
    );
    expect(found).toBe(request.fork);
    expect(api.asked).toEqual([`base ${request.main} ${request.head}`]);
  });

  test("the whole way: what the pull request changed, and nothing of others", async () => {
    const git = await open(folder);
    const checkedOut = ok(await resolveCommit(git, "HEAD"));
    const compared = ok(
      await resolvePullRequestBase(
        { checkedOut, testMerge: request.merge, baseTip: request.main, head: request.head },
        historyReaders({ git, api: brokenApi }),
      ),
    );
    expect(compared).toEqual({
      base: { sha: request.main, kind: "merge-parent" },
      head: { sha: request.merge, commit: request.head },
    });
  });
});

describe("a full clone", () => {
  test("a commit pushed later is fetched without a depth: the clone stays whole", async () => {
    const folder = place("full");
    run(workshop.folder, "clone", "--quiet", request.url, folder);
    const git = await open(folder);
    const tree = await untouched(folder, () => openTree({ git, api: null }, request.head));
    expect(isProblem(tree)).toBe(false);
    expect(existsSync(join(folder, ".git/shallow"))).toBe(false);
    expect(run(folder, "rev-list", "--count", request.head)).toBe("3");
  });

  test("settings that would fetch more, prune or write refs do not", async () => {
    const folder = place("eager");
    run(workshop.folder, "clone", "--quiet", request.url, folder);
    run(folder, "update-ref", "refs/remotes/origin/stale", request.main);
    run(folder, "config", "fetch.prune", "true");
    run(folder, "config", "fetch.pruneTags", "true");
    run(folder, "config", "fetch.writeCommitGraph", "true");
    run(folder, "config", "remote.origin.tagOpt", "--tags");
    run(folder, "config", "--add", "remote.origin.fetch", "+refs/pull/*:refs/remotes/origin/pr/*");
    run(request.origin, "tag", "--force", "eager", request.main);
    const git = await open(folder);
    const problem = await untouched(folder, () => fetchCommits(git, [request.head]));
    expect(problem).toBeNull();
    expect(existsSync(join(folder, ".git/objects/info/commit-graphs"))).toBe(false);
  });

  test("the merge base of a head that is not there yet", async () => {
    const folder = place("late");
    run(workshop.folder, "clone", "--quiet", request.url, folder);
    const readers = historyReaders({ git: await open(folder), api: null });
    expect(await untouched(folder, () => readers.mergeBase(request.main, request.head))).toBe(
      request.fork,
    );
  });

  test("a commit of a fork comes through the pull request's ref of the origin", async () => {
    const fork = place("fork");
    run(workshop.folder, "clone", "--quiet", request.url, fork);
    const theirs = commit(fork, { "deploy/fork.yaml": "replicas: 5\n" });
    run(fork, "push", "--quiet", request.origin, `${theirs}:refs/pull/2/head`);
    const folder = place("base-checkout");
    run(workshop.folder, "clone", "--quiet", "--depth=1", request.url, folder);
    const git = await open(folder);
    const tree = ok(await untouched(folder, () => openTree({ git, api: null }, theirs)));
    expect((await tree.read(["deploy/fork.yaml"])).get("deploy/fork.yaml")).toBe("replicas: 5\n");
  });

  test("names that are no remotes, and ids that are none, are refused before git sees them", async () => {
    const folder = place("full");
    const git = await open(folder);
    expect(
      (await fetchCommits(git, [request.head], `--upload-pack=touch ${place("planted")}`))?.code,
    ).toBe("no-remote");
    expect((await fetchCommits(git, [request.head], "ext::sh -c touch% planted"))?.code).toBe(
      "no-remote",
    );
    expect((await fetchCommits(git, ["--all"]))?.code).toBe("not-an-id");
    run(folder, "config", "protocol.ext.allow", "always");
    run(folder, "remote", "add", "outside", `ext::sh -c touch% ${place("planted")}`);
    expect(isProblem(await fetchCommits(git, ["1".repeat(40)], "outside"))).toBe(true);
    expect(existsSync(place("planted"))).toBe(false);
  });
});
