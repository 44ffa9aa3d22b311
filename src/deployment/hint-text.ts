import { holdsNoPort, mayHoldHost, wordsOf } from "./hint-key.ts";

/** A host that a text names, whatever it may be. */
export type Mention = {
  /** In lower case, without scheme, user and port. */
  readonly host: string;
  readonly port: number | null;
  readonly scheme: string | null;
  /** The variable, option or key that holds it. */
  readonly key: string;
};

/** In UTF-16 units; what stands behind is not looked at. */
const MOST_TEXT = 1 << 16;
/** Of one text. */
const MOST_MENTIONS = 200;
const HOST = /^(?=.*[a-z])[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?\.?$/i;
const IN_CLUSTER = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\.svc(?:\.[a-z0-9.-]+)?$/i;

/** The hosts that a value of a key names: in URLs, before ports, or by themselves. */
export function mentionsInValue(key: string, value: string): readonly Mention[] {
  const text = value.slice(0, MOST_TEXT);
  return distinct([...inUrls(key, text), ...withPorts(key, text), ...alone(key, text)]);
}

/**
 * The hosts in the words of a command line: `--db-host=db`, `--db-host db`, and `nc -z db 5432` as scripts
 * that wait have it.
 */
export function mentionsInWords(words: readonly string[]): readonly Mention[] {
  const found: Mention[] = [];
  let option: string | null = null;
  for (const word of words) {
    const text = word.slice(0, MOST_TEXT);
    const key = option ?? /^-{0,2}([\w.-]{1,100})=/.exec(text)?.[1] ?? "command";
    found.push(...inUrls(key, text), ...withPorts(key, text), ...alone(key, text));
    option = /^--?[A-Za-z][\w.-]*$/.test(text) ? text.replace(/^-+/, "") : null;
  }
  return distinct([...found, ...beforePorts(words.join(" ").slice(0, MOST_TEXT))]);
}

/** The hosts in a line of a configuration file, whatever its format; comments hold none. */
export function mentionsInLine(file: string, line: string): readonly Mention[] {
  if (/^\s*(?:#|\/\/|;|--)/.test(line)) return [];
  const text = line.slice(0, MOST_TEXT);
  const pairs = [...text.matchAll(PAIR)].map(([, key = "", value = ""]) => ({ key, value }));
  const hasPort = pairs.some(({ key }) => wordsOf(key).at(-1) === "port");
  const keyed = pairs.filter(
    ({ key, value }) =>
      HOST.test(value) &&
      (mayHoldHost(key, value) || (hasPort && wordsOf(key).at(-1) === "service")),
  );
  return distinct([
    ...inUrls(file, text),
    ...withPorts(file, text),
    ...inCluster(file, text),
    ...keyed.map(({ value }) => mention(file, value, null, null)),
  ]);
}

const PAIR = /["']?([\w.-]{1,80})["']?\s{0,20}[:=]\s{0,20}["']?([\w.-]{1,253})["']?/g;

/** Authorities of URLs; one may list several hosts, as MongoDB's do. */
function inUrls(key: string, text: string): readonly Mention[] {
  const found: Mention[] = [];
  for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at + 3)) {
    const scheme = /[A-Za-z][A-Za-z0-9+.-]*$/.exec(text.slice(Math.max(0, at - 40), at))?.[0];
    if (scheme === undefined) continue;
    const rest = text.slice(at + 3, at + 3 + 2000);
    const authority = /^[^\s/?#"'`<>()[\]{}|\\;]*/.exec(rest)?.[0] ?? "";
    const listed = authority.slice(authority.lastIndexOf("@") + 1).split(",");
    for (const [index, one] of listed.entries()) {
      const [host = "", port, ...more] = one.split(":");
      // `http:` is what begins the next URL of a list.
      if (more.length > 0 || port === "" || !HOST.test(host)) continue;
      // What follows a comma may be anything that is no URL.
      const known = index === 0 ? scheme.toLowerCase() : null;
      found.push(mention(key, host, portOf(port), known));
    }
  }
  return found;
}

/** `host:port`, wherever it stands. */
function withPorts(key: string, text: string): readonly Mention[] {
  // Most values hold no colon, and are not to be taken apart to find none.
  if (!text.includes(":") || holdsNoPort(key)) return [];
  return tokensOf(text).flatMap((token) => {
    const [, host = "", digits] = /^([^:/]+):(\d{1,5})(?:[/?#].*)?$/.exec(token) ?? [];
    const port = portOf(digits);
    return port === null || !HOST.test(host) ? [] : [mention(key, host, port, null)];
  });
}

/** Names by themselves: the value is one or a list of them, or holds pairs such as `Host=db;User=u`. */
function alone(key: string, text: string): readonly Mention[] {
  const parts = text.trim().split(/[\s,;]+/);
  const listed = parts.every((part) => HOST.test(part)) ? parts : [];
  const found = listed.filter((host) => mayHoldHost(key, host)).map((host) => [key, host] as const);
  const paired = (text.includes("=") ? parts : []).flatMap((part) => {
    const [, inner = "", value = ""] = /^-{0,2}([\w.-]{1,100})=(?:tcp:)?(.+)$/.exec(part) ?? [];
    return HOST.test(value) && mayHoldHost(inner, value) ? [[key, value] as const] : [];
  });
  const named = [...found, ...paired].map(([one, host]) => mention(one, host, null, null));
  return [...inCluster(key, text), ...named];
}

/** `payment.shop.svc` and longer ones name a Service wherever they stand. */
function inCluster(key: string, text: string): readonly Mention[] {
  if (!/\.svc/i.test(text)) return [];
  return tokensOf(text)
    .filter((token) => IN_CLUSTER.test(token))
    .map((host) => mention(key, host, null, null));
}

/** `db 5432`, as `nc` and the like take it. */
function beforePorts(text: string): readonly Mention[] {
  const words = text.split(/[\s;"'`()]+/);
  return words.flatMap((host, at) => {
    const port = portOf(words[at + 1]);
    return port === null || !HOST.test(host) ? [] : [mention("command", host, port, null)];
  });
}

function tokensOf(text: string): readonly string[] {
  return text.split(/[\s,;'"`()[\]{}<>|=@&\\]+/);
}

/** Ports below 20 are versions and counts in most texts. */
function portOf(digits: string | undefined): number | null {
  if (digits === undefined || !/^\d{1,5}$/.test(digits)) return null;
  const port = Number(digits);
  return port >= 20 && port <= 65_535 ? port : null;
}

function mention(key: string, host: string, port: number | null, scheme: string | null): Mention {
  return { host: host.replace(/\.$/, "").toLowerCase(), port, scheme, key };
}

/** One for each host and port; that with a scheme says more than the one without. */
function distinct(mentions: readonly Mention[]): readonly Mention[] {
  if (mentions.length < 2) return mentions;
  const byHost = new Map<string, Mention>();
  for (const one of mentions) {
    const sames = [...byHost].filter(([, other]) => other.host === one.host);
    const known = sames.some(
      ([, other]) => one.port === null || other.port === null || other.port === one.port,
    );
    if (!known && byHost.size < MOST_MENTIONS) byHost.set(`${one.host}:${one.port}`, one);
  }
  return [...byHost.values()];
}
