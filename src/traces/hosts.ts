/** A host as dialled: lower case, without port, brackets, scheme, credentials and a last dot. */
export type Host = { readonly address: string; readonly port: number | null };

const LONGEST = 253;

/**
 * A host out of `host:port`, `[v6]:port`, `/10.0.0.1:80` (Java), `http://user@host/path`, or Envoy's
 * `outbound|9080||reviews.default.svc.cluster.local`; `null`: there is none, or it is a socket's path.
 */
export function readHost(text: string): Host | null {
  let rest = text.length > 2048 ? text.slice(0, 2048) : text;
  const scheme = rest.indexOf("://");
  if (scheme > 0 && scheme < 20) {
    if (rest.startsWith("file:") || rest.startsWith("unix:")) return null;
    rest = rest.slice(scheme + 3);
  } else if (rest.startsWith("outbound|") || rest.startsWith("outbound_")) {
    rest = rest.slice(rest.lastIndexOf("|") + 1);
  } else if (/^\/[\da-f.:[]/i.test(rest)) rest = rest.slice(1);
  const end = rest.search(/[/?#\s,;\\]/);
  if (end === 0) return null;
  if (end > 0) rest = rest.slice(0, end);
  rest = rest.slice(rest.lastIndexOf("@") + 1);
  return split(rest);
}

function split(text: string): Host | null {
  const bracketed = /^\[([\da-f:.%]+)\](?::(\d{1,5}))?$/i.exec(text);
  const [address, port] =
    bracketed !== null
      ? [bracketed[1] ?? "", bracketed[2]]
      : text.split(":").length === 2
        ? (text.split(":") as [string, string])
        : [text, undefined];
  const host = address.toLowerCase().replace(/\.+$/, "");
  // RFC 952, with the underscores of Compose and Envoy; nothing else can be a host.
  if (host === "" || host.length > LONGEST || !/^[\p{L}\p{N}._:%-]+$/u.test(host)) return null;
  return { address: host, port: readPort(port) };
}

/** A port as number or text; `null`: none that can be. */
export function readPort(value: unknown): number | null {
  const port = typeof value === "string" && /^\d{1,5}$/.test(value) ? Number(value) : value;
  return typeof port === "number" && Number.isInteger(port) && port > 0 && port < 65536
    ? port
    : null;
}

/** Whether a host is an address and not a name. */
export function isAddress(host: string): boolean {
  return /^[\d.]+$/.test(host) || host.includes(":");
}

/** Whether a host is the caller's own machine: a sidecar or a tunnel, which names nobody. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|localhost\.localdomain|127\.[\d.]+|::1|0:0:0:0:0:0:0:1|0\.0\.0\.0|::)$/.test(
    host,
  );
}

/** The Service of a host of a cluster (Kubernetes, DNS for Services and Pods): `a.ns.svc.cluster.local`. */
export function clusterService(host: string): string | null {
  return /^([^.]+)\.[^.]+\.svc(?:\.[^.]+)*$/.exec(host)?.[1] ?? null;
}
