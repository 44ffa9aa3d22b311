import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isProblem, problemOf } from "../../src/repository/problem.ts";
import { findTraceSources, type TraceSource } from "../../src/repository/trace-sources.ts";

let folder = "";
const text = "spans ".repeat(100_000);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "trace-sources-"));
  mkdirSync(join(folder, "all/deep/er"), { recursive: true });
  mkdirSync(join(folder, "none"));
  const files: Record<string, string | Buffer> = {
    "one.json": "one",
    "all/b.json": "b",
    "all/a.json": "a",
    "all/deep/er/c.ndjson": "c",
    "all/.hidden.json": "hidden",
    "brackets[1].json": "brackets",
    "packed.gz": gzipSync(text),
    "members.json": Buffer.concat([gzipSync("a"), gzipSync("b"), gzipSync("c")]),
    "cut.gz": gzipSync(text).subarray(0, -20),
    "damaged.gz": Buffer.concat([gzipSync(text).subarray(0, 30), Buffer.alloc(50, 7)]),
    "packed.zst": Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
    "short.bin": Buffer.from([0x1f]),
    empty: "",
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  symlinkSync(join(folder, "one.json"), join(folder, "all/link.json"));
  symlinkSync(folder, join(folder, "all/circle"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function* standardInput(): AsyncGenerator<Uint8Array> {
  yield gzipSync("from in").subarray(0, 1);
  yield gzipSync("from in").subarray(1);
}

async function sourcesOf(...operands: string[]): Promise<readonly TraceSource[]> {
  const sources = await findTraceSources(operands, standardInput(), folder);
  if (isProblem(sources)) throw new Error(sources.message);
  return sources;
}

async function problemWith(...operands: string[]) {
  const sources = await findTraceSources(operands, standardInput(), folder);
  return isProblem(sources) ? sources : null;
}

async function contentOf(source: TraceSource | undefined): Promise<string> {
  const parts: Uint8Array[] = [];
  if (source === undefined) return "";
  for await (const { bytes } of source.chunks()) parts.push(bytes);
  return Buffer.concat(parts).toString();
}

describe("sources of traces", () => {
  it("are files in the order they are named, folders sorted and whole but for what is hidden", async () => {
    const sources = await sourcesOf("one.json", "all");
    expect(sources.map(({ name, found }) => [name, found])).toEqual([
      ["one.json", false],
      ["all/a.json", true],
      ["all/b.json", true],
      ["all/deep/er/c.ndjson", true],
    ]);
    expect(await Promise.all(sources.map(contentOf))).toEqual(["one", "a", "b", "c"]);
  });

  it("are each read once, however often they are named, and count as named if they are", async () => {
    const sources = await sourcesOf("all", "./one.json", "all/a.json", "all/*.json");
    expect(sources.map(({ name, found }) => [name, found])).toEqual([
      ["all/a.json", false],
      ["all/b.json", true],
      ["all/deep/er/c.ndjson", true],
      ["./one.json", false],
    ]);
  });

  it("are what a glob matches, unless a file has that name", async () => {
    const globbed = await sourcesOf("all/**/*.{json,ndjson}");
    expect(globbed.map(({ name }) => name)).toEqual([
      "all/a.json",
      "all/b.json",
      "all/deep/er/c.ndjson",
      "all/link.json",
    ]);
    expect((await sourcesOf("*.json")).map(({ name }) => name)).toContain("one.json");
    expect(await contentOf((await sourcesOf("brackets[1].json"))[0])).toBe("brackets");
    expect((await sourcesOf(join(folder, "on?.json")))[0]?.name).toBe(join(folder, "one.json"));
  });

  it("are unpacked by their content, of several members too", async () => {
    const [packed] = await sourcesOf("packed.gz");
    expect(await contentOf(packed)).toBe(text);
    expect(await contentOf((await sourcesOf("members.json"))[0])).toBe("abc");
    expect(await contentOf((await sourcesOf("short.bin"))[0])).toBe("\u001f");
    expect(await contentOf((await sourcesOf("empty"))[0])).toBe("");
    expect(await contentOf((await sourcesOf("-"))[0])).toBe("from in");
  });

  it("tell how much of them has been read", async () => {
    const [packed] = await sourcesOf("packed.gz");
    const consumed: number[] = [];
    for await (const chunk of packed?.chunks() ?? []) consumed.push(chunk.consumed);
    expect(consumed.at(-1)).toBe(packed?.size);
    expect((await sourcesOf("-"))[0]?.size).toBeNull();
  });

  it("come out as they are where they are compressed in another way", async () => {
    const [source] = await sourcesOf("packed.zst");
    expect((await contentOf(source)).slice(0, 1)).toBe("(");
  });

  it.each(["cut.gz", "damaged.gz"])("tell that %s is cut off or damaged", async (name) => {
    const [source] = await sourcesOf(name);
    const error: unknown = await contentOf(source).catch((caught: unknown) => caught);
    expect(problemOf(error)).toMatchObject({ kind: "usage", code: "broken-compression" });
    expect(problemOf(error)?.message).toContain(name);
  });

  it("let go of a file that is not read to its end", async () => {
    const [source] = await sourcesOf("packed.gz");
    for await (const { bytes } of source?.chunks() ?? []) {
      expect(bytes.length).toBeGreaterThan(0);
      break;
    }
  });

  it.each([
    ["missing.json", "there is no file `missing.json`"],
    ["missing/*.json", "there is no file `missing/*.json`"],
    ["none", "there is no file in `none`"],
  ])("%s is a problem", async (operand, words) => {
    const problem = await problemWith("one.json", operand);
    expect(problem).toMatchObject({ kind: "usage", code: "no-trace-files" });
    expect(problem?.message).toContain(words);
  });

  it.skipIf(process.getuid?.() === 0)("tell a file that may not be read", async () => {
    writeFileSync(join(folder, "secret"), "x");
    chmodSync(join(folder, "secret"), 0);
    const [source] = await sourcesOf("secret");
    const error: unknown = await contentOf(source).catch((caught: unknown) => caught);
    expect(problemOf(error)).toMatchObject({ kind: "unavailable", code: "unreadable-traces" });
  });
});
