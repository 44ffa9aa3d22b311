import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openGit } from "../../src/repository/git.ts";
import { homeOf, isTrusted, lendersOf } from "../../src/repository/lenders.ts";
import { isProblem } from "../../src/repository/problem.ts";
import { commit, initRepository, open, openWorkshop, run, testEnvironment } from "./git-fixture.ts";

const workshop = openWorkshop();
afterAll(workshop.remove);
const place = (name: string): string => join(workshop.folder, name);

const lender = initRepository(place("lender"));
const oid = commit(lender, { "a.yaml": "a: 1\n" });
const lent = join(lender, ".git/objects");

let count = 0;
/** A repository that lies apart, with these alternates. */
function borrower(alternates: string | null): string {
  const folder = initRepository(place(`borrower-${count++}`));
  if (alternates !== null) {
    mkdirSync(join(folder, ".git/objects/info"), { recursive: true });
    writeFileSync(join(folder, ".git/objects/info/alternates"), alternates);
  }
  return folder;
}

const trusting = (...folders: readonly string[]) => ({
  ...testEnvironment(),
  GIT_CONFIG_COUNT: String(folders.length),
  ...Object.fromEntries(
    folders.flatMap((folder, index) => [
      [`GIT_CONFIG_KEY_${index}`, "safe.directory"],
      [`GIT_CONFIG_VALUE_${index}`, folder],
    ]),
  ),
});

async function codeAt(folder: string, environment: Readonly<Record<string, string>>) {
  const opened = await openGit(folder, environment);
  return isProblem(opened) ? opened.code : "open";
}

describe("objects that another folder lends", () => {
  test.each([
    ["its path", () => `${lent}\n`],
    ["its path from here", () => "../../../lender/.git/objects\n"],
    ["a remark and an empty line before it", () => `# from there\n\n${lent}\n`],
    ["no line's end", () => lent],
  ])("are not read: %s", async (_, alternates) => {
    const folder = borrower(alternates());
    // git itself has them.
    expect(run(folder, "cat-file", "-t", oid)).toBe("commit");
    expect(lendersOf(join(folder, ".git"))).toEqual([lent]);
    const problem = await openGit(folder, testEnvironment());
    expect(problem).toMatchObject({ kind: "unavailable", code: "borrowed-objects" });
    const message = "message" in problem ? problem.message : "";
    expect(message).toContain(`\`${lent}\``);
    expect(message).toContain(`\`git config --global --add safe.directory ${lender}\``);
    expect(await codeAt(folder, trusting(lender))).toBe("open");
  });

  test("nor by a path in quotes, which is nobody's name", async () => {
    const folder = borrower(`"${lent}"\n`);
    expect(run(folder, "cat-file", "-t", oid)).toBe("commit");
    expect(await codeAt(folder, trusting(lender))).toBe("borrowed-objects");
    expect(await codeAt(folder, trusting("*"))).toBe("open");
  });

  test("nor by a second line, or through a link", async () => {
    const second = initRepository(place("second"));
    const both = borrower(`${join(second, ".git/objects")}\n${lent}\n`);
    expect(await codeAt(both, trusting(second))).toBe("borrowed-objects");
    expect(await codeAt(both, trusting(second, lender))).toBe("open");
    const linked = borrower(null);
    renameSync(join(linked, ".git/objects"), join(linked, ".git/kept"));
    symlinkSync(lent, join(linked, ".git/objects"));
    expect(run(linked, "cat-file", "-t", oid)).toBe("commit");
    expect(await codeAt(linked, testEnvironment())).toBe("borrowed-objects");
    const fanned = borrower(null);
    symlinkSync(join(lent, oid.slice(0, 2)), join(fanned, ".git/objects", oid.slice(0, 2)));
    expect(run(fanned, "cat-file", "-t", oid)).toBe("commit");
    expect(await codeAt(fanned, testEnvironment())).toBe("borrowed-objects");
    expect(await codeAt(fanned, trusting(lender))).toBe("open");
  });

  test("nor a pack through a link, nor where the list is longer than any that a person wrote", async () => {
    const packed = borrower(null);
    run(lender, "repack", "--quiet", "-a");
    const packs = readdirSync(join(lent, "pack")).filter((name) => /\.(?:pack|idx)$/.test(name));
    for (const name of packs) {
      symlinkSync(join(lent, "pack", name), join(packed, ".git/objects/pack", name));
    }
    expect(run(packed, "cat-file", "-t", oid)).toBe("commit");
    expect(await codeAt(packed, testEnvironment())).toBe("borrowed-objects");
    expect(await codeAt(packed, trusting(lender))).toBe("open");
    const long = borrower(`#${"x".repeat(1 << 20)}\n${lent}\n`);
    expect(await codeAt(long, trusting(lender))).toBe("borrowed-objects");
  });

  test("nor one object through a link", async () => {
    const folder = borrower(null);
    const path = join(oid.slice(0, 2), oid.slice(2));
    mkdirSync(join(folder, ".git/objects", oid.slice(0, 2)));
    symlinkSync(join(lent, path), join(folder, ".git/objects", path));
    expect(run(folder, "cat-file", "-t", oid)).toBe("commit");
    expect(lendersOf(join(folder, ".git"))).toEqual([join(lent, path)]);
    const problem = await openGit(folder, testEnvironment());
    expect(problem).toMatchObject({ code: "borrowed-objects" });
    const message = "message" in problem ? problem.message : "";
    expect(message).toContain(`safe.directory ${lender}\``);
    expect(await codeAt(folder, trusting(lender))).toBe("open");
  });

  test("nor because the repository says that it may be trusted", async () => {
    const folder = borrower(`${lent}\n`);
    run(folder, "config", "--add", "safe.directory", lender);
    run(folder, "config", "--add", "safe.directory", "*");
    expect(await codeAt(folder, testEnvironment())).toBe("borrowed-objects");
  });

  test("a repository that borrows nothing is open: no line, a link within it, a linked worktree", async () => {
    expect(await codeAt(borrower("# none\n\n"), testEnvironment())).toBe("open");
    const packed = borrower(null);
    commit(packed, { "a.yaml": "a: 2\n" });
    renameSync(join(packed, ".git/objects/pack"), join(packed, ".git/packs"));
    symlinkSync("../packs", join(packed, ".git/objects/pack"));
    expect(await codeAt(packed, testEnvironment())).toBe("open");
    run(lender, "worktree", "add", "--quiet", "--detach", place("tree"));
    expect((await open(place("tree"))).packs).toBe(join(lent, "pack"));
  });
});

