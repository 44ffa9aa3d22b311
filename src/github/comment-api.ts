import type { Author } from "./author.ts";
import { authorOf } from "./author.ts";
import type { Client } from "./client.ts";
import type { Outcome } from "./outcome.ts";
import { malformed } from "./whole-reply.ts";

/** A comment that was just made. */
export type Created = {
  readonly id: number;
  readonly url: string;
  readonly author: Author | null;
};

export async function post(
  client: Client,
  number: number,
  body: string,
): Promise<Outcome<Created>> {
  return client.callOnce(`comment on pull request #${number}`, async (octokit) => {
    const { data } = await octokit.request(
      "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
      {
        owner: client.owner,
        repo: client.repo,
        issue_number: number,
        body,
        // A reply that was lost may have been a comment: another try could make a second one.
        request: { retries: 0 },
      },
    );
    if (typeof data.id !== "number" || typeof data.html_url !== "string") {
      throw malformed("the reply is not the comment that was made");
    }
    return { id: data.id, url: data.html_url, author: authorOf(data.user) };
  });
}

export async function update(client: Client, id: number, body: string): Promise<Outcome<null>> {
  return client.call("update the comment", async (octokit) => {
    const { data } = await octokit.request(
      "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}",
      { owner: client.owner, repo: client.repo, comment_id: id, body },
    );
    if (data.id !== id) throw malformed("the reply is not the comment that was updated");
    return null;
  });
}

export async function bodyOf(client: Client, id: number): Promise<Outcome<string>> {
  return client.call("read the comment again", async (octokit) => {
    const { data } = await octokit.request(
      "GET /repos/{owner}/{repo}/issues/comments/{comment_id}",
      { owner: client.owner, repo: client.repo, comment_id: id },
    );
    if (data.id !== id) throw malformed("the reply is not the comment that was asked for");
    return data.body ?? "";
  });
}

/** Deletes comments of ours; one that is gone already is what we want. Returns warnings. */
export async function removeAll(
  client: Client,
  comments: readonly { readonly id: number }[],
): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const { id } of comments) {
    const removed = await client.call("delete a second comment of ours", async (octokit) => {
      const { status } = await octokit.request(
        "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}",
        { owner: client.owner, repo: client.repo, comment_id: id },
      );
      // Anything else has a body, and is not GitHub's ("Delete an issue comment").
      if (Number(status) !== 204) throw malformed("the reply does not say that it is gone");
    });
    if (removed.ok || removed.failure.reason === "missing") continue;
    warnings.push(removed.failure.message);
  }
  return warnings;
}
