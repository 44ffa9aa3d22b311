import type { IncomingMessage } from "node:http";
import { createServer } from "node:http";
import { matchOperation, replyProblems, requestProblems } from "./openapi.ts";
import type { Reply } from "./routes.ts";
import { answer, refusal } from "./routes.ts";
import { type Sent, send } from "./send.ts";
import type { Fault, FaultAnswer, Recorded, State } from "./state.ts";
import { NO_OBJECTS, WORKFLOW_BOT } from "./state.ts";

export type Scenario = Partial<State> & {
  readonly faults?: readonly Fault[];
  /** Called before a request is answered: where a test lets the world move on. */
  readonly before?: (request: Recorded, state: State) => void | Promise<void>;
  /** Called when it has taken effect, before the reply is sent. */
  readonly after?: (request: Recorded, state: State) => void | Promise<void>;
  /** Speak as GitHub Enterprise Server does, under `/api/v3` and `/api/graphql`. */
  readonly enterprise?: boolean;
};

export type StandIn = {
  /** `GITHUB_API_URL` and `GITHUB_GRAPHQL_URL` of this GitHub. */
  readonly url: string;
  readonly graphqlUrl: string;
  /** Every request in the order in which it came in. */
  readonly requests: readonly Recorded[];
  /** What is wrong with requests or replies; a test expects none. */
  readonly problems: readonly string[];
  readonly state: State;
  /** From now on these go wrong, and nothing else. */
  readonly misbehave: (faults: readonly Fault[]) => void;
  readonly close: () => Promise<void>;
};

/** A GitHub of our own on the loopback device, which is strict about what it is asked. */
export async function startStandIn(scenario: Scenario = {}): Promise<StandIn> {
  const { faults = [], before, after, enterprise = false, ...known } = scenario;
  const state: State = {
    owner: "acme",
    repo: "shop",
    token: "a-token-of-the-stand-in",
    account: WORKFLOW_BOT,
    viewer: { login: "github-actions", databaseId: WORKFLOW_BOT.id },
    mayWrite: true,
    pulls: [],
    comments: [],
    events: [],
    objects: NO_OBJECTS,
    nextId: 1 + Math.max(5000, ...(scenario.comments ?? []).map((one) => one.id)),
    ...known,
  };
  const requests: Recorded[] = [];
  const problems: string[] = [];
  let takeFault = faultTaker(faults);
  const prefix = enterprise ? "/api/v3" : "";
  const graphqlPath = enterprise ? "/api/graphql" : "/graphql";

  async function handle(request: IncomingMessage): Promise<Sent> {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const graphql = url.pathname === graphqlPath;
    const recorded = {
      method: request.method ?? "",
      path: graphql ? "/graphql" : withoutPrefix(url.pathname, prefix),
      query: url.search.slice(1),
      body: await readBody(request),
    };
    requests.push(recorded);
    await before?.(recorded, state);
    if (!authorised(request, state.token)) {
      problems.push(`${line(recorded)}: the token is not that of the scenario`);
      return refusal(401, "Bad credentials");
    }
    const fault = takeFault(recorded);
    if (typeof fault === "string") return fault;
    if (fault !== null && "status" in fault) return faultReply(fault);
    const reply = graphql
      ? answerViewer(recorded, state, problems)
      : await answerRest(recorded, url);
    await after?.(recorded, state);
    return fault === null ? reply : { reply, spoil: fault.spoil, url };
  }

  async function answerRest(recorded: Recorded, url: URL): Promise<Reply> {
    const tell = (list: readonly string[]) =>
      problems.push(...list.map((one) => `${line(recorded)}: ${one}`));
    const matched = matchOperation(recorded.method, recorded.path);
    if (matched === null) {
      tell(["unexpected request"]);
      return refusal(404, "Not Found");
    }
    tell(requestProblems(matched, url.searchParams, recorded.body));
    const call = { state, query: url.searchParams, body: recorded.body, url };
    const reply = await answer(matched, call);
    tell(replyProblems(matched.operation, reply.status, reply.body));
    return reply;
  }

  const server = createServer((request, response) => {
    handle(request).then(
      (reply) => send(reply, request, response),
      (error: unknown) => {
        problems.push(`the stand-in failed: ${error}`);
        send(refusal(500, "Server Error"), request, response);
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    url: `${origin}${prefix}`,
    graphqlUrl: `${origin}${graphqlPath}`,
    requests,
    problems,
    state,
    misbehave: (wrong) => {
      takeFault = faultTaker(wrong);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** `GET /repos/acme/shop/pulls/7`: how tests name a request. */
export function line(request: Recorded): string {
  const query = request.query === "" ? "" : `?${request.query}`;
  return `${request.method} ${request.path}${query}`;
}

function withoutPrefix(path: string, prefix: string): string {
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? null : JSON.parse(text);
}

function authorised(request: IncomingMessage, token: string): boolean {
  const header = request.headers.authorization ?? "";
  return header === `token ${token}` || header === `bearer ${token}`;
}

function faultTaker(faults: readonly Fault[]): (request: Recorded) => FaultAnswer | null {
  const left = faults.map((fault) => fault.times ?? Number.POSITIVE_INFINITY);
  return (request) => {
    const index = faults.findIndex(
      ({ method, path }, at) =>
        (left[at] ?? 0) > 0 &&
        method === request.method &&
        (typeof path === "string" ? path === request.path : path.test(request.path)),
    );
    const fault = faults[index];
    if (fault === undefined) return null;
    left[index] = (left[index] ?? 0) - 1;
    return fault.answer;
  };
}

function faultReply(fault: Extract<FaultAnswer, { readonly status: number }>): Reply {
  const reply = refusal(fault.status, fault.message ?? `Refused with ${fault.status}`);
  const body = fault.body === undefined ? reply.body : fault.body;
  return { ...reply, body, headers: fault.headers ?? {} };
}

/** GraphQL is not part of the OpenAPI description: the one query that the project makes. */
function answerViewer(request: Recorded, state: State, problems: string[]): Reply {
  const body = request.body;
  const query = typeof body === "object" && body !== null && "query" in body ? body.query : null;
  const wanted = /^\s*(?:query\s*)?\{\s*viewer\s*\{\s*login\s+databaseId\s*\}\s*\}\s*$/;
  if (request.method !== "POST" || typeof query !== "string" || !wanted.test(query)) {
    problems.push(`${line(request)}: another query than that for the viewer`);
    return refusal(400, "Problems parsing JSON");
  }
  if (state.viewer === null) {
    const errors = [{ type: "FORBIDDEN", message: "Resource not accessible by integration" }];
    return { status: 200, body: { data: null, errors } };
  }
  return { status: 200, body: { data: { viewer: state.viewer } } };
}
