import { afterEach } from "vitest";
import type { Client, ClientOptions } from "../../src/github/client.ts";
import { createClient } from "../../src/github/client.ts";
import type { Scenario, StandIn } from "../e2e/stand-in/stand-in.ts";
import { line, startStandIn } from "../e2e/stand-in/stand-in.ts";

export type Harness = {
  readonly client: Client;
  readonly standIn: StandIn;
  /** The requests so far, in order. */
  readonly lines: () => readonly string[];
};

const open: StandIn[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** A client before a stand-in; waiting is a hundred times shorter than in earnest. */
export async function harness(
  scenario: Scenario,
  options: Partial<ClientOptions> = {},
): Promise<Harness> {
  const standIn = await startStandIn(scenario);
  open.push(standIn);
  const client = await createClient({
    token: standIn.state.token,
    apiUrl: standIn.url,
    graphqlUrl: standIn.graphqlUrl,
    owner: standIn.state.owner,
    repo: standIn.state.repo,
    second: 10,
    ...options,
  });
  return { client, standIn, lines: () => standIn.requests.map(line) };
}
