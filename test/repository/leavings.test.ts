import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { maker, sweepDrafts, sweepFolders } from "../../src/repository/leavings.ts";
import { makeScratch, withScratch } from "../../src/repository/scratch.ts";
import { writeWholeFile } from "../../src/repository/whole-file.ts";
import { temporaryFolder } from "./render-fixture.ts";

/** The machine's part of a name. */
const [machine = ""] = maker().split("-");
let dead = 0;
let living: ChildProcess;

beforeAll(async () => {
  const ended = spawn(process.execPath, ["-e", "0"]);
  dead = ended.pid ?? 0;
  living = spawn(process.execPath, ["-e", "setTimeout(() => {}, 600_000)"]);
  await once(ended, "close");
});
afterAll(() => {
  living.kill("SIGKILL");
});

function folderOf(parent: string, owner: string): string {
  const folder = join(parent, `availability-gate-${owner}-abc123`);
  mkdirSync(join(folder, "tree"), { recursive: true });
  writeFileSync(join(folder, "tree/file"), "x");
  return folder;
}

describe("what a killed run left", () => {
  it("goes, where its process is gone", () => {
    const parent = temporaryFolder();
    const left = folderOf(parent, `${machine}-${dead}`);
    sweepFolders(parent);
    expect(existsSync(left)).toBe(false);
  });

  it("goes, where this process has its number now, and not what this process uses", async () => {
    const parent = temporaryFolder();
    const left = folderOf(parent, `${machine}-${process.pid}`);
    const own = makeScratch(parent);
    expect(existsSync(left)).toBe(false);
    sweepFolders(parent);
    expect(existsSync(own.folder)).toBe(true);
    await own.remove();
    expect(readdirSync(parent)).toEqual([]);
  });

  it.each<[string, () => string]>([
    ["a process that is there", () => `${machine}-${living.pid}`],
    ["another machine or container", () => `00000000-${dead}`],
    ["nobody", () => "run"],
  ])("stays, where it is of %s", (_name, owner) => {
    const parent = temporaryFolder();
    const left = folderOf(parent, owner());
    sweepFolders(parent);
    expect(readFileSync(join(left, "tree/file"), "utf8")).toBe("x");
  });

  it("is followed nowhere by links", () => {
    const parent = temporaryFolder();
    const elsewhere = temporaryFolder();
    writeFileSync(join(elsewhere, "kept"), "x");
    const link = join(parent, `availability-gate-${machine}-${dead}-abc123`);
    symlinkSync(elsewhere, link);
    const left = folderOf(parent, `${machine}-${dead}-further`);
    symlinkSync(elsewhere, join(left, "tree/link"));
    sweepFolders(parent);
    expect(readdirSync(parent)).toEqual([link.slice(parent.length + 1)]);
    expect(readdirSync(elsewhere)).toEqual(["kept"]);
  });

  it.skipIf(process.getuid?.() !== 0)("stays, where it is another user's (as root only)", () => {
    const parent = temporaryFolder();
    const left = folderOf(parent, `${machine}-${dead}`);
    chownSync(left, 12_345, 12_345);
    sweepFolders(parent);
    expect(existsSync(left)).toBe(true);
  });

  it("may be in a folder that is not there", () => {
    expect(() => sweepFolders("/nowhere/at/all")).not.toThrow();
  });
});

describe("drafts of a file", () => {
  it("go with the next one that is written, and no other file does", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "result.json");
    const kept = [
      "other.json.tmp",
      "result.json.tmp",
      `result.json.${machine}-${living.pid}-0.tmp`,
      `other.json.${machine}-${dead}-0.tmp`,
    ];
    for (const name of [...kept, `result.json.${machine}-${dead}-0.tmp`]) {
      writeFileSync(join(folder, name), "x");
    }
    await writeWholeFile(file, "whole");
    expect(readdirSync(folder).sort()).toEqual([...kept, "result.json"].sort());
    expect(readFileSync(file, "utf8")).toBe("whole");
  });

  it("are not taken from one another by writers of one process", async () => {
    const file = join(temporaryFolder(), "result.json");
    const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000));
    await Promise.all(
      texts.map((text) => {
        sweepDrafts(file);
        return writeWholeFile(file, text);
      }),
    );
    expect(texts).toContain(readFileSync(file, "utf8"));
  });
});

it("a scratch folder is this user's alone", async () => {
  await withScratch(async (folder) => {
    expect(folder).toContain(maker());
    expect(statSync(folder).mode & 0o077).toBe(0);
  });
});
