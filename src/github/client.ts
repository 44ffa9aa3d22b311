import { randomUUID } from "node:crypto";
import type { getOctokit } from "@actions/github";
import { type Deadline, deadlineOf } from "./deadline.ts";
import type { Failure, FailureReason, Outcome } from "./outcome.ts";
import { failed, success } from "./outcome.ts";
import { redactor } from "./redact.ts";
import { isMalformed, wholeReplies } from "./whole-reply.ts";

export type Octokit = ReturnType<typeof getOctokit>;

/** One repository on one GitHub, through one token. */
export type Client = {
  readonly owner: string;
  readonly repo: string;
  /**
   * Makes a call and turns what goes wrong into a value. `what` completes "could not …". Once GitHub
   * was out of reach, later calls fail without another wait.
   */
  readonly call: <T>(
    what: string,
    request: (octokit: Octokit) => Promise<T>,
  ) => Promise<Outcome<T>>;
  /** The same for what is tried once only: a reply that is lost does not show that GitHub is out of reach. */
  readonly callOnce: <T>(
    what: string,
    request: (octokit: Octokit) => Promise<T>,
  ) => Promise<Outcome<T>>;
  /** The same for a GraphQL query; the reply is data of unknown shape. */
  readonly query: (what: string, query: string) => Promise<Outcome<unknown>>;
};

export type ClientOptions = {
  readonly token: string;
  /** `GITHUB_API_URL`, e.g. `https://api.github.com` or `https://ghes.example/api/v3`. */
  readonly apiUrl: string;
  /** `GITHUB_GRAPHQL_URL`: GitHub Enterprise Server keeps it apart from REST. */
  readonly graphqlUrl: string;
  readonly owner: string;
  readonly repo: string;
  /** Milliseconds for one request; default 20 s. */
  readonly requestTimeout?: number;
  /** Seconds that rate limits may cost in all; default 60. */
  readonly patience?: number;
  /** Milliseconds that a run may wait for GitHub in all: requests, tries, rate limits; default 3 min. */
  readonly deadline?: number;
  /** Milliseconds that one second of waiting lasts; default 1000. Tests shorten it. */
  readonly second?: number;
};

const RETRIES = 2;
/** Waits for one request: a clock that is ahead of GitHub's takes every rate limit for one that has ended. */
const MOST_WAITS = 2;
/** Refusals that another try does not mend; rate limits (429) are the throttling plug-in's. */
const FINAL_STATUSES = [400, 401, 403, 404, 409, 410, 422, 429, 451];

/**
 * The only maker of API clients. No run can hang on it: each request has a time-out, a server error
 * is tried again at most twice, rate limits are waited for only within `patience`, and all of it has a deadline.
 * The libraries are loaded here, because most of their cost is paid on import.
 */
export async function createClient(options: ClientOptions): Promise<Client> {
  const [{ getOctokit }, { defaults }, { retry }, { throttling }] = await Promise.all([
    import("@actions/github"),
    import("@actions/github/lib/utils"),
    import("@octokit/plugin-retry"),
    import("@octokit/plugin-throttling"),
  ]);
  const second = options.second ?? 1000;
  const deadline = deadlineOf(options.deadline ?? 180_000);
  const mayWait = patience(options.patience ?? 60, () => deadline.left() / second);
  const common = {
    baseUrl: options.apiUrl,
    userAgent: "availability-gate",
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    request: {
      fetch: wholeReplies(
        defaults.request?.fetch ?? fetch,
        options.requestTimeout ?? 20_000,
        deadline.signal,
      ),
    },
    retry: { retries: RETRIES, doNotRetry: FINAL_STATUSES, retryAfterBaseValue: second },
  };
  const throttle = {
    id: randomUUID(),
    retryAfterBaseValue: second,
    onRateLimit: mayWait,
    onSecondaryRateLimit: mayWait,
  };
  const octokit = getOctokit(options.token, { ...common, throttle }, retry, throttling);
  // The throttling plug-in takes every POST for a write and would keep the next one waiting.
  const reader = getOctokit(options.token, common, retry);
  const { guarded, guardedOnce } = guard(options.token, deadline);
  return {
    owner: options.owner,
    repo: options.repo,
    call: (what, request) => guarded(what, () => request(octokit)),
    callOnce: (what, request) => guardedOnce(what, () => request(octokit)),
    query: (what, query) =>
      guarded(what, async (): Promise<unknown> => {
        const { data } = await reader.request(`POST ${options.graphqlUrl}`, { query });
        return data;
      }),
  };
}