describe("folders that the user trusts", () => {
  const trusts = (path: string, ...folders: readonly string[]) =>
    isTrusted(
      path,
      folders.map((value) => ({ key: "safe.directory", value })),
    );

  test("hold what lies in them, until an empty value takes it back", () => {
    expect(trusts("/srv/shop/.git/objects", "/srv/shop")).toBe(true);
    expect(trusts("/srv/shop/.git/objects", "/srv/*")).toBe(true);
    expect(trusts("/srv/shop/.git/objects", "*")).toBe(true);
    expect(trusts("/srv/shop.git/objects", "/srv/shop")).toBe(false);
    expect(trusts("/srv/..shop/objects", "/srv")).toBe(true);
    expect(trusts("/srv/objects", "/srv/shop")).toBe(false);
    expect(trusts("/srv/shop/objects", "/srv/shop", "")).toBe(false);
    expect(trusts("/srv/shop/objects", "/srv/other", "", "/srv/shop")).toBe(true);
    expect(trusts("/srv/shop/objects")).toBe(false);
    expect(isTrusted("/srv/shop", [{ key: "core.worktree", value: "/srv/shop" }])).toBe(false);
  });

  test("are named by the repository that the objects lie in", () => {
    expect(homeOf("/srv/shop/.git/objects")).toBe("/srv/shop");
    expect(homeOf("/srv/shop.git/objects")).toBe("/srv/shop.git");
    expect(homeOf("/srv/objects/shop/.git/objects/ab")).toBe("/srv/objects/shop");
    expect(homeOf("/srv/objects/shop.git/objects/ab/cd")).toBe("/srv/objects/shop.git");
    expect(homeOf("/srv/objects/shop/objects")).toBe("/srv/objects/shop");
    expect(homeOf("/srv/elsewhere")).toBe("/srv/elsewhere");
  });
});
