import { inflateSync } from "node:zlib";

/** Bytes of the headers: WOFF 1.0 (W3C Recommendation, section 3), and sfnt (OpenType, "Organization of an OpenType Font"). */
const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/** The OpenType font in a WOFF 1.0 file, which is the same tables, each compressed by itself. */
export function fontOfWoff(woff: Uint8Array): Uint8Array {
  const file = Buffer.from(woff.buffer, woff.byteOffset, woff.byteLength);
  const tables = file.readUInt16BE(12);
  const font = Buffer.alloc(file.readUInt32BE(16));
  writeHeader(font, file.readUInt32BE(4), tables);
  let at = SFNT_HEADER + tables * SFNT_ENTRY;
  for (let i = 0; i < tables; i++) {
    const from = WOFF_HEADER + i * WOFF_ENTRY;
    const [offset, packed, length] = [4, 8, 12].map((word) => file.readUInt32BE(from + word));
    const stored = file.subarray(offset!, offset! + packed!);
    font.set(packed! < length! ? inflateSync(stored) : stored, at);
    const to = SFNT_HEADER + i * SFNT_ENTRY;
    file.copy(font, to, from, from + 4); // the table's tag
    file.copy(font, to + 4, from + 16, from + 20); // its checksum
    font.writeUInt32BE(at, to + 8);
    font.writeUInt32BE(length!, to + 12);
    at += (length! + 3) & ~3;
  }
  return font;
}

function writeHeader(font: Buffer, flavour: number, tables: number): void {
  let exponent = 0;
  while (2 << exponent <= tables) exponent++;
  const searched = 16 << exponent;
  font.writeUInt32BE(flavour, 0);
  font.writeUInt16BE(tables, 4);
  font.writeUInt16BE(searched, 6);
  font.writeUInt16BE(exponent, 8);
  font.writeUInt16BE(tables * SFNT_ENTRY - searched, 10);
}
