import { describe, expect, it } from "vitest";
import { readWritten, type WrittenNode } from "../../src/yaml/written.ts";

/** Every node as its kind and the text that it takes, in order. */
function extents(text: string): readonly string[] {
  const found: string[] = [];
  const walk = (node: WrittenNode): void => {
    const marks = `${"flow" in node && node.flow ? "flow " : ""}${node.marked ? "marked " : ""}`;
    found.push(`${marks}${node.kind} ${text.slice(node.start, node.end)}`);
    if (node.kind === "sequence") node.items.forEach(walk);
    if (node.kind !== "mapping") return;
    for (const { key, value } of node.entries) {
      walk(key);
      walk(value);
    }
  };
  const root = readWritten(text);
  if (root !== null) walk(root);
  return found;
}

describe("a text as it is written", () => {
  it("ends brackets where they close, whatever stands before", () => {
    expect(extents(`a: {x: "}", # }\n   y: [ ]\n   } # b\n`)).toEqual([
      `mapping a: {x: "}", # }\n   y: [ ]\n   }`,
      "scalar a",
      `flow mapping {x: "}", # }\n   y: [ ]\n   }`,
      "scalar x",
      `scalar "}"`,
      "scalar y",
      "flow sequence [ ]",
    ]);
  });

  it("ends blocks with their last value, and takes no comment in", () => {
    expect(extents("a:\n- 'b c' # one\n- d:\n    e: 1 # two\n# three\n")).toEqual([
      "mapping a:\n- 'b c' # one\n- d:\n    e: 1",
      "scalar a",
      "sequence - 'b c' # one\n- d:\n    e: 1",
      "scalar 'b c'",
      "mapping d:\n    e: 1",
      "scalar d",
      "mapping e: 1",
      "scalar e",
      "scalar 1",
    ]);
  });

  it("marks what is an anchor's, an alias, and a pair without brackets", () => {
    const found = extents("a: &x { b: 1 }\nc: *x\nd: [e: 1]\nf:\n");
    expect(found).toContain("flow marked mapping { b: 1 }");
    expect(found).toContain("marked alias *x");
    expect(found).toContain("flow marked mapping e: 1");
    expect(found.at(-1)).toBe("nothing ");
  });

  it("is none where there is no document, more than one, or a broken one", () => {
    expect(readWritten("# nothing\n")).toBeNull();
    expect(readWritten("a: 1\n---\nb: 2\n")).toBeNull();
    expect(readWritten("a: [1\n")).toBeNull();
  });
});
