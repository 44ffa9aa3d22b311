export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The longest reply that is read: "Get a blob" serves up to 100 MB, in base64 a third more. */
const MOST_BYTES = 150_000_000;

/** Replies to which no body belongs (Fetch standard, "null body status"). */
const BODILESS = [101, 204, 205, 304];

const MALFORMED = "MalformedReply";

/**
 * A fetch whose replies have come in whole, in time, and are what was asked for. Octokit takes a body that is
 * cut off for the text "", and its pagination takes that, and any other nothing, for a list that has ended:
 * no comment of ours would be found, and a second one made.
 *
 * @param milliseconds for one request with its reply
 * @param ends ends all requests
 */
export function wholeReplies(base: Fetch, milliseconds: number, ends: AbortSignal): Fetch {
  return async (url, init) => {
    const signal = AbortSignal.any([AbortSignal.timeout(milliseconds), ends]);
    const response = await base(url, { ...init, signal });
    const { status, statusText, headers } = response;
    if (BODILESS.includes(status)) return new Response(null, { status, statusText, headers });
    const bytes = await bytesOf(response);
    if (response.ok && !isDocument(bytes)) {
      throw malformed("the reply is not the JSON that GitHub answers with");
    }
    return new Response(bytes, { status, statusText, headers });
  };
}

/** What makes a call fail whose reply is JSON of another shape than GitHub's. */
export function malformed(message: string): Error {
  return Object.assign(new Error(message), { name: MALFORMED });
}

/** Whether a call failed for that, also by way of Octokit, which wraps what fetch throws. */
export function isMalformed(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === MALFORMED || isMalformed(error.cause);
}

async function bytesOf(response: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw malformed(`the reply is longer than ${MOST_BYTES / 1e6} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Every reply that we ask for is a JSON object or array (RFC 8259). */
function isDocument(bytes: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}
