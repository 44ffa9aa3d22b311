import { inflateSync } from "node:zlib";

export type Picture = {
  readonly width: number;
  readonly height: number;
  readonly colorAt: (x: number, y: number) => readonly [number, number, number];
};

/** Reads a PNG of 8 bits a channel, without interlacing (ISO/IEC 15948, sections 5 and 9). */
export function readPng(bytes: Uint8Array): Picture {
  const file = Buffer.from(bytes);
  if (file.toString("latin1", 1, 4) !== "PNG") throw new Error("no PNG");
  const data: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString("latin1", at + 4, at + 8) !== "IDAT") continue;
    data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  }
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const [depth, kind, , , interlaced] = file.subarray(24, 29);
  const channels = kind === 6 ? 4 : 3;
  if (depth !== 8 || (kind !== 6 && kind !== 2) || interlaced !== 0) throw new Error("another PNG");
  const pixels = unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels);
  const colorAt = (x: number, y: number) => {
    const at = (y * width + x) * channels;
    return [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!] as const;
  };
  return { width, height, colorAt };
}

function unfiltered(raw: Buffer, stride: number, height: number, back: number): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]!;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < back ? 0 : out[at - back]!;
      const up = y === 0 ? 0 : out[at - stride]!;
      const corner = x < back || y === 0 ? 0 : out[at - stride - back]!;
      const guess = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter]!;
      out[at] = raw[y * (stride + 1) + 1 + x]! + guess;
    }
  }
  return out;
}

/** Paeth's predictor. */
function nearest(left: number, up: number, corner: number): number {
  const [a, b, c] = [left, up, corner].map((one) => Math.abs(left + up - corner - one));
  if (a! <= b! && a! <= c!) return left;
  return b! <= c! ? up : corner;
}
