/** The folder of a path; empty for the repository's root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "" : path.slice(0, slash);
}

/** A path as a Compose file in `folder` writes it, from the repository's root; or why it leads nowhere in it. */
export function pathFrom(
  folder: string,
  written: string,
): { readonly path: string } | { readonly reason: string } {
  if (/^(?:[a-z][a-z0-9+.-]*:|git@)/i.test(written) && !/^[a-z]:[\\/]/i.test(written)) {
    return { reason: "is fetched from elsewhere" };
  }
  if (/^(?:[/~\\]|[a-z]:[\\/])/i.test(written)) return { reason: "is outside the repository" };
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of written.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return { reason: "is outside the repository" };
  }
  return { path: parts.join("/") };
}
