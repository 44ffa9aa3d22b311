import { compareText } from "./compare-text.ts";

/** Requests that make no endpoint. */
export type LeftOut = {
  /** Of health checks and metrics. */
  probes: number;
  /** For paths that nobody serves. */
  strays: number;
  /** Traces that begin with a message. */
  messages: number;
};

/**
 * What was left out of the endpoints or folded, as sentences.
 *
 * @param lost entries whose requests have a parent that is in no source
 * @param inner requests that begin inside a service that serves others
 * @param full that paths, or the services under them, were too many to keep apart
 */
export function endpointNotices(
  { probes, strays, messages }: LeftOut,
  lost: readonly string[],
  inner: number,
  full: boolean,
): readonly string[] {
  const notices: string[] = [];
  if (lost.length > 0) {
    const names = [...lost].sort(compareText);
    const shown = names.slice(0, 3).join(", ") + (names.length > 3 ? ", …" : "");
    notices.push(
      `the requests to ${shown} have a parent that is in no source; what calls there sends its spans elsewhere, so an endpoint may begin further out`,
    );
  }
  if (messages > 0) {
    notices.push(
      `${counts(messages, "trace begins", "traces begin")} with a message and ${messages === 1 ? "makes" : "make"} no endpoint; write one with \`completion: eventual\` where something is promised`,
    );
  }
  if (inner > 0) {
    notices.push(
      `${counts(inner, "request begins", "requests begin")} inside a service that serves others (jobs, timers) and ${inner === 1 ? "makes" : "make"} no endpoint`,
    );
  }
  if (probes > 0) {
    notices.push(
      `${counts(probes, "request", "requests")} of health checks and metrics ${probes === 1 ? "makes" : "make"} no endpoint`,
    );
  }
  if (strays > 0) {
    notices.push(
      `${counts(strays, "request", "requests")} for paths without a route, answered 404 or 405, ${strays === 1 ? "makes" : "make"} no endpoint`,
    );
  }
  if (full) {
    notices.push(
      "requests are of too many paths, or call too many services, to keep all apart; what came last is folded into `{rest}` or left out. Have servers set `http.route`",
    );
  }
  return notices;
}

function counts(number: number, one: string, many: string): string {
  return `${number.toLocaleString("en-GB")} ${number === 1 ? one : many}`;
}
