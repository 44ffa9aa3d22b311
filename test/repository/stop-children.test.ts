import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { hasEnded, treeOf } from "../../src/repository/process-tree.ts";
import { stopChildren } from "../../src/repository/stop-children.ts";

/** A shell that says when it has started what it is to start. */
async function shell(script: string): Promise<{ child: ChildProcess; pid: number }> {
  const child = spawn("sh", ["-c", script], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout!, "data");
  return { child, pid: child.pid ?? 0 };
}

describe.skipIf(process.platform === "win32")("programs that were started", () => {
  it("end with all that they started, and are waited for within one turn", async () => {
    const { child, pid } = await shell("sh -c 'sleep 600 & echo x; wait' & wait");
    const tree = treeOf(pid);
    expect(tree).toHaveLength(3);
    stopChildren([child]);
    expect(tree.map(hasEnded)).toEqual([true, true, true]);
    expect((await once(child, "close"))[1]).toBe("SIGTERM");
  });

  it("are ended where they do not listen", { timeout: 20_000 }, async () => {
    const { child, pid } = await shell("trap '' TERM; echo x; while :; do sleep 0.1; done");
    const started = performance.now();
    stopChildren([child]);
    expect(hasEnded(pid)).toBe(true);
    expect(performance.now() - started).toBeGreaterThan(1_500);
    expect((await once(child, "close"))[1]).toBe("SIGKILL");
  });

  it("may have ended already", async () => {
    const { child } = await shell("echo x");
    await once(child, "close");
    const started = performance.now();
    stopChildren([child]);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
