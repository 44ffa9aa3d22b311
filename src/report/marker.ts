import type { Origin } from "./origin.ts";

export type Marker = {
  /** What the next run must remember. */
  readonly state: string | null;
  /** `null`: the marker does not say. */
  readonly origin: Origin | null;
};

/**
 * The hidden first line of our comment: whose it is, and what the next run must remember. Base64
 * and percent encoding leave neither `-` nor `>` in it, so that nothing ends the comment early.
 */
export function encodeMarker(
  id: string,
  state: string | null,
  origin: Origin | null = null,
): string {
  const from = origin === null ? "" : ` ${hex(origin.gate)}@${hex(origin.head)}`;
  const kept = state === null ? "" : ` ${Buffer.from(state, "utf8").toString("base64")}`;
  return `<!-- availability-gate:${encodeId(id)}${from}${kept} -->`;
}

/**
 * What the marker of `id` carries; `null` when the body is not that comment. Only the very start
 * counts: further down stands text of the repository, which may look like a marker.
 */
export function findMarker(body: string, id: string): Marker | null {
  const opening = `<!-- availability-gate:${encodeId(id)} `;
  if (!body.startsWith(opening)) return null;
  const end = body.indexOf("-->", opening.length);
  if (end === -1) return null;
  const words = body.slice(opening.length, end).trim().split(" ");
  const [, gate = "", head = ""] = /^([0-9a-f]+)@([0-9a-f]+)$/.exec(words[0] ?? "") ?? [];
  const origin = gate === "" ? null : { gate, head };
  const kept = words.slice(origin === null ? 0 : 1).join(" ");
  // A marker that people have edited is still ours; what it kept is lost.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(kept)) return { state: null, origin };
  return { state: Buffer.from(kept, "base64").toString("utf8"), origin };
}

/** Nothing else is let through to the comment. */
function hex(text: string): string {
  return text.toLowerCase().replaceAll(/[^0-9a-f]/g, "");
}

function encodeId(id: string): string {
  return Array.from(new TextEncoder().encode(id), (byte) => {
    const sign = String.fromCharCode(byte);
    return /[A-Za-z0-9_.]/.test(sign) ? sign : `%${byte.toString(16).padStart(2, "0")}`;
  }).join("");
}
