import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { deadlineOf } from "../../src/github/deadline.ts";

const never = () => new Promise<never>(() => {});

describe("a deadline", () => {
  it("ends what waits, once and for all", async () => {
    const deadline = deadlineOf(50);
    await expect(deadline.within(never)).rejects.toThrow(/has taken 0 s in all/);
    expect(deadline.signal.aborted).toBe(true);
    await expect(deadline.within(never)).rejects.toThrow(/has taken/);
  });

  it("counts the time once in which several wait", async () => {
    const deadline = deadlineOf(600_000);
    const started = performance.now();
    await Promise.all([1, 2, 3].map(() => deadline.within(() => sleep(100))));
    const spent = 600_000 - deadline.left();
    expect(spent).toBeGreaterThan(95);
    expect(spent).toBeLessThan(performance.now() - started + 1);
    const before = deadline.left();
    await sleep(50);
    expect(deadline.left()).toBe(before);
  });

  it("adds up what one after another takes", async () => {
    const deadline = deadlineOf(60);
    await deadline.within(() => sleep(40));
    await expect(deadline.within(never)).rejects.toThrow(/has taken/);
  });

  it("hands through what the work gives and throws", async () => {
    const deadline = deadlineOf(600_000);
    expect(await deadline.within(async () => 7)).toBe(7);
    await expect(deadline.within(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  });
});
