import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeText, MAXIMUM_FILE_BYTES } from "../../src/repository/text.ts";

/** As the Encoding Standard has it. */
function strictly(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const pieces = fc.oneof(
  fc.string({ unit: "binary" }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 4 }),
  // Byte order marks, whole and cut, a surrogate, and more than Unicode has.
  fc.constantFrom([0xef, 0xbb, 0xbf], [0xef, 0xbb], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]),
);

test("text is what a strict decoder makes of the bytes, wherever they lie in their buffer", () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 5 }), fc.nat({ max: 3 }), (parts, before) => {
      const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
      const within = new Uint8Array([...Array(before).fill(0x61), ...bytes, 0xff]);
      const view = within.subarray(before, before + bytes.length);
      expect(decodeText(view)).toBe(strictly(bytes));
    }),
    { seed: 7, numRuns: 2000 },
  );
});

test("what is too large is no text", () => {
  expect(decodeText(new Uint8Array(MAXIMUM_FILE_BYTES + 1))).toBeNull();
});