function quiet(): void {}

/**
 * Says whether a rate limit that ends in so many seconds is waited for; what is granted is spent.
 *
 * @param most seconds until the deadline
 */
function patience(
  seconds: number,
  most: () => number,
): (retryAfter: number, options: unknown, octokit: unknown, waits: number) => boolean {
  let left = seconds;
  return (retryAfter, _options, _octokit, waits) => {
    if (waits >= MOST_WAITS || !(retryAfter >= 0 && retryAfter <= Math.min(left, most())))
      return false;
    left -= Math.max(retryAfter, 1);
    return true;
  };
}

type Guarded = <T>(what: string, call: () => Promise<T>) => Promise<Outcome<T>>;

/** Turns what a call throws into a failure, and remembers that GitHub is out of reach. */
function guard(
  token: string,
  deadline: Deadline,
): { readonly guarded: Guarded; readonly guardedOnce: Guarded } {
  const redact = redactor(token);
  let unreachable: string | null = null;
  const guardWith =
    (isLast: boolean): Guarded =>
    async (what, call) => {
      if (unreachable !== null) return failed("unreachable", null, what, unreachable);
      try {
        return success(await deadline.within(call));
      } catch (error) {
        const isOver = deadline.signal.aborted;
        const cause: unknown = isOver ? deadline.signal.reason : error;
        const detail = isSlip(cause) ? ODD_REPLY : redact(messageOf(cause));
        const { reason, status } = isOver ? OUT_OF_REACH : classify(error);
        if (isOver || (isLast && reason === "unreachable")) unreachable = detail;
        return failed(reason, status, what, detail);
      }
    };
  return { guarded: guardWith(true), guardedOnce: guardWith(false) };
}

const OUT_OF_REACH = { reason: "unreachable", status: null } as const;

const ODD_REPLY = "the reply is of another shape than GitHub's, as a proxy's may be";

/** What reading a reply throws that is not as described: JavaScript's words for it help nobody. */
function isSlip(error: unknown): boolean {
  return (error instanceof TypeError || error instanceof RangeError) && !("status" in error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Octokit gives errors of the network the status 500, but no response. */
function classify(error: unknown): Pick<Failure, "reason" | "status"> {
  if (isMalformed(error)) return { reason: "unavailable", status: null };
  if (!(error instanceof Error) || !("status" in error)) {
    return { reason: "unexpected", status: null };
  }
  const response = "response" in error ? error.response : undefined;
  if (response === undefined) return OUT_OF_REACH;
  const status = Number(error.status);
  return { reason: reasonOf(status, error.message, response), status };
}

function reasonOf(status: number, message: string, response: unknown): FailureReason {
  if (status === 401) return "unauthorised";
  if (status === 429) return "limited";
  if (status === 403) return isRateLimit(message, response) ? "limited" : "forbidden";
  if (status === 404 || status === 410) return "missing";
  if (status === 422) return "invalid";
  return status >= 500 ? "unavailable" : "unexpected";
}

/** GitHub answers with 403 to both a missing permission and a spent rate limit. */
function isRateLimit(message: string, response: unknown): boolean {
  if (/\brate limit\b/i.test(message)) return true;
  if (typeof response !== "object" || response === null || !("headers" in response)) return false;
  const headers = response.headers;
  if (typeof headers !== "object" || headers === null) return false;
  return "x-ratelimit-remaining" in headers && headers["x-ratelimit-remaining"] === "0";
}
