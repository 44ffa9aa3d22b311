import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withScratch } from "../../src/repository/scratch.ts";
import { openSpanStore } from "../../src/repository/span-store.ts";

test("partitions come back as they were written, and only this user may read them", async () => {
  await withScratch(async (folder) => {
    const store = openSpanStore(folder);
    store.append(7, Uint8Array.of(1, 2, 3));
    store.append(3, new Uint8Array(3_000_000).fill(9));
    store.append(7, Uint8Array.of(4));
    const read = (partition: number) =>
      Buffer.concat([...store.read(partition)].map((piece) => piece.slice()));
    for (let again = 0; again < 2; again++) {
      expect([...read(7)]).toEqual([1, 2, 3, 4]);
      expect(read(3).equals(Buffer.alloc(3_000_000, 9))).toBe(true);
      expect(read(0)).toHaveLength(0);
    }
    store.clear(7);
    store.clear(5);
    store.append(7, Uint8Array.of(5));
    expect([...read(7)]).toEqual([5]);
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    }
    store.close();
  });
});
