import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeTemporary, writeWanted } from "../../src/action/files.ts";

let scratch = "";
let places = { workspace: "", temp: "" };

beforeEach(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), "availability-gate-files-")));
  places = { workspace: join(scratch, "workspace"), temp: join(scratch, "temp") };
  for (const one of [places.workspace, places.temp, join(scratch, "elsewhere")]) mkdirSync(one);
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

const write = (path: string, render = () => "text\n") =>
  writeWanted([{ input: "json", path, render }], places);

describe("files that inputs ask for", () => {
  it.each(["result.json", "out/deep/result.json", "./out/../result.json"])("%s", async (path) => {
    expect(await write(path)).toEqual([]);
    expect(readFileSync(join(places.workspace, path), "utf8")).toBe("text\n");
    expect(readdirSync(join(places.workspace, path, "..")).join()).not.toContain(".tmp");
  });

  it("may lie in the runner's temporary folder", async () => {
    const file = join(places.temp, "result.json");
    expect(await write(file)).toEqual([]);
    expect(readFileSync(file, "utf8")).toBe("text\n");
  });

  it.each(["../elsewhere/result.json", "/etc/result.json", ".", "..", "out/../../elsewhere/x"])(
    "%s lies outside, and is not written",
    async (path) => {
      expect(await write(path)).toEqual([
        "the file of the input `json` would lie outside of the workspace, and is not written; name a path in it",
      ]);
      expect(readdirSync(join(scratch, "elsewhere"))).toEqual([]);
      expect(readdirSync(places.workspace)).toEqual([]);
    },
  );

  it("leads by a link of the checkout into the runner's temporary folder, and makes nothing there", async () => {
    symlinkSync(places.temp, join(places.workspace, "link"));
    expect(await write("link/event.json")).toHaveLength(1);
    expect(readdirSync(places.temp)).toEqual([]);
  });

  it.each(["link/result.json", "link/deep/result.json"])(
    "%s leads outside by a link of the checkout, and makes nothing there",
    async (path) => {
      symlinkSync(join(scratch, "elsewhere"), join(places.workspace, "link"));
      expect(await write(path)).toHaveLength(1);
      expect(readdirSync(join(scratch, "elsewhere"))).toEqual([]);
    },
  );

  it("needs no temporary folder to be there", async () => {
    rmSync(places.temp, { recursive: true });
    expect(await write("result.json")).toEqual([]);
  });

  it("takes the place of a link, and leaves what that led to alone", async () => {
    const target = join(scratch, "elsewhere", "kept");
    symlinkSync(target, join(places.workspace, "result.json"));
    expect(await write("result.json")).toEqual([]);
    expect(existsSync(target)).toBe(false);
    expect(readFileSync(join(places.workspace, "result.json"), "utf8")).toBe("text\n");
  });

  it("one that fails keeps none of the others from being written", async () => {
    const fail = () => {
      throw new Error("no renderer");
    };
    mkdirSync(join(places.workspace, "folder"));
    const warnings = await writeWanted(
      [
        { input: "report", path: "folder", render: () => "x" },
        { input: "sarif", path: "a.sarif", render: fail },
        { input: "junit", path: "b.xml", render: () => "b" },
      ],
      places,
    );
    expect(warnings).toEqual([
      expect.stringMatching(/^the file of the input `report` could not be written \(/),
      expect.stringMatching(/^the file of the input `sarif` could not be written \(no renderer\)/),
    ]);
    expect(readdirSync(places.workspace).sort()).toEqual(["b.xml", "folder"]);
  });
});

it("a temporary file has a folder of its own", async () => {
  const names = await Promise.all(
    ["a", "b"].map((text) => writeTemporary(places.temp, "result.json", text)),
  );
  expect(new Set(names).size).toBe(2);
  expect(names.map((one) => readFileSync(one, "utf8"))).toEqual(["a", "b"]);
});
