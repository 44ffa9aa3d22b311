/** `**` of one glob. */
const MOST_FOLDERS = 3;
/** Stars of one glob beyond the first of each part between slashes. */
const MOST_MORE_STARS = 2;

/**
 * Why a glob is refused; `null` where it is not. A glob becomes a regular expression, and what can match
 * in many ways can take longer than anybody waits: the ways are bounded by the path's length to the power
 * of two, times its depth to the power of two.
 */
export function globProblem(glob: string): string | null {
  if (/[@+?*!]\(/.test(glob.replace(/^!/, ""))) {
    return "has a group with a sign before it; write `{a,b}`, or several patterns";
  }
  const parts = glob.split("/");
  const folders = parts.filter((part) => part === "**").length;
  const stars = parts
    .filter((part) => part !== "**")
    .map((part) => Math.max(0, (part.match(/\*+/g)?.length ?? 0) - 1));
  const more = stars.reduce((sum, one) => sum + one, 0);
  return folders > MOST_FOLDERS || more > MOST_MORE_STARS
    ? "has too many `*`; split it into several patterns"
    : null;
}
