/**
 * Why a call to GitHub gave nothing. It never changes a verdict: whoever asked goes on without the
 * answer and shows the message as a warning.
 */
export type Failure = {
  readonly reason: FailureReason;
  /** HTTP status; `null` where no reply came. */
  readonly status: number | null;
  /** One line: what could not be done, why, and the remedy. Holds no secret. */
  readonly message: string;
};

export type FailureReason =
  | "unauthorised" // 401: no valid token
  | "forbidden" // 403: a read-only token (fork, Dependabot) or a missing permission
  | "missing" // 404, 410
  | "invalid" // 422: GitHub refuses the content, as a rule because it is too long
  | "limited" // primary or secondary rate limit that does not end soon enough
  | "unavailable" // 5xx after the retries, or a reply that GitHub does not give
  | "unreachable" // no whole reply: network, proxy, time-out
  | "unexpected"; // anything else

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export function success<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

const REMEDIES: Readonly<Record<FailureReason, string>> = {
  unauthorised: "check the input `github-token`",
  forbidden:
    "give the job `pull-requests: write` and `contents: read` under `permissions`; for pull requests from forks and from Dependabot the token is read-only, and the job summary has the full report",
  missing:
    "check that the token may read this repository (`contents: read`, `pull-requests: write`) and that nothing was deleted meanwhile",
  invalid: "the job summary has the full report",
  limited: "run the job again later; the job summary has the full report",
  unavailable: "run the job again later; the job summary has the full report",
  unreachable: "check the network, the proxy and `GITHUB_API_URL` of the runner",
  unexpected: "run the job again with debug logging",
};

/** A failure with the remedy of its reason; `detail` is what GitHub or the network said. */
export function failed(
  reason: FailureReason,
  status: number | null,
  what: string,
  detail: string,
): { readonly ok: false; readonly failure: Failure } {
  const code = status === null ? "" : ` (HTTP ${status})`;
  const said = detail === "" ? "" : `: ${oneLine(detail)}`;
  const message = `could not ${what}${code}${said}; ${REMEDIES[reason]}`;
  return { ok: false, failure: { reason, status, message } };
}

const DETAIL_LIMIT = 200;

/** Text of the other side on one line, without control characters and no longer than a line bears. */
function oneLine(text: string): string {
  const flat = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return flat.length <= DETAIL_LIMIT ? flat : `${flat.slice(0, DETAIL_LIMIT)}…`;
}
