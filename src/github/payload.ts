/**
 * Reads an event's payload, which is data of unknown shape, and collects what it lacks, so that one
 * message can name everything at once.
 */
export type PayloadReader = {
  /** A non-empty string at a dotted path. */
  readonly text: (path: string) => string;
  /** An object id: 40 or 64 hexadecimal digits. */
  readonly sha: (path: string) => string;
  /** A positive whole number. */
  readonly number: (path: string) => number;
  /** Whatever is at the path; `undefined` where it is absent. Never complains. */
  readonly maybe: (path: string) => unknown;
  /** What was asked for and is not there, e.g. `pull_request.head.sha`. */
  readonly lacking: readonly string[];
};

export function readPayload(payload: unknown): PayloadReader {
  const lacking: string[] = [];
  const maybe = (path: string) => valueAt(payload, path);
  const text = (path: string) => {
    const value = maybe(path);
    if (typeof value === "string" && value !== "") return value;
    lacking.push(path);
    return "";
  };
  const sha = (path: string) => {
    const value = maybe(path);
    if (isObjectId(value)) return value;
    lacking.push(path);
    return "";
  };
  const number = (path: string) => {
    const value = maybe(path);
    if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
    lacking.push(path);
    return 0;
  };
  return { text, sha, number, maybe, lacking };
}

export function isObjectId(value: unknown): value is string {
  return typeof value === "string" && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value);
}

/** Git's way to say "no commit": the side of a push that does not exist. */
export function isNullId(id: string): boolean {
  return /^0+$/.test(id);
}

/** Own properties only: a payload cannot reach what every object inherits. */
export function valueAt(root: unknown, path: string): unknown {
  let value = root;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
