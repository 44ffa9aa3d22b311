import { encodeMarker, type Marker } from "./marker.ts";

/**
 * What becomes of a comment of another gate that tells of an earlier head: nobody shall take it for this one's.
 * Its marker stays, so that its own gate finds it again, with all that it kept.
 */
export function renderOutdated(commentId: string, { state, origin }: Marker): string {
  const about = origin === null ? "" : `, \`${origin.head.slice(0, 7)}\``;
  return `${encodeMarker(commentId, state, origin)}\nℹ️ Availability gate: what stood here told of an earlier commit${about}.\n`;
}
