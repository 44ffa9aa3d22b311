/**
 * Names of low cardinality from what a request carries. OpenTelemetry wants `http.route` for that
 * (semantic conventions, HTTP spans: "SHOULD NOT use URI paths as a replacement"); where a server gives
 * none, its path is templated here by the looks of each segment, and later by how many were seen
 * (`routes.ts`). A path is somebody's input: nothing of a query, of credentials or of an identity may
 * get into a spec.
 */

/** What stands for a part that differs from request to request. */
export const ID = "{id}";

/** Deeper paths end in `{rest}`. */
const DEEPEST = 8;
/** Names of resources are shorter; tokens, slugs and file names are not. */
const LONGEST_WORD = 40;
/** More of a path is not looked at. */
const LONGEST_PATH = 2048;
const LONGEST_NAME = 120;

/** Segments that introduce what must not be told, in URLs that people mail each other. */
const SECRETIVE =
  /^(?:.*[-_.])?(?:tokens?|secrets?|passwords?|passwd|passphrase|api-?keys?|otp|magic-?links?|invites?|invitations?|verify|unsubscribe|users|ssn)$/i;

/** A parameter as frameworks write them: `{id}`, `:id`, `<int:id>`, `[id]`, `*`, `**`, `$id`. */
const PARAMETER =
  /^(?:\{[\w.:*?-]{1,40}\}|:\w{1,40}\??|<[\w:]{1,40}>|\[{1,2}\.{0,3}\w{1,40}\]{1,2}|\*{1,2}\w{0,40}|\$\w{1,40})$/;

/** Whether a segment is a parameter already, so that its text is the programmer's. */
export function isParameter(segment: string): boolean {
  return PARAMETER.test(segment);
}

/**
 * The segments of a path, or of a whole URL, without scheme, authority, query, fragment and matrix
 * parameters; ids, UUIDs, hexadecimal, numbers, hashes, e-mails and dates as `{id}`.
 */
export function segmentsOfPath(text: string): string[] {
  const path = pathOf(text.slice(0, LONGEST_PATH));
  const parts = path.split("/").map(withoutMatrix).filter(Boolean);
  const segments = parts
    .slice(0, DEEPEST)
    .map((part, at) => (isVariable(part) || isHidden(part, parts[at - 1]) ? verbOf(part) : part));
  return parts.length > DEEPEST ? [...segments, "{rest}"] : segments;
}

/** Likewise as text: `/users/{id}/orders`; `/` for the root. */
export function templatePath(text: string): string {
  return `/${segmentsOfPath(text).join("/")}`;
}

/**
 * The segments of a route as the framework tells it. Its words are the programmer's and stay, unless an
 * instrumentation put the path there: what is unmistakably an id is templated all the same.
 */
export function segmentsOfRoute(text: string): string[] {
  const parts = pathOf(text.slice(0, LONGEST_PATH), PLACEHOLDER_QUERY)
    .split("/")
    .map(clean)
    .filter(Boolean);
  const segments = parts
    .slice(0, 2 * DEEPEST)
    .map((part) => (isParameter(part) || isLiteral(part) || !isIdentity(part) ? part : ID));
  return parts.length > 2 * DEEPEST ? [...segments, "{rest}"] : segments;
}

/** `/errors/404`: a number that a programmer may well have written. */
function isLiteral(segment: string): boolean {
  return /^\d{1,3}$/.test(segment);
}

/** Free text, such as the name of a span: words with numbers, ids and addresses as `{id}`. */
export function templateText(text: string): string {
  const words = clean(text.slice(0, LONGEST_PATH))
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => (/[/?]/.test(word) ? templateWord(word) : isIdentity(word) ? ID : word));
  const name = words.join(" ");
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

/** Control and format characters, line ends and odd spaces: a name must read as it is (`model/names.ts`). */
export function clean(text: string): string {
  if (/^[!-~]*$/.test(text)) return text;
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}]+/gu, " ")
    .trim()
    .normalize("NFC");
}

