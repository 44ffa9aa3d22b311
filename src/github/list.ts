import type { Client } from "./client.ts";
import type { Outcome } from "./outcome.ts";
import { valueAt } from "./payload.ts";
import { malformed } from "./whole-reply.ts";

/** Pages of a hundred: GitHub takes 2,500 comments on a pull request, and a run has to end. */
const MOST_PAGES = 100;

/**
 * All of a list, page by page as GitHub links them ("Using pagination in the REST API"). Octokit's own
 * pagination follows a link wherever it leads for as long as there is one, and takes a reply that is no list
 * for its end; here each of these is a failure, since what is not there decides what is written.
 *
 * @param what completes "could not …"
 * @param route `/repos/{owner}/{repo}/…`, whose every item has a number `id`
 */
export function listAll(
  client: Client,
  what: string,
  route: string,
  parameters: Readonly<Record<string, string | number>>,
): Promise<Outcome<readonly unknown[]>> {
  const { owner, repo } = client;
  return client.call(what, async (octokit) => {
    const first = octokit.request.endpoint(`GET ${route}`, {
      owner,
      repo,
      ...parameters,
      per_page: 100,
    });
    const seen = new Set<string>();
    // By id: pages move on while they are read, and what stands twice is one thing.
    const items = new Map<number, unknown>();
    for (let url: string | null = first.url; url !== null; ) {
      if (seen.has(url)) throw malformed("its pages lead back to one of them");
      if (seen.size >= MOST_PAGES) throw malformed(`it has more than ${MOST_PAGES} pages`);
      seen.add(url);
      const { data, headers } = await octokit.request({ method: "GET", url });
      for (const [id, item] of itemsOf(data)) items.set(id, item);
      url = nextPage(headers.link, first.url);
    }
    return [...items.values()];
  });
}

function itemsOf(data: unknown): readonly (readonly [number, unknown])[] {
  if (!Array.isArray(data)) throw malformed(NO_LIST);
  return data.map((one: unknown) => {
    const id = valueAt(one, "id");
    if (typeof id !== "number") throw malformed(NO_LIST);
    return [id, one];
  });
}

const NO_LIST = "the reply is not the list that was asked for";

/** The page that a `Link` header names next (RFC 8288). The token goes to no other server than its own. */
function nextPage(link: string | undefined, first: string): string | null {
  const next = /<([^<>]+)>;\s*rel="next"/.exec(link ?? "")?.[1];
  if (next === undefined) return null;
  const url = URL.canParse(next, first) ? new URL(next, first) : null;
  if (url?.origin !== new URL(first).origin) throw malformed("its next page is on another server");
  return url.href;
}
