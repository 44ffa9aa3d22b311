import type { FaultAnswer } from "./state.ts";

/** A way in which GitHub, or what stands before it, misbehaves. */
export type Misbehaviour = {
  readonly answer: () => FaultAnswer;
  /** Whether one such reply is made up for without anybody noticing, where a request may be sent again. */
  readonly mends: boolean;
  /** Seconds by which the runner's calendar is off. */
  readonly shift?: number;
};

const SECONDARY =
  "You have exceeded a secondary rate limit and have been temporarily blocked from content creation. Please retry your request again later.";
const PRIMARY = "API rate limit exceeded for installation ID 42.";

function refused(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Misbehaviour["answer"] {
  return () => ({ status, message, headers });
}

/** A primary rate limit ("Rate limits for the REST API") that ends so many seconds from now. */
function spent(seconds: number): Misbehaviour["answer"] {
  return () => ({
    status: 403,
    message: PRIMARY,
    headers: {
      "x-ratelimit-limit": "1000",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Math.floor(Date.now() / 1000) + seconds),
    },
  });
}

const HTML = "<html><body><h1>502 Bad Gateway</h1></body></html>";
const html = { "content-type": "text/html" };

/** By name. GraphQL has no rate limits of its own here, and a list no middle where it is empty. */
export const MISBEHAVIOURS: Readonly<Record<string, Misbehaviour>> = {
  "429 without Retry-After": { answer: refused(429, "Too many requests"), mends: false },
  "429 with Retry-After: 5": {
    answer: refused(429, SECONDARY, { "retry-after": "5" }),
    mends: true,
  },
  "429 with Retry-After: 3600": {
    answer: refused(429, SECONDARY, { "retry-after": "3600" }),
    mends: false,
  },
  "429 with a Retry-After that is no number": {
    answer: refused(429, SECONDARY, { "retry-after": "soon" }),
    mends: true,
  },
  "secondary limit with Retry-After: 5": {
    answer: refused(403, SECONDARY, { "retry-after": "5" }),
    mends: true,
  },
  "secondary limit without Retry-After": { answer: refused(403, SECONDARY), mends: true },
  "primary limit that ends soon": { answer: spent(20), mends: true },
  "primary limit that ends in an hour": { answer: spent(3600), mends: false },
  "primary limit that ended an hour ago": { answer: spent(-3600), mends: true },
  "primary limit, and a runner a year behind": {
    answer: spent(5),
    mends: false,
    shift: -31_536_000,
  },
  "primary limit, and a runner a year ahead": { answer: spent(5), mends: true, shift: 31_536_000 },
  "500": { answer: refused(500, "Server Error"), mends: true },
  "502 from a proxy": { answer: () => ({ status: 502, body: HTML, headers: html }), mends: true },
  "503 with Retry-After: 3600": {
    answer: refused(503, "Unavailable", { "retry-after": "3600" }),
    mends: true,
  },
  "reset before it is heard": { answer: () => "drop", mends: true },
  "reset before the reply": { answer: () => ({ spoil: "lost" }), mends: true },
  "reset mid-body": { answer: () => ({ spoil: "cut" }), mends: true },
  "no reply": { answer: () => "hang", mends: true },
  "no reply to what was done": { answer: () => ({ spoil: "mute" }), mends: true },
  "slow drip": { answer: () => ({ spoil: "drip" }), mends: true },
  "truncated JSON": { answer: () => ({ spoil: "truncated" }), mends: true },
  "a page of a proxy with 200": {
    answer: () => ({ status: 200, body: HTML, headers: html }),
    mends: true,
  },
  "an empty body with 200": { answer: () => ({ status: 200, body: "" }), mends: true },
  "null with 200": { answer: () => ({ status: 200, body: "null" }), mends: true },
  "an object of another shape": { answer: () => ({ status: 200, body: {} }), mends: false },
  "a list of another shape": { answer: () => ({ status: 200, body: [null, 1] }), mends: false },
  "a conflict": { answer: refused(409, "Conflict"), mends: false },
  "pages without end": { answer: () => ({ spoil: "endless" }), mends: false },
  "pages in a circle": { answer: () => ({ spoil: "circling" }), mends: false },
  "pages on another server": { answer: () => ({ spoil: "elsewhere" }), mends: false },
};
