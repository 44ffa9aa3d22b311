import { describe, expect, it } from "vitest";
import { fontBytes } from "../../src/study/figure-assets.ts";
import { fontOfWoff } from "../../src/study/figure-font.ts";

describe("a font out of its WOFF", () => {
  it("has every table whole, as its checksum in the font says", async () => {
    for (const woff of await fontBytes()) {
      const font = Buffer.from(fontOfWoff(woff));
      const count = font.readUInt16BE(4);
      expect(count).toBeGreaterThan(8);
      expect(font.readUInt16BE(6) + font.readUInt16BE(10)).toBe(16 * count);
      expect(font.readUInt16BE(6)).toBe(16 << font.readUInt16BE(8));
      for (let at = 12; at < 12 + 16 * count; at += 16) {
        const tag = font.toString("latin1", at, at + 4);
        const [checksum, offset, length] = [4, 8, 12].map((word) => font.readUInt32BE(at + word));
        // `head` holds a checksum of the whole file, and is summed without it.
        expect(sum(font, offset!, length!, tag === "head")).toBe(checksum);
      }
    }
  });
});

/** OpenType, "Calculating checksums". */
function sum(font: Buffer, offset: number, length: number, isHead: boolean): number {
  let total = 0;
  for (let at = 0; at < length; at += 4) {
    if (!(isHead && at === 8)) total = (total + font.readUInt32BE(offset + at)) >>> 0;
  }
  return total;
}
