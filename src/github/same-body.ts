/**
 * Whether two comments say the same. GitHub keeps a body as it was sent, but for line ends and the white space
 * around it. Which run says the same again does not matter: its link stays that of the first.
 */
export function sameBody(one: string, other: string): boolean {
  const plain = (body: string) =>
    body
      .replaceAll("\r\n", "\n")
      .replaceAll(/\/actions\/runs\/\d+/g, "/actions/runs")
      .trim();
  return plain(one) === plain(other);
}
