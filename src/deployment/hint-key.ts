/** Words that say, anywhere in a key, that its value is where something listens. */
const ADDRESS = wordSet(
  "host hosts hostname hostnames addr addrs address addresses url urls uri uris endpoint endpoints server servers broker brokers dsn upstream upstreams backend backends",
);
/** The same where they come last: elsewhere they tell what kind of thing is meant. */
const ADDRESS_LAST = wordSet(
  "bootstrap seed seeds node nodes peer peers target targets master primary leader sentinel sentinels contact points proxy gateway origin",
);
/** Words that come last where a value names something else than a host, such as a topic or a database. */
const OTHER_LAST = wordSet(
  "name names db database databases topic topics queue queues user username password secret token schema table bucket path prefix suffix type types mode id ids zone region group groups namespace index collection exchange vhost env environment role class stream subject channel image images tag tags version label labels title protocol level driver dialect engine provider storage tls ssl enabled count size timeout port ports",
);
const OWN = wordSet("current own self my this otel app application");

/**
 * Whether the value of a key may be the bare name of a host. `PAYMENT_HOST=payment` is one;
 * `KAFKA_TOPIC=orders` is none, whatever else is called `orders`.
 */
export function mayHoldHost(key: string, value: string): boolean {
  const words = wordsOf(key);
  const last = words.at(-1) ?? "";
  if (OTHER_LAST.has(last)) return false;
  if (words.some((word) => ADDRESS.has(word)) || ADDRESS_LAST.has(last)) return true;
  const said = words.filter((word) => !SERVICE.has(word));
  const named = wordsOf(value.split(".", 1)[0] ?? "").filter((word) => !SERVICE.has(word));
  if (said.join("") === named.join("") && said.length > 0) return true;
  return (
    SERVICE.has(last) &&
    !words.some((word) => OWN.has(word)) &&
    said.some((word) => named.includes(word))
  );
}

const SERVICE = wordSet("service services svc");

/** Whether the values of a key are anything but hosts with ports: `redis:6379` of an image is its tag. */
export function holdsNoPort(key: string): boolean {
  return wordsOf(key).some((word) => NO_PORT.has(word));
}

const NO_PORT = wordSet("image images tag tags version versions");

/** `FLAGD_HOST` and `flagd.port` share the stem `flagd`. */
export function stemOf(key: string): string {
  return wordsOf(key).slice(0, -1).join("_");
}

/** The words of a key, in lower case: cut at signs, and where camelCase starts a word. */
export function wordsOf(key: string): readonly string[] {
  const cut = /[a-z0-9][A-Z]/.test(key) ? key.replace(/([a-z0-9])([A-Z])/g, "$1 $2") : key;
  return cut.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
