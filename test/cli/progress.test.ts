import { describe, expect, it } from "vitest";
import { progressBar } from "../../src/cli/progress.ts";

const ESCAPE = "\u001b";

/** A screen, and what a person would see on it. */
function screen(columns = 80, isTTY = true) {
  const written: string[] = [];
  return {
    written,
    seen: () => written.join("").split(`\r${ESCAPE}[K`).at(-1) ?? "",
    stream: { isTTY, columns, write: (text: string) => written.push(text) },
  };
}

describe("the progress bar", () => {
  it("fills as the work is done, and is gone at the end", () => {
    const { stream, seen } = screen();
    const bar = progressBar(stream, true);
    bar.show(0, 4, "Chain");
    expect(seen()).toBe(`${"░".repeat(30)}   0% Chain`);
    bar.show(2, 4, "Fan-out");
    expect(seen()).toBe(`${"█".repeat(15)}${"░".repeat(15)}  50% Fan-out`);
    bar.show(4, 4, "Fan-out");
    expect(seen()).toBe(`${"█".repeat(30)} 100% Fan-out`);
    bar.clear();
    expect(seen()).toBe("");
  });

  it("writes only what changes what is seen", () => {
    const { stream, written } = screen();
    const bar = progressBar(stream, true);
    for (let done = 1; done <= 100_000; done++) bar.show(done, 100_000, "Chain");
    expect(written.length).toBeLessThan(140);
  });

  it.each([2, 10, 41, 60, 0])("keeps to one line of %d columns", (columns) => {
    const { stream, written, seen } = screen(columns);
    progressBar(stream, true).show(3, 4, "Node vs. edge sensitivity");
    expect(written).toHaveLength(1);
    expect(seen().length).toBeLessThan(columns === 0 ? 80 : columns);
  });

  it("stays away from pipes, logs, and terminals that cannot erase", () => {
    for (const [isTTY, canErase] of [
      [false, true],
      [true, false],
    ] as const) {
      const { stream, written } = screen(80, isTTY);
      const bar = progressBar(stream, canErase);
      bar.show(1, 2, "Chain");
      bar.clear();
      expect(written).toEqual([]);
    }
  });
});
