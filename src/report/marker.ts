/**
 * The hidden first line of our comment: whose it is, and what the next run must remember. Base64
 * and percent encoding leave neither `-` nor `>` in it, so that nothing ends the comment early.
 */
export function encodeMarker(id: string, state: string | null): string {
  const kept = state === null ? "" : ` ${Buffer.from(state, "utf8").toString("base64")}`;
  return `<!-- availability-gate:${encodeId(id)}${kept} -->`;
}

/**
 * What the marker of `id` carries; `null` when the body is not that comment. Only the very start
 * counts: further down stands text of the repository, which may look like a marker.
 */
export function findMarker(body: string, id: string): { readonly state: string | null } | null {
  const opening = `<!-- availability-gate:${encodeId(id)} `;
  if (!body.startsWith(opening)) return null;
  const end = body.indexOf("-->", opening.length);
  if (end === -1) return null;
  const kept = body.slice(opening.length, end).trim();
  if (kept === "") return { state: null };
  // A marker that people have edited is still ours; what it kept is lost.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(kept)) return { state: null };
  return { state: Buffer.from(kept, "base64").toString("utf8") };
}

function encodeId(id: string): string {
  return Array.from(new TextEncoder().encode(id), (byte) => {
    const sign = String.fromCharCode(byte);
    return /[A-Za-z0-9_.]/.test(sign) ? sign : `%${byte.toString(16).padStart(2, "0")}`;
  }).join("");
}
