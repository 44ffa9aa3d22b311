import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { readInputs } from "../src/action/inputs.ts";
import { VERSION } from "../src/flow/version.ts";

const root = join(import.meta.dirname, "..");
const text = (file: string) => readFileSync(join(root, file), "utf8");

type Manifest = {
  inputs: Record<string, { description: string; default?: string }>;
  outputs: Record<string, { description: string }>;
  runs: { using: string; main: string };
};
const manifest = load(text("action.yml")) as Manifest;

/** The rows of the first table below a comment of the README. */
function table(comment: string): string[][] {
  const after = text("README.md").split(`<!-- ${comment}`)[1] ?? "";
  const lines = after.split("\n").slice(1);
  const rows = lines.slice(
    2,
    lines.findIndex((line, at) => at > 1 && !line.startsWith("|")),
  );
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
}

describe("action.yml", () => {
  it("declares the inputs that the code reads, and no others", () => {
    const read = new Set<string>();
    readInputs((name) => {
      read.add(name);
      return "";
    });
    expect([...read].sort()).toEqual(Object.keys(manifest.inputs).sort());
  });

  it("has the defaults that the code has", () => {
    const declared = readInputs((name) => manifest.inputs[name]?.default ?? "");
    const token = manifest.inputs["github-token"]?.default;
    const bare = readInputs(() => "");
    expect(declared).toEqual({ ...bare, token });
  });

  it("is what the README's tables say", () => {
    const inputs = Object.entries(manifest.inputs).map(([name, input]) => [
      name,
      input.default ?? "",
      input.description,
    ]);
    expect(table("inputs")).toEqual(inputs);
    const outputs = Object.entries(manifest.outputs).map(([name, one]) => [name, one.description]);
    expect(table("outputs")).toEqual(outputs);
  });

  it("declares the outputs that the code sets", () => {
    const set = [...text("src/action.ts").matchAll(/core\.setOutput\("([^"]+)"/g)];
    const names = new Set(set.map((match) => match[1]));
    expect([...names].sort()).toEqual(Object.keys(manifest.outputs).sort());
  });

  it("runs the committed bundle on node24", () => {
    expect(manifest.runs).toEqual({ using: "node24", main: "dist/action.js" });
  });

  it.each([
    ["comment", "sometimes"],
    ["fail-on", "warn"],
    ["samples", "1e9"],
    ["samples", "0"],
    ["seed", "-1"],
    ["annotations", "yes"],
    ["comment-id", "x".repeat(101)],
  ])("has an input %s that refuses %j by its name", (name, value) => {
    const inputs = readInputs((asked) => (asked === name ? value : ""));
    expect("message" in inputs && inputs.message).toContain(`\`${name}\``);
  });
});

describe("the version", () => {
  it("is that of package.json", () => {
    expect(VERSION).toBe(JSON.parse(text("package.json")).version);
  });
});