function templateWord(word: string): string {
  const inside = word.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");
  if (inside === word && !word.startsWith("/")) {
    // `shop.Cart/Get` is no path of resources.
    const segments = segmentsOfPath(word);
    return segments.join("/");
  }
  return templatePath(inside);
}

/** A route may hold `{id?}` and `<int:id>`, whose question mark begins no query. */
const PLACEHOLDER_QUERY = /\?(?![}\])>/]|$)|#(?![}\])>])/;

function pathOf(text: string, end: RegExp = /[?#]/): string {
  const path = text.replace(/^[a-z][a-z\d+.-]{0,20}:\/\/[^/?#]*/i, "");
  const cut = path.search(end);
  return cut === -1 ? path : path.slice(0, cut);
}

/** RFC 3986, section 3.3: `;jsessionid=…` belongs to the segment, and is no part of a resource's name. */
function withoutMatrix(segment: string): string {
  const cut = segment.indexOf(";");
  return cut === -1 ? segment : segment.slice(0, cut);
}

/** `7:cancel` is an action upon an id, as Google's API design has it. */
function verbOf(segment: string): string {
  const verb = /^[^:]+(:[a-z]{2,30})$/i.exec(segment)?.[1];
  return verb === undefined ? ID : `${ID}${verb}`;
}

/** After a word that introduces a secret or a person, only what looks like a plain word of an API stays. */
function isHidden(segment: string, before: string | undefined): boolean {
  if (before === undefined || isParameter(segment) || !SECRETIVE.test(before)) return false;
  return !ACTIONS.has(segment.toLowerCase());
}

/** What programmers put after such a word. */
const ACTIONS: ReadonlySet<string> = new Set(
  "me self current new create list search find all count exists check validate verify confirm resend send request reset refresh revoke renew rotate introspect exchange login logout signin signout signup register info profile profiles settings preferences bulk batch export import auth authenticate status history activity invite accept decline roles permissions groups edit update delete change forgot recover enable disable link unlink start end extend expire public private by-id by-email by-name query".split(
    " ",
  ),
);

/** Whether a segment of a path differs from request to request, by its looks. */
function isVariable(segment: string): boolean {
  // GitLab and Prometheus put `-` between what users name and what they name themselves.
  if (isParameter(segment) || segment === "-") return false;
  if (isIdentity(segment)) return true;
  // A plain word of an API, with a version, an extension or a verb: `v2`, `oauth2`, `orders:cancel`.
  return !/^\.?[a-z][\w.~+-]*(?::[a-z][a-z-]*)?$/i.test(segment);
}

/** What is an id, a number, a date, an address or a token beyond doubt, in whatever text. */
function isIdentity(word: string): boolean {
  if (word.length > LONGEST_WORD) return true;
  if (/[@=%&]/.test(word)) return true;
  if (/^[\d.,:+_-]+$/.test(word) && /\d/.test(word)) return true;
  const [, core = ""] = /^([^:]*)(?::[a-z]{2,30})?$/i.exec(word) ?? [];
  if (core !== word && core !== "" && isIdentity(core)) return true;
  const digits = word.replace(/\D+/g, "").length;
  if (digits >= 4 || alternations(word) >= 4) return true;
  return word.split(/[-_.~]/).some(isHex) || isRandom(word);
}

/** A hash, or a part of one: `3f2a9c` is, `facade` and `feedback` are words. */
function isHex(part: string): boolean {
  if (!/^[\da-f]+$/i.test(part)) return false;
  return part.length >= 16 || (part.length >= 6 && /\d/.test(part) && /[a-f]/i.test(part));
}

/** How often letters turn to digits or back. */
function alternations(word: string): number {
  return word.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
}

/** Letters of base64 or base62: capitals come in no order, where camel case has a word after each. */
function isRandom(word: string): boolean {
  if (word.length < 16) return false;
  const turns = word.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
  return turns / word.length > 0.4;
}
